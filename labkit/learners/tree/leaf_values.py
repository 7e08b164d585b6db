"""What a node of a regression tree answers: the mean, the median or a linear function of its examples.

Lecture 18; deck 001 "Regression Trees". Inventory: I-001-041, I-001-042.

For the examples (x, y) of weight v in a node:

    mean     sum v y / sum v               smallest squared error of all numbers                          (1)
    median   half of the weight on each side   smallest absolute error of all numbers (E-001-09)          (2)
    linear   f(x) = c + b'x                smallest squared error of all linear functions of the numeric
             attributes, c = mean(y) - b'mean(x); b is the shortest of equals                             (3)

A node with too few or collinear examples has many best lines; (3) takes the flattest about the mean, with every
attribute in units of its spread there, so a single example is answered by its own y. Where two numbers have half of the
weight on either side, the median is midway.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.tree.plan import TreeExamples
from labkit.learners.tree.tree import Tree

LEAVES = ("mean", "median", "linear")


def lines(kind: str, tree: Tree, examples: TreeExamples) -> tuple[np.ndarray, np.ndarray]:
    """(nodes, 1 + features): the constant c and the slopes b of every node's answer; b is 0 for mean and median.
    And (nodes,): how many slopes its examples determine."""
    found, slopes = np.zeros((len(tree), 1 + examples.cells.shape[1])), np.zeros(len(tree), dtype=int)
    if kind == "mean":
        found[:, 0] = tree.prediction  # (1)
        return found, slopes
    numeric = np.flatnonzero(~examples.categorical)
    for node, rows in enumerate(members(tree, examples.cells)):
        y, v = examples.y[rows], examples.all_weights[rows]
        if kind == "median":
            found[node, 0] = median(y, v)
        else:
            cells = examples.cells[np.ix_(rows, numeric)]
            found[node, 0], found[node, 1 + numeric], slopes[node] = least_squares(cells, y, v)
    return found, slopes


def mean_squared_errors(found: np.ndarray, tree: Tree, examples: TreeExamples) -> np.ndarray:
    """E(m) of every node's answer on its own examples, by weight."""
    total, v = np.zeros(len(tree)), examples.all_weights
    cells = np.where(examples.categorical, 0.0, examples.cells)
    for node, rows in enumerate(members(tree, examples.cells)):
        answer = found[node, 0] + cells[rows] @ found[node, 1:]
        total[node] = v[rows] @ (examples.y[rows] - answer) ** 2
    return total / tree.weight


def members(tree: Tree, cells: np.ndarray) -> list[np.ndarray]:
    """The rows of the examples in every node."""
    rows = [np.arange(len(cells))] + [np.empty(0, dtype=int)] * (len(tree) - 1)
    for node in tree.splits:  # parents come before their children
        here = rows[node]
        below = tree.next(cells, here, np.full(len(here), node))
        for child in tree.children(node):
            rows[child] = here[below == child]
    return rows


def median(y: np.ndarray, v: np.ndarray) -> float:
    """Of numbers y of weight v."""
    order = np.argsort(y, kind="stable")
    y, upto = y[order], np.cumsum(v[order])
    half = upto[-1] / 2
    close = 1e-12 * upto[-1]  # sums of weights are not exact
    low, high = np.searchsorted(upto, [half - close, half + close])  # (2)
    return float(y[low] + y[min(high, len(y) - 1)]) / 2


def least_squares(X: np.ndarray, y: np.ndarray, v: np.ndarray) -> tuple[float, np.ndarray, int]:
    """(c, b, how many slopes the examples determine)"""
    v, origin = v / v.sum(), X[0]  # from an example: what is constant is exactly 0
    centre, level, root = v @ (X - origin), v @ y, np.sqrt(v)
    apart = root[:, None] * (X - origin - centre)
    spread = np.sqrt((apart**2).sum(axis=0))
    unit = np.where(spread > 0, spread, 1.0)
    b, _, slopes, _ = np.linalg.lstsq(apart / unit, root * (y - level), rcond=None)
    b /= unit
    return float(level - b @ (origin + centre)), b, int(slopes)  # (3)
