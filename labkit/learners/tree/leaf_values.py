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

from collections.abc import Callable

import numpy as np

from labkit.learners.tree.plan import TreeExamples
from labkit.learners.tree.tree import LEAF, Tree

LEAVES = ("mean", "median", "linear")
Members = tuple[np.ndarray, np.ndarray]  # rows, and the weight of each


def lines(kind: str, tree: Tree, examples: TreeExamples, here: list[Members]) -> tuple[np.ndarray, np.ndarray]:
    """(nodes, 1 + features): the constant c and the slopes b of every node's answer; b is 0 for mean and median.
    And (nodes,): how many slopes its examples, the members ``here``, determine."""
    found, slopes = np.zeros((len(tree), 1 + examples.cells.shape[1])), np.zeros(len(tree), dtype=int)
    numeric = np.flatnonzero(~examples.categorical)
    for node, (rows, v) in enumerate(here):
        y = examples.y[rows]
        if kind == "mean":
            found[node, 0] = np.average(y, weights=v)  # (1)
        elif kind == "median":
            found[node, 0] = median(y, v)
        else:
            cells = examples.cells[np.ix_(rows, numeric)]
            found[node, 0], found[node, 1 + numeric], slopes[node] = least_squares(cells, y, v)
    return found, slopes


def mean_errors(found: np.ndarray, tree: Tree, examples: TreeExamples, here: list[Members], size: str = "squared"
                ) -> np.ndarray:  # fmt: skip
    """E(m) of every node's answer on its own examples, by weight: of the errors "squared" or "absolute"."""
    total, measure = np.zeros(len(tree)), {"squared": np.square, "absolute": np.abs}[size]
    cells = np.where(examples.categorical, 0.0, examples.cells)
    for node, (rows, v) in enumerate(here):
        slopes = found[node, 1:]
        answer = found[node, 0] + (cells[rows] @ slopes if slopes.any() else 0.0)  # a missing value has no slope
        total[node] = v @ measure(examples.y[rows] - answer)
    return total / tree.weight


def members(tree: Tree, examples: TreeExamples, router: Callable | None = None) -> list[Members]:
    """Of every node the rows of its examples and their weights; the ``router`` sends on those that miss a value."""
    cells, split = examples.cells, tree.kind > LEAF
    rows, nodes, parts = np.arange(len(cells)), None, np.ones(len(cells))
    if router is not None and np.isnan(cells).any():
        rows, nodes, parts = router(tree, cells, split)
    else:
        nodes = tree.apply(cells, split)
    order = np.argsort(nodes, kind="stable")
    rows, v = rows[order], (examples.all_weights[rows] * parts)[order]
    ends = np.searchsorted(nodes[order], np.arange(1, len(tree)))
    found = list(zip(np.split(rows, ends), np.split(v, ends), strict=True))
    for node in tree.splits[::-1].tolist():  # children come after their parents
        mine = [found[child] for child in (node, *tree.children(node))]
        found[node] = tuple(np.concatenate(part) for part in zip(*mine, strict=True))
    return found


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
