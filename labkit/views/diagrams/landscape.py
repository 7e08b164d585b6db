"""A function of two numbers from above: shades, smooth contour lines, and the ways that stories take on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy

import numpy as np

from labkit.core.story import Step
from labkit.views.axes import ticks
from labkit.views.diagrams.contours import contour, sampled
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.plane.fields import heights
from labkit.views.scene import RING, Mark, Panel, Path, Points, codes, coordinates, segments_of

LEVELS = 12  # contour lines by area, twice as many as by height
DOTTED = 40  # a longer way has no dots
SHADES = 2.0  # the function takes the lighter 1 / SHADES of the ramp, for ways are drawn on top


class Landscape:
    """``(step, size) -> Panel`` of ``function``, which takes points (n, 2), within ``limits`` (xlim, ylim).

    ``ways`` are places (moments, 2) by name, drawn up to ``at(step)``, or only the ``recent`` ones of these: the k-th
    in the k-th colour of curves, with the k-th shape at its head. ``levels`` are the heights of the contour lines; None
    spreads lines and shades evenly over the area, or over the heights unless ``by_area``, as for a density.
    """

    def __init__(self, function: Callable[[np.ndarray], np.ndarray], limits, *,
                 ways: Mapping[str, np.ndarray] | None = None,
                 at: Callable[[Step], int] = lambda step: 0, recent: int | None = None, levels=None, by_area=True,
                 title="", xlabel="", ylabel="", name="landscape"):  # fmt: skip
        (self.xlim, self.ylim), self.recent, self.by_area = limits, recent, by_area
        self.at, self.title, self.xlabel, self.ylabel, self.name = at, title, xlabel, ylabel, name
        self._ways = _listed(ways or {})
        self._ground = self._drawn(function, levels)

    def with_ways(self, ways: Mapping[str, np.ndarray], at: Callable[[Step], int]) -> Landscape:
        """The same ground, which is not drawn again, with these ways on it."""
        other = copy(self)
        other._ways, other.at = _listed(ways), at
        return other

    def __call__(self, step: Step, size: Size) -> Panel:
        marks = (*self._ground, *(mark for k in range(len(self._ways)) for mark in self._way(k, step)))
        return Panel(self.xlim, self.ylim, marks, name=self.name, title=self.title, xlabel=self.xlabel,
                     ylabel=self.ylabel, xticks=ticks(*self.xlim), yticks=ticks(*self.ylim))  # fmt: skip

    def _drawn(self, function: Callable, levels) -> list[Mark]:
        values, x, y = sampled(function, (self.xlim, self.ylim))
        if self.by_area:
            even = np.unique(np.quantile(values, np.linspace(0, 1, LEVELS + 2)[1:-1]))
            rank = np.searchsorted(np.sort(values.ravel()), values) / values.size
            shades = heights(rank, (0.0, SHADES), self.xlim, self.ylim)
        else:
            low, high = float(values.min()), float(values.max())
            even = np.linspace(low, high, LEVELS // 2 + 2)[1:-1]
            shades = heights(values, (low, high), self.xlim, self.ylim)
        lines = [contour(values, x, y, level) for level in np.ravel(even if levels is None else levels)]
        return [*shades, *segments_of(np.concatenate([*lines, np.empty((0, 4))]), color="muted", width=0.8)]

    def _way(self, k: int, step: Step) -> list[Mark]:
        name, way = self._ways[k]
        end = min(int(self.at(step)) + 1, len(way))
        first = 0 if self.recent is None else max(end - self.recent, 0)
        seen, items = way[first:end], Items("step", first, name)
        x, y = coordinates(seen[:, 0]), coordinates(seen[:, 1])
        line = Path(x, y, f"curve{k}", 2.0, k, dots=len(seen) <= DOTTED, items=items)
        return [line, Points(x[-1:], y[-1:], codes([k]), codes([RING]), 5.5, items=None)] if len(seen) else []


def _listed(ways: Mapping[str, np.ndarray]) -> list[tuple[str, np.ndarray]]:
    return [(name, np.asarray(way, dtype=float)) for name, way in ways.items()]
