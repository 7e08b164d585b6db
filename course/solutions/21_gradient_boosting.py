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


def cut_gain(g, h, left, gamma, lam):
    def worth(side):
        return np.sum(g[side]) ** 2 / (np.sum(h[side]) + lam)

    return 0.5 * (worth(left) + worth(~left) - worth(left | ~left)) - gamma


my_rounds, my_depth, my_shrinkage = 60, 3, 0.1


def my_leaf(z, F, lam):
    g = np.exp(F) - z
    h = np.exp(F)
    return -g.sum() / (h.sum() + lam)


def tree_price(w, gamma, lam):
    return gamma * len(w) + 0.5 * lam * (np.asarray(w, dtype=float) ** 2).sum()


# The exhaustive code without its last column: each two words lose at most one of their four differences.
my_code = [
    [1, 1, 1, 1, 1, 1],
    [0, 0, 0, 0, 1, 1],
    [0, 0, 1, 1, 0, 0],
    [0, 1, 0, 1, 0, 1],
]
