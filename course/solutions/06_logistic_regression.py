"""The answers to the exercises of lesson 06; tests run them through the lesson's own checks."""

import numpy as np


def my_gradient(X, t, w):
    p = 1 / (1 + np.exp(-X @ w))
    return X.T @ (p - t)


def newton(X, t, w):
    p = 1 / (1 + np.exp(-X @ w))
    H = (X.T * (p * (1 - p))) @ X
    return w - np.linalg.solve(H, X.T @ (p - t))


my_measurements = ["worst_texture", "worst_perimeter", "worst_smoothness"]

# Both classes have an example at 2, all others are apart: no threshold is right for both, and the rest runs away.
my_x, my_t = [0, 1, 2, 2, 3, 4], [0, 0, 0, 1, 1, 1]


def my_responses(X, t, w):
    score = X @ w
    p = 1 / (1 + np.exp(-score))
    weights = p * (1 - p)
    return weights, score + (t - p) / weights


def gradient(X, t, w, lam):
    p = 1 / (1 + np.exp(-X @ w))
    pull = lam * w
    pull[0] = 0
    return X.T @ (p - t) + pull


# Far on the wrong side the loss is level, then it falls: in between it lies above its chord.
my_a, my_b = -6, -1
