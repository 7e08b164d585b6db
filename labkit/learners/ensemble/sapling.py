"""One second-order tree, grown level by level from histograms.

Lecture 21; deck 000 "Gradient Boosting Implementation". Inventory: I-000-113, I-000-114.

    sum g and h over the bins of all nodes of the level                     (``histograms``)
    split every node at its largest gain, the equation (4) of ``second_order``
    negative = "stop":  a node whose largest gain is not above 0 stays a leaf
    negative = "prune": it is split all the same; when the tree is built, splits into two leaves that do not gain are
                        taken back, from the leaves up: a poor split stays where a good one needs it (XOR); xgboost
                        prunes by gamma only, so it never makes a split that loses before gamma is paid

Ties: the lowest column, then the lowest threshold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from labkit.learners.ensemble.bins import Bins
from labkit.learners.ensemble.columns import Columns
from labkit.learners.ensemble.grove import Grove
from labkit.learners.ensemble.histograms import Cuts, Histograms, Sums
from labkit.learners.ensemble.second_order import leaf_score, structure_parts
from labkit.learners.tree.tree import LEAF, NEVER, THRESHOLD, Tree

NEGATIVE = ("stop", "prune")


@dataclass(frozen=True, slots=True)
class Limits:
    """Where growth ends, and what leaves cost."""

    max_depth: int = 3
    min_leaf: int = 1  # examples on each side of a split
    min_hessian: float = 0.0  # sum of h on each side
    gamma: float = 0.0
    lam: float = 1.0
    negative: str = "stop"
    rounding: float = 0.0  # a split that takes off no more than this takes off nothing


@dataclass(frozen=True, slots=True, eq=False)
class Sapling:
    """Arrays over the nodes of one tree: level by level, children side by side."""

    column: np.ndarray  # -1 at leaves
    threshold: np.ndarray  # NaN at leaves
    gain: np.ndarray  # NaN at leaves
    first: np.ndarray  # the first child; -1 at leaves
    parent: np.ndarray  # -1 at the root
    depth: np.ndarray
    weight: np.ndarray  # of the training examples
    G: np.ndarray
    H: np.ndarray

    def __len__(self) -> int:
        return len(self.column)


class Grower:
    """Grows trees on the same examples. ``weights`` are theirs, None: all 1; g and h already contain them."""

    def __init__(self, bins: Bins, limits: Limits, weights: np.ndarray | None = None):
        self.histograms, self.limits, self.weights = Histograms(bins), limits, weights

    def grow(self, g, h, taken=None, columns=None) -> tuple[Sapling, np.ndarray]:
        """(the tree, the leaf of every example); h None is all 1.

        Only ``taken`` examples (a mask) are learned from, only ``columns`` asked about; None is all.
        """
        growth = _Growth(self, g, h, taken, columns)
        growth.run()
        sapling, leaf = growth.sapling(self.weights), growth.leaf
        return _pruned(sapling, leaf) if self.limits.negative == "prune" else (sapling, leaf)


class _Growth:
    """The growth of one tree. ``rows`` are the examples in nodes that may be split, ``at`` their nodes in the level."""

    def __init__(self, grower: Grower, g, h, taken, columns):
        self.limits, self.histograms = grower.limits, grower.histograms
        self.g, self.h, self.taken, self.columns = g, h, taken, columns
        self.rows, self.at = np.arange(len(g)), np.zeros(len(g), dtype=np.intp)
        self.leaf = np.zeros(len(g), dtype=np.intp)
        self.nodes, self.levels = 0, []

    def run(self) -> None:
        rows = None if self.taken is None else np.flatnonzero(self.taken)
        inside = self.histograms.of(self.g, self.h, rows, None, 1, self.columns)
        whole = self._root(rows)
        for depth in range(1, self.limits.max_depth + 1):
            cuts = self.histograms.best(inside, whole, self.limits)
            split = cuts.gain > (0 if self.limits.negative == "stop" else -np.inf)
            self._record(cuts, split)
            if not split.any():
                return
            self._move(cuts, split)
            left = cuts.left[split]
            whole = _beside(left, whole[split] - left)
            if depth < self.limits.max_depth:
                inside = self._below(inside if split.all() else inside[split], whole)
        nothing = np.zeros(len(whole.count), dtype=np.intp)
        self._record(Cuts(nothing, nothing, nothing, nothing, whole), nothing > 0)

    def _root(self, rows: np.ndarray | None) -> Sums:
        n = len(self.g) if rows is None else len(rows)
        G, H = (n if v is None else (v if rows is None else v.take(rows)).sum() for v in (self.g, self.h))
        return Sums(np.array([n]), np.array([complex(G, H)]))

    def _below(self, parents: Sums, whole: Sums) -> Sums:
        """Sums over the bins of the children."""
        pairs = np.arange(len(parents.count))
        left, right = whole.count.reshape(-1, 2).T
        smaller = 2 * pairs + (right < left)
        place = np.full(len(whole.count), -1)
        place[smaller] = pairs
        place = place.take(self.at)
        some = place >= 0 if self.taken is None else (place >= 0) & self.taken.take(self.rows)
        some = np.flatnonzero(some)
        rows, node = self.rows.take(some), place.take(some)
        small = self.histograms.of(self.g, self.h, rows, node, len(pairs), self.columns)
        below = Sums(*(np.empty((2 * len(pairs), *part.shape[1:]), part.dtype) for part in (small.count, small.GH)))
        large = parents - small
        below.count[smaller], below.GH[smaller] = small.count, small.GH
        below.count[smaller ^ 1], below.GH[smaller ^ 1] = large.count, large.GH
        return below

    def _record(self, cuts: Cuts, split: np.ndarray) -> None:
        """Keep the nodes of this level."""
        self.levels.append((split, cuts.column, cuts.below, cuts.above, cuts.gain))
        if not split.all():
            done = ~split.take(self.at)
            self.leaf[self.rows.compress(done)] = self.at.compress(done) + self.nodes
        self.nodes += len(split)

    def _move(self, cuts: Cuts, split: np.ndarray) -> None:
        """Give the examples of split nodes their children; the others are done."""
        if not split.all():
            going = split.take(self.at)
            self.rows, self.at = self.rows.compress(going), self.at.compress(going)
        codes = self.histograms.bins.codes
        cell = (cuts.column * codes.shape[1]).take(self.at) + self.rows
        last = cuts.below if self.taken is None else self.histograms.bins.parted(cuts.column, cuts.below, cuts.above)[0]
        right = codes.ravel().take(cell) > last.take(self.at)
        self.at = (2 * (split.cumsum() - 1)).take(self.at) + right

    def sapling(self, weights: np.ndarray | None) -> Sapling:
        """The tree. What nodes hold is summed again, from the leaves up: differences of sums have lost some digits."""
        split, column, below, above, gain = (np.concatenate(part) for part in zip(*self.levels, strict=True))
        _, threshold = self.histograms.bins.parted(column, below, np.maximum(below, above))
        first = np.where(split, 2 * split.cumsum() - 1, -1)  # children stand in the order of their parents
        parent = np.concatenate([[-1], split.nonzero()[0].repeat(2)])
        asked = np.where(split, column, -1), np.where(split, threshold, np.nan), np.where(split, gain, np.nan)
        sizes = [len(level[0]) for level in self.levels]
        depth = np.arange(len(sizes)).repeat(sizes)
        return Sapling(*asked, first, parent, depth, *self._held(weights, parent, sizes))

    def _held(self, weights: np.ndarray | None, parent: np.ndarray, sizes: list[int]) -> np.ndarray:
        """(weight, G, H) of the examples at every node."""
        leaf, values = self.leaf, (weights, self.g, self.h)
        if self.taken is not None:
            leaf, values = leaf[self.taken], [None if v is None else v[self.taken] for v in values]
        held = np.array([np.bincount(leaf, v, minlength=len(parent)) for v in values], dtype=float)
        end = len(parent)
        for size in sizes[:0:-1]:
            start = end - size
            held[:, parent[start:end:2]] = held[:, start:end:2] + held[:, start + 1 : end : 2]
            end = start
        return held


def _beside(left: Sums, right: Sums) -> Sums:
    """Of children, side by side."""
    return Sums(*(np.array(pair).T.ravel() for pair in ((left.count, right.count), (left.GH, right.GH))))


def _pruned(sapling: Sapling, leaf: np.ndarray) -> tuple[Sapling, np.ndarray]:
    """Without the splits into two leaves that do not gain, from the leaves up."""
    split, first = sapling.first >= 0, sapling.first
    for node in np.flatnonzero(split)[::-1]:
        if not split[first[node] : first[node] + 2].any() and sapling.gain[node] <= 0:
            split[node] = False
    kept = np.append(True, split[sapling.parent[1:]])
    stands_for = np.arange(len(sapling))  # the node that answers instead
    for node in np.flatnonzero(~kept):
        stands_for[node] = stands_for[sapling.parent[node]]
    new = kept.cumsum() - 1
    parts = {f.name: getattr(sapling, f.name)[kept] for f in fields(Sapling)}
    split = split[kept]
    parts["parent"] = np.where(parts["parent"] < 0, -1, new[parts["parent"]])
    parts["first"] = np.where(split, new[parts["first"]], -1)
    for name, blank in (("column", -1), ("threshold", np.nan), ("gain", np.nan)):
        parts[name] = np.where(split, parts[name], blank)
    return Sapling(**parts), new[stands_for[leaf]]


def planted(saplings: Sequence[Sapling], columns: Columns, limits: Limits) -> tuple[Grove, np.ndarray, np.ndarray]:
    """(all trees in one grove, G and H of its nodes): a node's ``prediction`` is its score w, its ``impurity`` the part
    gamma - G^2 / (H + lambda) / 2 of the structure score, so that a gain is what a split takes off their sum.
    """
    roots = np.cumsum([0, *map(len, saplings)])[:-1]
    start = roots.repeat([len(sapling) for sapling in saplings])
    part = {f.name: np.concatenate([getattr(s, f.name) for s in saplings]) for f in fields(Sapling)}
    split, nodes = part["first"] >= 0, len(start)
    tree = Tree(
        kind=np.where(split, THRESHOLD, LEAF).astype(np.uint8),
        feature=part["column"].astype(np.int32),
        threshold=part["threshold"],
        first=np.where(split, part["first"] + start, NEVER).astype(np.int32),
        arity=(2 * split).astype(np.int32),
        parent=np.where(part["parent"] < 0, -1, part["parent"] + start).astype(np.int32),
        branch=np.full(nodes, -1, dtype=np.int32),
        depth=part["depth"].astype(np.int32),
        weight=part["weight"],
        counts=np.empty((nodes, 0)),
        impurity=structure_parts(part["G"], part["H"], limits.gamma, limits.lam),
        prediction=leaf_score(part["G"], part["H"], limits.lam),
        gain=part["gain"],
        directions=np.empty((0, int(columns.feature.max()) + 1)),
    )
    return Grove(columns.restored(tree), roots), part["G"], part["H"]
