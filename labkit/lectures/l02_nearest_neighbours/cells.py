"""How the cell of a point is cut: each of the others takes away the half of the plane that is nearer to it.

Lecture 02; deck 003 "GEOMETRY OF 1-NN", "THE DECISION BOUNDARY OF 1-NN", "EFFECT OF OUTLIERS ON 1-NN". Inventory:
I-003-003, I-003-004, I-003-005.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, START, UPDATE, Step, Trace, counted
from labkit.learners.neighbours.voronoi import Voronoi, bisector, voronoi
from labkit.lectures.l02_nearest_neighbours import questions
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Cells
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.scene import DASHED, DOTTED, RING, Mark, Path, Points, codes, coordinates, segments_of

LIMITS = ((-1.2, 1.2), (-1.2, 1.2))
MOST = 40  # points
CUT = 1e-12  # of an area: what is less is rounding
SIZE = 7.0  # radius of a point


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CutStep(Step):
    """One other point has cut, or could not."""

    cell: np.ndarray  # (corners, 2): what is left
    asked: int = 0  # how many of the others so far
    other: int | None = None  # the row of the other point
    cuts_off: bool = False
    sides: int = 0  # of the finished cell that it shares with other points

    @property
    def area(self) -> float:
        x, y = self.cell.T
        return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)

    @property
    def caption(self) -> str:
        if self.event == START:
            return f"point {self.example + 1} has the whole plane so far"
        if self.event == SOLVED:
            shared = f"that of point {self.example + 1} has {counted(self.sides, 'side')} with others"
            return f"all cells: {shared}; bold: the border"
        what = "cuts a piece off" if self.cuts_off else "comes too late: nothing of its half is left"
        return f"point {self.other + 1} {what}"


class CellsLab(Lab):
    """The cell of one point, cut by cut; in the end all of them, and the border of 1-NN."""

    name, heading, classes = "02-cells", "The cell of a point", ("A", "B")
    question = questions.cell_sides
    clickable, points_answer = ("plane",), True
    points = PlanePoints("moons gaussians xor", points=(6, MOST, 24), seed=4)
    steering = (*points.controls, Slider("point", "cell of point", 1, MOST, 1, 8))
    presets = {"few points": {"points": 6, "point": 1}, "many points": {"points": 40}, "overlapping classes": {
        "data": "gaussians"}}  # fmt: skip
    still = -1

    def story(self, X, y, values):
        row = min(values["point"], len(X)) - 1
        cells = voronoi(X, *LIMITS)
        trace = Trace(_cuts(X, row, len(cells.cell(row))))
        return Story(trace, columns(square(_plane(X, y, row, cells)), _areas(trace), weights=(1, 1), shape=2.0))

    def click(self, values, at):
        X, _ = self.examples
        return {"point": int(np.linalg.norm(X - [at.x, at.y], axis=1).argmin()) + 1}


def _cuts(X: np.ndarray, row: int, sides: int) -> Iterator[CutStep]:
    """The others by their distance."""
    (x0, x1), (y0, y1) = LIMITS
    cell = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    yield CutStep(event=START, model=None, example=row, cell=cell)
    order = np.linalg.norm(X - X[row], axis=1).argsort(kind="stable")
    for asked, other in enumerate(order[order != row].tolist(), start=1):
        before, cell = cell, kept(cell, *bisector(X[row], X[other]))
        cuts_off = len(cell) != len(before) or bool(np.abs(cell - before).max() > CUT)
        yield CutStep(event=UPDATE, model=None, example=row, cell=cell, asked=asked, other=other, cuts_off=cuts_off)
    yield CutStep(event=SOLVED, model=None, example=row, cell=cell, asked=len(X) - 1, sides=sides)


def kept(cell: np.ndarray, normal: np.ndarray, constant: float) -> np.ndarray:
    """The corners of the part of a convex cell where normal'x <= constant."""
    beyond = cell @ normal - constant
    corners = []
    for k in range(len(cell)):
        here, there = beyond[k - 1], beyond[k]
        if (here > 0) != (there > 0):
            corners.append(cell[k - 1] + here / (here - there) * (cell[k] - cell[k - 1]))
        if there <= 0:
            corners.append(cell[k])
    return np.array(corners).reshape(-1, 2)


def _plane(X: np.ndarray, y: np.ndarray, row: int, cells: Voronoi) -> Chart:
    chart = Chart(name="plane", xlim=LIMITS[0], ylim=LIMITS[1], title="The cell, cut by bisectors")
    outlines = Cells(lambda step: cells.segments, lambda step: cells.boundary(y))
    flag = codes(np.where(np.arange(len(X)) == row, RING, 0))
    points = Points(coordinates(X[:, 0]), coordinates(X[:, 1]), codes(y), flag, SIZE, True, Items("example", 1))

    def marks(step: CutStep) -> list[Mark]:
        outline = map(coordinates, np.vstack([step.cell, step.cell[:1]]).T)
        area = Path(*outline, "accent", 2.0, fill="accent", opacity=0.16)
        return [area, *(outlines(step) if step.event == SOLVED else _bisector(X, step)), points]

    return chart.marks(marks)


def _bisector(X: np.ndarray, step: CutStep) -> list[Mark]:
    """The line between the two points, and which two they are."""
    if step.other is None:
        return []
    a, b = X[step.example], X[step.other]
    along = np.array([a[1] - b[1], b[0] - a[0]]) / max(float(np.linalg.norm(b - a)), CUT)
    ends = (a + b) / 2 + np.array([[-4.0], [4.0]]) * along
    line = Path(*map(coordinates, ends.T), "ink" if step.cuts_off else "muted", 1.8, DASHED)
    return [line, *segments_of([[*a, *b]], color="muted", width=1.2, dash=DOTTED)]


def _areas(trace: Trace) -> Chart:
    chart = Chart(trace, x="asked", key="neighbour", name="area", title="Area of what is left", ylim=(0.0, 6.0),
                  xlabel="others, nearest first")  # fmt: skip
    return chart.line("area")
