"""One flat-array tree for every grower, pruner, ensemble and view.

Lecture 15; deck 001 "Decision Trees", deck 003 "DECISION TREE", deck 000 "Defining “Attribute Tests” - 1".
Inventory: I-001-022, I-001-023, I-003-023, I-000-072.

Nodes are numbered in the order of the splits that made them: the root is 0, and the k-th split appends its children
side by side. So the tree after k splits is a prefix of all arrays, and no step of a story needs a copy.

    test of a node        goes to child
    THRESHOLD  x_f <= t   first if so, else first + 1
    EQUAL      x_f = v    first if so, else first + 1
    SUBSET     x_f in S   first if so, else first + 1; S is the sum of 2^v over its categories v, in ``threshold``
    MANY       x_f = ?    the child whose ``branch`` is the category
    LINEAR     w'x <= t   first if so, else first + 1; w is row ``feature`` of ``directions``
    LEARNED    s(x) <= t  first if so, else first + 1; s is a learner's score, ``feature`` its place in ``directions``

A case stops where the tree has no branch for it: at a leaf, at a test of a value that it misses, at a category that
no training example had there (E-003-02: the answer is then that of the examples in the node itself).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

import numpy as np

LEAF, THRESHOLD, EQUAL, MANY, LINEAR, SUBSET, LEARNED = range(7)
NEVER = np.iinfo(np.int32).max  # the first child of a leaf
MOST_IN_SUBSET = 52  # categories of an attribute: a float holds so many powers of 2 exactly
TOLERANCE = 1e-9  # merits and weights closer than this, relative to the largest possible, are equal


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """Arrays over the nodes, all read-only."""

    kind: np.ndarray  # uint8: LEAF, THRESHOLD, EQUAL, MANY, LINEAR, SUBSET, LEARNED
    feature: np.ndarray  # int32: the column asked about, -1 at leaves; for LINEAR and LEARNED the row of ``directions``
    threshold: np.ndarray  # float: t, the code v of EQUAL, the sum of SUBSET; NaN where there is none
    first: np.ndarray  # int32: the first child, NEVER at leaves
    arity: np.ndarray  # int32: how many children
    parent: np.ndarray  # int32: -1 at the root
    branch: np.ndarray  # int32: the category that leads here from a MANY parent, else -1
    depth: np.ndarray  # int32: 0 at the root
    weight: np.ndarray  # float: of the training examples here, their number where all weigh 1
    counts: np.ndarray  # float (nodes, classes): weight of each class; (nodes, 0) for numbers
    impurity: np.ndarray  # float: of the examples here, by the grower's criterion
    prediction: np.ndarray  # float: class index (the first of equals), or the number
    gain: np.ndarray  # float: what the criterion gave the split; NaN at leaves
    directions: np.ndarray  # float (linear tests, features), or (learned tests,) functions of cells

    def __post_init__(self):
        for field in fields(self):
            getattr(self, field.name).setflags(write=False)

    def __len__(self) -> int:
        return len(self.kind)

    # ---- shape

    @property
    def splits(self) -> np.ndarray:
        """The split nodes in the order of their splits."""
        inner = np.flatnonzero(self.kind)
        return inner[np.argsort(self.first[inner])]

    @property
    def leaves(self) -> np.ndarray:
        return np.flatnonzero(self.kind == LEAF)

    def children(self, node: int) -> range:
        first = int(self.first[node])
        return range(first, first + int(self.arity[node])) if first < NEVER else range(0)

    def path(self, node: int) -> list[int]:
        """From the root to the node."""
        way = [int(node)]
        while self.parent[way[-1]] >= 0:
            way.append(int(self.parent[way[-1]]))
        return way[::-1]

    def sums_of_children(self, values: np.ndarray) -> np.ndarray:
        """For every node the sum of ``values`` over its children."""
        return np.bincount(self.parent[1:], values[1:], minlength=len(self))

    def sums_below(self, values: np.ndarray, split: np.ndarray | None = None) -> np.ndarray:
        """For every node the sum of ``values`` over itself and those under it; ``split`` masks what is still split."""
        split, sums = self.kind > LEAF if split is None else split, values.copy()
        for depth in range(int(self.depth.max(initial=0)), 0, -1):
            nodes = np.flatnonzero(self.depth == depth)
            nodes = nodes[split[self.parent[nodes]]]
            np.add.at(sums, self.parent[nodes], sums[nodes])
        return sums

    def sums_over_leaves(self, values: np.ndarray, split: np.ndarray | None = None) -> np.ndarray:
        """The same over the leaves under it."""
        split = self.kind > LEAF if split is None else split
        return self.sums_below(np.where(split if values.ndim == 1 else split[:, None], 0.0, values), split)

    # ---- smaller trees

    def after(self, splits: int) -> int:
        """How many nodes there are after so many splits."""
        return 1 + int(self.arity[self.splits[:splits]].sum())

    def left_by(self, splits: Sequence[int]) -> np.ndarray:
        """The nodes that are left where only these splits are made, in the order of ``rearranged``."""
        splits = np.asarray(splits, dtype=int)
        arity = self.arity[splits]
        before = np.cumsum(arity) - arity
        return np.append(0, np.arange(arity.sum()) + np.repeat(self.first[splits] - before, arity))

    def rearranged(self, splits: Sequence[int]) -> Tree:
        """The tree that makes only these splits, in this order; each comes after that of its parent."""
        splits, old = np.asarray(splits, dtype=int), self.left_by(splits)
        arity = self.arity[splits]
        ends = 1 + np.cumsum(arity)
        new = np.full(len(self) + 1, -1)
        new[old] = np.arange(len(old))
        parts = {f.name: getattr(self, f.name)[old] for f in fields(self) if f.name != "directions"}
        split = np.zeros(len(old), dtype=bool)
        split[new[splits]] = True
        parts["first"] = np.full(len(old), NEVER, dtype=np.int32)
        parts["first"][new[splits]] = ends - arity
        parts["parent"] = new[parts["parent"]].astype(np.int32)  # -1 reads the -1 at the end
        for name, blank in (("kind", LEAF), ("feature", -1), ("threshold", np.nan), ("arity", 0), ("gain", np.nan)):
            parts[name] = np.where(split, parts[name], blank).astype(parts[name].dtype)
        return Tree(**parts, directions=self.directions.copy())

    def cut(self, split: np.ndarray) -> Tree:
        """The tree whose nodes stay split only where the mask says so, and all their ancestors' too."""
        return self.rearranged(self.kept(split))

    def kept(self, split: np.ndarray) -> np.ndarray:
        """The splits that ``cut`` leaves, in their order."""
        keep = split & (self.kind > LEAF)
        for node in self.splits:  # parents come before their children
            keep[node] &= node == 0 or keep[self.parent[node]]
        return self.splits[keep[self.splits]]

    # ---- asking

    def apply(self, cells: np.ndarray, split: np.ndarray | None = None, follow: Callable | None = None) -> np.ndarray:
        """The node where each case stops. ``split`` masks the nodes that are still split, None is all; ``follow``
        takes the place of ``next`` where a missing value stops nobody."""
        at, active = np.zeros(len(cells), dtype=np.intp), np.arange(len(cells))
        while active.size:
            nodes = at[active]
            below = (follow or self.next)(cells, active, nodes)
            if split is not None:
                below[~split[nodes]] = -1
            moved = below >= 0
            active = active[moved]
            at[active] = below[moved]
        return at

    def next(self, cells: np.ndarray, rows: np.ndarray, at: np.ndarray) -> np.ndarray:
        """The child to which each row of ``cells`` goes from the node where it is; -1 where it stops."""
        kind = self.kind[at]
        below = np.full(len(at), -1, dtype=np.intp)
        for test in np.unique(kind[kind > LEAF]):
            chosen = np.flatnonzero(kind == test)
            below[chosen] = self._next_by(test, cells, rows[chosen], at[chosen])
        return below

    def _next_by(self, test: int, cells: np.ndarray, rows: np.ndarray, at: np.ndarray) -> np.ndarray:
        first, feature = self.first[at], self.feature[at]
        if test == LINEAR:
            x = np.einsum("ij,ij->i", cells[rows], self.directions[feature])
        elif test == LEARNED:
            x = self._scores(cells[rows], feature)
        else:
            x = cells[rows, feature]
        if test == MANY:
            return self._branch(at, x)
        return np.where(np.isnan(x), -1, first + answers_no(test, x, self.threshold[at]))

    def _scores(self, cells: np.ndarray, place: np.ndarray) -> np.ndarray:
        """Of each case by the function at its place."""
        scores = np.empty(len(cells))
        for one in np.unique(place):
            scores[place == one] = self.directions[one](cells[place == one])
        return scores

    def _branch(self, at: np.ndarray, x: np.ndarray) -> np.ndarray:
        """The child for each category. Siblings are side by side with rising branches, so one search finds all."""
        grown = np.flatnonzero(self.branch >= 0)
        levels = int(self.branch.max()) + 2
        keys = self.first[self.parent[grown]].astype(np.int64) * levels + self.branch[grown]
        missing = np.isnan(x)
        code = np.where(missing, -1, x).astype(np.int64).clip(max=levels - 1)
        wanted = self.first[at].astype(np.int64) * levels + code
        place = np.searchsorted(keys, wanted).clip(max=len(keys) - 1)
        return np.where(~missing & (keys[place] == wanted), grown[place], -1)


def answers_no(kind: int, x: np.ndarray, threshold: np.ndarray | float) -> np.ndarray:
    """Which of the values x do not pass a test of two branches; a missing one passes neither way."""
    if kind == EQUAL:
        return x != threshold
    if kind == SUBSET:
        code = np.where((x >= 0) & (x < MOST_IN_SUBSET), x, MOST_IN_SUBSET).astype(np.int64)
        return (np.asarray(threshold).astype(np.int64) >> code) & 1 == 0
    return x > threshold


def subset_of(threshold: float) -> list[int]:
    """The categories of a SUBSET test."""
    return [code for code in range(MOST_IN_SUBSET) if int(threshold) >> code & 1]


def between(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The threshold that parts two values: midway, the lower one where rounding would reach the upper."""
    middle = low / 2 + high / 2  # their sum may overflow
    return np.where(middle < high, middle, low)


def majority(counts: np.ndarray) -> np.ndarray:
    """The heaviest class of each node (nodes, classes), the first of equals; sums of weights may miss a tie by
    rounding."""
    largest = counts.max(axis=1, keepdims=True)
    return (counts >= largest * (1 - TOLERANCE)).argmax(axis=1)
