"""A function of two numbers from above: shades, smooth contour lines, and the ways that stories take on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy

import numpy as np

from labkit.core.story import Step
from labkit.views.axes import apart, ticks
from labkit.views.diagrams.contours import contour_lines, sampled
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.plane.fields import heights
from labkit.views.scene import RING, Mark, Panel, Path, Points, Text, codes, coordinates

LEVELS = 12  # contour lines by area, twice as many as by height
DOTTED = 40  # a longer way has no dots
CURVES = PATTERNS = 6  # colours and dash patterns of lines
NAME, ASIDE, FULL = 0.045, 0.02, 0.72  # shares of the ground: a name's height, its way from an end, where none begins
SHADES = 2.0  # the function takes the lighter 1 / SHADES of the ramp, for ways are drawn on top


class Landscape:
    """``(step, size) -> Panel`` of ``function``, which takes points (n, 2), within ``limits`` (xlim, ylim).

    ``ways`` are places (moments, 2) by name, drawn up to ``at(step)``, or only the ``recent`` ones of these: the k-th
    as the k-th line of a chart, several with their names at their ends. ``levels`` are the heights of the contour
    lines; None spreads lines and shades evenly over the area, or over the heights unless ``by_area``, as for a density.
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
        marks = (
            *self._ground,
            *(mark for k in range(len(self._ways)) for mark in self._way(k, step)),
            *self._names(step),
        )
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
        lines = contour_lines(values, x, y, even if levels is None else levels, color="muted", width=0.8)
        return [*shades, *lines]

    def _way(self, k: int, step: Step) -> list[Mark]:
        name, way = self._ways[k]
        first, end = self._seen(way, step)
        seen, items = way[first:end], Items("step", first, name)
        x, y = coordinates(seen[:, 0]), coordinates(seen[:, 1])
        line = Path(x, y, f"curve{k % CURVES}", 2.0, k % PATTERNS, dots=len(seen) <= DOTTED, items=items)
        if len(self._ways) > 1:
            return [line, Path(x[-1:], y[-1:], line.color, dots=True)]
        return [line, Points(x[-1:], y[-1:], codes([k]), codes([RING]), 5.5, items=None)] if len(seen) else []

    def _seen(self, way: np.ndarray, step: Step) -> tuple[int, int]:
        """(the first place of a way that is drawn, the one after the last)."""
        end = min(int(self.at(step)) + 1, len(way))
        return 0 if self.recent is None else max(end - self.recent, 0), end

    def _names(self, step: Step) -> list[Mark]:
        """Of several ways, beside their ends and moved apart where they would meet."""
        if len(self._ways) < 2:
            return []
        ends = np.array([way[self._seen(way, step)[1] - 1] for _, way in self._ways])
        wide, tall = np.ptp(self.xlim), np.ptp(self.ylim)
        heights = apart(ends[:, 1], NAME * tall, (self.ylim[0] + NAME * tall, self.ylim[1] - NAME * tall))
        return [self._name(k, ends[k, 0], heights[k], ASIDE * wide) for k in range(len(ends))]

    def _name(self, k: int, x: float, y: float, aside: float) -> Text:
        """To the right of a place, or to the left where there is no room."""
        right = x < self.xlim[0] + FULL * (self.xlim[1] - self.xlim[0])
        return Text(float(x + aside if right else x - aside), float(y), self._ways[k][0], f"curve{k % CURVES}", 11.0,
                    "left" if right else "right", bold=True)  # fmt: skip


def _listed(ways: Mapping[str, np.ndarray]) -> list[tuple[str, np.ndarray]]:
    return [(name, np.asarray(way, dtype=float)) for name, way in ways.items()]
