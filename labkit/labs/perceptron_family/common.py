"""What the labs of lecture 10 share: points of three classes, the places on the card, a story's curve."""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import Trace, thinned
from labkit.player.controls import Choice, Slider

THREE = ("1", "2", "3")
NAMES = np.array([1, 2, 3])  # of the three classes, as the captions say them
LIMITS = ((-1.3, 1.3), (-1.3, 1.3))
PLANE = (8, 8, 404, 404)
UPPER = (500, 30, 350, 150)


def three_data(spread: float, seed: int) -> tuple[Choice | Slider, ...]:
    """The controls of three classes; each lab starts where its story is worth watching."""
    return (
        Choice("data", "data", ("blobs", "rings", "spiral"), "blobs"),
        Slider("points", "points", 9, 150, 3, 60),
        Slider("spread", "spread", 0.05, 0.4, 0.05, spread),
        Slider("seed", "seed", 0, 50, 1, seed),
    )


THREE_CONTROLS = ("data", "points", "spread", "seed")


def three_classes(values: dict) -> tuple[np.ndarray, np.ndarray]:
    """The points of the values of ``three_data``; rings and spirals bear less spread than blobs."""
    spread = values["spread"]
    more = {"spread": spread} if values["data"] == "blobs" else {"noise": spread / 4}
    return data.GENERATORS[values["data"]](values["points"], classes=3, seed=values["seed"], **more)


def named(y: np.ndarray) -> np.ndarray:
    """Class indices -> names; all three must be there, or the colours would not be those of the painter."""
    missing = [THREE[k] for k in range(3) if not (y == k).any()]
    if missing:
        raise ValueError(
            f"points: expected examples of three classes, got none of class {missing[0]}; keep one of each"
        )
    return NAMES[y]


def sampled(trace: Trace) -> Trace:
    """The steps a curve is drawn from: those that the player shows at most."""
    return Trace(trace[i] for i in thinned(trace))
