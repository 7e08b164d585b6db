"""A score that is a sum: where boosting begins, and a share of what each member says.

Lecture 21; deck 000 "Gradient Boosting Algorithm". Inventory: I-000-109, I-000-110.

    F_k(x) = F_0 + step (f_1(x) + ... + f_k(x))                                (1)

``L2Boost`` predicts F itself, ``LogitBoost`` the class that its sign names.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Learner, Regressor, TrainingSet
from labkit.core.story import CountedStep
from labkit.core.table import Table
from labkit.learners.ensemble import members
from labkit.learners.ensemble.members import Prefix, Singles, Trees
from labkit.learners.tree.regression import RegressionTree


@dataclass(frozen=True, slots=True, eq=False)
class Additive:
    """What all moments of a story share."""

    members: Singles | Trees
    start: float  # F_0
    step: float  # what each member's answer is multiplied by
    scores: np.ndarray  # (rounds + 1, examples): F of the training examples after so many rounds
    losses: np.ndarray  # (rounds + 1,): of the training examples


@dataclass(frozen=True, slots=True, eq=False)
class AdditiveModel(Prefix):
    """The first members of the sum; abstract."""

    sum: Additive
    members: int

    @property
    def _all(self) -> Singles | Trees:
        return self.sum.members

    def scores(self, X: np.ndarray | Table) -> np.ndarray:
        """F(x)."""
        total = np.full(len(X), self.sum.start)
        for answer in self.sum.members.answers(X, self.members):  # in the order of training: the same roundings
            total += self.sum.step * answer  # (1)
        return total

    def staged_scores(self, X: np.ndarray | Table) -> np.ndarray:
        """(members, cases): F after one member, after two, ..."""
        return self.sum.start + self.sum.step * self.sum.members.answers(X, self.members).cumsum(axis=0)

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        """F on a grid; None where the examples are no points of a plane."""
        if through is not None or not self.sum.members.plane:
            return None
        return self.sum.start + self.sum.step * self.sum.members.summed(lambda f: f, x, y, self.members)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AdditiveStep(CountedStep):
    """One round (or the start, or the end); everything is read off the shared sum."""

    noun = "round"
    round: int  # rounds so far

    @property
    def scores(self) -> np.ndarray:
        """F of the training examples after this round."""
        return self.model.sum.scores[self.round]

    @property
    def weak(self):
        """This round's member by itself."""
        return self.model.member(self.round - 1) if self.round else None

    @property
    def loss(self) -> float:
        """Of the training examples."""
        return float(self.model.sum.losses[self.round])

    @property
    def _before(self) -> np.ndarray:
        return self.model.sum.scores[self.round - 1]


class Boosts(Learner):
    """What learners that add up the answers of any learner of numbers share; abstract."""

    _WEIGHS = False  # whether the members must take weights

    def _member(self) -> Learner:
        return members.chosen(self.learner, RegressionTree(max_depth=1), Regressor, weighs=self._WEIGHS)

    def _features(self, X) -> np.ndarray | Table:
        return self._member()._features(X)

    def _check(self, data: TrainingSet) -> None:
        inputs.number("rounds", self.rounds, least=1, whole=True)
        inputs.number("shrinkage", self.shrinkage, above=0, most=1)
        members.check(self._member(), TrainingSet(data.X, data.y.astype(float)))
