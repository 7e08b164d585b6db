"""One class's normal distribution moves towards where its part of a bound is least, and all of them together.

Lecture 08; deck 000 "Jensen + Log-normal + Variational in Multi-class Case". Inventory: I-000-024.

With F_k(m, S) the part of class k, q_k = N(m, S), and the prior N(w0, S0):

    H = the part of the examples + S0^-1,  g = the gradient of F_k by m        ``derivatives``            (7)
    m <- m - eta H^-1 g,  S^-1 <- S^-1 + eta (H - S^-1)                     eta = 1, 1/2, ...: F_k falls  (8)

F_k is convex; where it is least S^-1 = H and g = 0, and (8) goes there: Newton's move for the mean, the natural
gradient's for the precision. Near the end, where rounding hides the fall, its slope tells. A bound is flat at its top,
so that it says nothing of when to stop: there

    r_k^2 = g'H^-1 g + |R'(H - S^-1) R|^2 / 2,  S = R R'                                                  (9)

says, where the tangents touch, how far (8) would still move q_k, in standard deviations of q_k.

Under a wide prior the classes follow each other slowly: after a thousand rounds on the irises a mean is still far from
its end. So after the first rounds all of them also move at once, where that raises the bound:

    all m_k and S_k^-1 go where the last rounds lead                    together (``engine.extrapolation``)  (10)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.core.inputs import frozen
from labkit.learners.bayesian.engine.extrapolation import Extrapolation
from labkit.learners.bayesian.engine.last_few import LastFew
from labkit.learners.bayesian.normal import Normal
from labkit.learners.descent.line_search import C1, ROUNDING
from labkit.learners.descent.second_order import solved

TOGETHER = 10  # the equation of the moves of all classes
MOST_ROUNDS, LEAST_ROUNDS = 1000, 20  # where ``max_iterations`` is None
MULTIPLICATIONS = 2.5e9  # of all these rounds, about a second
MOVES = 5  # of one class before the next has its turn; 1 where the weights are many
SMALL_SHARE = 0.1  # of what the first of these moves promised: the tangents have more to give
LEAST_GAIN = 1e-30  # a move that promises less is not made
HALVINGS = 40  # of eta at most
LEAST_VARIANCE = 1e-12  # of the variance that fits: less is none


def budget(X: np.ndarray, parts: int) -> tuple[int, int]:
    """How many rounds where nobody says, and how many moves of each class in a round."""
    rounds = int(np.clip(MULTIPLICATIONS / (X.size * X.shape[1] * parts), LEAST_ROUNDS, MOST_ROUNDS))
    return rounds, MOVES if rounds == MOST_ROUNDS else 1


class ClassMoves:
    """Abstract: for a bound that has ``class_objective``, ``derivatives``, ``tighten`` and ``bound``."""

    def __init__(self, rounds: int, moves: int):
        self.rounds, self.moves = rounds, moves
        self._direction = LastFew(self._found_direction, self.Z.shape[1])
        self._extrapolation = Extrapolation()

    def fits(self, qs: Sequence[Normal], log_slopes: np.ndarray) -> list[Normal]:
        """A few moves of every class."""
        return [self.fit(k, q, log_slopes) for k, q in enumerate(qs)]

    def fit(self, k: int, q: Normal, log_slopes: np.ndarray) -> Normal:
        """A few moves of class k."""
        F, most, eta = self.class_objective(k, q, log_slopes), 0.0, 1.0
        for _ in range(self.moves):
            m, P, gain = self._direction(k, q, log_slopes)
            most = max(most, gain)
            if not gain > max(SMALL_SHARE * most, LEAST_GAIN):
                break
            longest = min(1.0, 2.0 * eta)
            for eta in longest * 0.5 ** np.arange(HALVINGS):
                moved = Normal(frozen(q.mean + eta * m), frozen(q.precision + eta * P), self.prior.least)  # (8)
                F_moved = self.class_objective(k, moved, log_slopes)
                if F_moved <= F - C1 * eta * gain:
                    break
                unseen = eta * gain <= ROUNDING * abs(F) and F_moved <= F + ROUNDING * abs(F)
                if unseen and self._slope(moved, *self._pull(k, moved, log_slopes), m, P) <= (1 - 2 * C1) * gain:
                    break
            else:
                break
            q, F = moved, F_moved
        return q

    def together(self, before: Sequence[Normal], qs: Sequence[Normal]) -> Sequence[Normal] | None:
        """Where the last rounds lead all classes, if the bound is higher there."""
        farther = self._extrapolation.after(before, qs) if self.entropy else None  # (10)
        if farther is None or not self.bound(farther, self.tighten(farther)) > self.bound(qs, self.tighten(qs)):
            return None
        return farther

    def _pull(self, k: int, q: Normal, log_slopes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """H and g."""
        H, excess = self.derivatives(k, q, log_slopes)
        return H, excess + self.prior.precision @ (q.mean - self.prior.mean)

    def _found_direction(self, k: int, q: Normal, log_slopes: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
        """The moves of the mean and of the precision in (8), and by how much F_k falls per eta at first."""
        (H, g), R = self._pull(k, q, log_slopes), q.root
        m, P = solved(H, -g), H - q.precision
        if not self.entropy:  # every narrower q is better: twice as narrow, until it is a point
            P = H + q.precision if np.trace(R.T @ H @ R) > LEAST_VARIANCE else np.zeros_like(H)
        return m, P, -self._slope(q, H, g, m, P)

    def _slope(self, q: Normal, H: np.ndarray, g: np.ndarray, m: np.ndarray, P: np.ndarray) -> float:
        """By how much F_k rises per eta along m and P."""
        R, excess = q.root, H - q.precision if self.entropy else H
        return float(g @ m - 0.5 * ((R.T @ excess @ R) * (R.T @ P @ R)).sum())

    def distance(self, qs: Sequence[Normal], log_slopes: np.ndarray) -> float:
        """The largest r_k."""
        gains = [self._direction(k, q, log_slopes)[2] for k, q in enumerate(qs)]
        return max(0.0, *gains) ** 0.5  # (9)
