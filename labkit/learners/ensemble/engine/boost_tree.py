"""One second-order tree, grown level by level from histograms.

Lecture 21; deck 000 "Gradient Boosting Implementation". Inventory: I-000-113, I-000-114.

    sum g and h over the bins of all nodes of the level                     (``histograms``)
    split every node at its largest gain, the equation (4) of ``second_order``
    prune, where that is asked, from the leaves up; xgboost prunes by gamma only, so it never makes a split that loses
    before gamma is paid

The same trees, to be read: ``score_tree``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from labkit.learners.ensemble.engine.histograms import BestCuts, Bins, Histograms, Units
from labkit.learners.ensemble.engine.tree_arrays import TreeArrays, links
from labkit.learners.ensemble.score_tree import TreeLimits
from labkit.learners.ensemble.second_order import leaf_score, structure_parts
from labkit.learners.tree.engine.columns import Columns


@dataclass(frozen=True, slots=True, eq=False)
class BoostTree:
    """One tree as it was grown: arrays over its nodes, level by level, the children of a level in their parents' order.

    What all trees of an ensemble need at the end (thresholds, parents) is found for all at once, in ``joined``.
    """

    split: np.ndarray  # bool
    column: np.ndarray  # these four mean something where a node is split
    below: np.ndarray  # the last bin on the left
    above: np.ndarray  # the first one on the right
    gain: np.ndarray
    held: np.ndarray  # (4, nodes): weight, G, H of the training examples whose leaf this is, and (H + lambda) w
    levels: np.ndarray  # how many nodes each has

    def __len__(self) -> int:
        return len(self.split)

    def scores(self, lam: float) -> np.ndarray:
        """w of the leaves, (2) of ``second_order`` unless the loss has its own; 0 at other nodes."""
        _, _, H, answer = self.held
        return answer / (np.where(self.split, 1.0, H) + lam)


class TreeGrower:
    """Grows trees on the same examples. ``weights`` are theirs, None: all 1; g and h already contain them."""

    def __init__(self, bins: Bins, limits: TreeLimits, weights: np.ndarray | None = None):
        self.histograms, self.limits, self.weights = Histograms(bins), limits, weights

    def grow(self, g, h, taken=None, columns=None) -> tuple[BoostTree, np.ndarray]:
        """(the tree, the leaf of every example); h None is all 1.

        Only ``taken`` examples (a mask) are learned from, only ``columns`` asked about; None is all.
        """
        growth = _Growth(self, g, h, taken, columns)
        growth.run()
        if self.limits.negative == "prune":
            growth.prune()
        return growth.tree(self.weights, g, h), growth.leaf


class _Growth:
    """The growth of one tree. ``rows`` are the examples in nodes that may be split, ``at`` their nodes in the level."""

    def __init__(self, grower: TreeGrower, g, h, taken, columns):
        self.limits, self.histograms, self.taken, self.columns = grower.limits, grower.histograms, taken, columns
        self.units = Units.of(g, h, counted=grower.limits.min_leaf > 1)
        self.rows, self.at = np.arange(len(g)), np.zeros(len(g), dtype=np.intp)
        self.leaf = np.zeros(len(g), dtype=np.intp)
        self.levels: list[tuple[np.ndarray, ...]] = []  # of each the first five arrays of a BoostTree
        self.nodes = 0

    def run(self) -> None:
        rows = None if self.taken is None else np.flatnonzero(self.taken)
        inside = self.histograms.empty(self.units, 1)
        self.histograms.fill(inside, self.units, rows, columns=self.columns)
        column = 0 if self.columns is None else self.columns[0]
        whole, place = inside[:, :, column].sum(axis=-1).astype(float), np.zeros(1, dtype=np.intp)
        for depth in range(1, self.limits.max_depth + 1):
            cuts = self.histograms.best(inside, whole, place, self.units.sizes, self.limits)
            split = cuts.gain > (0 if self.limits.negative == "stop" else -np.inf)
            splits = np.count_nonzero(split)
            self._record(cuts, split, splits)
            if not splits:
                return
            self._move(cuts, split, splits == len(split))
            if depth < self.limits.max_depth:
                inside, whole, place = self._below(inside, whole, place.compress(split), cuts.left.compress(split, 1))
        nothing = np.zeros(2 * splits, dtype=np.intp)
        self._record(BestCuts(nothing, nothing, nothing, nothing, whole), nothing > 0, 0)

    def _below(self, inside: np.ndarray, whole: np.ndarray, parent: np.ndarray, left: np.ndarray) -> tuple:
        """(sums over the bins of the children, sums of all they hold, where in these each child stands): the smaller
        of every pair come first, which are counted, then the larger ones.
        """
        pairs, right = len(parent), whole.take(parent, axis=1) - left
        swap = right[-1] < left[-1]
        pair = self.at >> 1
        smaller = swap.take(pair) == (self.at & 1)
        if self.taken is not None:
            smaller &= self.taken.take(self.rows)
        below = self.histograms.empty(self.units, 2 * pairs)
        small = below[:, :pairs]
        self.histograms.fill(small, self.units, self.rows.compress(smaller), pair.compress(smaller), self.columns)
        np.subtract(inside.take(parent, axis=1), small, out=below[:, pairs:])
        both = np.concatenate([left, right], axis=1)
        place = np.arange(2 * pairs).reshape(2, pairs)  # of left and right children, where no pair is swapped
        place = np.where(swap, place[::-1], place)
        return below, both.take(place.ravel(), axis=1), place.T.ravel()

    def _record(self, cuts: BestCuts, split: np.ndarray, splits: int) -> None:
        """Keep the nodes of this level, and which examples end there."""
        self.levels.append((split, cuts.column, cuts.below, cuts.above, cuts.gain))
        if not splits:
            self.leaf[self.rows] = self.at + self.nodes
        elif splits < len(split):
            done = ~split.take(self.at)
            self.leaf[self.rows.compress(done)] = self.at.compress(done) + self.nodes
        self.nodes += len(split)

    def _move(self, cuts: BestCuts, split: np.ndarray, all_split: bool) -> None:
        """Give the examples of split nodes their children; the others are done."""
        column, last, codes = cuts.column, cuts.below, self.histograms.bins.codes
        if self.taken is not None:  # others may lie between the bins that the cut parts
            last, _ = self.histograms.bins.parted(column, last, np.maximum(last, cuts.above))
        if not all_split:
            going = split.take(self.at)
            self.rows, self.at = self.rows.compress(going), self.at.compress(going)
        if len(split) == 1:
            self.at = (codes[column[0]].take(self.rows) > last[0]).astype(np.intp)
            return
        cell = (column * codes.shape[1]).take(self.at) + self.rows
        right = codes.ravel().take(cell) > last.take(self.at)
        self.at = 2 * (self.at if all_split else (split.cumsum() - 1).take(self.at)) + right

    def prune(self) -> None:
        """Take back the splits into two leaves that do not gain, from the leaves up."""
        parts = split, _, _, _, gain = [np.concatenate(part) for part in zip(*self.levels, strict=True)]
        first, parent = links(split, np.zeros(1, dtype=int))
        for node in np.flatnonzero(split)[::-1]:
            split[node] = split[first[node] : first[node] + 2].any() or gain[node] > 0
        kept = np.append(True, split[parent[1:]])
        stands_for = np.arange(len(split))  # the node that answers instead
        for node in np.flatnonzero(~kept):
            stands_for[node] = stands_for[parent[node]]
        self.leaf, self.nodes = (kept.cumsum() - 1)[stands_for[self.leaf]], np.count_nonzero(kept)
        ends = np.cumsum([len(level[0]) for level in self.levels])
        cut = [np.split(part, ends[:-1]) for part in parts]
        living = np.split(kept, ends[:-1])
        self.levels = [tuple(part[k][keep] for part in cut) for k, keep in enumerate(living) if keep.any()]

    def tree(self, *values: np.ndarray | None) -> BoostTree:
        """The tree; ``values`` are the examples' weights, g and h. What leaves hold is summed anew, from these
        themselves: whole units may be too coarse for a leaf that is light beside all others.
        """
        leaf = self.leaf
        if self.taken is not None:
            leaf, values = leaf[self.taken], [None if v is None else v[self.taken] for v in values]
        held = np.array([np.bincount(leaf, v, minlength=self.nodes) for v in values], dtype=float)
        parts = (np.concatenate(part) for part in zip(*self.levels, strict=True))
        held = np.vstack([held, -held[1]])
        return BoostTree(*parts, held, np.array([len(level[0]) for level in self.levels]))


def joined(trees: Sequence[BoostTree], grower: TreeGrower, columns: Columns) -> tuple[TreeArrays, ...]:
    """(all trees in one set of arrays, G and H of its nodes): a node's ``prediction`` is its score w, its ``impurity``
    the part gamma - G^2 / (H + lambda) / 2 of the structure score, so that a gain is what a split takes off their sum.
    """
    limits, roots = grower.limits, np.cumsum([0, *map(len, trees)])[:-1]
    part = {f.name: np.concatenate([getattr(s, f.name) for s in trees], axis=-1) for f in fields(BoostTree)}
    split, depth = part["split"], np.concatenate([np.arange(len(tree.levels)) for tree in trees])
    depth = depth.repeat(part["levels"])
    weight, G, H, answer = _sums_over_leaves(part["held"], links(split, roots)[1], depth)
    arrays = TreeArrays.of_thresholds(
        columns, split, roots, column=part["column"], threshold=_thresholds(grower.histograms.bins, part),
        gain=part["gain"], depth=depth.astype(np.int32), weight=weight, counts=np.empty((len(split), 0)),
        impurity=structure_parts(G, H, limits.gamma, limits.lam), prediction=leaf_score(-answer, H, limits.lam),
    )  # fmt: skip
    return arrays, G, H


def _thresholds(bins: Bins, part: dict[str, np.ndarray]) -> np.ndarray:
    """Of the split nodes; NaN elsewhere."""
    split, threshold = part["split"], np.full(len(part["split"]), np.nan)
    threshold[split] = bins.parted(*(part[name][split] for name in ("column", "below", "above")))[1]
    return threshold


def _sums_over_leaves(values: np.ndarray, parent: np.ndarray, depth: np.ndarray) -> np.ndarray:
    """For every node the sums over the leaves under it, from sums at the leaves: (sums, nodes)."""
    sums = values.copy()
    for d in range(int(depth.max()), 0, -1):
        left = np.flatnonzero(depth == d)[::2]
        sums[:, parent[left]] = sums[:, left] + sums[:, left + 1]
    sums.setflags(write=False)
    return sums
