"""How often each example was drawn: the sample that is being drawn as stacks of balls, and all samples as a map.

Lecture 19; deck 000 "Ensemble Trees: Bagging". Inventory: I-000-102. Orange, and triangles where there is room, are
examples out of bag.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views.axes import Ticks, ticks
from labkit.views.charts.chart import Chart
from labkit.views.charts.places import Read
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.scene import RING, Boxes, Field, Mark, Panel, Points, bars, codes, coordinates

NAMED = 20  # more examples than this are not numbered one by one
SHADES = np.array([0.9, -0.3, -0.55, -0.8, -1.0])  # of 0, 1, 2, 3, 4 or more draws: + towards orange, - towards blue
SMALLEST = 9.0  # units of a cell that can hold a ball or a triangle
BALL, OUT = 0.4, 0.28  # their radii, as shares of a cell
LOW = 0.25  # height of the bar that says out of bag, where there is no room for a triangle
FINE, SHARP = 8, 3.0  # samples of the picture along a cell at least, and units between two at most: a field is smoothed


def example_ticks(examples: int) -> Ticks:
    """Examples count from 1 and stand at 0, 1, ..."""
    if examples <= NAMED:
        return tuple((float(i), str(i + 1)) for i in range(examples))
    return tuple((at - 1, text) for at, text in ticks(1, examples))


def example_bars(values: Read, kind, *, label="weight", first=0, name="weights", **axes) -> Chart:
    """A bar for each example, in the colour of its class ``kind``; pointing at one shows the example elsewhere.

    ``label`` is what the ``values`` are; examples count from ``first``, as in a ``Plane``."""
    some = [place for place, _ in ticks(0, max(len(kind) - 1, 1), whole=True)]
    places = range(len(kind)) if len(kind) <= NAMED else some
    named = tuple((float(place), str(int(place) + first)) for place in places)
    chart = Chart(name=name, **({"xticks": named, "xlabel": "example"} | axes))
    return chart.bars(values, kind=kind, items=Items("example", first, label))


class Stacks:
    """``(step, size) -> Panel``: ``read(step)`` gives (draws of each example, the one just drawn or None, whether the
    sample is finished). ``most`` is the highest stack that has room. What a finished sample leaves out is marked. Many
    examples are bars.
    """

    sized = True

    def __init__(self, examples: int, read: Callable[[Step], tuple], *, most: int, title="", name="stacks"):
        self.read, self.title, self.name = read, title, name
        self.xlim, self.ylim = (-0.5, examples - 0.5), (0.0, float(max(most, 1)))

    def __call__(self, step: Step, size: Size) -> Panel:
        counts, newest, done = self.read(step)
        cell = min(size[0] / len(counts), size[1] / self.ylim[1])
        marks = _balls(counts, newest, done, BALL * cell) if cell >= SMALLEST else _bars(counts, done)
        return Panel(self.xlim, self.ylim, (marks,), name=self.name, title=self.title,
                     xticks=example_ticks(len(counts)), yticks=ticks(*self.ylim, 4, whole=True))  # fmt: skip


def _balls(counts: np.ndarray, newest: int | None, done: bool, radius: float) -> Mark:
    column = np.arange(len(counts)).repeat(counts)
    below = np.arange(len(column)) - (counts.cumsum() - counts).repeat(counts)  # balls of its stack
    flag = np.zeros(len(column))
    if newest is not None:
        flag[np.flatnonzero(column == newest)[-1]] = RING
    out = np.flatnonzero(counts == 0) if done else np.empty(0)
    x, y = np.append(column, out), np.append(below, np.zeros(len(out))) + 0.5
    kind, flag = np.arange(len(x)) >= len(column), np.append(flag, np.zeros(len(out)))
    items = Items("example", coordinates(x + 1), "drawn", codes(np.append(counts[column], np.zeros(len(out)))))
    return Points(coordinates(x), coordinates(y), codes(kind), codes(flag), radius, items=items)


def _bars(counts: np.ndarray, done: bool) -> Mark:
    out = (counts == 0) & done
    items = Items("example", 1, "drawn", codes(counts))
    return bars(np.arange(len(counts)), np.where(out, LOW, counts), kind=codes(out), items=items)


class CountMap:
    """``(step, size) -> Panel``: the first ``at(step)`` rows of ``counts`` (samples, examples), from the top."""

    sized = True

    def __init__(self, counts: np.ndarray, at: Callable[[Step], int], *, title="", xlabel="", name="map"):
        self.counts, self.at, self.title, self.xlabel, self.name = counts, at, title, xlabel, name
        samples, examples = counts.shape
        self.xlim, self.ylim = (-0.5, examples - 0.5), (0.0, float(samples))
        self._sides = coordinates(np.arange(examples) - 0.5), coordinates(np.arange(examples) + 0.5)
        self._rows: dict[Size, list[list[Mark]]] = {}  # steps share them, so that each travels once

    def __call__(self, step: Step, size: Size) -> Panel:
        samples, examples = self.counts.shape
        if size not in self._rows:
            self._rows[size] = [self._row(k, row, size) for k, row in enumerate(self.counts)]
        marks = tuple(mark for row in self._rows[size][: int(self.at(step))] for mark in row)
        yticks = tuple((samples - at + 0.5, text) for at, text in ticks(0.0, samples, 6, whole=True) if at)
        return Panel(self.xlim, self.ylim, marks, name=self.name, title=self.title, xlabel=self.xlabel,
                     xticks=example_ticks(examples), yticks=yticks)  # fmt: skip

    def _row(self, k: int, counts: np.ndarray, size: Size) -> list[Mark]:
        wide, tall, top = size[0] / len(counts), size[1] / len(self.counts), float(len(self.counts) - k)
        shades = SHADES[np.minimum(counts, len(SHADES) - 1)].repeat(max(FINE, int(np.ceil(wide / SHARP))))[None]
        items = Items("example", 1, f"drawn in sample {k + 1}", codes(counts))
        cells = Boxes(*self._sides[:1], top - 1, *self._sides[1:], top, items=items)
        shaded = Field(codes(np.round(127.5 * (1 + shades))), (*self.xlim, top - 1, top), "probability")
        marks: list[Mark] = [shaded, cells]
        if min(wide, tall) >= SMALLEST:
            out = np.flatnonzero(counts == 0)
            height = coordinates(np.full(len(out), top - 0.5))
            crosses = codes(np.ones(len(out)))
            marks.append(Points(coordinates(out), height, crosses, size=OUT * min(wide, tall), items=None))
        return marks
