"""The answers to the exercises of lesson 03; tests run them through the lesson's own checks."""

import numpy as np


def my_line(x, y):
    dx, dy = x - x.mean(), y - y.mean()
    w1 = (dx * dy).sum() / (dx**2).sum()
    return y.mean() - w1 * x.mean(), w1


def gradient(X, y, w):
    return 2 * (X @ w - y) @ X / len(y)


my_features = ["weight_lb", "model_year"]

# The point at 100 is right for every threshold, and so far out that f stays low at 3.
my_x, my_classes = [0, 1, 2, 3, 100], [-1, -1, 1, 1, 1]


def my_ridge(X, y, lam):
    return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)


def my_sample(w, x, y, gamma):
    z = np.array([1.0, x])
    return w + gamma * (y - w @ z) * z


my_hp, my_mpg = 2000, 60
