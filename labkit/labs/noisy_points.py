"""What the labs of ensembles share: points of two classes, some with the wrong label, and fresh cases of the same kind.

Lectures 19 to 21.
"""

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
DATA_CONTROLS = tuple(control.name for control in DATA)


def samples(values: dict) -> list[data.Points]:
    """To train and to test on, both with wrong labels."""
    shape = {"noise": 0.12} if values["data"] == "moons" else {}
    parts = data.samples(data.GENERATORS[values["data"]], values["points"], FRESH, seed=values["seed"], **shape)
    return mislabelled(parts, values["noise"], values["seed"])


def mislabelled(parts: list[data.Points], share: float, seed: int) -> list[data.Points]:
    """In each the same share gets the label of the other class."""
    for part, (_, y) in enumerate(parts):
        wrong = stream(seed, FLIPPED, part).permutation(len(y))[: round(share * len(y))]
        y[wrong] = 1 - y[wrong]
    return parts


FLIPPED, NUISANCE = range(2)  # what random numbers are for


def stream(seed: int, *what: int) -> np.random.Generator:
    """Random numbers for one thing alone: neither the points' nor a learner's of the same seed.

    The seed comes last, because NumPy fills up with zeros: [seed, 0] is the same stream as seed.
    """
    return np.random.default_rng([*(1 + part for part in what), seed])
