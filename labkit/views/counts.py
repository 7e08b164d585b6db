"""How often each example was drawn: the sample that is being drawn as stacks of balls, and all samples as a map.

Lecture 19; deck 000 "Ensemble Trees: Bagging". Inventory: I-000-102. Orange, and triangles where there is room, are
examples out of bag.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views.frame import ticks
from labkit.views.scene import USED, Bars, Field, Mark, Panel, Points, codes, coordinates

NAMED = 20  # more examples than this are not numbered one by one
SHADES = np.array([0.9, -0.3, -0.55, -0.8, -1.0])  # of 0, 1, 2, 3, 4 or more draws: + towards orange, - towards blue
SMALLEST = 9.0  # units of a cell that can hold a ball or a triangle
BALL, OUT = 0.4, 0.28  # their radii, as shares of a cell
LOW = 0.25  # height of the bar that says out of bag, where there is no room for a triangle
FINE, SHARP = 8, 3.0  # samples of the picture along a cell at least, and units between two at most: a field is smoothed


def example_ticks(examples: int) -> tuple[tuple[float, str], ...]:
    """Examples count from 1 and stand at 0, 1, ..."""
    if examples <= NAMED:
        return tuple((float(i), str(i + 1)) for i in range(examples))
    return tuple((at - 1, text) for at, text in ticks(1, examples))


def whole_ticks(high: float, most: int) -> tuple[tuple[float, str], ...]:
    """From 0 on; there is no half of a draw or of a sample."""
    return tuple((at, text) for at, text in ticks(0.0, high, most) if at.is_integer())


class Stacks:
    """``step -> Panel``: ``read(step)`` gives (draws of each example, the one just drawn or None, whether it is done).

    ``most`` is the highest stack that has room. What a finished sample leaves out is marked. Many examples are bars.
    """

    def __init__(self, examples: int, read: Callable[[Step], tuple], *, box, most: int, title="", name="stacks"):
        self.read, self.box, self.title, self.name = read, box, title, name
        self.xlim, self.ylim = (-0.5, examples - 0.5), (0.0, float(max(most, 1)))
        self._cell = min(box[2] / examples, box[3] / self.ylim[1])
        self._ticks = example_ticks(examples)

    def __call__(self, step: Step) -> Panel:
        counts, newest, done = self.read(step)
        marks = self._balls(counts, newest, done) if self._cell >= SMALLEST else self._bars(counts, done)
        return Panel(self.box, self.xlim, self.ylim, tuple(marks), name=self.name, title=self.title, xticks=self._ticks,
                     yticks=whole_ticks(self.ylim[1], 4))  # fmt: skip

    def _balls(self, counts: np.ndarray, newest: int | None, done: bool) -> list[Mark]:
        column = np.arange(len(counts)).repeat(counts)
        below = np.arange(len(column)) - (counts.cumsum() - counts).repeat(counts)  # balls of its stack
        flag = np.zeros(len(column))
        if newest is not None:
            flag[np.flatnonzero(column == newest)[-1]] = USED
        out = np.flatnonzero(counts == 0) if done else np.empty(0)
        x, y = np.append(column, out), np.append(below, np.zeros(len(out))) + 0.5
        kind, flag = np.arange(len(x)) >= len(column), np.append(flag, np.zeros(len(out)))
        return [Points(coordinates(x), coordinates(y), codes(kind), codes(flag), BALL * self._cell)]

    def _bars(self, counts: np.ndarray, done: bool) -> list[Mark]:
        out = (counts == 0) & done
        return [Bars(coordinates(np.arange(len(counts))), coordinates(np.where(out, LOW, counts)), kind=codes(out))]


class CountMap:
    """``step -> Panel``: the first ``at(step)`` rows of ``counts`` (samples, examples), from the top."""

    def __init__(self, counts: np.ndarray, at: Callable[[Step], int], *, box, title="", xlabel="", name="map"):
        self.at, self.box, self.title, self.xlabel, self.name = at, box, title, xlabel, name
        self._samples, self._examples = counts.shape
        self._cell = min(box[2] / self._examples, box[3] / self._samples)
        self.xlim, self.ylim = (-0.5, self._examples - 0.5), (0.0, float(self._samples))
        self._fine = max(FINE, int(np.ceil(box[2] / self._examples / SHARP)))
        self._rows = [self._row(k, row) for k, row in enumerate(counts)]  # steps share them, so that each travels once

    def __call__(self, step: Step) -> Panel:
        marks = tuple(mark for row in self._rows[: int(self.at(step))] for mark in row)
        yticks = tuple((self._samples - at + 0.5, text) for at, text in whole_ticks(self._samples, 6) if at)
        return Panel(self.box, self.xlim, self.ylim, marks, name=self.name, title=self.title, xlabel=self.xlabel,
                     xticks=example_ticks(self._examples), yticks=yticks)  # fmt: skip

    def _row(self, k: int, counts: np.ndarray) -> list[Mark]:
        top = float(self._samples - k)
        shades = SHADES[np.minimum(counts, len(SHADES) - 1)].repeat(self._fine)[None]
        marks: list[Mark] = [Field(codes(np.round(127.5 * (1 + shades))), (*self.xlim, top - 1, top), "probability")]
        if self._cell >= SMALLEST:
            out = np.flatnonzero(counts == 0)
            height = coordinates(np.full(len(out), top - 0.5))
            marks.append(Points(coordinates(out), height, codes(np.ones(len(out))), size=OUT * self._cell))
        return marks
