"""What a model says everywhere in the plane, cell by cell, and the border between its answers.

Lectures 19 to 21; ``core.drawable`` has the kinds of grid: scores of two classes, classes, numbers. By its score a cell
is tinted darker the surer the model is; what is exactly undecided belongs to the first class, as in ``predict``. The
border of smooth scores is the line where they are zero; that of others runs between cells, within half a cell of the
true one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.drawable import Interval
from labkit.views.axes import centres
from labkit.views.diagrams.contours import contour_lines
from labkit.views.scene import Field, Mark, Segments, codes, segments_of

FAINTEST, FULLEST = 0.25, 0.85  # the shades of a class where the model is least and most sure: sides stay apart
BORDER = 2.0  # width of the line between classes
ROUNDING = 1e-9  # of the largest score: a smaller one is a sum that should be zero


def cases(x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray:
    """All (x, y) to be asked one by one, those of the lowest row first, on the plane through the case ``through``."""
    asked = np.tile(np.zeros(2) if through is None else np.asarray(through, dtype=float), (len(x) * len(y), 1))
    asked[:, :2] = np.column_stack([np.tile(x, len(y)), np.repeat(y, len(x))])
    return asked


def sureness(score: np.ndarray, limit: float) -> np.ndarray:
    """How sure a score is, -1 to 1: its part of the largest there can be, or 2p - 1 with p = 1 / (1 + exp(-score))."""
    return score / limit if np.isfinite(limit) else np.tanh(score / 2.0)


def two_classes(score: np.ndarray, sure: Callable, kinds: np.ndarray, xlim: Interval, ylim: Interval) -> list[Mark]:
    """Shaded by ``sure(score)``; nothing at all where the score is zero everywhere. ``kinds`` are the two colours."""
    score = np.where(np.abs(score) <= ROUNDING * np.abs(score).max(), 0.0, score)
    if not score.any():
        return []
    second, extent, smooth = score > 0, (*xlim, *ylim), not _stairs(score)
    x, y = centres(xlim, score.shape[1]), centres(ylim, score.shape[0])
    own, drawn = (0.0, contour_lines(score, x, y, 0.0, width=BORDER)) if smooth else (BORDER, [])
    if sorted(kinds) != [0, 1]:  # the shades are of the first two colours only
        return [Field(codes(kinds[second.astype(int)]), extent, border=own), *drawn]
    shade = FAINTEST + (FULLEST - FAINTEST) * np.clip(np.abs(sure(score)), 0.0, 1.0)
    signed = np.where(second == (kinds[1] == 1), shade, -shade)
    return [Field(codes(np.round(127.5 * (1.0 + signed))), extent, "probability", own), *drawn]


def _stairs(score: np.ndarray) -> bool:
    """Whether the score is level within pieces, as a sum of trees is: most cells have their neighbour's."""
    return bool((score[:, 1:] == score[:, :-1]).mean() > 0.5)


def many_classes(kinds: np.ndarray, xlim: Interval, ylim: Interval) -> list[Mark]:
    """Tinted by class; ``kinds`` is a grid of colours."""
    return [Field(codes(kinds), (*xlim, *ylim), border=BORDER)]


def heights(numbers: np.ndarray, range_: Interval, xlim: Interval, ylim: Interval) -> list[Mark]:
    """Numbers as shades, from the low to the high end of the range."""
    low, high = range_
    shade = np.clip((numbers - low) / (high - low or 1.0), 0.0, 1.0)
    return [Field(codes(np.round(255 * shade)), (*xlim, *ylim), "height")]


def border(grid: np.ndarray, xlim: Interval, ylim: Interval, **style) -> list[Segments]:
    """The edges between cells that differ."""
    rows, columns = grid.shape
    x, y = np.linspace(*xlim, columns + 1), np.linspace(*ylim, rows + 1)
    line, first, last = _runs(grid[:, 1:] != grid[:, :-1])
    upright = x[line + 1], y[first], x[line + 1], y[last]
    line, first, last = _runs((grid[1:] != grid[:-1]).T)
    level = x[first], y[line + 1], x[last], y[line + 1]
    segments = np.concatenate([np.column_stack(upright), np.column_stack(level)])
    return segments_of(segments, **({"width": 2.0} | style))


def border_of(field: Field) -> list[Segments]:
    """The border that a field has drawn along its cells; the browser finds the same."""
    if not field.border:
        return []
    grid = field.values if field.ramp == "classes" else field.values > 127
    return border(grid, field.extent[:2], field.extent[2:], width=field.border)


def _runs(differ: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(column, first row, row after the last) of every run of True down the columns."""
    steps = np.diff(differ.T.astype(np.int8), axis=1, prepend=0, append=0)
    column, first = np.nonzero(steps == 1)
    return column, first, np.nonzero(steps == -1)[1]
