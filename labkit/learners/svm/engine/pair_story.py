"""The steps of ``smo``, kept as one table of updates: a step derives its multipliers when they are asked for.

A pair update takes no longer than making a few objects, so a step holds no more than how many updates came before it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.inputs import frozen
from labkit.learners.descent.objective import once
from labkit.learners.svm.dual import Problem, Solution

Update = tuple[int, int, float, float, float]  # i, j, s_i and s_j after the move, b_i - b_j before it


@dataclass(frozen=True, slots=True)
class PairUpdate:
    """One pair of multipliers that moved together; without an intercept it is the same one twice."""

    rows: tuple[int, int]  # i, j
    before: tuple[float, float]  # their multipliers
    after: tuple[float, float]
    clipped: bool  # whether one of them stopped at a bound
    disagreement: float  # b_i - b_j before the move; without an intercept b_i


class UpdateTable(list):
    """All updates so far; as an array, too, for the steps that read them back."""

    def __init__(self):
        super().__init__()
        self._array = np.empty((0, 5))

    def first(self, count: int) -> np.ndarray:
        """(count, 5)"""
        if len(self._array) < count:
            self._array = np.concatenate([self._array, np.array(self[len(self._array) :])])
        return self._array[:count]


class PairSolution(Solution):
    """The multipliers after the first few of all updates, which the steps of a story share."""

    def __init__(self, problem: Problem, updates: UpdateTable, iteration: int):
        self.problem, self.updates, self.iteration = problem, updates, iteration

    @once
    def alpha(self) -> np.ndarray:
        return self._multipliers(self.iteration)

    def _multipliers(self, count: int) -> np.ndarray:
        alpha, table = np.zeros(len(self.problem.z)), self.updates.first(count)
        rows = table[:, :2].astype(int).ravel()
        alpha[rows] = np.abs(table[:, 2:4].ravel())  # where a row comes again, the last one stays
        return frozen(alpha)

    @property
    def pair(self) -> PairUpdate | None:
        if not self.iteration:
            return None
        i, j, s_i, s_j, gap = self.updates[self.iteration - 1]
        before, after = self._multipliers(self.iteration - 1), (abs(s_i), abs(s_j))
        ends = (0.0, self.problem.C)
        return PairUpdate((i, j), (float(before[i]), float(before[j])), after, any(a in ends for a in after), gap)
