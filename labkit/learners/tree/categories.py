"""The tests of categorical columns for all open nodes of a level: ``x = v`` against the rest, or one branch for each.

Inside a node the examples of one category stand side by side in the column's order: a run. All runs of a level are
found and counted at once, so a column with thousands of categories costs no more than one with two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.tree.criteria import impurity_of, merit
from labkit.learners.tree.level import Level
from labkit.learners.tree.plan import Examples
from labkit.learners.tree.scores import FINEST, INVALID


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """The runs of one categorical column, node after node."""

    start: np.ndarray  # first place of each run
    end: np.ndarray  # last place
    segment: np.ndarray  # which open node it is in
    category: np.ndarray
    counts: np.ndarray  # (runs, classes); for numbers (runs, 3): weight, sum and sum of squares of y minus the mean
    first: np.ndarray  # for each open node, its first run
    run: np.ndarray  # for every place, its run

    @property
    def arity(self) -> np.ndarray:
        """How many categories each open node has."""
        return np.diff(np.append(self.first, len(self.start)))

    @classmethod
    def of(cls, level: Level, order: np.ndarray, codes: np.ndarray, examples: Examples) -> Runs:
        category = codes[order]
        last = np.append(category[1:] != category[:-1], True)
        last[level.ends] = True
        end = np.flatnonzero(last)
        start = np.append(0, end[:-1] + 1)
        run = np.cumsum(last) - last
        counts = _contents(examples, order, run, len(end), level)
        segment = level.segment[end]
        first = np.searchsorted(segment, np.arange(len(level.nodes)))
        return cls(start, end, segment, category[end].astype(int), counts, first, run)

    def one_against_rest(self, criterion: str, sizes: np.ndarray, min_leaf: int) -> np.ndarray:
        """The merit of ``x = v`` for every run."""
        number = self.end - self.start + 1
        nodes = np.add.reduceat(self.counts, self.first)[self.segment]
        children = np.array([self.counts, nodes - self.counts]).transpose(0, 2, 1)
        value = _variance_gain(children) if criterion == "variance" else merit(_by_gain(criterion), children)
        rest = sizes[self.segment] - number
        return np.where((number >= min_leaf) & (rest >= max(min_leaf, 1)), value, INVALID)

    def one_for_each(self, criterion: str, min_leaf: int) -> np.ndarray:
        """For every open node the merit of one branch per category."""
        sums = np.add.reduceat(self.counts, self.first)
        if criterion == "variance":
            weight = self.counts[:, 0]
            value = np.add.reduceat(self.counts[:, 1] * (self.counts[:, 1] / weight), self.first) / sums[:, 0]
        else:
            impurity, weight = impurity_of(criterion), self.counts.sum(axis=1)
            inside = np.add.reduceat(weight * impurity(self.counts.T), self.first)
            value = impurity(sums.T) - inside / sums.sum(axis=1)
        if criterion == "g_statistic":
            value = value * 2 * np.log(2.0) * sums.sum(axis=1)
        least = np.minimum.reduceat(self.end - self.start + 1, self.first)
        return np.where((self.arity > 1) & (least >= min_leaf), value, INVALID)

    def split_information(self) -> np.ndarray:
        """Of one branch per category, for every open node."""
        weight = self.counts.sum(axis=1)
        total = np.add.reduceat(weight, self.first)
        return np.log2(total) - np.add.reduceat(weight * np.log2(weight), self.first) / total


def _by_gain(criterion: str) -> str:
    """C4.5 finds each attribute's best test by its gain; only then are attributes compared by the ratio."""
    return "entropy" if criterion == "gain_ratio" else criterion


def _contents(examples: Examples, order: np.ndarray, run: np.ndarray, runs: int, level: Level) -> np.ndarray:
    weights = np.ones(len(order)) if examples.weights is None else examples.weights[order]
    if examples.classes:
        key = run * examples.classes + examples.y[order]
        return np.bincount(key, weights, minlength=runs * examples.classes).reshape(runs, -1)
    y, segment = examples.y[order], level.segment
    mean = np.bincount(segment, weights * y) / np.bincount(segment, weights)
    y = y - mean[segment]
    return np.column_stack([np.bincount(run, weights * y**power, minlength=runs) for power in range(3)])


def _variance_gain(children: np.ndarray) -> np.ndarray:
    """Of children (2, 3, tests) whose y are measured from the mean of the node."""
    (left, sum_left, _), (right, _, _) = children
    least = FINEST * (left + right)
    return (sum_left / np.maximum(left, least)) * (sum_left / np.maximum(right, least))
