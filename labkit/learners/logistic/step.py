"""The step of two-class logistic regression: where the weights are, and what every example says there.

Lecture 06; deck 000 "Iteratively Reweighted Least Squares (IRLS)"; deck 003 "ESTIMATING THE WEIGHT VECTOR W"; deck 004
"Hessian". Inventory: I-000-014, I-003-044, I-004-076, I-004-078.

    a = w'x,  mu = g(a)                             score and probability of the second class             (1)
    gradient = sum of (mu - t) x                    t = 1 for the second class, 0 for the first           (2)
    s = mu (1 - mu)                                 weight of the example                                 (3)
    r = a + (t - mu) / s                            working response                                      (4)

Newton's next weights are the weighted least-squares fit of the numbers r with the weights s (with a penalty: the ridge
fit with the same lam): iteratively reweighted least squares. (3) is largest on the boundary, so far from it an example
hardly counts, and (4) is infinite where s has vanished.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from labkit.core.story import counted
from labkit.learners.descent.step import DescentStep
from labkit.learners.freedom import effective, rank
from labkit.learners.logistic.objective import LogisticObjective, LogisticPoint
from labkit.learners.probability import sigmoid


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LogisticStep(DescentStep):
    """One move of the optimiser (or the start, or the end). All numbers of the examples are those after the move."""

    signs: np.ndarray  # of the examples: +1 for the second class
    objective: LogisticObjective = field(repr=False)  # without an L1 penalty

    @property
    def point(self) -> LogisticPoint:
        """The likelihood (and ridge penalty) at these weights."""
        return self.objective.at(self.w[len(self.w) - len(self.objective.Z) :])

    @property
    def targets(self) -> np.ndarray:
        """t: 1 for the second class, 0 for the first."""
        return (self.signs > 0).astype(float)

    @property
    def scores(self) -> np.ndarray:
        """w'x of every example."""
        return self.signs * self.point.margins

    @property
    def probabilities(self) -> np.ndarray:
        """mu of every example."""
        return sigmoid(self.scores)  # (1)

    @property
    def residuals(self) -> np.ndarray:
        """mu - t: what every example says the score should fall by."""
        return -self.signs * self.point.doubts

    @property
    def terms(self) -> np.ndarray:
        """(examples, weights): what every example adds to the gradient of the loss."""
        return -(self.objective.Z * self.objective.weighted(self.point.doubts)).T  # (2)

    @property
    def weights(self) -> np.ndarray:
        """mu (1 - mu) of every example."""
        return self.objective.weighted(self.point.spread)  # (3)

    @property
    def responses(self) -> np.ndarray:
        """The working responses, which Newton's next weights fit best."""
        point = self.point
        right = self.objective.at(-point.w).doubts  # g(m), of the right class: (t - mu) / s is +-1 over it
        with np.errstate(divide="ignore"):
            return self.signs * (point.margins + 1 / right)  # (4)

    @property
    def hessian(self) -> np.ndarray:
        return self.point.hessian

    @property
    def mistakes(self) -> int:
        """Examples on the wrong side; a score of 0 is the first class."""
        return int(np.count_nonzero((self.scores > 0) != (self.signs > 0)))

    @property
    def unique(self) -> bool:
        """Whether no other weights have the same probabilities: the features do not depend on each other."""
        return rank(self.objective.Z, self.objective.lengths) == len(self.objective.Z)

    @property
    def degrees_of_freedom(self) -> float:
        """How many weights the likelihood chose: fewer with a penalty (L1: those that are not 0)."""
        point, A = self.point, np.diagonal(self.objective.curvature)
        if A.any():
            return effective(point.hessian - np.diag(A), A)
        kept = point.w != 0
        kept[0] |= len(kept) == len(self.w)  # the bias is never left out
        return float(rank(self.objective.Z[kept], self.objective.lengths[kept]))

    def _figures(self) -> str:
        told = super(LogisticStep, self)._figures()
        return f"{told}, {counted(self.mistakes, 'mistake')}"
