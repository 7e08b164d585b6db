"""The losses of the slides with their gradients, as they are and as they are printed.

Lecture 03; deck 003 "SOLUTION VIA GRADIENT-BASED METHODS"; deck 004 "Optimization - How to optimize?".
Inventory: I-003-018, I-004-011, I-004-012.

    L(w) = sum of (y - w'x)^2                  deck 003                                               (1)
    gradient = -2 sum of (y - w'x) x                                                                  (2)
    printed:    -  sum of (y - w'x) x          the gradient of L / 2                                  (3)
    T(w) = mean of (w'x - y)^2                 deck 004, "TrainLoss"                                  (4)
    gradient = mean of 2 (w'x - y) x                                                                  (5)
    printed:   mean of 2 (w'x - y)^2 x         no gradient of anything                                (6)

Gradient descent on the slides' terms is stable for rates below 2 / L, where L is the largest curvature: the largest
eigenvalue of X'X times 2 for (2), times 1 for (3), times 2 / N for (5); ``stable_rate`` gives it.

Departures from the slides: (2) for (3), which doubles the rates that seem safe (E-003-03); (5) for (6), whose error
is squared, so that its sign is lost and the descent goes uphill (E-004-01).
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.learners.descent.objective import PlainObjective


def sum_of_squares(X, y, *, printed: bool = False) -> PlainObjective:
    """Deck 003's L, for any optimiser: without a constant input unless X has a column of ones."""
    X, y = _examples(X, y)
    times = 1.0 if printed else 2.0
    return PlainObjective(
        lambda w: ((y - X @ w) ** 2).sum(),  # (1)
        lambda w: -times * (X.T @ (y - X @ w)),  # (2), (3)
        lambda w: times * (X.T @ X),
        smoothness=times * _largest(X),
    )


def train_loss(X, y, *, printed: bool = False) -> PlainObjective:
    """Deck 004's TrainLoss, for any optimiser: without a constant input unless X has a column of ones."""
    X, y = _examples(X, y)
    power = 2 if printed else 1
    return PlainObjective(
        lambda w: ((X @ w - y) ** 2).mean(),  # (4)
        lambda w: 2 * (X.T @ (X @ w - y) ** power) / len(y),  # (5), (6)
        lambda w: 2 * (X.T @ X) / len(y),
        smoothness=None if printed else 2 / len(y) * _largest(X),
    )


def stable_rate(objective: PlainObjective) -> float:
    """Gradient descent converges for every rate below it, and for none above."""
    if not objective.smoothness:
        raise ValueError(
            f"objective: expected one of bounded curvature above 0, got {objective.smoothness}; no rate is known for it"
        )
    return 2 / objective.smoothness


def _examples(X, y) -> tuple[np.ndarray, np.ndarray]:
    X, y = inputs.matrix(X), inputs.numbers(y)
    inputs.same_length(X, y)
    return X, y


def _largest(X: np.ndarray) -> float:
    """Eigenvalue of X'X."""
    return float(np.linalg.norm(X, 2) ** 2)
