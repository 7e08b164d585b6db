"""The answers to the exercises of lesson 21; tests run them through the lesson's own checks."""

import numpy as np


def my_round(x, z, F, shrinkage):
    r = z - F
    values = np.unique(x)
    stumps = []
    for t in (values[:-1] + values[1:]) / 2:
        low = x <= t
        stumps.append(np.where(low, r[low].mean(), r[~low].mean()))
    left_over = [round(((r - f) ** 2).sum(), 9) for f in stumps]
    return F + shrinkage * stumps[np.argmin(left_over)]


def my_slopes(z, F):
    p = 1 / (1 + np.exp(-F))
    return p - (z == 1), p * (1 - p)


def my_gain(g, h, left, gamma, lam):
    def worth(side):
        return g[side].sum() ** 2 / (h[side].sum() + lam)

    everybody = np.ones(len(g), dtype=bool)
    return 0.5 * (worth(left) + worth(~left) - worth(everybody)) - gamma


def my_leaf(z, F, lam):
    g = np.exp(F) - z
    h = np.exp(F)
    return -g.sum() / (h.sum() + lam)


# The exhaustive code without its last column: each two words lose at most one of their four differences.
my_code = [
    [1, 1, 1, 1, 1, 1],
    [0, 0, 0, 0, 1, 1],
    [0, 0, 1, 1, 0, 0],
    [0, 1, 0, 1, 0, 1],
]
