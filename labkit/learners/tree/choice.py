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
from labkit.learners.tree.scores import BY_SUMS, INVALID, Scores
from labkit.learners.tree.tree import EQUAL, MANY, THRESHOLD


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Arrays over the open nodes. The left child has the places ``low`` to ``high`` in its feature's order."""

    there: np.ndarray  # whether there is a test at all
    feature: np.ndarray
    kind: np.ndarray
    threshold: np.ndarray  # the category of ``x = v``; that of numbers is found later
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
        merits, score, offset, scale = self._score_numbers(level, here)
        runs = self._score_categories(level, merits)
        bound = TOLERANCE * self._largest(here)
        values = merits
        if self.plan.criterion == "gain_ratio":
            values = self._ratios(level, merits, score, (merits - bound - offset) / scale, runs)
        elif self.plan.costs is not None:
            gains = np.where(merits > bound, merits, 0.0)  # prices would make a difference of rounding
            values = costs.rule_of(self.plan.cost_rule)(gains, self.plan.costs[:, None])
            values[merits == INVALID] = INVALID
        top = values.max(axis=0)
        slack = bound if self.plan.costs is None else TOLERANCE * np.maximum(top, 0.0)  # prices have no largest merit
        feature = (values >= top - slack).argmax(axis=0)
        chosen = feature * len(feature) + np.arange(len(feature))
        least = merits.ravel().take(chosen) - bound  # a test as good as this is one of the best of its feature
        along = level.along(feature)
        low, high, threshold = self._places(level, feature, along, score, (least - offset) / scale, runs, least)
        merit = values.ravel().take(chosen)
        return Choice(top > INVALID, feature, self.kinds.take(feature), threshold, merit, low, high, along, runs)

    # ---- scoring

    def _score_numbers(self, level: Level, here: Contents):
        """(best merit of each feature in each node, scores of all cuts, offset and scale of a score)."""
        offset, scale = self.scores.in_merit(here.counts, here.weight)
        if not self.some_numbers:
            return np.full((len(self.columns), len(level.nodes)), INVALID), None, offset, scale
        means = here.counts / here.weight[:, None] if self.examples.classes else here.prediction[:, None]
        score = self.scores.of(level, means, here.weight)
        return offset + scale * np.maximum.reduceat(score, level.starts, axis=1), score, offset, scale

    def _score_categories(self, level: Level, merits: np.ndarray) -> dict[int, Runs]:
        runs = {}
        for feature in self.categories:
            runs[feature] = found = Runs.of(level, level.order[feature], self.columns[feature], self.examples)
            if self.plan.multiway:
                merits[feature] = found.one_for_each(self.by_gain, self.plan.min_leaf)
            else:
                each = found.one_against_rest(self.by_gain, level.sizes, self.plan.min_leaf)
                merits[feature] = np.maximum.reduceat(each, found.first)
        return runs

    def _largest(self, here: Contents) -> np.ndarray | float:
        """About what a merit is at most: against this, differences count as rounding."""
        if self.plan.criterion == "variance":
            return here.impurity
        if self.plan.criterion in ("half_split", "gain_ratio"):
            return 1.0
        wrong = here.weight - here.counts.max(axis=1)  # an impurity is about the share that it gets wrong
        if self.examples.weights is not None and self.plan.criterion not in BY_SUMS:
            wrong = here.weight  # the logarithms of running sums of weights have more rounding
        return 2 * np.log(2.0) * wrong if self.plan.criterion == "g_statistic" else wrong / here.weight

    # ---- C4.5's gain ratio

    def _ratios(self, level: Level, gains: np.ndarray, score, least, runs: dict[int, Runs]) -> np.ndarray:
        """Gain over split information for attributes whose best gain is at least the average; the rest cannot win."""
        there = gains > INVALID
        average = np.where(there, gains, 0.0).sum(axis=0) / np.maximum(there.sum(axis=0), 1)
        information = np.ones(gains.shape)
        for feature in range(len(gains)):
            if self.plan.multiway and feature in runs:
                information[feature] = runs[feature].split_information()
            else:
                information[feature] = self._binary_information(level, feature, gains, score, least, runs)
        good = there & (gains >= average - TOLERANCE)
        return np.where(good, gains / np.where(information > 0, information, 1.0), INVALID)

    def _binary_information(self, level: Level, feature: int, gains, score, least, runs) -> np.ndarray:
        chosen = np.full(len(level.nodes), feature)
        along, limit = level.along(chosen), gains[feature] - TOLERANCE
        low, high, _ = self._places(level, chosen, along, score, least[feature], runs, limit)
        order = level.order[feature]
        weights = np.ones(len(order)) if self.examples.weights is None else self.examples.weights[order]
        running = np.append(0.0, np.cumsum(weights))
        left = running[high + 1] - running[low]
        whole = running[level.ends + 1] - running[level.starts]
        return entropy(np.array([left, np.maximum(whole - left, 0.0)]))

    # ---- where the best test cuts

    def _places(self, level: Level, feature, along, score, least_score, runs: dict[int, Runs], least_merit):
        """(low, high, category) of the first test of each node's feature that is as good as the best."""
        low, high, threshold = level.starts, level.starts, np.full(len(feature), np.nan)
        if self.some_numbers:
            line = score.ravel().take(along)
            hits = (line >= least_score.take(level.segment)).nonzero()[0]
            hits = hits if len(hits) else level.ends  # where all nodes take a category
            high = hits.take(hits.searchsorted(level.starts), mode="clip")
        if self.categories and not self.plan.multiway:
            for column in np.unique(feature[self.examples.categorical[feature]]):
                each = runs[column].one_against_rest(self.by_gain, level.sizes, self.plan.min_leaf)
                hits = np.flatnonzero(each >= least_merit[runs[column].segment])
                place = hits[np.searchsorted(hits, runs[column].first).clip(max=len(hits) - 1)]
                here = feature == column
                low = np.where(here, runs[column].start[place], low)
                high = np.where(here, runs[column].end[place], high)
                threshold = np.where(here, runs[column].category[place], threshold)
        return low, high, threshold
