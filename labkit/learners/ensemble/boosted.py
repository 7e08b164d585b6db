"""What gradient boosting has learned: a start, and trees whose scores are added to it.

Lecture 21; deck 000 "Gradient Boosting Algorithm", "Gradient Boosting Implementation". Inventory: I-000-111, I-000-114.

    F_m(x) = F_0 + eps sum over the rounds 1..m of w(leaf of x in the round's tree)     (1)

Every step of the story is a number m beside the same trees. For K classes a round has K trees, one a class.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.table import Table
from labkit.learners.ensemble.losses import Logistic, Softmax
from labkit.learners.ensemble.prefix import Ensemble, Prefix, SumOfNumbers, SumOfScores
from labkit.learners.tree.model import TreeModel


@dataclass(frozen=True, eq=False)
class BoostedTrees(Ensemble):
    """The trees of all rounds: tree k of round b is ``members.member(b * len(start) + k)``; its w are not shrunk."""

    start: np.ndarray  # F_0, one for every score
    shrinkage: float

    def __len__(self) -> int:
        return len(self.members) // len(self.start)


class BoostModel(Prefix):
    """The first ``members`` rounds; abstract."""

    __slots__ = ()

    @property
    def start(self) -> np.ndarray:
        """F_0."""
        return self.ensemble.start

    def member(self, b: int, score: int = 0) -> TreeModel:
        """The tree of round b (from 0), of several classes that of class ``score``. It predicts w, not yet shrunk."""
        inputs.number("b", b, least=0, below=len(self.ensemble), whole=True)
        inputs.number("score", score, least=0, below=len(self.start), whole=True)
        return self.ensemble.members.member(b * len(self.start) + score)

    def _term(self, c: int, answers: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self.ensemble.shrinkage * answers  # (1)

    def _adding(self, c: int) -> slice:
        return slice(c, len(self.start) * self.members, len(self.start))


class ScoreModel(BoostModel, SumOfNumbers):
    """A number: F itself."""

    __slots__ = ()


class DecisionModel(BoostModel, SumOfScores):
    """The class that F decides for."""

    __slots__ = ()

    def predict_proba(self, X: np.ndarray | Table) -> np.ndarray:
        """A column for each class."""
        F = self.decision_function(X)
        if F.ndim == 2:
            return Softmax.probabilities(F.T).T
        return np.column_stack([Logistic.probabilities(-F), Logistic.probabilities(F)])

    def _size(self, members: np.ndarray | int) -> np.ndarray | float:
        return self.ensemble.shrinkage * members
