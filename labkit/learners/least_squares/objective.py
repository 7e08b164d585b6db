"""What linear regression goes down: half the sum of the squared errors, and a penalty on the slopes.

Lecture 03; deck 003 "LINEAR REGRESSION WITH SQUARED LOSS", "SOLUTION VIA GRADIENT-BASED METHODS"; deck 004
"Optimization - How to optimize?". Inventory: I-003-011, I-003-018, I-004-011.

With r = A w - y, where the rows of A are the examples (the constant input 1 in front, where there is an intercept), and
P a diagonal matrix, lam for a slope and 0 for the bias:

    J(w) = 1/2 r'r + 1/2 w'P w            (1)
    gradient = A'r + P w                  (2)
    Hessian = A'A + P                     (3)

What "lambda" and the rate mean in the decks:
    here                     1/2 sum of squares + (lam/2) |w|^2, the bias left out
    deck 003, ridge          sum of squares + lam |w|^2: twice J, so the same lam has the same minimum, and as the
                             gradient is twice (2), a rate eta there moves as far as 2 eta here
    deck 004, "TrainLoss"    mean of squares: 2 J / N, so a rate eta there moves as far as 2 eta / N here
    decks 000 and 003, logistic regression     loss + lam |w|^2: ours with 2 lam
    deck 004, logistic regression              loss + (lam/2) |w|^2, as here
"""

from __future__ import annotations

import numpy as np

from labkit.learners.descent.objective import in_blocks, once


class SquaredPoint:
    """The objective at w."""

    def __init__(self, objective: SquaredLoss, w: np.ndarray):
        self._objective, self.w = objective, w

    @once
    def errors(self) -> np.ndarray:
        return self._objective.A @ self.w - self._objective.y

    @once
    def _pull(self) -> np.ndarray:
        return self._objective.penalty * self.w

    @once
    def value(self) -> float:
        return 0.5 * float(self._objective.share * (self.errors @ self.errors) + self.w @ self._pull)  # (1)

    @once
    def gradient(self) -> np.ndarray:
        return self._objective.share * (self.errors @ self._objective.A) + self._pull  # (2)

    @property
    def hessian(self) -> np.ndarray:
        return self._objective.hessian


class SquaredLoss:
    """(1) for the rows of A with the numbers y; ``penalty`` is the diagonal of P, ``share`` what one example weighs."""

    convex = True

    def __init__(self, A: np.ndarray, y: np.ndarray, penalty: np.ndarray, share: float = 1.0):
        self.A, self.y, self.penalty, self.share = A, y, penalty, share

    def at(self, w: np.ndarray) -> SquaredPoint:
        return SquaredPoint(self, w)

    def values(self, W) -> np.ndarray:
        """(1) at many places, (..., weights): for a picture of the valley."""
        return in_blocks(self._values, W, self.examples)

    def _values(self, W: np.ndarray) -> np.ndarray:
        errors = W @ self.A.T - self.y
        return 0.5 * (self.share * np.vecdot(errors, errors) + W**2 @ self.penalty)  # (1)

    @once
    def hessian(self) -> np.ndarray:
        return self.share * (self.A.T @ self.A) + np.diag(self.penalty)  # (3), the same everywhere

    @once
    def smoothness(self) -> float | None:
        """The largest curvature; None where there is none at all."""
        return float(np.linalg.eigvalsh(self.hessian)[-1]) or None

    @once
    def scale(self) -> np.ndarray:
        """The largest gradient that (2) can have at w = 0 for numbers as long as y; 1 where that is 0."""
        largest = self.share * np.linalg.norm(self.A, axis=0) * np.linalg.norm(self.y)
        return np.where(largest > 0, largest, 1.0)

    @property
    def examples(self) -> int:
        return len(self.y)

    def part(self, rows: np.ndarray) -> SquaredLoss:
        """The objective per example, as these examples show it."""
        return SquaredLoss(self.A[rows], self.y[rows], self.penalty / self.examples, 1 / len(rows))
