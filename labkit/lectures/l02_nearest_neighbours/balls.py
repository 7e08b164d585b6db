"""The same points under other distances: the ball of p = 1 is a tilted square, that of p = infinity an upright one.

Lecture 02; deck 004 "KNN - K nearest neighbors". Inventory: I-004-015.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, START, UPDATE, Step, Trace
from labkit.learners.neighbours.distances import ball, between, rooted
from labkit.lectures.l02_nearest_neighbours import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.scene import RING, Mark, Path, Points, Text, codes, coordinates, segments_of

LIMITS = ((-1.2, 1.2), (-1.2, 1.2))
POWERS = (1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, np.inf)
KNOWN, CASE = range(2)
FIRST = np.array([[-0.6, 0.05], [0.22, 0.55], [0.46, -0.4], [0.9, 0.5], [-0.75, -0.7], [-0.5, 0.85]])
LINES = 6  # points whose distances are drawn at most
BESIDE = 0.09  # a point stands its number


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PowerStep(Step):
    """One distance."""

    p: float
    case: np.ndarray
    distances: np.ndarray  # to all points
    rows: np.ndarray  # the nearest, nearest first

    @property
    def place(self) -> int:
        """Among the distances that are told."""
        return POWERS.index(self.p)

    @property
    def radius(self) -> float:
        return float(self.distances[self.rows[-1]])

    @property
    def caption(self) -> str:
        first = int(self.rows[0])
        return f"p = {said(self.p)}: the nearest is point {first + 1}, at distance {self.distances[first]:.3f}"


def said(p: float) -> str:
    return "\u221e" if p == np.inf else f"{p:g}"


class BallsLab(Lab):
    """From p = 1 to infinity; of several cases the last one is asked about."""

    name, heading, classes = "02-balls", "Other distances", ("known point", "case")
    question = questions.other_ball
    steering = (
        Slider("k", "k", 1, 6, 1, 1),
        Slider("turn", "points turned by, degrees", 0, 90, 5, 0),
    )
    presets = {"turned by 45 degrees": {"turn": 45}, "three neighbours": {"k": 3}}
    still = 3
    data_controls = ("turn",)

    def data(self, values):
        angle = np.radians(values["turn"])
        turned = FIRST @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return np.vstack([turned, [0.0, 0.0]]), np.append(np.full(len(FIRST), KNOWN), CASE)

    def story(self, X, y, values):
        known, k = X[y == KNOWN], values["k"]
        if len(known) < k or len(known) == len(X):
            raise ValueError(f"points: expected a case and at least k = {k} known points, got {len(known)} of "
                             f"{len(X)} known; paint more, or lower k")  # fmt: skip
        case = X[y == CASE][-1]
        trace = Trace(_asked(known, case, k))
        near = _near(trace)
        planes = square(_plane(X, y, known, near)), _distances(trace, near)
        return Story(trace, columns(*planes, weights=(1, 1), shape=2.0))


def _near(trace: Trace) -> np.ndarray:
    """The points that are near under some distance."""
    least = np.min([step.distances for step in trace], axis=0)
    return np.sort(least.argsort(kind="stable")[:LINES])


def _asked(known: np.ndarray, case: np.ndarray, k: int) -> list[PowerStep]:
    events = [START, *[UPDATE] * (len(POWERS) - 2), SOLVED]
    steps = []
    for event, p in zip(events, POWERS, strict=True):
        distances = rooted(between(case[None], known, p)[0], p)
        rows = distances.argsort(kind="stable")[:k]
        steps.append(PowerStep(event=event, model=None, p=p, case=case, distances=distances, rows=rows))
    return steps


def _plane(X: np.ndarray, y: np.ndarray, known: np.ndarray, near: np.ndarray) -> Chart:
    place = coordinates(X[:, 0]), coordinates(X[:, 1]), codes(y)
    own = np.flatnonzero(y == KNOWN)
    numbers = [Text(x + BESIDE, up + BESIDE, str(row + 1), "ink", 11.0) for row in near for x, up in (known[row],)]

    def marks(step: PowerStep) -> list[Mark]:
        flag = np.zeros(len(X))
        flag[own[step.rows]] = RING
        outline = map(coordinates, ball(step.case, step.radius, step.p).T)
        edge = Path(*outline, "accent", 2.2, fill="accent", opacity=0.1)
        lines = segments_of([[*step.case, *known[row]] for row in step.rows], color="accent", width=1.4)
        return [edge, *lines, *numbers, Points(*place, codes(flag), 8.0, True, Items("example", 1))]

    chart = Chart(name="plane", xlim=LIMITS[0], ylim=LIMITS[1], title=lambda step: f"The ball of p = {said(step.p)}")
    return chart.marks(marks)


def _distances(trace: Trace, near: np.ndarray) -> Chart:
    """A line for each of these points."""
    highest = max(float(step.distances[near].max()) for step in trace)
    chart = Chart(trace, x="place", name="distances", title="Distance from the case", xlabel="p", ylim=(
        0.0, 1.08 * highest or 1.0),
        xticks=tuple((float(k), said(p)) for k, p in enumerate(POWERS)))  # fmt: skip
    for row in near.tolist():
        texts = tuple(f"p = {said(step.p)}: {step.distances[row]:.3g}" for step in trace)
        example = Items("example", np.full(len(trace), row + 1, dtype=np.float32), texts=texts)
        chart.line(lambda step, row=row: step.distances[row], f"point {row + 1}", whole=True, items=example)
    return chart
