"""Absolute errors: what the median of a node leaves, and of every beginning of a list in one pass.

Lecture 18; deck 001 "Regression Trees". Inventory: I-001-040, I-001-041, I-001-043.

    E = sum v |y - median|        the least of all sums of absolute deviations (E-001-09)                    (1)
      = m V_low - S_low + S_high - m V_high,   m the median, V and S the sums of v and v y on both sides      (2)

Two heaps hold the numbers up to the median and beyond it; each new number moves a few across (logarithmic time).
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from labkit.learners.tree.tree import MANY, THRESHOLD


def deviation(y: np.ndarray, v: np.ndarray) -> float:
    """(1) of numbers y of weight v."""
    order = np.argsort(y, kind="stable")
    y, v = y[order], v[order]
    m = y[np.searchsorted(np.cumsum(v), v.sum() / 2).clip(max=len(y) - 1)]
    return float(v @ np.abs(y - m))


def running(y: np.ndarray, v: np.ndarray) -> np.ndarray:
    """(1) of the first, the first two, the first three... of the numbers."""
    low, high = [], []  # heaps of (-y, v) up to the median, which is on top, and of (y, v) beyond
    V_low = V_high = S_low = S_high = 0.0
    found = []
    for number, weight in zip(y.tolist(), v.tolist(), strict=True):
        if low and number <= -low[0][0]:
            heappush(low, (-number, weight))
            V_low, S_low = V_low + weight, S_low + weight * number
        else:
            heappush(high, (number, weight))
            V_high, S_high = V_high + weight, S_high + weight * number
        while V_low < V_high:
            top, w = heappop(high)
            heappush(low, (-top, w))
            V_low, S_low, V_high, S_high = V_low + w, S_low + w * top, V_high - w, S_high - w * top
        while V_low - low[0][1] >= V_high + low[0][1]:  # without its top it still holds half
            top, w = heappop(low)
            heappush(high, (-top, w))
            V_low, S_low, V_high, S_high = V_low - w, S_low + w * top, V_high + w, S_high - w * top
        m = -low[0][0]
        found.append(m * V_low - S_low + S_high - m * V_high)  # (2)
    return np.maximum(found, 0.0)


def of_children(y: np.ndarray, v: np.ndarray, group: np.ndarray, kind: int, yes: np.ndarray | None) -> np.ndarray:
    """(children, tests): (1) in the children of all tests of one kind, of examples with the values ``group``.

    ``yes`` (tests, values) says which values a SUBSET test asks for.
    """
    if kind == THRESHOLD:
        order = np.argsort(group, kind="stable")
        below = np.searchsorted(group[order], np.arange(1, group.max() + 1))  # how many are below each cut
        upward, downward = running(y[order], v[order]), running(y[order[::-1]], v[order[::-1]])
        return np.array([upward[below - 1], downward[len(y) - below - 1]])
    if kind == MANY:
        return np.array([[deviation(y[group == k], v[group == k])] for k in range(group.max() + 1)])
    asked = np.eye(group.max() + 1, dtype=bool) if yes is None else yes
    return np.array([[deviation(y[here], v[here]), deviation(y[~here], v[~here])] for here in asked[:, group]]).T


def mean_deviation(moments: np.ndarray) -> np.ndarray:
    """Of nodes whose weight is the first of their moments, and (1) the third."""
    weight = moments[0]
    return moments[2] / np.where(weight > 0, weight, 1.0)
