"""The perceptron convergence theorem (Novikoff): what is known of the data once a separator is known.

Lecture 09; deck 000 "Linear Perceptron Convergence Theorem". With a separator w*, its gap b* = min w*'z > 0 and the
reach beta = max |z|, every update n of a story keeps the bounds (7) and (8) of ``rosenblatt``, and so ends by (9).
Inventory: I-000-047, I-000-048, I-000-049.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs


@dataclass(frozen=True, slots=True, eq=False)
class Theorem:
    """What the convergence theorem knows of the data: the separator, its smallest score, the largest example."""

    separator: np.ndarray
    gap: float  # b* = min w*'z
    reach: float  # beta = max |z|
    margin: float  # b of the test
    start: np.ndarray

    @classmethod
    def of(cls, separator, Z: np.ndarray, margin: float, start: np.ndarray) -> Theorem:
        """What a separator of the signed examples Z lets us know; weights that do not separate them are refused."""
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
