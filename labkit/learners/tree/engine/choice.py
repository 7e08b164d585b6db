"""The best test of every open node of a level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.tree import costs
from labkit.learners.tree.criteria import entropy
from labkit.learners.tree.engine.builder import Contents
from labkit.learners.tree.engine.open_nodes import OpenNodes
from labkit.learners.tree.engine.thresholds import INVALID, ThresholdScores
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import TOLERANCE


@dataclass(slots=True, eq=False)
class ChosenTests:
    """Arrays over the open nodes. The left child has the places up to ``high`` in the order of the column."""

    there: np.ndarray  # whether there is a test at all
    column: np.ndarray
    merit: np.ndarray
    high: np.ndarray
    along: np.ndarray  # for every place, where it stands in the order of its node's column (``OpenNodes.along``)


class Chooser:
    """Scores all cuts of a level; of equal ones the lowest column wins, then the lowest threshold."""

    def __init__(self, examples: TreeExamples, plan: Plan, columns: np.ndarray, root: OpenNodes):
        self.examples, self.plan = examples, plan
        by_gain = "entropy" if plan.criterion == "gain_ratio" else plan.criterion
        self.scores = ThresholdScores(examples, columns, root, by_gain, plan.min_leaf)

    def choose(self, level: OpenNodes, here: Contents) -> ChosenTests:
        bound = TOLERANCE * self._largest(here)  # merits closer than this are equal
        kept = None if self.plan.criterion == "gain_ratio" else self.scores.best_kept(level, here)
        merits, found = kept or self.scores.best(level, here, bound)  # found: all scores, or the places of the cuts
        values = self._across(level, merits, found, bound)
        top = values.max(axis=0)
        slack = bound if self.plan.costs is None else TOLERANCE * np.maximum(top, 0.0)  # prices have no largest merit
        column = (values >= top - slack).argmax(axis=0)
        chosen = column * len(column) + np.arange(len(column))
        along = level.order_of(column)
        if kept:
            high = self.scores.place_along(level, here, found, along, merits.ravel().take(chosen) - bound)
        else:
            high = found.ravel().take(chosen)
        return ChosenTests(top > INVALID, column, values.ravel().take(chosen), high, along)

    def _across(self, level: OpenNodes, merits: np.ndarray, high: np.ndarray, bound) -> np.ndarray:
        """What the columns are compared by: their merits, unless there are prices or a ratio to be taken."""
        if self.plan.criterion == "gain_ratio":
            return self._ratios(level, merits, high)
        if self.plan.costs is None:
            return merits
        gains = np.where(merits > bound, merits, 0.0)  # prices would make a difference of rounding
        values = costs.COST_RULES[self.plan.cost_rule](gains, self.plan.costs[:, None])
        return np.where(merits > INVALID, values, INVALID)

    def _ratios(self, level: OpenNodes, gains: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Gain over split information for columns whose best gain is at least the average; the rest cannot win."""
        there = gains > INVALID
        average = np.where(there, gains, 0.0).sum(axis=0) / np.maximum(there.sum(axis=0), 1)
        running = self.examples.all_weights[level.order].cumsum(axis=1)
        before = running[:, level.starts] - self.examples.all_weights[level.order[:, level.starts]]
        left, whole = np.take_along_axis(running, high, axis=1) - before, running[:, level.ends] - before
        information = entropy(np.array([left, np.maximum(whole - left, 0.0)]))
        good = there & (gains >= average - TOLERANCE)
        return np.where(good, gains / np.where(information > 0, information, 1.0), INVALID)

    def _largest(self, here: Contents) -> np.ndarray | float:
        """About what a merit is at most: against this, differences count as rounding."""
        if self.plan.criterion == "variance":
            return here.impurity
        if self.plan.criterion in ("half_split", "gain_ratio"):
            return 1.0
        wrong = here.weight - here.counts.max(axis=1)  # an impurity is about the share that it gets wrong
        return 2 * np.log(2.0) * wrong if self.plan.criterion == "g_statistic" else wrong / here.weight
