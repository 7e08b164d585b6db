"""A tree over the plane: the boxes of its leaves, and its predictions on a grid without asking at every point.

Lecture 15; deck 001 "Decision Trees", where every leaf of a tree of thresholds is a rectangle of the plane.
Inventory: I-001-022.

A test x_f <= t cuts the box of its node in two, so the leaf boxes tile the plane; a box holds x0 < x <= x1 and
y0 < y <= y1. A grid is painted by writing each leaf's number v into the four corners of its box in a difference image,

    D[row0, column0] += v    D[row0, column1] -= v    D[row1, column0] -= v    D[row1, column1] += v     (1)

and summing D along both axes: each box is then full of its number. The cost is that of the grid plus that of the
leaves, however deep the tree is. Whole numbers are summed, so the result is exactly that of ``Tree.apply``.
"""

from __future__ import annotations

import numpy as np

from labkit.core.drawable import LeafBoxes
from labkit.learners.tree.tree import LEAF, THRESHOLD, Tree


def leaf_boxes(tree: Tree, split: np.ndarray, xlim, ylim) -> LeafBoxes | None:
    """The leaves that are seen within the limits.

    ``split`` masks the nodes that are split. None where the leaves are no boxes of a plane: other tests than
    thresholds, more than two features.
    """
    if not has_boxes(tree):
        return None
    bounds, nodes = leaf_bounds(tree, split)
    bounds = np.column_stack([bounds[:, :2].clip(*xlim), bounds[:, 2:].clip(*ylim)])
    seen = (bounds[:, 0] < bounds[:, 1]) & (bounds[:, 2] < bounds[:, 3])
    nodes = nodes[seen]
    return LeafBoxes(bounds[seen], nodes, tree.parent[nodes], tree.prediction[nodes])


def paint(tree: Tree, split: np.ndarray, x: np.ndarray, y: np.ndarray, through=None) -> np.ndarray | None:
    """``tree.prediction`` at all (x, y), a row for every y; both rise. None where the leaves are no boxes.

    With more than two features, the plane is the one through the case ``through``.
    """
    if not has_boxes(tree, 2 if through is None else len(through)):
        return None
    bounds, nodes = leaf_bounds(tree, split, through=through)
    return tree.prediction.take(summed_boxes(bounds, nodes, x, y))


def summed_boxes(bounds: np.ndarray, values: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """At all (x, y) the sum of the values of the boxes that hold it; whole numbers stay whole."""
    columns = x.searchsorted(bounds[:, :2], side="right")  # the first x that is beyond
    rows = y.searchsorted(bounds[:, 2:], side="right")
    width = len(x) + 1
    corners = (rows[:, :, None] * width + columns[:, None, :]).reshape(len(values), 4)
    signed = values[:, None] * np.array([1.0, -1.0, -1.0, 1.0])  # (1)
    image = np.bincount(corners.ravel(), signed.ravel(), minlength=width * (len(y) + 1))
    image = image.reshape(len(y) + 1, width)[:-1, :-1]
    if values.dtype.kind in "iub":
        image = image.astype(np.int32)
    return image.cumsum(axis=0, dtype=image.dtype).cumsum(axis=1, dtype=image.dtype)


def has_boxes(tree: Tree, features: int = 2) -> bool:
    """Whether the tree only compares the first ``features`` with thresholds."""
    return bool(np.isin(tree.kind, (LEAF, THRESHOLD)).all()) and int(tree.feature.max()) < features


def leaf_bounds(tree: Tree, split: np.ndarray, roots: np.ndarray | None = None, through: np.ndarray | None = None
                ) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """(x0, x1, y0, y1) of every leaf that is reached, with infinite ends; and which nodes they are.

    ``roots`` are where to begin; None is node 0. ``through`` is a case that answers the tests of all features but
    the first two: the boxes are then those of the plane through it.
    """
    level = np.zeros(1, dtype=int) if roots is None else roots
    bounds, reached = np.full((len(tree), 4), [-np.inf, np.inf, -np.inf, np.inf]), []
    while level.size:
        reached.append(level[~split.take(level)])
        level = _boxes_below(tree, bounds, level[split.take(level)], through)
    nodes = np.sort(np.concatenate(reached))
    return bounds.take(nodes, axis=0), nodes


def _boxes_below(tree: Tree, bounds: np.ndarray, parents: np.ndarray, through: np.ndarray | None) -> np.ndarray:
    """The children of these nodes, whose boxes are filled in; a test that does not cut the plane has one."""
    only = np.empty(0, dtype=int)
    if through is not None:
        parents, (passing, only) = _passed(tree, parents, through)
        bounds[only] = bounds.take(passing, axis=0)
    yes = tree.first.take(parents)
    no = yes + 1
    bounds[yes] = bounds[no] = bounds.take(parents, axis=0)
    moved, ends = 2 * tree.feature.take(parents), bounds.ravel()  # the end that a test moves: x1 or y1, x0 or y0 for no
    ends[4 * yes + moved + 1] = ends[4 * no + moved] = tree.threshold.take(parents)
    return np.concatenate([only, yes, no])


def _passed(tree: Tree, parents: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    """(the parents that cut the plane; the others, and the child to which each of these passes all of its box)."""
    feature = tree.feature.take(parents)
    cuts = feature < 2
    others = parents[~cuts]
    return parents[cuts], (others, tree.first[others] + (at[feature[~cuts]] > tree.threshold[others]))
