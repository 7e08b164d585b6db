"""What the labs of lecture 10 share: penguins and other points of three classes, and the steps of a curve."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import Trace, thinned
from labkit.lectures.shared.plane_points import QUIETER, PlanePoints
from labkit.player.controls import Choice, Control, Slider
from labkit.views.plane.plane import Plane

THREE = ("1", "2", "3")
NAMES = np.array([1, 2, 3])  # of the three classes, as the captions say them
SPECIES = "1 Adelie, 2 Chinstrap, 3 Gentoo"
LIMITS = ((-1.3, 1.3), (-1.3, 1.3))
MEASURED = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")
PENGUINS, REACH = "penguins", 1.1  # how far from the middle the farthest penguins are drawn
MADE = ("data", ("rings", "blobs"))


@cache
def penguins() -> tuple[np.ndarray, np.ndarray]:
    """The four measurements of the 342 penguins that have them, as they are, and the index of the species."""
    table = data.load(PENGUINS)
    X = table.numeric(*MEASURED)
    known = ~np.isnan(X).any(axis=1)
    return X[known], np.unique(table["species"][known], return_inverse=True)[1]


def bills() -> tuple[np.ndarray, np.ndarray]:
    """Bill length and depth, each stretched over the plane."""
    X, y = penguins()
    low, high = X[:, :2].min(axis=0), X[:, :2].max(axis=0)
    return REACH * (2 * (X[:, :2] - low) / (high - low) - 1), y


@dataclass(frozen=True)
class ThreeClasses:
    """Penguins in an order drawn by the seed, or made points; ``points`` is how many there are at first."""

    points: int
    seed: int
    spread: float = 0.3

    @property
    def controls(self) -> tuple[Control, ...]:
        return (
            Choice("data", "data", (PENGUINS, *MADE[1]), PENGUINS),
            Slider("points", "points", 9, 342, 3, self.points),
            Slider("spread", "spread", 0.05, 0.4, 0.05, self.spread, only=MADE),
            Slider("seed", "seed", 0, 50, 1, self.seed),
        )

    names = ("data", "points", "spread", "seed")

    def drawn(self, values: dict) -> data.Points:
        if values["data"] == PENGUINS:
            X, y = bills()
            rows = np.random.default_rng(values["seed"]).permutation(len(y))[: values["points"]]
            return X[rows], y[rows]
        noise = {"spread": values["spread"]} if values["data"] == "blobs" else {"noise": values["spread"] / QUIETER}
        return data.GENERATORS[values["data"]](values["points"], classes=3, seed=values["seed"], **noise)


def three_classes(spread: float, seed: int) -> PlanePoints:
    """Each lab starts where its story is worth watching."""
    return PlanePoints("blobs rings spiral", points=(9, 150, 60), seed=seed, classes=3, spread=spread)


def three_class_plane(X: np.ndarray, names: np.ndarray, **more) -> Plane:
    return Plane(X, names, limits=LIMITS, editable=True, labels=NAMES, **more)


def plane_of(values: dict, X: np.ndarray, names: np.ndarray) -> Plane:
    """The plane of points that ``ThreeClasses`` drew."""
    if values["data"] != PENGUINS:
        return three_class_plane(X, names)
    return three_class_plane(X, names, title=SPECIES, size=4.5)


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


def wrong_counts(trace: Trace, X: np.ndarray, names: np.ndarray) -> np.ndarray:
    """How many examples are on the wrong side at each step."""
    return trace.curve(lambda step: float(np.sum(step.model.predict(X) != names)))


def just_wrong(step, X: np.ndarray, names: np.ndarray) -> str:
    """For a caption."""
    return f"{int(np.sum(step.model.predict(X) != names))} of {len(names)} wrong"
