"""A tree that predicts: the shared arrays, and which of their nodes are split at this moment of the story."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from labkit.core.drawable import Interval, LeafBoxes
from labkit.core.table import Table
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.engine.grid import leaf_boxes, paint
from labkit.learners.tree.outline import nested, outline
from labkit.learners.tree.tree import LEAF, LEARNED, LINEAR, MANY, NEVER, Tree, majority

Landing = tuple[np.ndarray, np.ndarray, np.ndarray]  # rows of X, the nodes where they stop, with which weight
Router = Callable[[Tree, np.ndarray, np.ndarray], Landing]  # of cells through the split nodes


@dataclass(frozen=True, eq=False)
class Grown:
    """What all moments of a story share. A node is split at the moment ``upto`` if its ``stage`` is below that: the
    number of its first child for a tree that grows, minus the step at which it goes for one that is pruned.
    """

    tree: Tree
    attributes: Attributes
    classes: np.ndarray | None  # None where numbers are predicted
    stage: np.ndarray
    merit: str = "gain"  # what ``tree.gain`` is: the criterion's value of a split may not be the gain itself
    router: Router | None = None  # for cases with missing values; None: they stop where the value is asked for
    size: str = "squared"  # the errors of numbers that ``tree.impurity`` is the mean of: "squared" or "absolute"


@dataclass(frozen=True, slots=True, eq=False)
class TreeModel:
    """One moment of a tree: a prefix of its growth, or what pruning has left."""

    grown: Grown
    upto: int = NEVER

    @classmethod
    def whole(cls, tree: Tree, attributes: Attributes, classes, *, merit="gain", router=None, size="squared", **more
              ) -> Self:  # fmt: skip
        """The model of a finished tree; ``size`` says which errors of numbers ``tree.impurity`` counts."""
        return cls(Grown(tree, attributes, classes, tree.first, merit, router, size), **more)

    def prefix(self, nodes: int) -> Self:
        """The model when its tree had so many nodes."""
        return TreeModel(self.grown, nodes)

    def routed(self, router: Router | None) -> Self:
        """The same model with another way for missing values."""
        return replace(self, grown=replace(self.grown, router=router))

    def staged(self, stage: np.ndarray, upto: int) -> Self:
        """The same tree with other stages: the moments of a pruning."""
        return replace(self, grown=replace(self.grown, stage=stage), upto=upto)

    @property
    def tree(self) -> Tree:
        return self.grown.tree

    @property
    def attributes(self) -> Attributes:
        return self.grown.attributes

    @property
    def classes(self) -> np.ndarray | None:
        return self.grown.classes

    @property
    def merit(self) -> str:
        return self.grown.merit

    @property
    def router(self) -> Router | None:
        return self.grown.router

    # ---- predicting

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self.answers(X, *self.land(X))

    def answers(self, X: np.ndarray | Table, rows: np.ndarray, nodes: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """What is predicted for cases that stop there."""
        if len(rows) == len(X):
            answers = self.tree.prediction[nodes]
        elif self.classes is not None:
            answers = majority(self._shares(len(X), rows, nodes, weights))
        else:
            answers = np.bincount(rows, weights * self.tree.prediction[nodes], minlength=len(X))
        return answers if self.classes is None else self.classes[answers.astype(int)]

    def predict_proba(self, X: np.ndarray | Table) -> np.ndarray:
        """The shares of the classes among the training examples where each case stops."""
        return self._shares(len(X), *self.land(X))

    def apply(self, X: np.ndarray | Table) -> np.ndarray:
        """The node where each case stops."""
        return self.tree.apply(self.attributes.cells(X), self.split)

    def land(self, X: np.ndarray | Table) -> Landing:
        """(rows, nodes, weights): where the cases stop; one with missing values may stop at several nodes."""
        cells = self.attributes.cells(X)
        if self.router is not None and np.isnan(cells).any():
            return self.router(self.tree, cells, self.split)
        return np.arange(len(cells)), self.tree.apply(cells, self.split), np.ones(len(cells))

    def _shares(self, cases: int, rows: np.ndarray, nodes: np.ndarray, weights: np.ndarray) -> np.ndarray:
        shares = self.tree.counts[nodes] / self.tree.weight[nodes, None]
        if len(rows) == cases:
            return shares
        total = np.zeros((cases, shares.shape[1]))
        np.add.at(total, rows, weights[:, None] * shares)
        return total

    # ---- its shape now

    @property
    def split(self) -> np.ndarray:
        """Which nodes are split, counting only those that can be reached."""
        return self.grown.stage < self.upto

    @property
    def reached(self) -> np.ndarray:
        """Which nodes are part of the tree as it is now."""
        split, parent = self.split, self.tree.parent
        reached = np.zeros(len(self.tree), dtype=bool)
        reached[0] = True
        for depth in range(1, int(self.tree.depth.max(initial=0)) + 1):
            nodes = np.flatnonzero(self.tree.depth == depth)
            reached[nodes] = reached[parent[nodes]] & split[parent[nodes]]
        return reached

    @property
    def leaves(self) -> np.ndarray:
        return np.flatnonzero(self.reached & ~self.split)

    @property
    def free_parameters(self) -> int:
        """What the leaves answer: a number each, or the shares of all classes but one. Tests are not counted."""
        return len(self.leaves) * (1 if self.classes is None else len(self.classes) - 1)

    @property
    def compact(self) -> Self:
        """The same model with a tree of its own, without what is not reached."""
        splits = self.tree.kept(self.split)
        tree, nodes = self.tree.rearranged(splits), self.tree.left_by(splits)
        renumbered = getattr(self.router, "renumbered", None)
        router = renumbered(nodes) if renumbered else self.router
        grown = replace(self.grown, tree=tree, stage=tree.first, router=router)
        return replace(self, grown=grown, upto=NEVER, **self._of_nodes(nodes))

    def _of_nodes(self, nodes: np.ndarray) -> dict:
        """What else of a model is numbered as the tree is, for these nodes."""
        return {}

    # ---- in the plane

    def leaf_boxes(self, xlim: Interval, ylim: Interval) -> LeafBoxes | None:
        """The leaves seen there; None where leaves are no boxes of a plane."""
        return leaf_boxes(self.tree, self.split, xlim, ylim) if len(self.attributes) == 2 else None

    def class_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None:
        """The index of the class at all (x, y); None where leaves are no boxes of a plane, or predict numbers."""
        indices = None if self.classes is None else paint(self.tree, self.split, x, y, through)
        return None if indices is None else indices.astype(int)

    def number_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None:
        """The number at all (x, y); None where leaves are no boxes of a plane, or predict classes."""
        return paint(self.tree, self.split, x, y, through) if self.classes is None else None

    # ---- in words

    def __str__(self) -> str:
        """The tree as it is now, a line for each node."""
        return outline(self)

    def to_dict(self) -> dict:
        """The same as nested dictionaries of plain values."""
        return nested(self)

    def question(self, node: int, no: bool = False) -> str:
        """What a split node asks, see ``Attributes.question``; nothing at a leaf."""
        tree = self.tree
        kind, feature, threshold = int(tree.kind[node]), int(tree.feature[node]), tree.threshold[node]
        if kind in (LINEAR, LEARNED):
            told = tree.directions[feature]
            total = told.name if kind == LEARNED else self.attributes.terms(told).removeprefix("+")
            return f"{total} {'>' if no else chr(0x2264)} {threshold:.4g}"
        return "" if kind == LEAF else self.attributes.question(kind, feature, threshold, no)

    def answer(self, node: int) -> str:
        """What leads to a node from its parent: "yes", "no", or the category; nothing at the root."""
        parent = int(self.tree.parent[node])
        if parent >= 0 and self.tree.kind[parent] == MANY:
            return self.attributes[int(self.tree.feature[parent])].word(self.tree.branch[node])
        return "" if parent < 0 else "yes" if node == self.tree.first[parent] else "no"

    def condition(self, node: int) -> str:
        """The same as a condition: "outlook = sunny", "x2 > 0.05"; nothing at the root."""
        parent = int(self.tree.parent[node])
        if parent < 0:
            return ""
        if self.tree.kind[parent] == MANY:
            return f"{self.question(parent)} = {self.answer(node)}"
        return self.question(parent, no=bool(node != self.tree.first[parent]))

    def verdict(self, node: int) -> str:
        """What the node predicts."""
        answer = self.tree.prediction[node]
        return f"{answer:.4g}" if self.classes is None else str(self.classes[int(answer)])

    def plain_answer(self, node: int):
        """The same as a plain value."""
        answer = self.tree.prediction[node]
        return float(answer) if self.classes is None else self.classes.tolist()[int(answer)]
