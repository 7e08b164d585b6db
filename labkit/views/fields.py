"""What a model says everywhere in the plane, painted cell by cell, and the border between its answers.

Lectures 19 to 21. A model that can paint itself has ``field(x, y)``: of two classes a score or a share of votes less a
half, above 0 for the second class; of more classes the number of the class; of numbers the number itself.

A cell of two classes is tinted by the class, darker the surer the model is; what is exactly undecided belongs to the
first class, as in ``predict``. The border runs between cells: it is within half a cell of the true one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.views.scene import Field, Mark, Path, codes, coordinates

FINE = 200  # cells along each side
FAINTEST, FULLEST = 0.25, 0.85  # the shades of a class where the model is least and most sure: sides stay apart
ROUNDING = 1e-9  # of the largest score: a smaller one is a sum that should be zero

Limits = tuple[float, float]


def centres(limits: Limits, cells: int = FINE) -> np.ndarray:
    """The middles of the cells along one side."""
    low, high = limits
    return low + (np.arange(cells) + 0.5) * (high - low) / cells


def votes(field: np.ndarray) -> np.ndarray:
    """How sure a vote is, -1 to 1: a share of votes less a half, doubled."""
    return 2.0 * field


def logistic(field: np.ndarray) -> np.ndarray:
    """How sure a score of boosting is, -1 to 1: 2p - 1 with p = 1 / (1 + exp(-score))."""
    return np.tanh(field / 2.0)


def two_classes(field: np.ndarray, sure: Callable, kinds: np.ndarray, xlim: Limits, ylim: Limits) -> list[Mark]:
    """Shaded by ``sure(field)``; nothing at all where the field is zero everywhere. ``kinds`` are the two colours."""
    field = np.where(np.abs(field) <= ROUNDING * np.abs(field).max(), 0.0, field)
    if not field.any():
        return []
    second = field > 0
    if sorted(kinds) != [0, 1]:  # the shades are of the first two colours only
        return many_classes(kinds[second.astype(int)], xlim, ylim)
    shade = FAINTEST + (FULLEST - FAINTEST) * np.clip(np.abs(sure(field)), 0.0, 1.0)
    signed = np.where(second == (kinds[1] == 1), shade, -shade)
    values = codes(np.round(127.5 * (1.0 + signed)))
    return [Field(values, (*xlim, *ylim), "probability"), *border(second, xlim, ylim)]


def many_classes(kinds: np.ndarray, xlim: Limits, ylim: Limits) -> list[Mark]:
    """Tinted by class; ``kinds`` is a grid of colours."""
    return [Field(codes(kinds), (*xlim, *ylim)), *border(kinds, xlim, ylim)]


def heights(field: np.ndarray, range_: Limits, xlim: Limits, ylim: Limits) -> list[Mark]:
    """Numbers as shades, from the low to the high end of the range."""
    low, high = range_
    shade = np.clip((field - low) / (high - low or 1.0), 0.0, 1.0)
    return [Field(codes(np.round(255 * shade)), (*xlim, *ylim), "height")]


def border(grid: np.ndarray, xlim: Limits, ylim: Limits, **style) -> list[Path]:
    """The edges between cells that differ, as one broken path."""
    rows, columns = grid.shape
    x, y = np.linspace(*xlim, columns + 1), np.linspace(*ylim, rows + 1)
    line, first, last = _runs(grid[:, 1:] != grid[:, :-1])
    upright = x[line + 1], y[first], x[line + 1], y[last]
    line, first, last = _runs((grid[1:] != grid[:-1]).T)
    level = x[first], y[line + 1], x[last], y[line + 1]
    segments = np.concatenate([np.column_stack(upright), np.column_stack(level)])
    return broken(segments, **({"width": 2.0} | style))


def _runs(differ: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(column, first row, row after the last) of every run of True down the columns."""
    steps = np.diff(differ.T.astype(np.int8), axis=1, prepend=0, append=0)
    column, first = np.nonzero(steps == 1)
    return column, first, np.nonzero(steps == -1)[1]


def broken(segments: np.ndarray, **style) -> list[Path]:
    """Rows x0, y0, x1, y1 as one path that is lifted between them."""
    if not len(segments):
        return []
    ends = np.full((len(segments), 3, 2), np.nan)  # NaN lifts the pen
    ends[:, :2] = np.reshape(segments, (-1, 2, 2))
    return [Path(coordinates(ends[..., 0].ravel()), coordinates(ends[..., 1].ravel()), **style)]
