"""The units in which a network sees its features, and learns its numbers.

Lecture 13. A unit sums what comes in, so a feature in grams counts a thousand times as much as one in kilograms, and
far from 0 every sigmoid is flat. Measured from the mean in standard deviations, all features are of one size:

    x -> (x - centre) / spread                                                                      (1)

A feature that varies by less than 1e-12 of its size counts as constant: its spread is 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs

CONSTANT = 1e-12  # of the largest value: what varies less is rounding


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """A centre and a spread for every column."""

    centre: np.ndarray
    spread: np.ndarray

    def of(self, X: np.ndarray) -> np.ndarray:
        """X in these units."""
        return (X - self.centre) / self.spread  # (1)

    def back(self, values: np.ndarray) -> np.ndarray:
        """In the units that X came in."""
        return values * self.spread + self.centre


def plain(columns: int) -> Scale:
    """As the numbers come."""
    return Scale(inputs.frozen(np.zeros(columns)), inputs.frozen(np.ones(columns)))


def measured(X: np.ndarray) -> Scale:
    """By the mean and the standard deviation of every column."""
    centre, spread = X.mean(axis=0), X.std(axis=0)
    varies = spread > CONSTANT * np.abs(X).max(axis=0)
    return Scale(inputs.frozen(centre), inputs.frozen(np.where(varies, spread, 1.0)))
