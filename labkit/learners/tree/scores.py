"""The value of every threshold of every open node, for many features in a few array operations.

Inside a node, with p_k the share of class k, let S_k = (weight of class k left of the cut) - p_k (weight left of the
cut): a running sum that is back at zero where the node ends, so one running sum serves all nodes. With n_L + n_R = n

    gain of Gini      = sum_k S_k^2 / (n_L n_R)                              (1)
    gain of variance  = S^2 / (n_L n_R)               S of y minus its mean  (2)
    twoing            = (sum_k |S_k|)^2 / (4 n_L n_R)                        (3)
    n_L H_L           = n_L log n_L - sum_k n_Lk log n_Lk       entropy      (4)

A score may be cheaper than the merit: merit = offset + scale * score, with one offset and one scale per node.
Whole numbers add exactly and fast, and a table gives their n log n; weights and numbers take floats instead.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.tree.criteria import entropy
from labkit.learners.tree.level import Level
from labkit.learners.tree.plan import Examples

BLOCK = 1 << 16  # places looked at together: they stay in the processor's cache
INVALID = -np.inf
BY_SUMS = ("gini", "variance", "twoing")


class Scores:
    """Of the cuts between neighbouring different values, INVALID where there is no cut."""

    def __init__(self, examples: Examples, columns: np.ndarray, root: Level, criterion: str, min_leaf: int):
        self.criterion, self.min_leaf, self.weights = criterion, min_leaf, examples.weights
        self.numeric = np.flatnonzero(~examples.categorical)
        self.ranks = {f: _ranks(columns[f], root.order[f]) for f in self.numeric if _tied(columns[f], root.order[f])}
        self.places = np.arange(1.0, len(examples) + 1)
        self.whole = examples.classes > 0 and examples.weights is None
        self.one_row = examples.classes in (0, 2) and criterion in ("gini", "variance")  # S_1 = -S_2
        self.rows = self._rows(examples)
        if self.whole and criterion not in BY_SUMS:
            numbers = np.arange(len(examples) + 1, dtype=float)
            self.table = numbers * np.log2(np.maximum(numbers, 1.0))

    def _rows(self, examples: Examples) -> np.ndarray:
        """What is added up: one row per class, or the numbers themselves."""
        if not examples.classes:
            return examples.y[None]
        classes = np.arange(1 if self.one_row else 0, examples.classes)
        return (examples.y == classes[:, None]).astype(np.int8 if self.whole else float)

    def of(self, level: Level, means: np.ndarray, weight: np.ndarray) -> np.ndarray:
        """Scores (features, places). ``means`` (nodes, classes or 1) of what is added up, ``weight`` (nodes,)."""
        score = np.empty(level.order.shape)
        if len(self.numeric) < len(score):
            score[:] = INVALID  # there are no thresholds of categories
        self._open(level, means.T[-len(self.rows) :], weight)
        for block in self._blocks(level):
            order = level.order[block]
            left, right = self._left_and_right(order, level)
            self._score(order, left, right, score[block])
        for feature, ranks in self.ranks.items():
            ranks = _taken(ranks, level.order[feature])
            score[feature, :-1][ranks[:-1] == ranks[1:]] = INVALID
        score[:, level.ends] = INVALID
        if self.min_leaf > 1:
            numbers = np.arange(1, len(level.segment) + 1) - level.starts[level.segment]
            score[:, np.minimum(numbers, level.sizes[level.segment] - numbers) < self.min_leaf] = INVALID
        return score

    def _blocks(self, level: Level) -> list[slice]:
        """Neighbouring numeric features, as many at once as stay in the cache."""
        most = max(1, BLOCK // level.order.shape[1])
        if len(self.numeric) == len(level.order):
            return [slice(first, first + most) for first in range(0, len(self.numeric), most)]
        return [slice(feature, feature + 1) for feature in self.numeric]

    def in_merit(self, counts: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray | float, np.ndarray | float]:
        """(offset, scale) for nodes with these class weights (nodes, classes)."""
        if self.criterion in BY_SUMS:
            return 0.0, 0.25 if self.criterion == "twoing" else 2.0 if self.one_row and counts.size else 1.0
        if self.criterion == "half_split":
            return 0.0, 1.0
        if self.criterion == "misclassification":
            return -counts.max(axis=1) / weight, 1 / weight
        scale = np.full(len(weight), 2 * np.log(2.0)) if self.criterion == "g_statistic" else 1 / weight
        return scale * weight * entropy(counts.T), scale

    # ---- one level

    def _open(self, level: Level, means: np.ndarray, weight: np.ndarray) -> None:
        """What all features of a level share."""
        segment = level.segment
        if self.weights is None:
            self.left = self.places[: len(segment)] - level.starts.take(segment)
            self.right = weight.take(segment) - self.left
            self.right[level.ends] = 1.0  # no cut there; only keeps the division quiet
            if self.criterion in BY_SUMS:
                self.inverse = 1.0 / (self.left * self.right)
        self.means = means.take(segment, axis=1)
        if not self.whole:
            members = level.order[0]
            self.centred = np.zeros(self.rows.shape)
            self.centred[:, members] = self.rows[:, members] - self.means
            if self.weights is not None:
                self.centred *= self.weights
            return
        in_node = np.rint(means * weight)  # how many stand before the node is the same in every feature's order
        self.before = (in_node.cumsum(axis=1) - in_node).take(segment, axis=1)
        if self.criterion in BY_SUMS:
            self.expected = self.before + self.means * self.left

    def _left_and_right(self, order: np.ndarray, level: Level) -> tuple[np.ndarray, np.ndarray]:
        """The weight on both sides of every cut."""
        if self.weights is None:
            return self.left, self.right
        weights = _taken(self.weights, order)
        running = weights.cumsum(axis=1)
        before = running[:, level.starts] - weights[:, level.starts]
        left = running - before[:, level.segment]
        right = running[:, level.ends][:, level.segment] - running
        right[:, level.ends] = left[:, level.ends]  # no cut there; only keeps the division quiet
        return left, right

    def _score(self, order: np.ndarray, left: np.ndarray, right: np.ndarray, out: np.ndarray) -> None:
        if self.criterion in BY_SUMS:
            self._by_sums(order, left, right, out)
        elif self.criterion == "half_split":
            np.negative(np.abs(left / (left + right) - 0.5), out=out)
        else:
            self._by_counts(order, left, right, out)

    def _by_sums(self, order, left, right, out) -> None:
        size = np.abs if self.criterion == "twoing" else np.square
        for k in range(len(self.rows)):
            S = self._sum(k, order)
            if k == 0:
                size(S, out=out)
            else:
                out += size(S, out=S)
        if self.criterion == "twoing":
            np.square(out, out=out)
        out *= self.inverse if self.weights is None else 1.0 / (left * right)  # (1), (2), (3)

    def _sum(self, k: int, order: np.ndarray) -> np.ndarray:
        """S_k at every place."""
        if not self.whole:
            return np.cumsum(_taken(self.centred[k], order), axis=1)
        return np.subtract(np.cumsum(_taken(self.rows[k], order), axis=1, dtype=np.int32), self.expected[k])

    def _by_counts(self, order, left, right, out) -> None:
        counts = [self._count(k, order, left) for k in range(len(self.rows))]
        if self.criterion == "misclassification":
            rests = [self._of_node(k, left, right) - count for k, count in enumerate(counts)]
            out[:] = np.max(counts, axis=0) + np.max(rests, axis=0)
            return
        out[:] = -self._n_log_n(left) - self._n_log_n(right)  # (4)
        for k, count in enumerate(counts):
            out += self._n_log_n(count)
            out += self._n_log_n(self._of_node(k, left, right) - count)

    def _count(self, k: int, order: np.ndarray, left: np.ndarray) -> np.ndarray:
        """The weight of class k left of every cut."""
        if self.whole:
            return np.cumsum(_taken(self.rows[k], order), axis=1, dtype=np.int32) - self.before[k]
        return np.cumsum(_taken(self.centred[k], order), axis=1) + self.means[k] * left

    def _of_node(self, k: int, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """The weight of class k in the node."""
        n = self.means[k] * (left + right)
        return np.rint(n) if self.whole else n

    def _n_log_n(self, n: np.ndarray) -> np.ndarray:
        if self.whole:
            return self.table[n.astype(np.intp)]
        n = np.maximum(n, 0.0)
        return n * np.log2(np.where(n > 0, n, 1.0))


def _taken(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """``values[places]``; without the check of bounds it takes half the time."""
    return np.take(values, places, mode="clip")


def _tied(column: np.ndarray, order: np.ndarray) -> bool:
    """Whether some values are equal; where all differ, every place is a cut."""
    ordered = column[order]
    return bool((ordered[1:] == ordered[:-1]).any())


def _ranks(column: np.ndarray, order: np.ndarray) -> np.ndarray:
    """The rank of every value, equal for equal ones."""
    ordered = column[order]
    ranks = np.zeros(len(column), dtype=np.int32)
    ranks[order[1:]] = np.cumsum(ordered[1:] != ordered[:-1])
    return ranks
