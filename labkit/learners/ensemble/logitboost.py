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
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Decides, Estimates, TrainingSet
from labkit.core.story import START, STOP, UPDATE
from labkit.core.table import Table
from labkit.learners.ensemble import members
from labkit.learners.ensemble.additive import Additive, AdditiveModel, AdditiveStep, Boosts
from labkit.learners.ensemble.weighted_vote import decided, settled
from labkit.learners.grid import ClassGrids

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


@dataclass(frozen=True, slots=True, eq=False)
class LogitSum(Additive):
    """The shared sum, with the classes."""

    classes: np.ndarray
    z: np.ndarray  # -1 and +1
    errors: np.ndarray  # (rounds + 1,): the share of training examples that is decided wrongly


class LogitModel(AdditiveModel, ClassGrids):
    """Two classes: the second where F > 0."""

    __slots__ = ()

    @property
    def classes(self) -> np.ndarray:
        return self.sum.classes

    def decision_function(self, X: np.ndarray | Table) -> np.ndarray:
        """F, positive for the second class."""
        return settled(self.scores(X), self.sum.step * self.members)

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self.classes[decided(self.decision_function(X))]

    def predict_proba(self, X: np.ndarray | Table) -> np.ndarray:
        F = self.decision_function(X)
        return np.column_stack([probability(-F), probability(F)])

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """(members, cases): the classes after one member, after two, ..."""
        F = np.vstack([np.zeros(len(X)), self.staged_scores(X)])
        return self.classes[_decisions(F, self.sum.step)[1:]]

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        F = super()._scores_on(x, y, through)
        return None if F is None else settled(F.ravel(), self.sum.step * self.members).reshape(F.shape)


def _decisions(F: np.ndarray, step: float) -> np.ndarray:
    """The class indices after 0, 1, 2, ... rounds, from the scores (rounds + 1, cases)."""
    return np.array([decided(settled(scores, step * m)) for m, scores in enumerate(F)])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LogitStep(AdditiveStep):
    """One round (or the start, or the end); the loss is the mean log loss."""

    @property
    def probabilities(self) -> np.ndarray:
        """p of the training examples after this round."""
        return probability(self.scores)

    @property
    def responses(self) -> np.ndarray | None:
        """The working responses that this round's member was fitted to."""
        return response(self.model.sum.z, self._before) if self.round else None

    @property
    def weights(self) -> np.ndarray | None:
        """The weights with which this round's member was fitted."""
        return weight(self._before) if self.round else None

    @property
    def error(self) -> float:
        """The share of training examples that is decided wrongly."""
        return float(self.model.sum.errors[self.round])

    def _begins(self) -> str:
        return f"every probability is 1/2; log loss {self.loss:.4g}"

    def _happened(self) -> str:
        before = self.model.sum.losses[self.round - 1]
        return f"log loss {before:.4g} -> {self.loss:.4g}, training error {self.error:.4g}"


class LogitBoost(Boosts, Decides, Estimates, Classifier):
    """Boosting of the log loss for two classes, with any learner of numbers that takes weights.

    Parameters
    ----------
    learner : of the members, a learner of numbers that takes weights; None is ``RegressionTree(max_depth=1)``.
    rounds : how many members.
    shrinkage : the share of each Newton step that is made.
    """

    two_classes = True
    _WEIGHS = True

    def __init__(self, *, learner=None, rounds=50, shrinkage=1.0):
        self.learner = learner
        self.rounds = rounds
        self.shrinkage = shrinkage

    def _story(self, data: TrainingSet, told: bool) -> Iterator[LogitStep]:
        model = LogitModel(self._sum(data), self.rounds)
        if told:
            yield LogitStep(event=START, model=model.prefix(0), round=0)
            for m in range(1, self.rounds + 1):
                yield LogitStep(event=UPDATE, model=model.prefix(m), round=m, equation=5)
        reason = f"all rounds are done; log loss {model.sum.losses[-1]:.4g}, training error {model.sum.errors[-1]:.4g}"
        yield LogitStep(event=STOP, model=model, round=self.rounds, reason=reason)

    def _sum(self, data: TrainingSet) -> LogitSum:
        learner, models, z, step = self._member(), [], data.signs, self.shrinkage / 2
        scores = np.zeros((self.rounds + 1, len(z)))
        for m, F in enumerate(scores[:-1]):
            working = TrainingSet(data.X, response(z, F), weights=weight(F))
            models.append(members.trained(learner, working))  # (5)
            scores[m + 1] = F + step * models[-1].predict(data.X)  # (6)
        losses = np.logaddexp(0, -2 * z * scores).mean(axis=1)  # (1)
        errors = (_decisions(scores, step) != data.y).mean(axis=1)
        return LogitSum(members.gathered(models, TrainingSet(data.X, z)), 0.0, step, inputs.frozen(scores),
                        inputs.frozen(losses), data.classes, inputs.frozen(z), inputs.frozen(errors))  # fmt: skip
