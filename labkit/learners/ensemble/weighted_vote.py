"""Members that vote, each with its own weight: what AdaBoost's rounds add up to.

Lecture 20; deck 000 "AdaBoost". Inventory: I-000-107.

    F(x) = sum_m alpha_m f_m(x)              two classes, f_m = -1 or +1                        (1)
    F_k(x) = sum_m alpha_m [f_m(x) = k]      more classes: a score for each                     (2)
    z^(x) = sgn F(x), or the k with the largest F_k(x); equal scores are the first class        (3)

Scores closer than 1e-12 of all alphas are equal. Without any member the scores are the weights of the classes at the
start, so that the answer is the heaviest one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.table import Table
from labkit.learners.ensemble.members import TreeMembers
from labkit.learners.ensemble.prefix import Ensemble, Prefix
from labkit.learners.grid import ClassGrids, image, points

EQUAL_SCORES = 1e-12  # relative to the sum of all alphas: what rounding may make of a tie


@dataclass(frozen=True, eq=False)
class Voters(Ensemble):
    """All members, and how much the vote of each weighs."""

    alphas: np.ndarray  # the vote weights
    start: np.ndarray  # weights of the classes before the first round


class WeightedVote(ClassGrids, Prefix):
    """The vote of the first few ``members``."""

    __slots__ = ()

    @property
    def alphas(self) -> np.ndarray:
        """The vote weight of each member."""
        return self.ensemble.alphas[: self.members]

    # ---- predicting

    def decision_function(self, X: np.ndarray | Table) -> np.ndarray:
        """Two classes: one score, positive for the second class. More: one column each, the largest wins."""
        last = deque(self._staged(X), maxlen=1)
        return settled(*last[0]) if last else self._start(len(X))

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self.classes[decided(self.decision_function(X))]

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """The classes after 1, 2, ... members: (members, cases)."""
        staged = np.array([decided(settled(*scores)) for scores in self._staged(X)], dtype=int)
        return self.classes[staged.reshape(self.members, len(X))]

    def _start(self, cases: int) -> np.ndarray:
        weights = self.ensemble.start
        return np.full(cases, weights[1] - weights[0]) if len(weights) == 2 else np.tile(weights, (cases, 1))

    def _staged(self, X: np.ndarray | Table) -> Iterator[tuple[np.ndarray, float]]:
        """The scores and the sum of the alphas after 1, 2, ... members."""
        scores, total = no_votes(len(X), len(self.classes)), 0.0
        for alpha, answers in zip(self.alphas.tolist(), self.ensemble.members.answers(X, self.members), strict=True):
            scores, total = with_vote(scores, answers, alpha), total + alpha
            yield scores, total

    # ---- on a grid

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        """None where the examples are no points of a plane."""
        if through is not None or not self.ensemble.members.plane:
            return None
        paints = self.members and isinstance(self.ensemble.members, TreeMembers)
        return image(self._painted(x, y) if paints else self.decision_function(points(x, y)), x, y)

    def _painted(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """The scores at ``points(x, y)``: each leaf of a tree is a box that holds its member's alpha."""
        arrays, two = self.ensemble.members.arrays, len(self.classes) == 2
        alpha, answer = self.ensemble.alphas[arrays.owner], arrays.nodes.prediction
        votes = [alpha * (2 * answer - 1)] if two else [alpha * (answer == k) for k in range(len(self.classes))]
        layers = [arrays.painted(values, x, y, slice(self.members)).ravel() for values in votes]
        return settled(layers[0] if two else np.column_stack(layers), float(self.alphas.sum()))


# ---------------------------------------------------------------- scores: (cases,) or, of K > 2 classes, (cases, K)


def no_votes(cases: int, classes: int) -> np.ndarray:
    return np.zeros(cases) if classes == 2 else np.zeros((cases, classes))


def with_vote(scores: np.ndarray, answers: np.ndarray, alpha: float) -> np.ndarray:
    """The scores when one more member has answered with these class indices."""
    if scores.ndim == 1:
        return scores + np.where(answers == 1, alpha, -alpha)  # (1)
    scores = scores.copy()
    scores[np.arange(len(scores)), answers] += alpha  # (2)
    return scores


def settled(scores: np.ndarray, total: float) -> np.ndarray:
    """The scores with exact ties where they are equal up to rounding; ``total`` is the sum of the alphas."""
    if scores.ndim == 1:
        return np.where(np.abs(scores) <= EQUAL_SCORES * total, 0.0, scores)
    largest = scores.max(axis=1, keepdims=True)
    return np.where(scores >= largest - EQUAL_SCORES * total, largest, scores)


def decided(scores: np.ndarray) -> np.ndarray:
    """The class indices that settled scores stand for."""
    return (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)  # (3)
