"""What the labs of lecture 16 share: noisy points to grow a tree on, and others like them that do not grow it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.player.controls import Choice, Slider

LABELS = np.array([1, 2])  # of the two classes, as the captions say them
LIMITS = ((-1.2, 1.2), (-1.2, 1.2))
GENERATORS = ("moons", "gaussians", "xor", "rings")
DATA = (
    Choice("data", "data", GENERATORS, "moons"),
    Slider("points", "points", 20, 200, 10, 80),
    Slider("noise", "wrong labels", 0.0, 0.4, 0.05, 0.1),
    Slider("seed", "seed", 0, 50, 1, 31),
)
TRAINING, VALIDATION, FRESH = range(3)  # samples of the same problem
MANY = 1000  # fresh cases, which stand for all others


def drawn(values: dict, sample: int) -> tuple[np.ndarray, np.ndarray]:
    """Points of the chosen kind; in every sample the same share has the label of the other class."""
    make, seed, n = data.GENERATORS[values["data"]], values["seed"], values["points"]
    X, y = data.samples(make, n, n, MANY, seed=seed)[sample]
    wrong = np.random.default_rng([seed, sample]).permutation(len(y))[: round(values["noise"] * len(y))]
    y[wrong] = 1 - y[wrong]
    return X, y


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
