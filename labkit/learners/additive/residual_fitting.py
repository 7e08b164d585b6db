"""Residual fitting: one learner after the other, each fitted to what those before it left over.

Lecture 18; deck 002 "Greedy Optimization Methods". Inventory: I-002-043.

    DATA = FIT_1 + RESIDUAL_1                  r = y - F_(m-1)(x) is left,   F_0 = 0           (1)
    RESIDUAL_1 = FIT_2 + RESIDUAL_2, ...       f_m fitted to r                                 (2)
    MODEL = FIT_1 + FIT_2 + ...                F_m = F_(m-1) + f_m                             (3)

symbol        name here           symbol     name here
FIT_m         step.weak           F          model
RESIDUAL_m    step.residuals      sum r^2    rss

Greedy: no stage is refitted when a later one comes, so the order of the learners matters; ``Backfitting`` goes round
again. ``L2Boost`` is the same with one learner for all stages, the mean as FIT_0, and a share of each answer added.
With a learner whose answers move along when all of y is moved, as trees and least squares do, the mean makes no
difference after the first stage. The model, and what a step can tell, are those of ``ensemble.l2boost``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from labkit.core.learner import Regressor, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.learners.ensemble import members
from labkit.learners.ensemble.l2boost import AdditiveSum, ResidualStep, SumModel
from labkit.learners.least_squares.regression import LinearRegression
from labkit.learners.tree.regression import RegressionTree


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StageStep(ResidualStep):
    """One stage (or the start, or the end)."""

    noun = "stage"
    stage = ResidualStep.count
    learner: str = ""  # of this stage

    def _begins(self) -> str:
        return f"nothing is fitted yet, all of y is left; residual sum of squares {self.rss:.4g}"

    def _happened(self) -> str:
        what = "y" if self.round == 1 else "what is left"
        before = 2 * self._loss(self.before)
        return f"{self.learner} fitted to {what}; residual sum of squares {before:.4g} -> {self.rss:.4g}"


class ResidualFitting(Regressor):
    """A sum of different learners, each fitted to what those before it left over.

    Parameters
    ----------
    learners : any learners of numbers, in the order of their stages; None is a linear function and then a small tree,
        ``(LinearRegression(), RegressionTree(max_depth=2))``.
    """

    learners: Sequence[Regressor] | None = None

    def _stages(self) -> list[Regressor]:
        default = LinearRegression(), RegressionTree(max_depth=2)
        given = default if self.learners is None else self.learners
        if not isinstance(given, list | tuple) or not given:
            raise ValueError(
                f"learners: expected a list of at least one learner of numbers such as {default!r}, got {given!r}; "
                "put them in a list"
            )
        return [members.chosen(each, default[0], Regressor, name="learners") for each in given]

    def _check(self, data: TrainingSet) -> None:
        for learner in self._stages():
            members.check(learner, data)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[StageStep]:
        stages, models = self._stages(), []
        scores = np.zeros((len(stages) + 1, len(data.y)))
        model = SumModel(AdditiveSum.growing(models, data, data.y, 0.0), 0)
        if record:
            yield StageStep.of(START, model, 0, scores, equation=1)
        for m, learner in enumerate(stages):
            r = data.y - scores[m]  # (1)
            models.append(members.trained(learner, TrainingSet(data.X, r)))  # (2)
            scores[m + 1] = scores[m] + models[-1].predict(data.X)  # (3)
            if record:
                yield StageStep.of(UPDATE, model, m + 1, scores, learner=type(learner).__name__, equation=2)
        model.ensemble.trained.end()
        last = StageStep.of(STOP, model, len(stages), scores)
        yield replace(last, reason=f"every learner has had its turn; residual sum of squares {last.rss:.4g}")
