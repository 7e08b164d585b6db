"""The answers to the exercises of lesson 11; tests run them through the lesson's own checks."""

import numpy as np


def my_street(w, b, X, z):
    nearest = (z * (X @ w + b)).min()
    return max(0.0, 2 * nearest / np.linalg.norm(w))


def count(slacks):
    mistakes = np.sum(slacks > 1)
    inside = np.sum((slacks > 0) & (slacks <= 1))
    return mistakes, inside


my_C, my_gamma = 30, 0.02

# A chess board: the nearest neighbours of every point are of the other class.
my_points = [[i, j] for i in range(4) for j in range(4)]
my_labels = [(i + j) % 2 for i in range(4) for j in range(4)]
my_narrowness = 1.0


def my_score(k, alpha, z, b):
    return np.sum(alpha * z * k) + b


def lift(x):
    x1, x2 = x
    return np.array([x1**2, np.sqrt(2) * x1 * x2, x2**2])


# Two different numbers are "more similar" than each is to itself.
def my_kernel(a, b):
    return 1 + abs(a - b)


my_numbers = [0, 1, 2]
