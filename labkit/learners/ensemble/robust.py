"""Losses of numbers that one outlier hardly moves: absolute errors, and Huber's.

Lecture 21; deck 000 "Gradient Boosting Algorithm" (general losses, Friedman 1999). Inventory: I-000-111,
I-000-134.

    Absolute    L = |r|                                 -g = sign(r)                           (1)    r = z - F
    Huber       L = r^2 / 2          up to |r| = delta  -g = r                                 (2)
                L = delta (|r| - delta / 2)  beyond     -g = delta sign(r)                     (3)

Their second derivatives are 0 nearly everywhere, so trees are grown with h = 1, on g alone, and a leaf answers what its
own examples ask for, not a Newton step:

    Absolute    w = median of r                                                                (4)
    Huber       w = m + mean of (r - m) cut to -delta..delta,    m = median of r               (5)

With lambda, w is taken times H / (H + lambda), as a mean is. (5) is the first step from the median towards the least
loss, and where delta is large it is the mean.

symbol    name here        symbol    name here
r         residuals        delta     delta

Departures: Friedman takes delta, the 0.9 quantile of |r|, anew in every round. Here it is that of the start and stays,
so that it is one loss that falls, and held-out examples can say when to stop. An r within rounding of 0 counts as 0.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.tree.leaf_values import median

SHARE = 0.9  # of the examples that are nearer than delta at the start
ROUNDING = 8 * np.finfo(float).eps  # of an error, relative to the largest target


class Absolute:
    """The absolute error of a number."""

    scores, steepest = 1, 1.0

    def value(self, z, F):
        return np.abs(np.asarray(z, dtype=float) - F)  # (1)

    def slopes(self, z, F):
        return -np.sign(_errors(z, F)), None  # (1)

    def start(self, z, weights=None):
        return _middle(z, weights)

    def leaf(self, residuals, weights):
        return median(residuals, weights)  # (4)


class Huber:
    """Half the squared error of a number up to ``delta``; beyond, it goes on as a line."""

    scores = 1

    def __init__(self, delta: float):
        self.delta = self.steepest = delta

    @classmethod
    def of(cls, z: np.ndarray, weights: np.ndarray | None) -> Huber:
        """With the delta of these examples: the 0.9 quantile of the distances from their median, or the least above 0
        behind it."""
        apart, v = np.abs(z - _middle(z, weights)), np.ones(len(z)) if weights is None else weights
        order = np.argsort(apart, kind="stable")
        upto = v[order].cumsum()
        behind = apart[order][np.searchsorted(upto, SHARE * upto[-1] * (1 - ROUNDING)) :]
        return cls(float(behind[behind > 0][0]) if behind.any() else 1.0)

    def value(self, z, F):
        size = np.abs(np.asarray(z, dtype=float) - F)
        near = np.minimum(size, self.delta)
        return near * (size - near / 2)  # (2), (3)

    def slopes(self, z, F):
        return -np.clip(_errors(z, F), -self.delta, self.delta), None  # (2), (3)

    def start(self, z, weights=None):
        return _middle(z, weights)

    def leaf(self, residuals, weights):
        m = median(residuals, weights)
        return m + float(np.average(np.clip(residuals - m, -self.delta, self.delta), weights=weights))  # (5)


def _middle(z: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    z = np.asarray(z, dtype=float)
    return np.array([median(z, np.ones(len(z)) if weights is None else weights)])


def _errors(z: np.ndarray, F: np.ndarray) -> np.ndarray:
    """z - F, 0 where it is rounding."""
    r = np.asarray(z, dtype=float) - F
    return np.where(np.abs(r) <= ROUNDING * np.abs(z).max(initial=0.0), 0.0, r)
