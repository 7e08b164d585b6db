"""Outlines to lay over a plane: ellipses of Gaussians, cells, contour lines, regions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from labkit.core.story import Step
from labkit.views.axes import Limits
from labkit.views.diagrams.contours import contour_lines, sampled
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.scene import Mark, Path, coordinates, segments_of

FAINT = 0.14  # how strongly an outline is filled
CENTRE = Items(label="centre")
HATCH = 6  # cells between the lines of a hatched region

Function = Callable[[np.ndarray], np.ndarray]  # of points (n, 2)


class Ellipses:
    """``(step, size) -> marks``, for ``Plane(cuts=...)``: ``read(step)`` gives closed outlines (n, 2), one a class.

    ``centres(step)`` are dots; ``color`` is one for all in place of those of the classes; ``filled`` tints the inside.
    """

    def __init__(self, read: Callable[[Step], Sequence[np.ndarray]], *,
                 centres: Callable[[Step], np.ndarray] | None = None,
                 color="", width=2.2, filled=True):  # fmt: skip
        self.read, self.centres, self.color, self.width, self.filled = read, centres, color, width, filled

    def __call__(self, step: Step, size: Size = (1.0, 1.0)) -> list[Mark]:
        outlines = list(self.read(step))
        colors = [self.color or f"class{k}" for k in range(len(outlines))]
        marks: list[Mark] = [
            Path(
                *map(coordinates, np.asarray(outline).T),
                color,
                self.width,
                fill=color if self.filled else "",
                opacity=FAINT,
            )
            for outline, color in zip(outlines, colors, strict=True)
        ]
        if self.centres is not None:
            for (x, y), color in zip(self.centres(step), colors, strict=True):
                marks.append(Path(coordinates([x]), coordinates([y]), color, dots=True, items=CENTRE))
        return marks


class Cells:
    """``(step, size) -> marks``: sides of cells, rows x0, y0, x1, y1; on top, boldly, those of ``borders(step)``."""

    def __init__(self, sides: Callable[[Step], np.ndarray], borders: Callable[[Step], np.ndarray] = lambda step: ()):
        self.sides, self.borders = sides, borders

    def __call__(self, step: Step, size: Size = (1.0, 1.0)) -> list[Mark]:
        thin = segments_of(self.sides(step), color="muted", width=0.8)
        return [*thin, *segments_of(self.borders(step), color="accent", width=2.6)]


class Contours:
    """``(step, size) -> marks``, for ``Plane(cuts=...)`` of the same limits: where ``read(step)``, a function of points
    (n, 2), has one of the ``levels``."""

    def __init__(self, read: Callable[[Step], Function], levels: Sequence[float], limits: Limits, **style):
        self.read, self.levels, self.limits, self.style = read, levels, limits, {"width": 1.0} | style

    def __call__(self, step: Step, size: Size = (1.0, 1.0)) -> list[Mark]:
        grid = sampled(self.read(step), self.limits)
        return [mark for level in self.levels for mark in contour_lines(*grid, level, **self.style)]


class Region:
    """``(step, size) -> marks``: outlined and hatched is where ``read(step)``, a function of points (n, 2), is true."""

    def __init__(self, read: Callable[[Step], Function], limits: Limits):
        self.read, self.limits = read, limits

    def __call__(self, step: Step, size: Size = (1.0, 1.0)) -> list[Mark]:
        inside, x, y = sampled(self.read(step), self.limits)
        lines = [(x[a], y[row], x[b - 1], y[row]) for row in range(0, len(y), HATCH) for a, b in _runs(inside[row])]
        hatching = segments_of(lines, color="accent", width=0.8)
        return [*hatching, *contour_lines(inside, x, y, 0.5, color="accent", width=1.6)]


def _runs(row: np.ndarray) -> np.ndarray:
    """(first, after the last) of every run of ones."""
    return np.flatnonzero(np.diff(row, prepend=0, append=0)).reshape(-1, 2)
