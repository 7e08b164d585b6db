"""The best test of every open node of a level, and the tests of categories: ``x = v`` against the rest, or one branch
for each.

Inside a node the examples of one category stand side by side in the column's order: a run. All runs of a level are
found and counted at once, so a column with thousands of categories costs no more than one with two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.tree import costs
from labkit.learners.tree.criteria import entropy, impurity_of, merit
from labkit.learners.tree.engine.builder import Contents
from labkit.learners.tree.engine.open_nodes import OpenNodes
from labkit.learners.tree.engine.thresholds import FINEST, INVALID, ThresholdScores
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import EQUAL, MANY, THRESHOLD, TOLERANCE


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
    def of(cls, level: OpenNodes, order: np.ndarray, codes: np.ndarray, examples: TreeExamples) -> Runs:
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
        value = _variance_gain(children) if criterion == "variance" else merit(criterion, children)
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


@dataclass(slots=True, eq=False)
class ChosenTests:
    """Arrays over the open nodes. The left child has the places ``low`` to ``high`` in its feature's order."""

    there: np.ndarray  # whether there is a test at all
    feature: np.ndarray
    kind: np.ndarray
    merit: np.ndarray
    low: np.ndarray
    high: np.ndarray
    along: np.ndarray  # for every place, where it stands in the order of its node's feature (``OpenNodes.along``)
    runs: dict[int, Runs]  # of the categorical features


class Chooser:
    """Scores all tests of a level; of equal ones the lowest feature wins, then the lowest threshold or category."""

    def __init__(self, examples: TreeExamples, plan: Plan, columns: np.ndarray, root: OpenNodes):
        self.examples, self.plan, self.columns = examples, plan, columns
        self.by_gain = "entropy" if plan.criterion == "gain_ratio" else plan.criterion
        self.scores = ThresholdScores(examples, columns, root, self.by_gain, plan.min_leaf)
        self.kinds = np.where(examples.categorical, MANY if plan.multiway else EQUAL, THRESHOLD).astype(np.uint8)
        self.categories = np.flatnonzero(examples.categorical).tolist()

    def choose(self, level: OpenNodes, here: Contents) -> ChosenTests:
        bound = TOLERANCE * self._largest(here)  # merits closer than this are equal
        kept = None if self.plan.criterion == "gain_ratio" else self.scores.best_kept(level, here)
        merits, found = kept or self.scores.best(level, here, bound)  # found: scores, or places of cuts
        high = None if kept else found
        low, runs = self._categories(level, merits, high, bound) if self.categories else (None, {})
        values = self._across(level, merits, low, high, runs, bound)
        top = values.max(axis=0)
        slack = bound if self.plan.costs is None else TOLERANCE * np.maximum(top, 0.0)  # prices have no largest merit
        feature = (values >= top - slack).argmax(axis=0)
        chosen = feature * len(feature) + np.arange(len(feature))
        along, best = level.along(feature), values.ravel().take(chosen)
        if kept:
            high = self.scores.place_along(level, here, found, along, merits.ravel().take(chosen) - bound)
        else:
            high = high.ravel().take(chosen)
        low = level.starts if low is None else low.ravel().take(chosen)
        return ChosenTests(top > INVALID, feature, self.kinds.take(feature), best, low, high, along, runs)

    # ---- scoring: the best test of each feature in each node

    def _categories(
        self, level: OpenNodes, merits: np.ndarray, high: np.ndarray, bound
    ) -> tuple[np.ndarray, dict[int, Runs]]:
        """Fills in the merits of categorical features, and where the run of ``x = v`` ends; (where it starts, runs)."""
        low, runs = np.tile(level.starts, (len(merits), 1)), {}
        for feature in self.categories:
            runs[feature] = found = Runs.of(level, level.order[feature], self.columns[feature], self.examples)
            if self.plan.multiway:
                merits[feature] = found.one_for_each(self.by_gain, self.plan.min_leaf)
                continue
            each = found.one_against_rest(self.by_gain, level.sizes, self.plan.min_leaf)
            merits[feature] = np.maximum.reduceat(each, found.first)
            hits = np.flatnonzero(each >= (merits[feature] - bound)[found.segment])
            run = hits[np.searchsorted(hits, found.first)]
            low[feature], high[feature] = found.start[run], found.end[run]
        return low, runs

    # ---- comparing features

    def _across(self, level: OpenNodes, merits, low, high, runs: dict[int, Runs], bound) -> np.ndarray:
        """What the features are compared by: their merits, unless there are prices or a ratio to be taken."""
        if self.plan.criterion == "gain_ratio":
            return self._ratios(level, merits, low, high, runs)
        if self.plan.costs is None:
            return merits
        gains = np.where(merits > bound, merits, 0.0)  # prices would make a difference of rounding
        values = costs.COST_RULES[self.plan.cost_rule](gains, self.plan.costs[:, None])
        return np.where(merits > INVALID, values, INVALID)

    def _ratios(self, level: OpenNodes, gains: np.ndarray, low, high, runs: dict[int, Runs]) -> np.ndarray:
        """Gain over split information for attributes whose best gain is at least the average; the rest cannot win."""
        there = gains > INVALID
        average = np.where(there, gains, 0.0).sum(axis=0) / np.maximum(there.sum(axis=0), 1)
        information = np.ones(gains.shape)
        for feature in range(len(gains)):
            if self.plan.multiway and feature in runs:
                information[feature] = runs[feature].split_information()
            else:
                first = level.starts if low is None else low[feature]
                information[feature] = self._binary_information(level, feature, first, high[feature])
        good = there & (gains >= average - TOLERANCE)
        return np.where(good, gains / np.where(information > 0, information, 1.0), INVALID)

    def _binary_information(self, level: OpenNodes, feature: int, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        order = level.order[feature]
        weights = self.examples.all_weights[order]
        running = np.append(0.0, np.cumsum(weights))
        left = running[high + 1] - running[low]
        whole = running[level.ends + 1] - running[level.starts]
        return entropy(np.array([left, np.maximum(whole - left, 0.0)]))

    def _largest(self, here: Contents) -> np.ndarray | float:
        """About what a merit is at most: against this, differences count as rounding."""
        if self.plan.criterion == "variance":
            return here.impurity
        if self.plan.criterion in ("half_split", "gain_ratio"):
            return 1.0
        wrong = here.weight - here.counts.max(axis=1)  # an impurity is about the share that it gets wrong
        return 2 * np.log(2.0) * wrong if self.plan.criterion == "g_statistic" else wrong / here.weight


def _contents(examples: TreeExamples, order: np.ndarray, run: np.ndarray, runs: int, level: OpenNodes) -> np.ndarray:
    weights = examples.all_weights[order]
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
