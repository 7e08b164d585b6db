"""What the labs of lecture 10 share: points of three classes, and the steps that a curve is drawn from."""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace, thinned
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.views.plane.plane import Plane

THREE = ("1", "2", "3")
NAMES = np.array([1, 2, 3])  # of the three classes, as the captions say them
LIMITS = ((-1.3, 1.3), (-1.3, 1.3))


def three_classes(spread: float, seed: int) -> PlanePoints:
    """Each lab starts where its story is worth watching."""
    return PlanePoints("blobs rings spiral", points=(9, 150, 60), seed=seed, classes=3, spread=spread)


def three_class_plane(X: np.ndarray, names: np.ndarray, **more) -> Plane:
    return Plane(X, names, limits=LIMITS, editable=True, labels=NAMES, **more)


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
