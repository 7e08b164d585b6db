"""Scatter inside the classes and between them, and Fisher's ratio of the two.

Lecture 05; deck 004 "Fisher's linear discriminant", "Fisher's linear discriminant Summary: Multi-Class".
Inventory: I-004-040, I-004-041, I-004-042, I-004-043, I-004-046.

    S_k = sum over class k of (x - m_k)(x - m_k)'                    scatter of a class                     (1)
    S_w = sum over k of S_k                                          inside the classes                     (2)
    S_B = sum over k of N_k (m_k - m)(m_k - m)'                      between them; S_w + S_B is the total   (3)
    S_B = (m_1 - m_2)(m_1 - m_2)'                                    the slide's own, for two classes       (4)
    J(w) = w'S_B w / w'S_w w                                         the criterion                          (5)
         = (m~_1 - m~_2)^2 / (s_1^2 + s_2^2)                         for two classes: of the projections    (6)

symbol   name here     symbol   name here
S_k      each          S_w      within
S_B      between       m_k      means

Departures from the slides: for two classes (3) is N_1 N_2 / N times (4), which changes J but not the best w (E-004-15):
``criterion`` uses (4) for two classes and (3) for more. |m~_1 - m~_2| is |w'(m_1 - m_2)|, the modulus included
(E-004-11); the "Summary" writes (6) with the matrices' letters (E-004-13), and (3) with m_k where N_k belongs
(E-004-14). Along a direction without any scatter inside the classes J is infinite, or NaN if the means agree there too;
a scatter that is nothing but rounding is none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.learners.gaussian.estimates import ClassMoments

ROUNDING = 1e-14  # of what a sum would be if all its terms had one sign


@dataclass(frozen=True, slots=True, eq=False)
class Scatter:
    """Of the examples of two or more classes."""

    moments: ClassMoments

    @property
    def each(self) -> np.ndarray:
        """(K, d, d): S_k."""
        return self.moments.counts[:, None, None] * self.moments.covariances  # (1)

    @property
    def within(self) -> np.ndarray:
        """(d, d): S_w."""
        return self.each.sum(axis=0)  # (2)

    @property
    def between(self) -> np.ndarray:
        """(d, d): S_B, each class by its number of examples."""
        M = self.moments.means - self.moments.mean
        return (self.moments.counts * M.T) @ M  # (3)

    @property
    def between_means(self) -> np.ndarray:
        """(d, d): S_B of two classes as the slide has it."""
        if len(self.moments.means) != 2:
            raise ValueError(f"expected two classes, got {len(self.moments.means)}; use between")
        m1, m2 = self.moments.means
        return np.outer(m1 - m2, m1 - m2)  # (4)

    def projected(self, w) -> tuple[np.ndarray, np.ndarray]:
        """(means, scatters) of the classes along one direction (d,), each (K,): m~_k and s_k^2 of (6)."""
        w = self._directions(w)
        return self.moments.means @ w, _square(w, self.each)

    def criterion(self, w) -> np.ndarray:
        """J of a direction (d,), or of several (n, d)."""
        w = self._directions(w)
        S_B = self.between_means if len(self.moments.means) == 2 else self.between
        with np.errstate(divide="ignore", invalid="ignore"):
            return _square(w, S_B) / _square(w, self.within)  # (5)

    def criterion_at(self, theta) -> np.ndarray:
        """J along the angle theta in the plane."""
        if self.moments.means.shape[1] != 2:
            raise ValueError(f"theta: expected two columns, got {self.moments.means.shape[1]}; use criterion(w)")
        theta = np.asarray(theta, dtype=float)
        return self.criterion(np.stack([np.cos(theta), np.sin(theta)], axis=-1))

    def _directions(self, w) -> np.ndarray:
        w = inputs.real_numbers("w", w)
        if w.shape[-1:] != (self.moments.means.shape[1],) or not np.isfinite(w).all() or not w.any(axis=-1).all():
            raise ValueError(
                f"w: expected {self.moments.means.shape[1]} numbers, not all zero, for every direction, "
                f"got {w.tolist()}; a direction needs a length"
            )
        return w


def _square(w: np.ndarray, S: np.ndarray) -> np.ndarray:
    """w'Sw, which is never negative."""
    form = "...i,...ij,...j->..."
    value, size = np.einsum(form, w, S, w), np.einsum(form, np.abs(w), np.abs(S), np.abs(w))
    return np.where(value > ROUNDING * size, value, 0.0)
