"""The best test of every open node of a level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.tree import costs
from labkit.learners.tree.builder import Contents
from labkit.learners.tree.categories import Runs
from labkit.learners.tree.criteria import entropy
from labkit.learners.tree.level import Level
from labkit.learners.tree.plan import TOLERANCE, Examples, Plan
from labkit.learners.tree.scores import INVALID, Scores
from labkit.learners.tree.tree import EQUAL, MANY, THRESHOLD


@dataclass(slots=True, eq=False)
class Choice:
    """Arrays over the open nodes. The left child has the places ``low`` to ``high`` in its feature's order."""

    there: np.ndarray  # whether there is a test at all
    feature: np.ndarray
    kind: np.ndarray
    merit: np.ndarray
    low: np.ndarray
    high: np.ndarray
    along: np.ndarray  # for every place, where it stands in the order of its node's feature (``Level.along``)
    runs: dict[int, Runs]  # of the categorical features


class Chooser:
    """Scores all tests of a level; of equal ones the lowest feature wins, then the lowest threshold or category."""

    def __init__(self, examples: Examples, plan: Plan, columns: np.ndarray, root: Level):
        self.examples, self.plan, self.columns = examples, plan, columns
        self.by_gain = "entropy" if plan.criterion == "gain_ratio" else plan.criterion
        self.scores = Scores(examples, columns, root, self.by_gain, plan.min_leaf)
        self.kinds = np.where(examples.categorical, MANY if plan.multiway else EQUAL, THRESHOLD).astype(np.uint8)
        self.categories = np.flatnonzero(examples.categorical).tolist()
        self.some_numbers = len(self.categories) < len(columns)

    def choose(self, level: Level, here: Contents) -> Choice:
        bound = TOLERANCE * self._largest(here)  # merits closer than this are equal
        kept = None if self.plan.criterion == "gain_ratio" else self.scores.best_kept(level, here)
        merits, found = kept or self._numbers(level, here, bound)  # found: all scores, or the places of the best cuts
        high = None if kept else found
        low, runs = self._categories(level, merits, high, bound) if self.categories else (None, {})
        values = self._across(level, merits, low, high, runs, bound)
        top = values.max(axis=0)
        slack = bound if self.plan.costs is None else TOLERANCE * np.maximum(top, 0.0)  # prices have no largest merit
        feature = (values >= top - slack).argmax(axis=0)
        chosen = feature * len(feature) + np.arange(len(feature))
        along, merit = level.along(feature), values.ravel().take(chosen)
        if kept:
            high = self.scores.place_along(level, here, found, along, merits.ravel().take(chosen) - bound)
        else:
            high = high.ravel().take(chosen)
        low = level.starts if low is None else low.ravel().take(chosen)
        return Choice(top > INVALID, feature, self.kinds.take(feature), merit, low, high, along, runs)

    # ---- scoring: the best test of each feature in each node

    def _numbers(self, level: Level, here: Contents, bound) -> tuple[np.ndarray, np.ndarray]:
        """(merit, place of the cut), both (features, nodes)."""
        if not self.some_numbers:
            shape = len(self.columns), len(level.nodes)
            return np.full(shape, INVALID), np.zeros(shape, dtype=np.intp)
        return self.scores.best(level, here, bound)

    def _categories(
        self, level: Level, merits: np.ndarray, high: np.ndarray, bound
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

    def _across(self, level: Level, merits, low, high, runs: dict[int, Runs], bound) -> np.ndarray:
        """What the features are compared by: their merits, unless there are prices or a ratio to be taken."""
        if self.plan.criterion == "gain_ratio":
            return self._ratios(level, merits, low, high, runs)
        if self.plan.costs is None:
            return merits
        gains = np.where(merits > bound, merits, 0.0)  # prices would make a difference of rounding
        values = costs.rule_of(self.plan.cost_rule)(gains, self.plan.costs[:, None])
        return np.where(merits > INVALID, values, INVALID)

    def _ratios(self, level: Level, gains: np.ndarray, low, high, runs: dict[int, Runs]) -> np.ndarray:
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

    def _binary_information(self, level: Level, feature: int, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        order = level.order[feature]
        weights = np.ones(len(order)) if self.examples.weights is None else self.examples.weights[order]
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
