"""A search that skips: birds lie in boxes, and a box that is too far away is never opened.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN", which hopes for clever data structures. Inventory:
I-003-001, I-003-002.

From a case x to a bird in a box is at least the distance to the nearest place of the box,

    near = |x - clip(x, low, high)|                                                          (1)

so once k birds are known, no box with a larger near than the k-th of them can hold a nearer one. (2)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.story import START, STOP, UPDATE, Step, Trace
from labkit.learners.neighbours.distances import ball
from labkit.lectures.l02_nearest_neighbours import questions
from labkit.lectures.l02_nearest_neighbours.birds import (
    BILL_AXES,
    LIMITS,
    NEW_BIRD,
    PROPORTION,
    SPECIES,
    bills,
    penguins,
)
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.layout import rows, shaped
from labkit.views.scene import Boxes, Mark, Path, Points, codes, coordinates, segments_of


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BoxStep(Step):
    """One box opened, or the end: all others are skipped."""

    case: np.ndarray
    birds: int
    opened: tuple[int, ...]  # boxes, as they were opened
    boxes: int
    compared: int  # birds so far
    best: np.ndarray  # the nearest birds so far
    radius: float  # of the k-th of them, or infinity

    @property
    def place(self) -> int:
        return len(self.opened)

    @property
    def caption(self) -> str:
        if self.event == START:
            return f"{self.boxes} boxes, all closed"
        if self.event == STOP:
            return (f"{self.boxes - len(self.opened)} of {self.boxes} boxes are too far away and stay closed; "
                    f"{self.compared} of {self.birds} birds were compared")  # fmt: skip
        known = np.isfinite(self.radius)
        reach = f"the best {len(self.best)} lie within {self.radius:.2f} mm" if known else "not enough birds yet"
        return f"box {len(self.opened)}: {self.compared} birds compared; {reach}"


class SkipLab(Lab):
    """Boxes are opened from near to far, until no closed one can matter."""

    name, heading, clickable = "02-boxes", "A search that skips", ("plane",)
    question = questions.skipped
    steering = (
        Slider("k", "k", 1, 50, 1, 5),
        Slider("size", "birds in a box, at most", 1, 60, 1, 9),
        Slider("bill", "bill length in mm", 31.0, 61.0, 0.5, NEW_BIRD[0]),
        Slider("depth", "bill depth in mm", 12.5, 22.0, 0.1, NEW_BIRD[1]),
    )
    presets = {"far from everybody": {"bill": 34.0, "depth": 13.5}, "fifty neighbours": {"k": 50}, "large boxes": {
        "size": 60}}  # fmt: skip
    still = -1

    def data(self, values):
        return bills(), penguins()[1]

    def click(self, values, at):
        bill, depth = (round(float(np.clip(*each)), 1) for each in ((at.x, *LIMITS[0]), (at.y, *LIMITS[1])))
        return {"bill": bill, "depth": depth}

    def story(self, X, y, values):
        boxes = halved(X, np.arange(len(X)), values["size"])
        trace = Trace(_search(X, boxes, np.array([values["bill"], values["depth"]]), values["k"]))
        picture = rows(shaped(_plane(X, y, boxes), PROPORTION), _compared(trace), weights=(2, 1), shape=1.7)
        return Story(trace, picture)


def halved(X: np.ndarray, rows: np.ndarray, size: int) -> list[np.ndarray]:
    """The rows of every box: halved across the longer side until no box has more than so many."""
    if len(rows) <= size:
        return [rows]
    side = int(np.ptp(X[rows], axis=0).argmax())
    order, middle = rows[X[rows, side].argsort(kind="stable")], len(rows) // 2
    return halved(X, order[:middle], size) + halved(X, order[middle:], size)


def _search(X: np.ndarray, boxes: list[np.ndarray], case: np.ndarray, k: int) -> Iterator[BoxStep]:
    corners = np.array([(X[box].min(axis=0), X[box].max(axis=0)) for box in boxes])
    near = np.linalg.norm(case - np.clip(case, corners[:, 0], corners[:, 1]), axis=1)  # (1)
    distances = np.linalg.norm(X - case, axis=1)
    known = {"model": None, "case": case, "birds": len(X), "boxes": len(boxes)}
    last = BoxStep(event=START, **known, opened=(), compared=0, best=np.empty(0, dtype=int), radius=np.inf)
    yield last
    for box in near.argsort(kind="stable").tolist():
        if near[box] > last.radius:  # (2): and all boxes after it are farther still
            break
        seen = np.sort(np.append(last.best, boxes[box]))
        best = seen[distances[seen].argsort(kind="stable")[:k]]
        radius = float(distances[best[-1]]) if len(best) == k else np.inf
        last = BoxStep(event=UPDATE, **known, opened=(*last.opened, box), compared=last.compared + len(boxes[box]),
                       best=best, radius=radius)  # fmt: skip
        yield last
    yield BoxStep(event=STOP, **known, opened=last.opened, compared=last.compared, best=last.best, radius=last.radius)


def _plane(X: np.ndarray, y: np.ndarray, boxes: list[np.ndarray]) -> Chart:
    low, high = (np.array([getattr(X[box], name)(axis=0) for box in boxes]) for name in ("min", "max"))
    birds = Points(coordinates(X[:, 0]), coordinates(X[:, 1]), codes(y), size=3.2)

    def frames(which: list[int], stroke: str, width: float, fill: str = "") -> list[Mark]:
        sides = (coordinates(each) for each in (low[which, 0], low[which, 1], high[which, 0], high[which, 1]))
        return [Boxes(*sides, fill=fill, stroke=stroke, width=width, opacity=0.18)] if which else []

    def marks(step: BoxStep) -> list[Mark]:
        opened = list(step.opened)
        closed = [box for box in range(len(boxes)) if box not in step.opened]
        lines = segments_of([[*step.case, *X[row]] for row in step.best], color="accent", width=1.2)
        known = np.isfinite(step.radius)
        edge = [Path(*map(coordinates, ball(step.case, step.radius).T), "accent", 2.0)] if known else []
        case = Points(*(coordinates([each]) for each in step.case), codes([3]), size=8.0)
        return [*frames(closed, "muted", 1.0), *frames(opened, "accent", 2.0, "accent"), birds, *lines, *edge, case]

    chart = Chart(name="plane", xlim=LIMITS[0], ylim=LIMITS[1], xlabel=BILL_AXES[0], ylabel=BILL_AXES[1],
                  yticks=ticks(*LIMITS[1]), xticks=ticks(*LIMITS[0], 7), title="Opened boxes are tinted",
                  classes=(*SPECIES, "new bird"))  # fmt: skip
    return chart.marks(marks)


def _compared(trace: Trace) -> Chart:
    total = trace[0].birds
    chart = Chart(trace, x="place", key="box", name="compared", title="Birds compared", xlabel="boxes opened",
                  counts=True, ylim=(0.0, 1.1 * total))  # fmt: skip
    return chart.level(total, "all").line("compared", "so far")
