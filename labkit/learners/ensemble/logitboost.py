"""LogitBoost: Newton steps for the log loss, each a weighted least-squares fit.

Lecture 21; deck 000 "Gradient Boosting Algorithm". Inventory: I-000-110.

Two classes z = -1, +1 with z* = (z + 1)/2, and F half the log odds (Friedman, Hastie and Tibshirani 2000):

    L(z, F) = ln(1 + e^(-2zF))                          loss                        (1)
    p = 1 / (1 + e^(-2F))                               probability of z = +1       (2)
    w = p (1 - p)                                       weights                     (3)
    u = (z* - p) / w  =  z / P(z)                       working responses           (4)
    f_m = the weak learner, fitted to u with weights w                              (5)
    F_m = F_{m-1} + epsilon f_m / 2                     F_0 = 0                     (6)

symbol   name here      symbol    name here       symbol    name here
F        scores         w         weights         epsilon   shrinkage
u        responses      L         loss (mean)

The slide's score is 2F. Completing the square in its second-order sum of g f + h f^2 / 2 gives (5): w = h, u = -g/h.
Two guards that keep it finite: |u| is clipped at 4, which is where an example of probability below 1/4 would begin to
pull harder and harder; w is never below 1e-10. A clipped step need not lead downhill: the loss may rise a little in a
round. Zero scores are the first class, and so are those below 1e-12 of epsilon/2 times the rounds, which is rounding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import params
from labkit.core.learner import Classifier, HasProbabilities, HasScores, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.core.table import Table
from labkit.learners.ensemble.l2boost import AdditiveBoosting, AdditiveModel, AdditiveStep, AdditiveSum
from labkit.learners.ensemble.members import trained
from labkit.learners.ensemble.prefix import SumOfScores, decided, settled

LARGEST = 4.0  # working response
LEAST = 1e-10  # weight


def probability(F: np.ndarray) -> np.ndarray:
    """Of the second class, by its score."""
    return (1 + np.tanh(F)) / 2  # (2), where no exponential can overflow


def weight(F: np.ndarray) -> np.ndarray:
    small = np.exp(-2 * np.abs(F))
    return np.maximum(small / (1 + small) ** 2, LEAST)  # (3)


def response(z: np.ndarray, F: np.ndarray) -> np.ndarray:
    return z / np.maximum(probability(z * F), 1 / LARGEST)  # (4)


class LogitModel(AdditiveModel, SumOfScores):
    """Two classes: the second where F > 0."""

    __slots__ = ()

    def predict_proba(self, X: np.ndarray | Table) -> np.ndarray:
        F = self.decision_function(X)
        return np.column_stack([probability(-F), probability(F)])

    def _size(self, members: np.ndarray | int) -> np.ndarray | float:
        return self.ensemble.step * members


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LogitStep(AdditiveStep):
    """One round (or the start, or the end); the loss is the mean log loss."""

    def _loss(self, F: np.ndarray) -> float:
        return float(np.logaddexp(0, -2 * self.model.ensemble.z * F).mean())  # (1)

    @property
    def probabilities(self) -> np.ndarray:
        """p of the training examples after this round."""
        return probability(self.scores)

    @property
    def responses(self) -> np.ndarray | None:
        """The working responses that this round's member was fitted to."""
        return response(self.model.ensemble.z, self.before) if self.round else None

    @property
    def weights(self) -> np.ndarray | None:
        """The weights with which this round's member was fitted."""
        return weight(self.before) if self.round else None

    @property
    def error(self) -> float:
        """The share of training examples that is decided wrongly."""
        F = settled(self.scores, self.model.ensemble.step * self.round)
        return float(np.mean(decided(F) != (self.model.ensemble.z > 0)))

    def _begins(self) -> str:
        return f"every probability is 1/2; log loss {self.loss:.4g}"

    def _happened(self) -> str:
        return f"log loss {self._loss(self.before):.4g} -> {self.loss:.4g}, training error {self.error:.4g}"


class LogitBoost(AdditiveBoosting, HasScores, HasProbabilities, Classifier):
    """Boosting of the log loss for two classes, with any learner of numbers that takes weights.

    Parameters
    ----------
    learner : of the members, a learner of numbers that takes weights; None is ``RegressionTree(max_depth=1)``.
    rounds : how many members.
    shrinkage : the share of each Newton step that is made.
    """

    two_classes = weighs = True

    rounds: int = params.whole(50, least=1)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[LogitStep]:
        learner, models, z, step = self._member(), [], data.signs, self.shrinkage / 2
        scores = np.zeros((self.rounds + 1, len(z)))
        model = LogitModel(AdditiveSum.growing(models, data, z, 0.0, step), 0)
        if record:
            yield LogitStep.of(START, model, 0, scores)
        for m, F in enumerate(scores[:-1]):
            working = TrainingSet(data.X, response(z, F), weights=weight(F))
            models.append(trained(learner, working))  # (5)
            scores[m + 1] = F + step * models[-1].predict(data.X)  # (6)
            if record:
                yield LogitStep.of(UPDATE, model, m + 1, scores, equation=5)
        model.ensemble.trained.end()
        last = LogitStep.of(STOP, model, self.rounds, scores)
        reason = f"all {self.rounds} rounds are done; log loss {last.loss:.4g}, training error {last.error:.4g}"
        yield replace(last, reason=reason)
