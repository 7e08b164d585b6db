"""Two losses of one example, as functions of its score: the cross-entropy and the squared error of the sigmoid.

Lecture 06; deck 003 "LOGISTIC REGRESSION: THE LOSS FUNCTION". Inventory: I-003-043.

For the score a, mu = g(a), s = mu (1 - mu) and the target t = 0 or 1:

    cross-entropy   ln (1 + e^a) - t a      slope  mu - t              curvature  s >= 0                             (1)
    squared         (mu - t)^2              slope  2 s (mu - t)        curvature  2 s [s + (mu - t) (1 - 2 mu)]      (2)

(1) is convex. (2) is not: where the example is wrong and sure of it, its curvature is below 0 and its slope vanishes:
a way downhill that starts there starts on a plateau.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from labkit.learners.probability import sigmoid, softplus


class Loss(NamedTuple):
    """The loss at a score, and its first two derivatives there."""

    value: np.ndarray
    slope: np.ndarray
    curvature: np.ndarray


def cross_entropy(a, t) -> Loss:
    a, t = np.asarray(a, dtype=float), np.asarray(t, dtype=float)
    mu = sigmoid(a)
    return Loss(softplus(a) - t * a, mu - t, mu * (1 - mu))  # (1)


def squared_error(a, t) -> Loss:
    mu, t = sigmoid(a), np.asarray(t, dtype=float)
    s, off = mu * (1 - mu), mu - t
    return Loss(off**2, 2 * s * off, 2 * s * (s + off * (1 - 2 * mu)))  # (2)
