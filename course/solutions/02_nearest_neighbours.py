"""The answers to the exercises of lesson 02; tests run them through the lesson's own checks."""

import numpy as np


def vote(labels, k):
    voters = list(labels[:k])
    return max(voters, key=voters.count)  # of equals the first that is met


def loo_error(X, y):
    apart = np.linalg.norm(X[:, None] - X, axis=2)
    np.fill_diagonal(apart, np.inf)
    return np.mean(y[apart.argmin(axis=1)] != y)


my_features, my_k = [0, 1, 3], 3

# Pairs of friends, a pair of each class close together, and the same again far away.
my_points = [[0, 0], [0, 1], [3, 0], [3, 1], [100, 0], [100, 1], [103, 0], [103, 1]]
my_labels = ["a", "a", "b", "b", "a", "a", "b", "b"]


def my_distance(x, z, p):
    parts = np.abs(x - z)
    return parts.max() if p == np.inf else (parts**p).sum() ** (1 / p)


def my_bisector(a, b):
    return 2 * (b - a), b @ b - a @ a


def my_near(x, low, high):
    return np.linalg.norm(x - np.clip(x, low, high))


# On an axis, between, and on a diagonal: 0.6, 0.592 and 0.44 are the least distances.
my_three = [[0.6, 0], [0.22, 0.55], [0.44, -0.44]]
