"""The value of every threshold of every open node, for many features in a few array operations.

Inside a node, with p_k the share of class k, let S_k = (weight of class k left of the cut) - p_k (weight left of the
cut): a running sum that is back at zero where the node ends, so one running sum serves all nodes. With n_L + n_R = n

    gain of Gini      = sum_k S_k^2 / (n_L n_R)                              (1)
    gain of variance  = S^2 / (n_L n_R)               S of y minus its mean  (2)
    twoing            = (sum_k |S_k|)^2 / (4 n_L n_R)                        (3)
    n_L H_L           = n_L log n_L - sum_k n_Lk log n_Lk       entropy      (4)

A score may be cheaper than the merit: merit = offset + scale * score, with one offset and one scale per node.
Whole numbers add exactly and fast, and a table gives their n log n; weights and numbers take floats instead. Weights
are taken as shares of their node: a light node would be lost in a running sum that heavy ones have gone through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.learners.tree.criteria import entropy
from labkit.learners.tree.engine.builder import Contents
from labkit.learners.tree.engine.open_nodes import OpenNodes
from labkit.learners.tree.plan import TreeExamples

INVALID = -np.inf
BY_SUMS = ("gini", "variance", "twoing")
FINEST = 1e-12  # a smaller share of a node is rounding


@dataclass(slots=True, eq=False)
class _Shared:
    """What all features of a level share, at every place; None where it is not needed."""

    means: np.ndarray  # of every row that is added up, in the node
    left: np.ndarray | None = None  # examples up to here, and beyond
    right: np.ndarray | None = None
    inverse: np.ndarray | None = None  # 1 / (n_L n_R), times the factor that makes a merit of it
    before: np.ndarray | None = None  # of every class, in the nodes before: the same in every feature's order
    expected: np.ndarray | None = None  # of every class up to here, if it were spread evenly in the node
    share: np.ndarray | None = None  # of every example: its part of the weight of its node
    centred: np.ndarray | None = None  # of every example: value minus mean, times the share

    @classmethod
    def of(cls, scores: ThresholdScores, level: OpenNodes, here: Contents) -> _Shared:
        segment, members, weight = level.segment, level.order[0], here.weight.take(level.segment)
        sums = here.counts.T[-len(scores.rows) :]
        means = (sums / here.weight if scores.classes else here.prediction[None]).take(segment, axis=1)
        shared = cls(means)
        if scores.weights is None:
            shared.left = scores.places[: len(segment)] - level.starts.take(segment)
            shared.right = weight - shared.left
            shared.right[level.ends] = 1.0  # no cut there; only keeps the division quiet
            shared.inverse = scores.factor / (shared.left * shared.right)
        else:
            shared.share = np.zeros(len(scores.weights))
            shared.share[members] = scores.weights[members] / weight
        if scores.whole:
            shared.before = (sums.cumsum(axis=1) - sums).take(segment, axis=1)
            shared.expected = shared.before + means * shared.left
        else:
            shared.centred = np.zeros(scores.rows.shape)
            shared.centred[:, members] = scores.rows[:, members] - means
            if shared.share is not None:
                shared.centred *= shared.share
        return shared


class ThresholdScores:
    """Of the cuts between neighbouring different values, INVALID where there is no cut."""

    def __init__(self, examples: TreeExamples, columns: np.ndarray, root: OpenNodes, criterion: str, min_leaf: int):
        self.criterion, self.min_leaf, self.weights = criterion, min_leaf, examples.weights
        orders = enumerate(zip(columns, root.order, strict=True))
        self.ranks = {c: ranked(column, order) for c, (column, order) in orders if tied(column, order)}
        self.places = np.arange(1.0, len(examples) + 1)
        self.whole = examples.classes > 0 and examples.weights is None
        self.one_row = examples.classes in (0, 2) and criterion in ("gini", "variance")  # S_1 = -S_2
        self.rows = self._rows(examples)
        self.classes = examples.classes
        self.factor = 0.25 if criterion == "twoing" else 2.0 if self.one_row and examples.classes else 1.0
        if self.whole and criterion not in BY_SUMS:
            numbers = np.arange(len(examples) + 1, dtype=float)
            self.table = numbers * np.log2(np.maximum(numbers, 1.0))

    def _rows(self, examples: TreeExamples) -> np.ndarray:
        """What is added up: one row per class, or the numbers themselves."""
        if not examples.classes:
            return examples.y[None]
        classes = np.arange(1 if self.one_row else 0, examples.classes)
        return (examples.y == classes[:, None]).astype(np.int8 if self.whole else float)

    def best(self, level: OpenNodes, here: Contents, bound) -> tuple[np.ndarray, np.ndarray]:
        """(merit, place) of the best cut of each feature in each node, both (features, nodes).

        Of the cuts whose merit is short of the best by no more than the ``bound``, the first counts.
        """
        offset, scale = self.in_merit(here)
        slack = bound / scale
        best = np.full((len(level.order), len(level.nodes)), INVALID)
        place = np.zeros(best.shape, dtype=np.intp)
        for block, score in self.blocks(level, here):
            best[block] = top = np.maximum.reduceat(score, level.starts, axis=1)
            hits = (score >= (top - slack).take(level.segment, axis=1)).ravel().nonzero()[0]
            rows = np.arange(0, score.size, score.shape[1])[:, None]
            place[block] = hits.take(hits.searchsorted(rows + level.starts)) - rows
        return best if self.criterion in BY_SUMS else offset + scale * best, place

    def best_kept(self, level: OpenNodes, here: Contents) -> tuple[np.ndarray, np.ndarray] | None:
        """(merit, score) of a small level, whose scores at all places can be kept: ``place_along`` then looks for the
        cuts of the chosen features only. None where that takes too much memory.
        """
        if len(level.blocks) > 1:
            return None
        ((_, score),) = self.blocks(level, here)
        best = np.maximum.reduceat(score, level.starts, axis=1)
        if self.criterion in BY_SUMS:
            return best, score
        offset, scale = self.in_merit(here)
        return offset + scale * best, score

    def place_along(self, level: OpenNodes, here: Contents, score: np.ndarray, along: np.ndarray, least) -> np.ndarray:
        """The first cut of each node, in the order of its feature, whose merit is at least this."""
        if self.criterion not in BY_SUMS:
            offset, scale = self.in_merit(here)
            least = (least - offset) / scale
        hits = (score.ravel().take(along) >= least.take(level.segment)).nonzero()[0]
        return hits.take(hits.searchsorted(level.starts))

    def blocks(self, level: OpenNodes, here: Contents) -> Iterator[tuple[slice, np.ndarray]]:
        """(features, their scores at every place): as many at once as stay in the cache."""
        shared = _Shared.of(self, level, here)
        for block in level.blocks:
            order = level.order[block]
            score = np.empty(order.shape)
            left, right = self._left_and_right(shared, order, level)
            if self.criterion == "half_split":
                np.negative(np.abs(left / (left + right) - 0.5), out=score)
            else:
                (self._by_sums if self.criterion in BY_SUMS else self._by_counts)(shared, order, left, right, score)
            self._forbid(level, block, score)
            yield block, score

    def _forbid(self, level: OpenNodes, block: slice, score: np.ndarray) -> None:
        """No cut where a node ends, between equal values, or where too few would be on a side."""
        for row, feature in enumerate(range(block.start, block.start + len(score))):
            if feature in self.ranks:
                ranks = _taken(self.ranks[feature], level.order[feature])
                score[row, :-1][ranks[:-1] == ranks[1:]] = INVALID
        score[:, level.ends] = INVALID
        if self.min_leaf > 1:
            numbers = np.arange(1, len(level.segment) + 1) - level.starts[level.segment]
            score[:, np.minimum(numbers, level.sizes[level.segment] - numbers) < self.min_leaf] = INVALID

    def in_merit(self, here: Contents) -> tuple[np.ndarray | float, np.ndarray | float]:
        """(offset, scale) of the nodes."""
        counts, weight = here.counts, here.weight
        if self.criterion in (*BY_SUMS, "half_split"):
            return 0.0, 1.0
        scale = 1 / weight if self.weights is None else np.ones(len(weight))  # shares of weights, as they are
        if self.criterion == "misclassification":
            return -counts.max(axis=1) / weight, scale
        units = 2 * np.log(2.0) * weight if self.criterion == "g_statistic" else 1.0
        return units * entropy(counts.T), units * scale

    # ---- one block of features

    def _left_and_right(self, shared: _Shared, order: np.ndarray, level: OpenNodes) -> tuple[np.ndarray, np.ndarray]:
        """How many examples are on both sides of every cut, or their share of the node's weight."""
        if self.weights is None:
            return shared.left, shared.right
        left = _taken(shared.share, order).cumsum(axis=1) - level.segment  # every node before adds up to 1
        return left.clip(FINEST, out=left), (1.0 - left).clip(FINEST)

    def _by_sums(self, shared: _Shared, order, left, right, out) -> None:
        size = np.abs if self.criterion == "twoing" else np.square
        for k in range(len(self.rows)):
            S = self._sum(shared, k, order)
            if k == 0:
                size(S, out=out)
            else:
                out += size(S, out=S)
        if self.criterion == "twoing":
            np.square(out, out=out)
        out *= shared.inverse if self.weights is None else self.factor / (left * right)  # (1), (2), (3)

    def _sum(self, shared: _Shared, k: int, order: np.ndarray) -> np.ndarray:
        """S_k at every place."""
        if not self.whole:
            return _taken(shared.centred[k], order).cumsum(axis=1)
        return _taken(self.rows[k], order).cumsum(axis=1, dtype=np.int32) - shared.expected[k]

    def _by_counts(self, shared: _Shared, order, left, right, out) -> None:
        counts = [self._count(shared, k, order, left) for k in range(len(self.rows))]
        if self.criterion == "misclassification":
            rests = [self._of_node(shared, k, left, right) - count for k, count in enumerate(counts)]
            out[:] = np.max(counts, axis=0) + np.max(rests, axis=0)
            return
        out[:] = -self._n_log_n(left) - self._n_log_n(right)  # (4)
        for k, count in enumerate(counts):
            out += self._n_log_n(count)
            out += self._n_log_n(self._of_node(shared, k, left, right) - count)

    def _count(self, shared: _Shared, k: int, order: np.ndarray, left: np.ndarray) -> np.ndarray:
        """The weight of class k left of every cut."""
        if self.whole:
            return _taken(self.rows[k], order).cumsum(axis=1, dtype=np.int32) - shared.before[k]
        return _taken(shared.centred[k], order).cumsum(axis=1) + shared.means[k] * left

    def _of_node(self, shared: _Shared, k: int, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """The weight of class k in the node."""
        n = shared.means[k] * (left + right)
        return np.rint(n) if self.whole else n

    def _n_log_n(self, n: np.ndarray) -> np.ndarray:
        if self.whole:
            return self.table[n.astype(np.intp)]
        n = np.maximum(n, 0.0)
        return n * np.log2(np.where(n > 0, n, 1.0))


def _taken(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """``values[places]``; without the check of bounds it takes half the time."""
    return np.take(values, places, mode="clip")


def tied(column: np.ndarray, order: np.ndarray) -> bool:
    """Whether some values are equal; where all differ, every place is a cut."""
    ordered = column[order]
    return bool((ordered[1:] == ordered[:-1]).any())


def ranked(column: np.ndarray, order: np.ndarray) -> np.ndarray:
    """The rank of every value, equal for equal ones."""
    ordered = column[order]
    ranks = np.zeros(len(column), dtype=np.int32)
    ranks[order[1:]] = np.cumsum(ordered[1:] != ordered[:-1])
    return ranks
