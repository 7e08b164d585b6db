"""Members that vote, each with its own weight: what AdaBoost's rounds add up to.

Lecture 20; deck 000 "AdaBoost". Inventory: I-000-107.

    F(x) = sum_m alpha_m f_m(x)              two classes, f_m = -1 or +1                        (1)
    F_k(x) = sum_m alpha_m [f_m(x) = k]      more classes: a score for each                     (2)
    z^(x) = sgn F(x), or the k with the largest F_k(x); equal scores are the first class        (3)

Without any member the scores are the weights of the classes at the
start, so that the answer is the heaviest one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.table import Table
from labkit.learners.ensemble.members import GrowingWhole
from labkit.learners.ensemble.prefix import Ensemble, SumOfScores


@dataclass(frozen=True, eq=False)
class Voters(Ensemble):
    """All members, and how much the vote of each weighs."""

    votes: GrowingWhole  # (2, members): the vote weights, and the weighted errors that they follow from
    prior: np.ndarray  # weights of the classes before the first round

    @property
    def alphas(self) -> np.ndarray:
        return self.votes.whole[0]

    @property
    def epsilons(self) -> np.ndarray:
        return self.votes.whole[1]

    def end(self) -> None:
        """No round will follow."""
        self.trained.end()
        self.votes.end()


class WeightedVote(SumOfScores):
    """The vote of the first few ``members``; equal scores are the first class (3)."""

    __slots__ = ()

    @property
    def alphas(self) -> np.ndarray:
        """The vote weight of each member."""
        return self.ensemble.alphas[: self.members]

    @property
    def epsilons(self) -> np.ndarray:
        """The weighted error of each member in its round."""
        return self.ensemble.epsilons[: self.members]

    def ambiguous(self, X: np.ndarray | Table) -> np.ndarray:
        """Whether the votes of a case tie: then the first of these classes is its answer, as (3) says."""
        return tied(self.decision_function(X))

    @property
    def start(self) -> np.ndarray:
        prior = self.ensemble.prior
        prior = prior[1:] - prior[:1] if len(prior) == 2 else prior
        return np.zeros(len(prior)) if self.members else prior

    def _term(self, c: int, answers: np.ndarray, b: np.ndarray) -> np.ndarray:
        if len(self.classes) == 2:
            return self.ensemble.alphas[b] * (2 * answers - 1)  # (1)
        return self.ensemble.alphas[b] * (answers == c)  # (2)

    def _size(self, members: np.ndarray | int) -> np.ndarray | float:
        return np.append(0.0, self.ensemble.alphas.cumsum())[members]


def tied(scores: np.ndarray) -> np.ndarray:
    """Whether settled scores leave several classes equal: (cases,), or (cases, classes) of more than two classes."""
    if scores.ndim == 1:
        return scores == 0
    return (scores == scores.max(axis=1, keepdims=True)).sum(axis=1) > 1
