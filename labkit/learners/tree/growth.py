"""The story of a growth, read off the finished tree: its nodes are in split order, so every moment is a prefix.

Lecture 15; deck 001 "Decision Trees", deck 003 "DECISION TREE LEARNING ALGORITHM", deck 002 "Growing CART".
Inventory: I-001-022, I-003-033, I-002-045.

No node grows because of its siblings. So the order of the splits, and a budget of leaves, can wait until the tree is
finished: ``limited`` takes the splits level by level ("breadth"), or always the one that takes most off the weighted
impurity of the leaves ("best").
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from labkit.core import inputs
from labkit.core.story import START, STOP, UPDATE, Step, counted
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.pruning import risk_of
from labkit.learners.tree.tree import TOLERANCE, Tree

ORDERS = ("breadth", "best")


def limited(tree: Tree, order: str, max_leaves: int | None) -> Tree:
    """The splits of a finished tree in one of the ``ORDERS``, as many as the budget of leaves allows."""
    if order == "best":
        return best_first(tree, max_leaves)
    if max_leaves is None:
        return tree
    leaves = 1 + np.cumsum(tree.arity[tree.splits] - 1)
    return tree.rearranged(tree.splits[leaves <= max_leaves])


def best_first(tree: Tree, max_leaves: int | None = None) -> Tree:
    """The same splits, the most useful first."""
    impurity = tree.weight * tree.impurity
    taken_off = impurity - tree.sums_of_children(impurity)
    waiting = [(-taken_off[0], 0)] if tree.arity[0] else []
    order, leaves = [], 1
    while waiting:
        _, node = heapq.heappop(waiting)
        leaves += int(tree.arity[node]) - 1
        if max_leaves is not None and leaves > max_leaves:
            break
        order.append(node)
        for child in tree.children(node):
            if tree.arity[child]:
                heapq.heappush(waiting, (-taken_off[child], child))
    return tree.rearranged(order)


# ---------------------------------------------------------------- the story


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
        return self.over_leaves(risk_of(self._tree, "impurity"))

    def over_leaves(self, values: np.ndarray) -> np.ndarray:
        """The sum of ``values`` over the leaves after every split; what rounding leaves of zero is zero."""
        change = (self._tree.sums_of_children(values) - values)[self.splits]
        sums = values[0] + np.append(0.0, np.cumsum(change))
        return inputs.frozen(np.where(np.abs(sums) > TOLERANCE * values[0], sums, 0.0))


def errors_after(model: TreeModel, X, y) -> np.ndarray:
    """The share of the cases that a tree of classes gets wrong after 0, 1, 2... splits. Each case goes down the whole
    tree once, and is counted in every node on its way."""
    tree, kinds = model.tree, np.searchsorted(model.classes, y)
    counts = np.zeros((len(tree), len(model.classes)))
    np.add.at(counts, (model.apply(X), kinds), 1.0)
    counts = tree.sums_over_leaves(counts)
    right = counts[np.arange(len(tree)), tree.prediction.astype(int)]
    return GrowthCurves(tree).over_leaves((counts.sum(axis=1) - right) / len(X))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GrowthStep(Step):
    """One split (or the start, or the end). What can be read off the tree is not stored: a story has many steps."""

    curves: GrowthCurves  # shared by all steps of the story

    @property
    def split(self) -> int:
        """Splits so far."""
        return int(self.curves.nodes.searchsorted(self.model.upto))

    @property
    def node(self) -> int | None:
        """The node just split."""
        return int(self.curves.splits[self.split - 1]) if self.event == UPDATE else None

    @property
    def leaves(self) -> int:
        return int(self.curves.leaves[self.split])

    @property
    def error(self) -> float:
        """On the training examples: the share of the weight that is misclassified, or the mean squared error."""
        return float(self.curves.error[self.split])

    @property
    def impurity(self) -> float:
        """Of the leaves, weighted by their examples."""
        return float(self.curves.impurity[self.split])

    @property
    def gain(self) -> float | None:
        return None if self.node is None else float(self.model.tree.gain[self.node])

    @property
    def caption(self) -> str:
        now = f"{leaves(self.leaves)}, {error_name(self.model)} {self.error:.4g}"
        if self.event == START:
            return f"start: {now}"
        if self.event == STOP:
            return f"stop after {counted(self.split, 'split')}: {self.reason}; {now}"
        return f"split {self.split}: {self.model.question(self.node)} with {self.model.merit} {self.gain:.4g}; {now}"


def growth_steps(model: TreeModel, record: bool, alpha: float = 0.0, refused: Sequence[str] = ()
                 ) -> Iterator[GrowthStep]:  # fmt: skip
    """The steps of a finished growth; without ``record`` only the last one. ``refused`` says why else, beside purity,
    limits and pruning at ``alpha``, a leaf is not split."""
    curves = GrowthCurves(model.tree)
    if record:
        (one, *grown), prefix = curves.nodes.tolist(), model.prefix
        yield GrowthStep(event=START, model=prefix(one), curves=curves)
        for nodes in grown:
            yield GrowthStep(event=UPDATE, model=prefix(nodes), curves=curves)
    pruned = (f"pruned at alpha = {alpha:.4g}",) if alpha else ()
    *ways, last = "pure", "past splitting", *refused, *pruned  # past splitting: at a limit, or of equal examples
    reason = f"every leaf is {', '.join(ways)} or {last}"
    yield GrowthStep(event=STOP, model=model.prefix(len(model.tree)), curves=curves, reason=reason)


def leaves(count: int) -> str:
    return f"{count} {'leaf' if count == 1 else 'leaves'}"


def error_name(model: TreeModel) -> str:
    return f"mean {model.grown.size} error" if model.classes is None else "training error"
