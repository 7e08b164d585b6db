"""The perceptron convergence theorem (Novikoff), at every step of a story.

Lecture 09; deck 000 "Linear Perceptron Convergence Theorem". Inventory: I-000-047, I-000-048, I-000-049.

With a separator w*, its gap b* = min w*'z > 0 and the reach beta = max |z|, every update n of ``rosenblatt`` keeps

    w*'w  >=  w*'w(0) + b* sum(eta)                              (7)
    |w|^2 <=  |w(0)|^2 + beta^2 sum(eta^2) + 2 b sum(eta)        (8)
    n <= |w*|^2 (beta^2 + 2 b / eta) / b*^2                      (9), constant eta from w(0) = 0
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.learners.linear import HasWeights
from labkit.learners.sweeps import SweepStep


@dataclass(frozen=True, slots=True, eq=False)
class Theorem:
    """What the theorem knows of the data once a separator is known."""

    separator: np.ndarray
    gap: float  # b* = min w*'z
    reach: float  # beta = max |z|
    margin: float  # b of the test
    start: np.ndarray

    @classmethod
    def of(cls, separator, Z: np.ndarray, margin: float, start: np.ndarray) -> Theorem:
        """For the signed examples Z; refuses weights that do not separate them."""
        w_star = inputs.weights("separator", separator, Z.shape[1])
        scores = Z @ w_star
        if scores.min() <= 0:
            raise ValueError(
                f"separator: expected w*'z > 0 for every example, got {scores.min():.4g} for example "
                f"{scores.argmin()}; pass weights that separate these data, or None"
            )
        reach = float(np.linalg.norm(Z, axis=1).max())
        return cls(w_star, float(scores.min()), reach, margin, inputs.frozen(start))

    def mistake_bound(self, eta: float) -> float:
        """The most updates possible at a constant eta; (9) when started at zero."""
        s, g = np.linalg.norm(self.separator), self.gap
        grow = (eta * self.reach) ** 2 + 2 * eta * self.margin
        # (7) <= |w*| sqrt of (8) is a quadratic in n: a n^2 + b n + c <= 0
        a, first = (eta * g) ** 2, self.separator @ self.start
        b, c = 2 * eta * g * first - s**2 * grow, first**2 - s**2 * (self.start @ self.start)
        return float((-b + np.sqrt(max(b * b - 4 * a * c, 0.0))) / (2 * a))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PerceptronStep(HasWeights, SweepStep):
    """One update (or the start, or the end). What the theorem says is None without a separator."""

    score: float | None = None  # w'z before the update
    eta: float | None = None
    eta_sum: float
    eta_square_sum: float
    theorem: Theorem | None = None

    @property
    def norm(self) -> float:
        return float(np.linalg.norm(self.w))

    @property
    def alignment(self) -> float | None:
        """w*'w"""
        return None if self.theorem is None else float(self.theorem.separator @ self.w)

    @property
    def alignment_bound(self) -> float | None:
        """What w*'w is at least."""
        t = self.theorem
        return None if t is None else float(t.separator @ t.start + t.gap * self.eta_sum)  # (7)

    @property
    def norm_bound(self) -> float | None:
        """What |w| is at most."""
        t = self.theorem
        if t is None:
            return None
        square = t.start @ t.start + t.reach**2 * self.eta_square_sum + 2 * t.margin * self.eta_sum  # (8)
        return float(np.sqrt(square))

    @property
    def cosine(self) -> float | None:
        """Of the angle between w and w*; undefined while w is zero."""
        if self.theorem is None or self.norm == 0.0:
            return None
        return self.alignment / (self.norm * float(np.linalg.norm(self.theorem.separator)))

    @property
    def distance(self) -> float | None:
        """|w - w*|"""
        return None if self.theorem is None else float(np.linalg.norm(self.w - self.theorem.separator))

    def _happened(self) -> str:
        side = "on the boundary" if self.score == 0 else "on the wrong side" if self.score < 0 else "inside the margin"
        return f"example {self.example} was {side}"
