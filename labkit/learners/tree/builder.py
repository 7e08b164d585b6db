"""Puts the flat arrays of a tree together, split by split or a whole level at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.learners.tree.plan import TOLERANCE
from labkit.learners.tree.tree import LEAF, NEVER, Tree


@dataclass(slots=True, eq=False)
class Contents:
    """What is in a few nodes: arrays over them."""

    weight: np.ndarray
    counts: np.ndarray  # (nodes, classes); (nodes, 0) for numbers
    impurity: np.ndarray | None = None  # these two may be left out where ``Builder`` is told how to find them
    prediction: np.ndarray | None = None

    def take(self, nodes: np.ndarray) -> Contents:
        parts = (self.weight, self.counts, self.impurity, self.prediction)
        return Contents(*(None if part is None else part.take(nodes, axis=0) for part in parts))


@dataclass(slots=True, eq=False)
class Splits:
    """The tests of a few nodes: arrays over them."""

    node: np.ndarray
    kind: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray | None  # None where the grower fills them in at the end
    gain: np.ndarray
    arity: np.ndarray


class Builder:
    """Starts with the root, or those of many trees; ``split`` appends the children of some nodes, in the order given.

    With an ``impurity`` of class weights (classes, nodes), those of all nodes are found at once, at the end.
    """

    def __init__(self, root: Contents, impurity: Callable[[np.ndarray], np.ndarray] | None = None):
        self._impurity = impurity
        self._contents = [root]
        self._splits: list[Splits] = []
        self._first: list[np.ndarray] = []
        self._branch: list[tuple[int, np.ndarray]] = []
        self._directions: list[np.ndarray] = []
        self.nodes = self._roots = len(root.weight)

    def split(self, splits: Splits, children: Contents, branch=None, starts=None) -> np.ndarray:
        """The first child of each split node. ``starts`` says where among the ``children`` those of each node begin;
        None: those of the first node, then those of the second...
        """
        if starts is None:
            starts = np.cumsum(splits.arity) - splits.arity
        first = self.nodes + starts
        self._splits.append(splits)
        self._first.append(first)
        self._contents.append(children)
        if branch is not None:
            self._branch.append((self.nodes, branch))
        self.nodes += len(children.weight)
        return first

    def direction(self, w: np.ndarray) -> int:
        """Keep the weights of a linear test; their place is the test's ``feature``."""
        self._directions.append(w)
        return len(self._directions) - 1

    def tree(self, features: int, **known: np.ndarray) -> Tree:
        """The tree; ``known`` are arrays over its nodes that need not be put together."""
        node = _joined([s.node for s in self._splits])
        first, arity = _joined(self._first), _joined([s.arity for s in self._splits])
        in_order = np.argsort(first)
        parent = np.full(self.nodes, -1, dtype=np.int32)
        parent[self._roots :] = np.repeat(node[in_order], arity[in_order])
        parts = dict(
            kind=self._spread(node, "kind", LEAF, np.uint8),
            feature=self._spread(node, "feature", -1, np.int32),
            first=_spread(self.nodes, node, first, NEVER, np.int32),
            arity=_spread(self.nodes, node, arity, 0, np.int32),
            parent=parent,
            branch=self._branches(),
            **self._joined_contents(),
            gain=self._spread(node, "gain", np.nan, float),
            directions=np.array(self._directions, dtype=float).reshape(-1, features),
        )
        if not known:
            known = {"threshold": self._spread(node, "threshold", np.nan, float), "depth": _depths(parent)}
        return Tree(**parts, **known)

    def _branches(self) -> np.ndarray:
        branches = np.full(self.nodes, -1, dtype=np.int32)
        for first, branch in self._branch:
            branches[first : first + len(branch)] = branch
        return branches

    def _joined_contents(self) -> dict[str, np.ndarray]:
        if self._impurity is None:
            return {name: self._joined(name) for name in ("weight", "counts", "impurity", "prediction")}
        weight, counts = self._joined("weight"), self._joined("counts")
        return {
            "weight": weight,
            "counts": counts,
            "impurity": self._impurity(counts.T),
            "prediction": majority(counts).astype(float),
        }

    def _joined(self, name: str) -> np.ndarray:
        return np.concatenate([getattr(part, name) for part in self._contents]).astype(float, copy=False)

    def _spread(self, node: np.ndarray, name: str, blank, dtype) -> np.ndarray:
        return _spread(self.nodes, node, _joined([getattr(s, name) for s in self._splits]), blank, dtype)


def _depths(parent: np.ndarray) -> np.ndarray:
    """Steps up to the root, twice as far at every turn: few turns for deep trees, too."""
    up = np.maximum(parent, 0)
    depth = (parent >= 0).astype(np.int32)
    while up.any():
        depth += depth[up]
        up = up[up]
    return depth


def majority(counts: np.ndarray) -> np.ndarray:
    """The heaviest class of each node (nodes, classes), the first of equals; sums of weights may miss a tie by
    rounding."""
    largest = counts.max(axis=1, keepdims=True)
    return (counts >= largest * (1 - TOLERANCE)).argmax(axis=1)


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.empty(0, dtype=int)


def _spread(nodes: int, where: np.ndarray, values: np.ndarray, blank, dtype) -> np.ndarray:
    array = np.full(nodes, blank, dtype=dtype)
    array[where] = values
    return array
