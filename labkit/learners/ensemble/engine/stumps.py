"""Stumps: trees of one cut, and the search for the one with the least weighted error.

Lecture 20; deck 000 "AdaBoost", "AdaBoost in Action". Inventory: I-000-107, I-000-108.

Weights w sum to 1. A cut sends the examples up to it to the left, and each side answers with its heaviest class, so

    right(cut) = max_k L_k + max_k R_k         L_k, R_k: weight of class k on the two sides      (1)
    epsilon = 1 - max over all cuts of right(cut)                                                (2)

L of all cuts of a column is one running sum along its order, which is found once. With two classes z = -1, +1 one sum
of S = w z is enough: with T its total,

    right(cut) = (1 + |S| + |T - S|) / 2 = (1 + max(|T|, |2 S - T|)) / 2                         (3)

Cuts lie midway between neighbouring different values. Ties, within 1e-9 of all weight: the lowest column, then the
lowest threshold; of classes the first. Both sides may give the same answer where no cut is of help.
"""

from __future__ import annotations

import numpy as np

from labkit.core.table import Table
from labkit.learners.ensemble.engine.tree_arrays import TreeArrays
from labkit.learners.ensemble.members import TreeMembers
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.engine.columns import Columns
from labkit.learners.tree.tree import TOLERANCE, between, majority

NODES = 3  # of a stump: the root and its two leaves


class StumpSearch:
    """The examples in the order of every column; ``fit`` finds the best stump for some weights and remembers it."""

    def __init__(self, X: np.ndarray | Table, y: np.ndarray, classes: np.ndarray):
        self._attributes = Attributes.of(X)
        self._columns = columns = Columns.of(self._attributes.categorical, self._attributes.cells(X))
        self._y, self._labels, self._classes = y, classes, len(classes)
        self._order = columns.values.argsort(axis=1)
        ordered = np.take_along_axis(columns.values, self._order, axis=1)
        no_cut = np.ones(ordered.shape, dtype=bool)  # after the last value, and between equal ones
        no_cut[:, :-1] = ordered[:, :-1] == ordered[:, 1:]
        self._no_cut = np.flatnonzero(no_cut)
        self._ordered = ordered
        self.refusal = "no attribute has two different values" if no_cut.all() else ""
        self._found: list[tuple[int, float, np.ndarray]] = []  # column, threshold, weights (side, class)

    def fit(self, w: np.ndarray) -> np.ndarray:
        """The answers to all examples, as class indices, of the stump with the least weighted error."""
        right = self.right(w)
        column, place = divmod(int((right >= right.max() - TOLERANCE).argmax()), right.shape[1])  # (2)
        threshold = float(between(*self._ordered[column, place : place + 2]))
        beyond = self._columns.values[column] > threshold
        weights = np.bincount(self._y + self._classes * beyond, w, 2 * self._classes).reshape(2, -1)
        self._found.append((column, threshold, weights))
        first, second = majority(weights).tolist()
        return np.where(beyond, second, first)

    def right(self, w: np.ndarray) -> np.ndarray:
        """The weight that the best answers get right, for a cut after each place of each order; -1 where is none."""
        right = self._right_of_two(w) if self._classes == 2 else self._right_of_many(w)
        right.ravel()[self._no_cut] = -1.0
        return right

    def _right_of_two(self, w: np.ndarray) -> np.ndarray:
        S = (w * (2.0 * self._y - 1.0)).take(self._order).cumsum(axis=1)
        T = float(S[0, -1])
        S -= T / 2
        np.abs(S, out=S)
        np.maximum(S, abs(T) / 2, out=S)
        S += 0.5
        return S  # (3)

    def _right_of_many(self, w: np.ndarray) -> np.ndarray:
        left, right = np.zeros(self._order.shape), np.zeros(self._order.shape)
        for k in range(self._classes):
            L = np.where(self._y == k, w, 0.0).take(self._order).cumsum(axis=1)
            np.maximum(left, L, out=left)
            np.maximum(right, L[:, -1:] - L, out=right)
        return left + right  # (1)

    def members(self, members: int) -> TreeMembers:
        """The first stumps that were found, as trees; the weight of a node is that of its examples in its round.

        The impurity is the share of a node's weight that its answer gets wrong, the gain what the cut takes off it.
        """
        found = self._found[:members]
        sides = np.array([weights for _, _, weights in found]).reshape(members, 2, self._classes)
        counts = np.concatenate([sides.sum(axis=1, keepdims=True), sides], axis=1)
        weight, right = counts.sum(axis=2), counts.max(axis=2)
        split = np.arange(members * NODES) % NODES == 0
        flat = counts.reshape(-1, self._classes)
        arrays = TreeArrays.of_thresholds(
            self._columns,
            split,
            np.flatnonzero(split),
            column=np.repeat([column for column, _, _ in found], NODES),
            threshold=np.repeat([threshold for _, threshold, _ in found], NODES),
            gain=np.repeat(right[:, 1] + right[:, 2] - right[:, 0], NODES),
            depth=np.where(split, 0, 1).astype(np.int32),
            weight=weight.ravel(),
            counts=flat,
            impurity=1 - (right / np.where(weight > 0, weight, 1.0)).ravel(),
            prediction=majority(flat).astype(float) if members else np.empty(0),
        )
        return TreeMembers(arrays, self._attributes, self._labels)
