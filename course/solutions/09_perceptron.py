"""The answers to the exercises of lesson 09; tests run them through the lesson's own checks."""

import numpy as np


def my_update(w, z, eta):
    return w + eta * z if w @ z <= 0 else w


def my_bound(Z, w_star):
    reach = np.linalg.norm(Z, axis=1).max()
    gap = (Z @ w_star).min()
    return np.dot(w_star, w_star) * reach**2 / gap**2


def my_rate(w, z, b):
    return (b - w @ z) / (z @ z)


# A narrow gap, far from the origin.
hard_X = [[3.0, 3.0], [3.0, 2.0], [3.0, 2.5], [3.0, 1.0]]
hard_y = [1, -1, 1, -1]

# Two opposite points of one class: both can be on the boundary, never both strictly on one side.
weak_X = [[1, 1], [-1, -1], [-1, 1]]
weak_y = [1, 1, -1]
weak_w = [1, -1]
weak_start = [0.3, 0.2]
