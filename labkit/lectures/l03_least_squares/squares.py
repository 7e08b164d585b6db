"""Twelve cars, a line with two handles, and the squares that it makes.

Lecture 03; deck 003 "FITTING A LINE TO THE DATA", "LINEAR REGRESSION WITH SQUARED LOSS". Inventory: I-003-009,
I-003-011.

In the picture one mile per gallon is as long as four horsepower, so that squares are squares.

    upright          from (x, w1 x + w0) up or down to (x, y): what least squares adds up           (1)
    perpendicular    from the nearest point of the line: what the eye measures                      (2)
    the long axis    the line with the least sum of (2), the first eigenvector of the covariance    (3)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import SOLVED, Step, Trace
from labkit.learners import LinearRegression
from labkit.learners.linear import LinearPredictor
from labkit.lectures.l03_least_squares import questions
from labkit.lectures.l03_least_squares.cars import HORSEPOWER, MPG, few_cars
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.player.painted import Rails
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.scene import HOLLOW, Mark, Path, Points, codes, coordinates

LIMITS = ((40.0, 240.0), (0.0, 50.0))
UNIT = 4.0  # horsepower that are drawn as long as one mile per gallon
HANDLES = np.array([60.0, 220.0])  # where the two handles are
YOURS, LEAST, AXIS = LINES = ("your line", "least squares", "long axis")
UPRIGHT, PERPENDICULAR = KINDS = ("upright", "perpendicular")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SquaresStep(Step):
    """A line, and how far twelve cars are from it."""

    line: str
    kind: str
    feet: np.ndarray  # (cars, 2) where each distance begins on the line
    sums: tuple[float, float, float]  # of the squares of this kind, for each of ``LINES``

    @property
    def slope(self) -> float:
        return float(self.model.w[1])

    @property
    def caption(self) -> str:
        total = self.sums[LINES.index(self.line)]
        return f"{self.line}: {self.slope:+.3f} mpg per horsepower; the {self.kind} squares sum to {total:.0f}"


class SquaresLab(Lab):
    """Move the line by its handles: can you beat the formula?"""

    name, heading, clickable = "03-squares", "A line among twelve cars", ("plane",)
    question = questions.by_eye
    steering = (
        Choice("line", "line", LINES, YOURS),
        Slider("left", "left handle, mpg", 0.0, 50.0, 0.5, 30.0, only=("line", (YOURS,))),
        Slider("right", "right handle, mpg", 0.0, 50.0, 0.5, 20.0, only=("line", (YOURS,))),
        Choice("kind", "squares", KINDS, UPRIGHT),
    )
    rails = Rails(dict(zip(("left", "right"), HANDLES, strict=True)), {"line": YOURS})
    presets = {
        "least squares": {"line": LEAST},
        "the long axis": {"line": AXIS},
        "the long axis, its own squares": {"line": AXIS, "kind": PERPENDICULAR},
    }

    def data(self, values):
        x, mpg = few_cars()
        return np.column_stack([x, mpg]), np.zeros(len(x), dtype=int)

    def story(self, X, y, values):
        lines = {YOURS: by_handles(values["left"], values["right"]), LEAST: least_squares(X), AXIS: long_axis(X)}
        sums = tuple(float((distances(X, w, values["kind"]) ** 2).sum()) for w in lines.values())
        w = lines[values["line"]]
        step = SquaresStep(event=SOLVED, model=LinearPredictor(inputs.frozen(w)), line=values["line"],
                           kind=values["kind"], feet=feet(X, w, values["kind"]), sums=sums)  # fmt: skip
        return Story(Trace([step]), columns(square(_plane(X)), _sums(sums), shape=2.1))


def by_handles(left: float, right: float) -> np.ndarray:
    """(w0, w1) of the line through both handles."""
    slope = (right - left) / np.ptp(HANDLES)
    return np.array([left - slope * HANDLES[0], slope])


def least_squares(X: np.ndarray) -> np.ndarray:
    return LinearRegression().fit(X[:, :1], X[:, 1]).model_.w


def long_axis(X: np.ndarray) -> np.ndarray:
    """(w0, w1) of the line with the least perpendicular squares, as they are drawn."""
    drawn = X / [UNIT, 1.0]
    middle = drawn.mean(axis=0)
    along = np.linalg.svd(drawn - middle)[2][0]  # (3)
    slope = along[1] / along[0]
    return np.array([middle[1] - slope * middle[0], slope / UNIT])


def feet(X: np.ndarray, w: np.ndarray, kind: str) -> np.ndarray:
    """Where on the line each distance begins."""
    residuals = X[:, 1] - w[0] - w[1] * X[:, 0]  # (1)
    if kind == UPRIGHT:
        return inputs.frozen(X - np.column_stack([0 * residuals, residuals]))
    steep = UNIT * w[1]  # as it is drawn
    back = residuals / (1 + steep**2)  # (2)
    return inputs.frozen(X - np.column_stack([-UNIT * steep * back, back]))


def distances(X: np.ndarray, w: np.ndarray, kind: str) -> np.ndarray:
    """In miles per gallon; across, four horsepower are as long as one."""
    return np.hypot(*((X - feet(X, w, kind)) / [UNIT, 1.0]).T)


def corners(X: np.ndarray, base: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(x, y) of a square on each distance, with a gap after each."""
    away = X - base
    aside = np.column_stack([UNIT * away[:, 1], -away[:, 0] / UNIT])
    shapes = np.stack([base, X, X + aside, base + aside, base, np.full_like(X, np.nan)], axis=1)
    return shapes[..., 0].ravel(), shapes[..., 1].ravel()


def _plane(X: np.ndarray) -> Chart:
    chart = Chart(xlim=LIMITS[0], ylim=LIMITS[1], title="Twelve cars", xlabel=HORSEPOWER, ylabel=MPG, name="plane",
                  yticks=ticks(*LIMITS[1], 6))  # fmt: skip
    chart.marks(lambda step: _squares(X, step))
    chart.model(lambda step: lambda x: step.model.predict(x[:, None]), flat=False)
    return chart.points(X[:, 0], X[:, 1], items=Items("car", 1)).marks(_handles)


def _squares(X: np.ndarray, step: SquaresStep) -> list[Mark]:
    x, y = map(coordinates, corners(X, step.feet))
    return [Path(x, y, "curve1", 1.2, fill="curve1", opacity=0.22)]


def _handles(step: SquaresStep) -> list[Mark]:
    if step.line != YOURS:
        return []
    heights = step.model.predict(HANDLES[:, None])
    return [Points(coordinates(HANDLES), coordinates(heights), codes([2, 2]), codes([HOLLOW, HOLLOW]), 8.0,
                   editable=True, items=Items("handle", 1))]  # fmt: skip


def _sums(sums: tuple[float, ...]) -> Chart:
    chart = Chart(ylim=(0.0, 1.25 * max(sums[1:]) if sums[0] < max(sums[1:]) else 1.1 * min(sums[0], 2500.0)),
                  title="Sum of the squares", name="sums")  # fmt: skip
    return chart.bars("sums", labels=LINES).level(min(sums), "least")
