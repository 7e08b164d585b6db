"""What the labs of lecture 16 share: noisy points, and the cases that did not grow the tree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.player.controls import Choice, Slider

LABELS = np.array([1, 2])  # of the two classes, as the captions say them
LIMITS = ((-1.2, 1.2), (-1.2, 1.2))
GENERATORS = ("moons", "gaussians", "xor", "rings")
DATA = (
    Choice("data", "data", GENERATORS, "moons"),
    Slider("points", "points", 20, 200, 10, 80),
    Slider("noise", "wrong labels", 0.0, 0.4, 0.05, 0.1),
    Slider("seed", "seed", 0, 50, 1, 6),
)
TRAINING, VALIDATION, FRESH = range(3)  # parts of the data


def drawn(values: dict, n: int, part: int) -> tuple[np.ndarray, np.ndarray]:
    """Points of the chosen kind, some with the label of the other class; every part is drawn anew."""
    seed = values["seed"] + 1000 * part
    X, y = data.GENERATORS[values["data"]](n, seed=seed)
    wrong = np.random.default_rng([seed, 1]).permutation(n)[: round(values["noise"] * n)]
    y[wrong] = 1 - y[wrong]
    return X, y


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Points with the names of their classes."""

    X: np.ndarray
    y: np.ndarray

    @classmethod
    def of(cls, X: np.ndarray, y: np.ndarray) -> Cases:
        return cls(X, LABELS[y])

    def error(self, model) -> float:
        """The share that the model gets wrong."""
        return float((model.predict(self.X) != self.y).mean())
