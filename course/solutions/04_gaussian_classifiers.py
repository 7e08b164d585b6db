"""The answers to the exercises of lesson 04; tests run them through the lesson's own checks."""

from math import log

import numpy as np


def my_border(a, b, s, p):
    return (a + b) / 2 + s**2 / (b - a) * log((1 - p) / p)


def my_score(x, mean, variance, prior):
    return -((x - mean) ** 2) / (2 * variance) - np.log(variance) / 2 + np.log(prior)


my_columns = ["bill_length_mm", "body_mass_g"]

# The clouds are thin and lie side by side: the means differ in one feature alone.
my_means, my_correlation = [[-0.8, 0], [0.8, 0]], 0.9


def my_shares(counts, laplace):
    grown = np.asarray(counts) + laplace
    return grown / grown.sum()


def my_pooled(X, y):
    return sum(np.mean(y == k) * np.cov(X[y == k].T, bias=True) for k in np.unique(y))


def my_line(first, second, prior):
    return log(first / second), second - first + log(prior / (1 - prior))
