"""The answers to the exercises of lesson 18; tests run them through the lesson's own checks."""

import numpy as np


def best_cut(y):
    y = np.asarray(y, dtype=float)
    sums = [len(y[:k]) * y[:k].var() + len(y[k:]) * y[k:].var() for k in range(1, len(y))]
    return 1 + int(np.argmin(np.round(sums, 9)))


def split_error(y, k):
    n = len(y)
    return k / n * y[:k].var() + (n - k) / n * y[k:].var()


my_settings = {"min_leaf": 30, "leaf": "linear"}

my_numbers = [0] * 6 + [0.9, 1.1] + [2] * 6  # the first cut parts the two in the middle


def cheapest(errors, leaves, alpha):
    costs = np.round(np.asarray(errors) + alpha * np.asarray(leaves), 9)
    return int(np.lexsort([leaves, costs])[0])


def refitted(y, mean, curves, j, S):
    others = np.delete(curves, j, axis=0).sum(axis=0)  # was all of them
    values = S @ (y - mean - others)
    return values - values.mean()


my_X = [[0, 0], [1, 1], [0, 1], [1, 0]] * 2
my_y = [0, 0, 1, 1] * 2
