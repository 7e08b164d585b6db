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

from labkit.learners.ensemble.prefix import Ensemble, SumOfScores


@dataclass(frozen=True, eq=False)
class Voters(Ensemble):
    """All members, and how much the vote of each weighs."""

    alphas: np.ndarray  # the vote weights
    prior: np.ndarray  # weights of the classes before the first round


class WeightedVote(SumOfScores):
    """The vote of the first few ``members``; equal scores are the first class (3)."""

    __slots__ = ()

    @property
    def alphas(self) -> np.ndarray:
        """The vote weight of each member."""
        return self.ensemble.alphas[: self.members]

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
