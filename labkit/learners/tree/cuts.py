"""The cuts of a tree in the plane as line pieces: each test's line, as far as the tests above it let it reach.

Lecture 15; deck 000 "Decision Regions in a Decision Tree" and "Method for Constructing Trees".
Inventory: I-000-067, I-000-075.
For thresholds and oblique tests of two features; ``grid.leaf_boxes`` has the rectangles of trees without oblique ones.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from labkit.learners.tree.tree import LEARNED, LINEAR, Tree

Limits = tuple[float, float]


def cut_piece(tree: Tree, node: int, xlim: Limits, ylim: Limits) -> np.ndarray | None:
    """The two ends of a split node's cut within the limits, as rows; None where it is out of sight, or no line."""
    return None if tree.kind[node] == LEARNED else line_piece(tree, node, *_line(tree, node), xlim, ylim)


def line_piece(tree: Tree, node: int, w: np.ndarray, t: float, xlim: Limits, ylim: Limits) -> np.ndarray | None:
    """The same of any line w'x = t that would cut the node's part of the plane."""
    length = np.linalg.norm(w)
    if not length:
        return None
    centre = np.array([sum(xlim) / 2, sum(ylim) / 2])
    foot = centre + (t - w @ centre) / length**2 * w
    along = np.array([-w[1], w[0]]) / length
    low, high = -np.inf, np.inf  # the points foot + s along with s between these are seen
    for normal, bound in [*_frame(xlim, ylim), *_above(tree, node)]:
        slope, room = normal @ along, bound - normal @ foot  # normal'x <= bound
        if abs(slope) <= 1e-12 * np.linalg.norm(normal):
            if room < 0:
                return None
        elif slope > 0:
            high = min(high, room / slope)
        else:
            low = max(low, room / slope)
    return np.array([foot + low * along, foot + high * along]) if low < high else None


def _line(tree: Tree, node: int) -> tuple[np.ndarray, float]:
    """w and t of the test w'x <= t."""
    feature = int(tree.feature[node])
    w = tree.directions[feature] if tree.kind[node] == LINEAR else np.eye(2)[feature]
    return w, float(tree.threshold[node])


def _above(tree: Tree, node: int) -> list[tuple[np.ndarray, float]]:
    """What the answers on the way to the node say of x."""
    way, conditions = tree.path(node), []
    for parent, child in pairwise(way):
        if tree.kind[parent] == LEARNED:
            continue
        w, t = _line(tree, parent)
        sign = 1.0 if child == tree.first[parent] else -1.0
        conditions.append((sign * w, sign * t))
    return conditions


def _frame(xlim: Limits, ylim: Limits) -> list[tuple[np.ndarray, float]]:
    x, y = np.eye(2)
    return [(x, xlim[1]), (-x, -xlim[0]), (y, ylim[1]), (-y, -ylim[0])]
