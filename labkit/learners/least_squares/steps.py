"""The steps of linear regression: a solution in one go or on the ridge path, a move downhill.

Lecture 03; deck 003 "RIDGE REGRESSION: EFFECT OF REGULARIZATION", "FITTING A (HYPER) PLANE TO THE DATA".
Inventory: I-003-010, I-003-014.

With the singular values s of the (centred) features, ridge regression shrinks what the numbers say along the i-th
direction by s_i^2 / (s_i^2 + lam). The sum of these shares are the degrees of freedom that are left:

    df(lam) = sum of s_i^2 / (s_i^2 + lam), and 1 for the bias          (1)
    condition = (s_1^2 + lam) / (s_d^2 + lam)                           (2), of the matrix X'X + lam I

Departures from the slides: a hyperplane is fitted as the graph y = w'x in the space of (x, y), whose normal is
(w, -1); w'x = 0 is not what is fitted (E-003-05).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from labkit.core.story import Step
from labkit.learners.descent.first_order import stable_rate
from labkit.learners.descent.step import DescentStep
from labkit.learners.freedom import effective, rank
from labkit.learners.least_squares.objective import SquaredLoss
from labkit.learners.linear import HasWeights


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RidgeStep(HasWeights, Step):
    """The solution for one lam. In one go y is projected onto what the features reach; a path keeps no projections."""

    lam: float
    rss: float  # the sum of the squared errors
    singular_values: np.ndarray  # of the features, centred where there is an intercept; the largest first
    rank: int  # so many of them are above rounding
    intercept: bool
    fitted: np.ndarray | None = None  # the projection: what the model says of each example
    residuals: np.ndarray | None = None  # what is left of y, perpendicular to every feature where lam is 0

    @property
    def slopes(self) -> np.ndarray:
        return self.model.w[1:]

    @property
    def loss(self) -> float:
        """The objective: half the sum of the squared errors, and the penalty."""
        return 0.5 * self.rss + 0.5 * self.lam * float(self.slopes @ self.slopes)

    @property
    def degrees_of_freedom(self) -> float:
        s = self.singular_values[: self.rank] ** 2
        shares = s / (s + self.lam) if self.lam else np.ones(self.rank)  # what is left of each direction
        return float(shares.sum()) + self.intercept  # (1)

    @property
    def condition(self) -> float:
        """How much errors of X'y may grow on the way to the slopes; infinite where many slopes fit alike."""
        if self.rank == 0:
            return np.inf if self.lam == 0 else 1.0
        s = self.singular_values**2
        least = s[-1] if self.rank == len(self.slopes) else 0.0
        return float((s[0] + self.lam) / (least + self.lam)) if least + self.lam > 0 else np.inf  # (2)

    @property
    def normal(self) -> np.ndarray:
        """Of the fitted (hyper)plane in the space of (x, y)."""
        return np.append(self.slopes, -1.0)

    @property
    def caption(self) -> str:
        solved = "" if self.fitted is None else "solved with "
        penalty = f"lam {self.lam:.3g}" if self.lam else "no penalty"
        freedom = f"{self.degrees_of_freedom:.3g}"
        degrees = f"{freedom} degree{'' if freedom == '1' else 's'} of freedom"
        return (
            f"{solved}{penalty}: residual sum of squares {self.rss:.4g}, {degrees}{self.reason and '; '}{self.reason}"
        )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LeastSquaresStep(DescentStep):
    """One move downhill (or the start, or the end). ``loss`` is half the sum of squared errors, and the penalty.

    ``objective`` is what it goes down: ``objective.at(w).value`` anywhere, as a picture of the valley asks it (for
    intercept=False w is without the bias).
    """

    objective: SquaredLoss = field(repr=False)

    @property
    def lam(self) -> float:
        return float(self.objective.penalty[-1])

    @property
    def stable_rate(self) -> float:
        """Gradient descent without momentum converges for every rate below it, and for none above."""
        return stable_rate(self.objective)

    @property
    def degrees_of_freedom(self) -> float:
        """(1), also where the bias was on its way downhill with the slopes."""
        A, penalty = self.objective.A, self.objective.penalty
        if penalty.any():
            return effective(A.T @ A, penalty)
        lengths = np.linalg.norm(A, axis=0)
        return float(rank(A.T, np.where(lengths > 0, lengths, 1.0)))

    @property
    def residuals(self) -> np.ndarray:
        """y - (w'x + b) of every example, after the move."""
        A = self.objective.A
        return self.objective.y - A @ self.w[len(self.w) - A.shape[1] :]

    @property
    def rss(self) -> float:
        """The sum of the squared errors."""
        residuals = self.residuals
        return float(residuals @ residuals)
