"""What the labs of lecture 19 share: points with some wrong labels, and features that have nothing to do with them."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.player.controls import Choice, Slider

NAMES = np.array(["A", "B"])
LIMITS = ((-1.1, 1.1), (-1.1, 1.1))
FRESH = 1000  # cases to test on
DATA = (
    Choice("data", "data", ("moons", "gaussians", "xor", "rings", "spiral"), "rings"),
    Slider("points", "points", 20, 200, 10, 150),
    Slider("noise", "wrong labels", 0.0, 0.4, 0.05, 0.1),
    Slider("seed", "seed", 0, 50, 1, 3),
)
DATA_CONTROLS = ("data", "points", "noise", "seed")


def samples(values: dict) -> list[data.Points]:
    """To train and to test on; in both the same share has the label of the other class."""
    shape = {"noise": 0.12} if values["data"] == "moons" else {}
    parts = data.samples(data.GENERATORS[values["data"]], values["points"], FRESH, seed=values["seed"], **shape)
    for part, (_, y) in enumerate(parts):
        wrong = np.random.default_rng([values["seed"], part]).permutation(len(y))[: round(values["noise"] * len(y))]
        y[wrong] = 1 - y[wrong]
    return parts


def with_nuisance(X: np.ndarray, features: int, *stream: int) -> np.ndarray:
    """The points with more features, even noise from -1 to 1: that of a row and a feature never changes."""
    columns = [np.random.default_rng([*stream, f]).uniform(-1, 1, len(X)) for f in range(features)]
    return np.column_stack([X, *columns])
