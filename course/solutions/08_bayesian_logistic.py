"""The answers to the exercises of lesson 08; tests run them through the lesson's own checks."""

import numpy as np


def my_probability(mu, s2):
    a = mu / np.sqrt(1 + np.pi * s2 / 8)
    return 1 / (1 + np.exp(-a))


def covariance(w, X, variance):
    p = 1 / (1 + np.exp(-X @ w))
    H = (X.T * (p * (1 - p))) @ X + np.eye(len(w)) / variance
    return np.linalg.inv(H)


my_way, my_variance = "Laplace, probit", 0.3

# All points lie on the first axis, so nothing is known of the second weight; the case is far along the second axis.
my_points, my_labels, my_case = [[1, 0], [-1, 0]], [1, 0], [3, 100]


def my_xi(m, S, x):
    return np.sqrt(x @ S @ x + (m @ x) ** 2)


def ln_above(s, lam):
    return lam * s - np.log(lam) - 1


def cost(m, v, m0, v0):
    return 0.5 * (v / v0 + (m - m0) ** 2 / v0 + np.log(v0) - np.log(v) - 1)


# The threshold parts the cases, and they lie far out: a small weight is enough, a large one is as good.
my_x, my_z = [-10, 10], [0, 1]
