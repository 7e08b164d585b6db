"""Puts the flat arrays of a tree together, split by split or a whole level at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from labkit.learners.tree.tree import LEAF, NEVER, Tree, majority


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

    def direction(self, w: np.ndarray | Callable) -> int:
        """Keep the weights of a linear test, or the score of a learned one; its place is the test's ``feature``."""
        self._directions.append(w)
        return len(self._directions) - 1

    def tree(self, features: int, **known: np.ndarray) -> Tree:
        """The tree; ``known`` are arrays over its nodes that need not be put together."""
        node, first, arity = self._of_splits("node"), _joined(self._first), self._of_splits("arity")
        in_order, spread = np.argsort(first), partial(_spread, self.nodes, node)
        parent = np.full(self.nodes, -1, dtype=np.int32)
        parent[self._roots :] = np.repeat(node[in_order], arity[in_order])
        if not known:
            known = {"threshold": spread(self._of_splits("threshold"), np.nan), "depth": _depths(parent)}
        return Tree(
            kind=spread(self._of_splits("kind"), LEAF, np.uint8),
            feature=spread(self._of_splits("feature"), -1, np.int32),
            first=spread(first, NEVER, np.int32),
            arity=spread(arity, 0, np.int32),
            parent=parent,
            branch=self._branches(),
            **self._joined_contents(),
            gain=spread(self._of_splits("gain"), np.nan),
            directions=self._all_directions(features),
            **known,
        )

    def _all_directions(self, features: int) -> np.ndarray:
        if any(map(callable, self._directions)):
            learned = np.empty(len(self._directions), dtype=object)
            learned[:] = self._directions
            return learned
        return np.array(self._directions, dtype=float).reshape(-1, features)

    def _of_splits(self, name: str) -> np.ndarray:
        return _joined([getattr(splits, name) for splits in self._splits])

    def _branches(self) -> np.ndarray:
        branches = np.full(self.nodes, -1, dtype=np.int32)
        for first, branch in self._branch:
            branches[first : first + len(branch)] = branch
        return branches

    def _joined_contents(self) -> dict[str, np.ndarray]:
        names = ("weight", "counts") if self._impurity else ("weight", "counts", "impurity", "prediction")
        joined = {name: np.concatenate([getattr(part, name) for part in self._contents]) for name in names}
        parts = {name: part.astype(float, copy=False) for name, part in joined.items()}
        if self._impurity:
            counts = parts["counts"]
            parts |= {"impurity": self._impurity(counts.T), "prediction": majority(counts).astype(float)}
        return parts


def _depths(parent: np.ndarray) -> np.ndarray:
    """Steps up to the root, twice as far at every turn: few turns for deep trees, too."""
    up = np.maximum(parent, 0)
    depth = (parent >= 0).astype(np.int32)
    while up.any():
        depth += depth[up]
        up = up[up]
    return depth


def _spread(nodes: int, where: np.ndarray, values: np.ndarray, blank, dtype=float) -> np.ndarray:
    array = np.full(nodes, blank, dtype=dtype)
    array[where] = values
    return array


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.empty(0, dtype=int)
