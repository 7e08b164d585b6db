"""What linear regression goes down: half the sum of the squared errors, and a penalty on the slopes.

Lecture 03; deck 003 "LINEAR REGRESSION WITH SQUARED LOSS", "SOLUTION VIA GRADIENT-BASED METHODS"; deck 004
"Optimization - How to optimize?". Inventory: I-003-011, I-003-018, I-004-011, I-004-012.

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

The losses of the slides with their gradients, as they are and as they are printed:

    L(w) = sum of (y - w'x)^2                  deck 003                                               (4)
    gradient = -2 sum of (y - w'x) x                                                                  (5)
    printed:    -  sum of (y - w'x) x          the gradient of L / 2                                  (6)
    T(w) = mean of (w'x - y)^2                 deck 004, "TrainLoss"                                  (7)
    gradient = mean of 2 (w'x - y) x                                                                  (8)
    printed:   mean of 2 (w'x - y)^2 x         no gradient of anything                                (9)

Gradient descent is stable for rates below 2 over the largest curvature: the largest eigenvalue of X'X times 2 for (5),
times 1 for (6), times 2 / N for (8); ``stable_rate`` of ``descent.first_order`` gives it, and every step downhill.

Departures from the slides: (5) for (6), which doubles the rates that seem safe (E-003-03); (8) for (9), whose error
is squared, so that its sign is lost and the descent goes uphill (E-004-01).
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.core.story import read
from labkit.learners.descent.objective import Objective, PlainObjective, Point, once


class SquaredPoint(Point):
    """The objective at w."""

    @once
    def errors(self) -> np.ndarray:
        return self.objective.A @ self.w - self.objective.y  # r

    @once
    def value(self) -> float:
        J = self.objective
        return 0.5 * float(J.share * (self.errors @ self.errors) + self.w @ (J.penalty * self.w))  # (1)

    @once
    def gradient(self) -> np.ndarray:
        J = self.objective
        return J.share * (self.errors @ J.A) + J.penalty * self.w  # (2)

    hessian = read("objective.hessian")


class SquaredLoss(Objective):
    """(1) for the rows of A with the numbers y; ``penalty`` is the diagonal of P, ``share`` what one example weighs."""

    convex, point = True, SquaredPoint

    def __init__(self, A: np.ndarray, y: np.ndarray, penalty: np.ndarray, share: float = 1.0):
        self.A, self.y, self.penalty, self.share = A, y, penalty, share

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


# ---------------------------------------------------------------- the slides' losses


def sum_of_squares(X, y, *, printed: bool = False) -> PlainObjective:
    """Deck 003's L, for any optimiser: without a constant input unless X has a column of ones."""
    X, y = _examples(X, y)
    times = 1.0 if printed else 2.0
    return PlainObjective(
        lambda w: ((y - X @ w) ** 2).sum(),  # (4)
        lambda w: -times * (X.T @ (y - X @ w)),  # (5), (6)
        lambda w: times * (X.T @ X),
        smoothness=times * _largest(X),
    )


def train_loss(X, y, *, printed: bool = False) -> PlainObjective:
    """Deck 004's TrainLoss, for any optimiser: without a constant input unless X has a column of ones."""
    X, y = _examples(X, y)
    power = 2 if printed else 1
    return PlainObjective(
        lambda w: ((X @ w - y) ** 2).mean(),  # (7)
        lambda w: 2 * (X.T @ (X @ w - y) ** power) / len(y),  # (8), (9)
        lambda w: 2 * (X.T @ X) / len(y),
        smoothness=None if printed else 2 / len(y) * _largest(X),
    )


def _examples(X, y) -> tuple[np.ndarray, np.ndarray]:
    X, y = inputs.matrix(X), inputs.numbers(y)
    inputs.same_length(X, y)
    return X, y


def _largest(X: np.ndarray) -> float:
    """Eigenvalue of X'X."""
    return float(np.linalg.norm(X, 2) ** 2)
