"""What the labs of lecture 07 share: three species of penguins by two measurements, their experts, and a new bird.

Lecture 07; deck 000 "Multi-class Case"; deck 004 "Linear Discriminant Functions: Multiple classes".
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.learners import LogisticRegression
from labkit.lectures.l02_nearest_neighbours.birds import SPECIES, penguins
from labkit.player.controls import Slider
from labkit.views.axes import Limits
from labkit.views.scene import Mark, Path, Text, coordinates, segments_of

NAMES = np.array(SPECIES)
LAM = 0.01  # so small that it only keeps the weights finite where a line separates
EXPERT = LogisticRegression(lam=LAM)  # of two classes
BILL = "bill length and depth"
IMAGINARY = "imaginary birds"
BIRDS = {  # choice -> (columns of the penguins, names of the axes, limits)
    BILL: ((0, 1), ("bill length in mm", "bill depth in mm"), ((31.0, 61.0), (12.0, 23.0))),
    "flipper and bill length": (
        (2, 0),
        ("flipper length in mm", "bill length in mm"),
        ((168.0, 236.0), (29.0, 62.0)),
    ),
    "bill depth and mass": ((1, 3), ("bill depth in mm", "body mass in kg"), ((12.0, 23.0), (2.3, 6.7))),
    IMAGINARY: ((), ("bill length in mm", "bill depth in mm"), ((31.0, 61.0), (12.0, 23.0))),
}
UNITS = np.array([1.0, 1.0, 1.0, 0.001])  # mm, and kg in place of g
PER_SPECIES = 30  # imaginary birds
CROSS = 0.09  # arms of the cross around the bird ?, as a share of a side


@cache
def birds(kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Two measurements of every bird, and the index of its species."""
    if kind == IMAGINARY:
        return _pinwheel()
    X, y = penguins()
    return (X * UNITS)[:, BIRDS[kind][0]].copy(), y.copy()


def _pinwheel() -> tuple[np.ndarray, np.ndarray]:
    """Three long clouds that turn around the middle: no line between two of them asks for the third."""
    X, y = data.blobs(3 * PER_SPECIES, spread=0.12, seed=1)
    for k in range(3):
        own = y == k
        centre = X[own].mean(axis=0)
        angle = np.arctan2(centre[1], centre[0]) + np.pi / 3
        along = np.array([np.cos(angle), np.sin(angle)])
        X[own] += np.outer((X[own] - centre) @ along, 2.5 * along)
    (x0, x1), (y0, y1) = BIRDS[IMAGINARY][2]
    return [(x0 + x1) / 2, (y0 + y1) / 2] + X * [(x1 - x0) / 2.6, (y1 - y0) / 2.6], y


def all_there(y: np.ndarray) -> None:
    """Refuses birds of which a species is missing."""
    missing = [SPECIES[k] for k in range(len(SPECIES)) if k not in y]
    if missing:
        raise ValueError(f"birds: expected some of every species, got no {' and no '.join(missing)}; paint one")


def case_at(values: dict, limits: Limits) -> np.ndarray:
    """The bird that is asked about, as one case."""
    shares = values["across"] / 100, values["up"] / 100
    return np.array([[low + share * (high - low) for share, (low, high) in zip(shares, limits, strict=True)]])


def place(across: float, up: float) -> tuple[Slider, Slider]:
    """The controls of the bird that is asked about."""
    return (Slider("across", "bird ?: from the left, in %", 0, 100, 0.5, across),
            Slider("up", "bird ?: from below, in %", 0, 100, 0.5, up))  # fmt: skip


def shares_of(x: float, y: float, limits: Limits) -> dict:
    """The controls that place the bird there."""
    shares = [100 * (at - low) / (high - low) for at, (low, high) in zip((x, y), limits, strict=True)]
    across, up = (float(np.clip(round(2 * share) / 2, 0, 100)) for share in shares)
    return {"across": across, "up": up}


def question_mark(case: np.ndarray, limits: Limits) -> list[Mark]:
    """The bird that is asked about, in a cross so that it is found among others."""
    (x, y), (wide, tall) = map(float, case[0]), (CROSS * (high - low) for low, high in limits)
    cross = segments_of([[x - wide, y, x - wide / 3, y], [x + wide / 3, y, x + wide, y],
                         [x, y - tall, x, y - tall / 3], [x, y + tall / 3, x, y + tall]],
                        color="accent", width=2.4)  # fmt: skip
    return [*cross, Text(x, y, "?", "accent", size=22.0, anchor="center", bold=True)]


def line(normal: np.ndarray, offset: float, limits: Limits, **look) -> list[Mark]:
    """Where normal'x + offset = 0, from one side of the limits to the other; it may leave them."""
    (x0, x1), (y0, y1) = limits
    a, b = map(float, normal)
    if not (a or b):
        return []
    if abs(b) * (y1 - y0) >= abs(a) * (x1 - x0):
        ends = [(x, -(offset + a * x) / b) for x in (x0, x1)]
    else:
        ends = [(-(offset + b * y) / a, y) for y in (y0, y1)]
    return [Path(*map(coordinates, np.array(ends).T), **look)]
