"""The grounds of lecture 12: valleys in fog, two wells with a pass, an egg box and ripples."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.learners.descent import Newton, Surface, downhill, surface

SIDE = 3.0
# Wells of each valley: (x, y), depth, width.
WELLS = {
    "first": (((-1.6, -1.2), 1.0, 0.9), ((1.5, 1.4), 1.35, 0.6), ((1.7, -1.5), 0.8, 0.8)),
    "second": (((-1.4, 1.6), 1.3, 0.55), ((0.2, -0.4), 0.9, 1.1), ((1.9, 1.9), 0.7, 0.7)),
    "third": (((1.8, 0.3), 0.9, 1.0), ((-1.9, -1.7), 1.4, 0.6), ((-0.9, 1.7), 1.0, 0.8)),
}
PASSES = {"first": (0.2, -1.2), "second": (-0.7, 0.7), "third": (0.4, 0.9)}  # near them
GRID = 121
TWO_WELLS = Surface(lambda x, y: (x**2 - 1) ** 2 + y**2 + x * y**2 / 4, ((-1.8, 1.8), (-1.35, 1.35)), (0.35, 0.9))
EGG_BOX = surface("egg box")
RIPPLES = Surface(lambda x, y: (x**2 + y**2) / 15 + (1 - np.cos(3 * x) * np.cos(3 * y)) / 2, EGG_BOX.box, EGG_BOX.start)


@cache
def valley(name: str) -> Surface:
    """Three wells in a wide bowl."""

    def f(x, y):
        height = 1.5 + (x**2 + y**2) / 40
        for (a, b), depth, width in WELLS[name]:
            height = height - depth * np.exp(-((x - a) ** 2 + (y - b) ** 2) / (2 * width**2))
        return height

    return Surface(f, ((-SIDE, SIDE), (-SIDE, SIDE)), (0.0, 0.0))


@cache
def lowest(name: str) -> float:
    """The bottom: the lowest place of a fine grid, and from there downhill."""
    of = valley(name)
    side = np.linspace(-SIDE, SIDE, GRID)
    row, column = np.unravel_index(of.number_grid(side, side).argmin(), (GRID, GRID))
    return float(downhill(of, Newton(), (side[column], side[row]))[-1].loss)


@cache
def first_look(name: str) -> np.ndarray:
    """A pass: level ground, and no bottom."""
    return np.round(downhill(valley(name), Newton(halve=False), PASSES[name])[-1].w, 3)
