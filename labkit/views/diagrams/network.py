"""Units in columns joined by their weights: a network as the lectures draw it, with numbers in units and on edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step
from labkit.views import text_fit
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.scene import DASHED, SOLID, Boxes, Mark, Panel, Segments, Target, Text

LINE = 15.0  # units from one line of text to the next
SIZE, NUMBER = 11.0, 10.0  # text sizes
PAD = 8.0
THIN, THICK = 0.8, 4.0  # an edge of no weight, and what a weight of 1 adds
WIDEST, LEAST = 0.62, 44.0  # of a unit: a share of its column, and units
NEAR = 0.35  # of the way: in the middle the numbers of edges that cross would meet


@dataclass(frozen=True, slots=True)
class Unit:
    """What is written in a unit, line by line; lit is what acts now. ``takes`` is False for a constant."""

    lines: tuple[str, ...]
    lit: bool = False
    takes: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """``units[k]`` are those of the k-th column, ``weights[k][i, j]`` leads from its i-th unit to the j-th of the next
    column that takes any."""

    units: Sequence[Sequence[Unit]]
    weights: Sequence[np.ndarray]


class Network:
    """``(step, size) -> Panel``: ``read(step)`` gives the layers. An edge is as thick as its weight, dashed where that
    is negative; ``numbers`` writes it on the edge."""

    sized = True

    def __init__(self, read: Callable[[Step], Layers], *, numbers=True, title="", name="network"):
        self.read, self.numbers, self.title, self.name = read, numbers, title, name

    def __call__(self, step: Step, size: Size) -> Panel:
        layers = self.read(step)
        places = [_places(k, len(column), len(layers.units), size) for k, column in enumerate(layers.units)]
        wide = _width(layers, size[0] / len(places))
        marks, targets = self._edges(layers, places, wide), []
        for k, column in enumerate(layers.units):
            for j, (unit, (x, y)) in enumerate(zip(column, places[k], strict=True)):
                box, drawn = _unit(unit, x, y, wide)
                marks += drawn
                targets.append(Target(f"{k} {j}", *box))
        return Panel(
            (0.0, size[0]), (0.0, size[1]), tuple(marks), name=self.name, title=self.title, targets=tuple(targets)
        )

    def _edges(self, layers: Layers, places: list, wide: float) -> list[Mark]:
        lines: list[Mark] = []
        numbers: list[tuple[float, list[Mark]]] = []  # by the size of the weight
        for k, weights in enumerate(layers.weights):
            takers = [place for place, unit in zip(places[k + 1], layers.units[k + 1], strict=True) if unit.takes]
            for i, (x0, y0) in enumerate(places[k]):
                for j, (x1, y1) in enumerate(takers):
                    w = float(weights[i, j])
                    color, dash = ("curve1", DASHED) if w < 0 else ("curve0", SOLID)
                    said = Items(texts=(f"weight {w:.4g}",))
                    lines.append(Segments(x0, y0, x1, y1, color, THIN + min(THICK * abs(w), 2 * THICK), dash, said))
                    numbers.append((abs(w), _number(w, (x0, y0), (x1, y1), wide)))
        return [*lines, *_apart(numbers)] if self.numbers else lines


def _apart(numbers: list[tuple[float, list[Mark]]]) -> list[Mark]:
    """The numbers of the largest weights, as many as do not meet."""
    kept: list[list[Mark]] = []
    for _, marks in sorted(numbers, key=lambda number: -number[0]):
        if not any(_meet(marks[0], other) for other, _ in kept):
            kept.append(marks)
    return [mark for marks in kept for mark in marks]


def _meet(a: Boxes, b: Boxes) -> bool:
    return a.x0 < b.x1 and b.x0 < a.x1 and a.y0 < b.y1 and b.y0 < a.y1


def _places(column: int, count: int, columns: int, size: Size) -> list[tuple[float, float]]:
    x = size[0] * (column + 0.5) / columns
    return [(x, size[1] * (1 - (row + 0.5) / count)) for row in range(count)]


def _width(layers: Layers, column: float) -> float:
    """Of all units: what their words need, as far as there is room."""
    lines = [line for units in layers.units for unit in units for line in unit.lines]
    needed = max((text_fit.width(line, SIZE) + PAD for line in lines), default=0.0)
    return min(max(needed, LEAST), WIDEST * column)


def _number(weight: float, start: tuple[float, float], end: tuple[float, float], wide: float) -> list[Mark]:
    """On an edge between units so wide; with fewer digits where there is little room."""
    (x0, y0), (x1, y1) = start, end
    text = text_fit.first_fitting((f"{weight:.3g}", f"{weight:.2g}"), 0.8 * (x1 - x0 - wide), NUMBER) or f"{weight:.1g}"
    half, tall = text_fit.width(text, NUMBER) / 2, text_fit.height(NUMBER) / 2
    share = min(max(NEAR, (wide / 2 + half) / (x1 - x0)), 0.5)  # not under the unit
    x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
    return [
        Boxes(x - half, y - tall, x + half, y + tall, "surface", radius=3.0),
        Text(x, y, text, "ink", NUMBER, "center"),
    ]


def _unit(unit: Unit, x: float, y: float, wide: float) -> tuple[tuple[float, ...], list[Mark]]:
    half, tall = wide / 2, (LINE * max(len(unit.lines), 1) + PAD) / 2
    box = x - half, y - tall, x + half, y + tall
    fill, stroke = ("lit", "accent") if unit.lit else ("card", "ink")
    said = Items(texts=("\n".join(unit.lines),))
    marks: list[Mark] = [Boxes(*box, fill, stroke, 2.2 if unit.lit else 1.2, radius=8.0, items=said)]
    for k, line in enumerate(unit.lines):
        height = y + LINE * ((len(unit.lines) - 1) / 2 - k)
        marks.append(Text(x, height, text_fit.fitted(line, wide - PAD, SIZE), "ink", SIZE, "center"))
    return box, marks
