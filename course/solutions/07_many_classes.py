"""The answers to the exercises of lesson 07; tests run them through the lesson's own checks."""

import numpy as np


def my_gradient(W, x, k):
    a = W @ x
    mu = np.exp(a - a.max())
    mu = mu / mu.sum()
    z = np.arange(len(W)) == k
    return mu, np.outer(mu - z, x)


def decide(W, b, x):
    return int(np.argmax([W[k] @ x + b[k] for k in range(len(b))]))


my_threshold = 0.9

# The middle one of three classes in a row: no line has it on one side and both neighbours on the other.
my_points, my_labels = [[0, 0], [0, 1], [2, 0], [2, 1], [4, 0], [4, 1]], [0, 0, 1, 1, 2, 2]


def my_block(X, mu, k, j):
    weights = mu[:, k] * ((k == j) - mu[:, j])
    return (X * weights[:, None]).T @ X


def forgiven(d):
    return (d - 1) // 2


# Sums of 100110, 010101 and 001011: each has three ones or four.
my_code = [
    [0, 0, 0, 0, 0, 0],
    [1, 0, 0, 1, 1, 0],
    [0, 1, 0, 1, 0, 1],
    [0, 0, 1, 0, 1, 1],
    [1, 1, 0, 0, 1, 1],
]
