"""A sheet of the plane that is lifted into three dimensions, with its points, cut by a plane.

Lecture 11; deck 001 "Generalized Linear Discriminant Functions" (figures 3 and 4). Inventory: I-001-007, I-001-008.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.learners.descent.objective import once
from labkit.learners.grid import points as grid_points
from labkit.lectures.shared.turned_box import arrows, view
from labkit.views.axes import centres
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.contours import contour, joined
from labkit.views.items import Items
from labkit.views.scene import Mark, Path, Points, codes, coordinates

SIDE = 1.1  # of the sheet, from the middle to an edge
LINES, DENSE, CELLS = 9, 25, 60
TICK = 0.25  # half the length of the mark that the border on a line has
WIDE, FRAME = 0.75, 1.6  # of the cutting plane, and of what is seen
ARROW, SHORT, TAIL = 1.1, 1.0, 0.7  # of the axes

Map = Callable[[np.ndarray], np.ndarray]


class Lifting:
    """Points of the plane and where ``phi`` takes them; ``score(points)`` is positive on one side of the cut."""

    def __init__(self, X: np.ndarray, y: np.ndarray, phi: Map, w: np.ndarray, *, on_a_line=False, nearer=0.0,
                 color="accent"):  # fmt: skip
        self.phi, self.w, self.kinds, self.nearer = phi, w, codes(y), nearer
        self.on_a_line, self.color = on_a_line, color
        self.mesh = _flat_and_lifted(_line_mesh() if on_a_line else _mesh(), phi)
        self.ends = _flat_and_lifted(X, phi)
        self.said = tuple(f"lifted to ({', '.join(f'{each:.2f}' for each in place)})" for place in self.ends[1])
        self.middle = phi(X).mean(axis=0) * (0 if on_a_line else 1, 1, 1)
        self.centre = np.ptp(self.ends[1], axis=0) / 2 + self.ends[1].min(axis=0)

    def score(self, X: np.ndarray) -> np.ndarray:
        return self.phi(X) @ self.w[1:] + self.w[0]

    @once
    def border(self) -> np.ndarray:
        """Where the score is 0, flat and lifted: lines with a gap after each."""
        x = centres((-SIDE, SIDE), CELLS)
        lines = joined(contour(self.score(grid_points(x, x)).reshape(CELLS, CELLS), x, x, 0.0))
        if self.on_a_line:
            lines = np.clip(lines, [-SIDE, -TICK], [SIDE, TICK])
        return _flat_and_lifted(lines if len(lines) else np.full((1, 2), np.nan), self.phi)

    def chart(self, turn: float, tilt: float, axes: tuple[str, str, str], *, title: str, up, cut, name="space",
              size=4.5) -> Chart:  # fmt: skip
        """``up(step)`` is how far it is lifted, 0 to 1; ``cut(step)`` whether the plane is there."""
        towards = view(turn, tilt)
        chart = Chart(xlim=(-FRAME, FRAME), ylim=(-FRAME, FRAME), title=title, name=name, xticks=(),
                      yticks=())  # fmt: skip
        return chart.marks(lambda step: self._drawn(step, towards, axes, up(step), cut(step), size))

    def _drawn(self, step: Step, towards: np.ndarray, axes, up: float, cut: bool, size: float) -> list[Mark]:
        nearer, moved = 1 + self.nearer * up, up * self.centre

        def seen(pair: np.ndarray) -> np.ndarray:
            return nearer * ((1 - up) * pair[0] + up * pair[1] - moved) @ towards.T

        names = axes if up > 0.5 else (("x", "", "") if self.on_a_line else ("x1", "x2", ""))
        tail = (1,) if self.nearer else ()
        starts = np.zeros((3, 3))
        starts[list(tail), list(tail)] = -TAIL
        ends = (SHORT if self.on_a_line else ARROW) * np.eye(3)
        marks = arrows(towards, names, nearer * (starts - moved), nearer * (ends - moved), at_tail=tail)
        marks.append(Path(*map(coordinates, seen(self.mesh).T), "grid", 1.0))
        if cut and up > 0.999:
            marks.append(self._plane(towards, nearer, moved))
        if cut:
            marks.append(Path(*map(coordinates, seen(self.border).T), self.color, 2.6))
        items = Items("example", texts=self.said)
        return [*marks, Points(*map(coordinates, seen(self.ends).T), self.kinds, size=size, items=items)]

    def _plane(self, towards: np.ndarray, nearer: float, moved: np.ndarray) -> Path:
        """A square piece of the plane w'y + b = 0, around the foot of the middle of the points."""
        normal, b = self.w[1:], self.w[0]
        foot = self.middle - (self.middle @ normal + b) / (normal @ normal) * normal
        u, v = np.linalg.svd(normal[None])[2][1:]
        if self.on_a_line:  # a strip
            v = np.array([0.0, TICK / WIDE, 0.0])
            u = 1.3 * np.array([normal[2], 0.0, -normal[0]]) / np.linalg.norm(normal)
        corners = foot + WIDE * np.array([u + v, u - v, -u - v, v - u, u + v])
        x, y = (nearer * (corners - moved) @ towards.T).T
        return Path(coordinates(x), coordinates(y), self.color, 1.4, fill=self.color, opacity=0.16)


def _flat_and_lifted(X: np.ndarray, phi: Map) -> np.ndarray:
    """(2, points, 3)"""
    missing = np.isnan(X[:, 0])
    lifted = phi(np.where(missing[:, None], 0.0, X))
    lifted[missing] = np.nan
    return np.stack([np.column_stack([X, np.zeros(len(X))]), lifted])


def _mesh() -> np.ndarray:
    """Lines across a square, both ways, with a gap after each."""
    at, along = np.linspace(-SIDE, SIDE, LINES), np.append(np.linspace(-SIDE, SIDE, DENSE), np.nan)
    one = np.array([(a, t) for a in at for t in along])
    one[np.isnan(one[:, 1])] = np.nan
    return np.vstack([one, one[:, ::-1]])


def _line_mesh() -> np.ndarray:
    x = np.linspace(-SIDE, SIDE, 2 * DENSE)
    return np.column_stack([x, np.zeros(len(x))])
