"""L2 boosting: fit what is left over, again and again.

Lecture 21; deck 000 "Gradient Boosting Algorithm", deck 002 "Greedy Optimization Methods".
Inventory: I-000-109, I-002-043, I-000-114.

    L(z, F) = (z - F)^2 / 2                             loss                        (1)
    F_0 = mean of z                                                                 (2)
    r_n = z_n - F_{m-1}(x_n) = -dL/dF                   residuals                   (3)
    f_m = the weak learner, fitted to r                 FIT_m of RESIDUAL_{m-1}     (4)
    F_m = F_{m-1} + epsilon f_m                         0 < epsilon <= 1            (5)

symbol     name here             symbol     name here
z          y                     epsilon    shrinkage
r          residuals             sum r^2    rss

Departures from the slides: the loss has the factor 1/2 without which the negative gradient would be 2r (E-000-33).
This, and not backfitting, is gradient descent in a space of functions (E-002-10): (3) is the direction, (4) the nearest
one that the weak learner knows, (5) the step. The weak learner may be any learner of numbers; one that is linear in y
and fits by least squares finds nothing more in its own residuals after one round with shrinkage 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Regressor, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.core.table import Table
from labkit.learners.ensemble import members
from labkit.learners.ensemble.additive import Additive, AdditiveModel, AdditiveStep, Boosts


@dataclass(frozen=True, slots=True, eq=False)
class Residuals(Additive):
    """The shared sum, with the numbers that it is to reach."""

    y: np.ndarray


class SumModel(AdditiveModel):
    """A number: F(x)."""

    __slots__ = ()
    classes = None

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self.scores(X)

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """(members, cases): F after one member, after two, ..."""
        return self.staged_scores(X)

    def number_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None:
        """F at all (x, y)."""
        return self._scores_on(x, y, through)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ResidualStep(AdditiveStep):
    """One round (or the start, or the end)."""

    @property
    def residuals(self) -> np.ndarray:
        """What is left after this round."""
        return self.model.sum.y - self.scores

    @property
    def fitted(self) -> np.ndarray | None:
        """The residuals that this round's member was fitted to."""
        return self.model.sum.y - self._before if self.round else None

    @property
    def rss(self) -> float:
        """The residual sum of squares: twice the loss."""
        return 2 * self.loss

    def _begins(self) -> str:
        return f"the mean {self.model.sum.start:.4g} for everyone; residual sum of squares {self.rss:.4g}"

    def _happened(self) -> str:
        before = 2 * self.model.sum.losses[self.round - 1]
        return f"residuals fitted; residual sum of squares {before:.4g} -> {self.rss:.4g}"


class L2Boost(Boosts, Regressor):
    """Boosting of squared errors with any learner of numbers.

    Parameters
    ----------
    learner : of the members, any learner of numbers; None is a stump, ``RegressionTree(max_depth=1)``.
    rounds : how many members.
    shrinkage : the share of each member's answer that is added.
    """

    def __init__(self, *, learner=None, rounds=100, shrinkage=1.0):
        self.learner = learner
        self.rounds = rounds
        self.shrinkage = shrinkage

    def _story(self, data: TrainingSet, told: bool) -> Iterator[ResidualStep]:
        model = SumModel(self._sum(data), self.rounds)
        if told:
            yield ResidualStep(event=START, model=model.prefix(0), round=0, equation=2)
            for m in range(1, self.rounds + 1):
                yield ResidualStep(event=UPDATE, model=model.prefix(m), round=m, equation=4)
        reason = f"all rounds are done; residual sum of squares {2 * model.sum.losses[-1]:.4g}"
        yield ResidualStep(event=STOP, model=model, round=self.rounds, reason=reason)

    def _sum(self, data: TrainingSet) -> Residuals:
        learner, models, start = self._member(), [], float(data.y.mean())
        scores = np.empty((self.rounds + 1, len(data.y)))
        scores[0] = start  # (2)
        for m in range(self.rounds):
            r = data.y - scores[m]  # (3)
            models.append(members.trained(learner, TrainingSet(data.X, r)))  # (4)
            scores[m + 1] = scores[m] + self.shrinkage * models[-1].predict(data.X)  # (5)
        losses = ((data.y - scores) ** 2).sum(axis=1) / 2  # (1)
        return Residuals(members.gathered(models, data), start, self.shrinkage, inputs.frozen(scores),
                         inputs.frozen(losses), inputs.frozen(data.y))  # fmt: skip
