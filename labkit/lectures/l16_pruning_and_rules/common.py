"""What the labs of lecture 16 share: their points, and cases with the names of their classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.table import Table
from labkit.lectures.shared.noisy_points import NoisyPoints, samples_to_prune

LABELS = np.array([1, 2])  # of the two classes, as the captions say them
LIMITS = ((-1.2, 1.2), (-1.2, 1.2))
POINTS = NoisyPoints("rings moons gaussians xor", points=80, seed=7, noise=0.2, samples=samples_to_prune)
GENERATORS = tuple(POINTS.kinds.split())
TRAINING, VALIDATION, FRESH = range(3)  # the samples of POINTS


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Points, or rows of a table, with the names of their classes."""

    X: np.ndarray | Table
    y: np.ndarray

    @classmethod
    def of(cls, X: np.ndarray, y: np.ndarray) -> Cases:
        return cls(X, LABELS[y])

    def error(self, model) -> float:
        """The share that the model gets wrong."""
        return float((model.predict(self.X) != self.y).mean())
