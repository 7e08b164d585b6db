"""L2 boosting: fit what is left over, again and again.

Lecture 21; deck 000 "Gradient Boosting Algorithm", deck 002 "Greedy Optimization Methods".
Inventory: I-000-109, I-000-110, I-002-043, I-000-114.

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
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import params
from labkit.core.inputs import frozen
from labkit.core.learner import Regressor, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.learners.ensemble.fitted import KnowsRounds
from labkit.learners.ensemble.members import GrowingWhole, TrainsMembers, check, gathered, trained
from labkit.learners.ensemble.prefix import Ensemble, Prefix, PrefixStep, SumOfNumbers
from labkit.learners.tree.regression import RegressionTree

# ---------------------------------------------------------------- scores that are sums, as LogitBoost's are too


@dataclass(frozen=True, eq=False)
class AdditiveSum(Ensemble):
    """All members, and what their answers are added to."""

    start: float  # F_0
    step: float  # epsilon: what each member's answer is multiplied by
    z: np.ndarray  # the targets of the training examples: numbers, or -1 and +1

    @classmethod
    def growing(cls, models: list, data: TrainingSet, z: np.ndarray, start: float, step: float = 1.0) -> AdditiveSum:
        """Of the models that the list has at any time."""
        members = GrowingWhole(models, lambda: gathered(models, replace(data, y=z, classes=None)))
        return cls(members, data.classes, start, step, frozen(z))


class AdditiveModel(Prefix):
    """The first members of the sum; abstract."""

    __slots__ = ()

    @property
    def start(self) -> np.ndarray:
        return np.array([self.ensemble.start])

    def _term(self, c: int, answers: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self.ensemble.step * answers  # (5)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AdditiveStep(PrefixStep):
    """One round (or the start, or the end)."""

    noun = "round"
    round, weak = PrefixStep.count, PrefixStep.newest

    scores: np.ndarray  # F of the training examples after this round
    before: np.ndarray  # and before it; at the start the same

    @classmethod
    def of(cls, event: str, model: AdditiveModel, m: int, scores: np.ndarray, **more):
        """After m rounds; ``scores`` (rounds + 1, examples) are final up to there."""
        F = scores.view()
        F.setflags(write=False)
        return cls(event=event, model=model.prefix(m), scores=F[m], before=F[max(m - 1, 0)], **more)

    def _loss(self, F: np.ndarray) -> float:
        raise NotImplementedError

    @property
    def loss(self) -> float:
        """Of the training examples."""
        return self._loss(self.scores)


class AdditiveBoosting(KnowsRounds, TrainsMembers):
    """What learners that add up the answers of any learner of numbers share; abstract."""

    kind, default = Regressor, RegressionTree(max_depth=1)

    rounds: int = params.whole(100, least=1)
    shrinkage: float = params.number(1.0, above=0, most=1)

    def _check(self, data: TrainingSet) -> None:
        check(self._member(), TrainingSet(data.X, data.y.astype(float)))


# ---------------------------------------------------------------- of residuals


class SumModel(AdditiveModel, SumOfNumbers):
    """A number: F(x)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ResidualStep(AdditiveStep):
    """One round (or the start, or the end)."""

    def _loss(self, F: np.ndarray) -> float:
        return float(((self.model.ensemble.z - F) ** 2).sum() / 2)  # (1)

    @property
    def residuals(self) -> np.ndarray:
        """What is left after this round."""
        return self.model.ensemble.z - self.scores

    @property
    def fitted(self) -> np.ndarray | None:
        """The residuals that this round's member was fitted to."""
        return self.model.ensemble.z - self.before if self.round else None

    @property
    def rss(self) -> float:
        """The residual sum of squares: twice the loss."""
        return 2 * self.loss

    def _begins(self) -> str:
        return f"the mean {self.model.ensemble.start:.4g} for everyone; residual sum of squares {self.rss:.4g}"

    def _happened(self) -> str:
        before = 2 * self._loss(self.before)
        return f"residuals fitted; residual sum of squares {before:.4g} -> {self.rss:.4g}"


class L2Boost(AdditiveBoosting, Regressor):
    """Boosting of squared errors with any learner of numbers.

    Parameters
    ----------
    learner : of the members, any learner of numbers; None is a stump, ``RegressionTree(max_depth=1)``.
    rounds : how many members.
    shrinkage : the share of each member's answer that is added.
    """

    def _story(self, data: TrainingSet, record: bool) -> Iterator[ResidualStep]:
        learner, models = self._member(), []
        scores = np.empty((self.rounds + 1, len(data.y)))
        scores[0] = data.y.mean()  # (2)
        model = SumModel(AdditiveSum.growing(models, data, data.y, float(scores[0, 0]), self.shrinkage), 0)
        if record:
            yield ResidualStep.of(START, model, 0, scores, equation=2)
        for m in range(self.rounds):
            r = data.y - scores[m]  # (3)
            models.append(trained(learner, TrainingSet(data.X, r)))  # (4)
            scores[m + 1] = scores[m] + self.shrinkage * models[-1].predict(data.X)  # (5)
            if record:
                yield ResidualStep.of(UPDATE, model, m + 1, scores, equation=4)
        model.ensemble.trained.end()
        last = ResidualStep.of(STOP, model, self.rounds, scores)
        yield replace(last, reason=f"all {self.rounds} rounds are done; residual sum of squares {last.rss:.4g}")
