"""How a tree gets on while it grows, read off the finished tree. Lecture 15; deck 001 "Decision Trees"."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from labkit.core import inputs
from labkit.learners.tree.plan import TOLERANCE
from labkit.learners.tree.risk import risk_of
from labkit.learners.tree.tree import Tree


class GrowthCurves:
    """Numbers after 0, 1, 2... splits, found when they are first asked for."""

    def __init__(self, tree: Tree):
        self._tree = tree

    @cached_property
    def splits(self) -> np.ndarray:
        """The split nodes in the order of their splits."""
        return self._tree.splits

    @cached_property
    def nodes(self) -> np.ndarray:
        inner = self._tree.kind.nonzero()[0]
        ends = self._tree.first.take(inner) + self._tree.arity.take(inner)
        ends.sort()  # of the children of every split: they are numbered in its order
        return inputs.frozen([1, *ends.tolist()], int)

    @cached_property
    def leaves(self) -> np.ndarray:
        return inputs.frozen(self.nodes - np.arange(len(self.nodes)), int)

    @cached_property
    def error(self) -> np.ndarray:
        return self.over_leaves(risk_of(self._tree))

    @cached_property
    def impurity(self) -> np.ndarray:
        return self.over_leaves(self._tree.impurity * self._tree.weight / self._tree.weight[0])

    def over_leaves(self, values: np.ndarray) -> np.ndarray:
        """The sum of ``values`` over the leaves after every split; what rounding leaves of zero is zero."""
        tree = self._tree
        below = np.bincount(tree.parent[1:], values[1:], minlength=len(tree))
        change = (below - values)[self.splits]
        sums = values[0] + np.append(0.0, np.cumsum(change))
        return inputs.frozen(np.where(np.abs(sums) > TOLERANCE * values[0], sums, 0.0))


def errors_after(model, X, y) -> np.ndarray:
    """The share of the cases that a tree of classes gets wrong after 0, 1, 2... splits. Each case goes down the whole
    tree once, and is counted in every node on its way."""
    tree, kinds = model.tree, np.searchsorted(model.classes, y)
    counts = np.zeros((len(tree), len(model.classes)))
    np.add.at(counts, (model.apply(X), kinds), 1.0)
    counts = tree.sums_over_leaves(counts)
    right = counts[np.arange(len(tree)), tree.prediction.astype(int)]
    return GrowthCurves(tree).over_leaves((counts.sum(axis=1) - right) / len(X))
