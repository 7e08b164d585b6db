"""One number typed wrong: how far does the line turn? Every car can be dragged.

Lecture 03; deck 003 "LEAST SQUARES LINEAR REGRESSION". Inventory: I-003-009, I-003-012.

The slope is a weighted sum of the y: w1 = sum of (x - mean of x) y / sum of (x - mean of x)^2. So what is typed too
high at x turns the line by its weight there, whatever the other cars need:

    change of w1 = (x - mean of x) / sum of (x - mean of x)^2 times the typing error           (1)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import SOLVED, Step, Trace
from labkit.learners import LinearRegression
from labkit.lectures.l03_least_squares import questions
from labkit.lectures.l03_least_squares.cars import CARS_DRAWN, HORSEPOWER, MPG, few_cars
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.scene import DASHED, RING, Mark, Points, codes, coordinates

LIMITS = ((40.0, 240.0), (0.0, 75.0))
TEN = 10.0  # miles per gallon by which each car is tried out
MIDDLE = 6  # a car near the middle


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TypoStep(Step):
    """The line through the cars as they were typed."""

    before: float  # slope through the cars as they are
    pulls: np.ndarray  # (1) for each car, of an error of ten
    typed: int  # which car has the error

    @property
    def slope(self) -> float:
        return float(self.model.w[1])

    @property
    def caption(self) -> str:
        return f"slope {self.slope:+.3f} mpg per horsepower; without typos {self.before:+.3f}"


class TypoLab(Lab):
    """Type a number wrong, or drag any car; watch the line."""

    name, heading, classes = "03-typo", "One typo", ("car",)
    question = questions.worst_typo
    data_controls = ("car", "error")
    steering = (
        Slider("car", "car (1: the weakest)", 1, CARS_DRAWN, 1, MIDDLE),
        Slider("error", "typed too high by, mpg", 0, 30, 1, 0),
    )
    presets = {
        "in the middle": {"error": 30},
        "at the right end": {"car": CARS_DRAWN, "error": 30},
        "at the left end": {"car": 1, "error": 30},
    }

    def data(self, values):
        x, mpg = few_cars()
        mpg = mpg + values["error"] * (np.arange(CARS_DRAWN) == values["car"] - 1)
        return np.column_stack([x, mpg]), np.zeros(CARS_DRAWN, dtype=int)

    def story(self, X, y, values):
        if not np.ptp(X[:, 0]) > 0:
            raise ValueError("cars: expected at least two different horsepowers, got one; move a car aside or undo")
        typed = min(values["car"], len(X)) - 1
        model = LinearRegression().fit(X[:, :1], X[:, 1]).model_
        step = TypoStep(event=SOLVED, model=model, before=float(_honest()[1]), pulls=pulls(X[:, 0]), typed=typed)
        return Story(Trace([step]), columns(_cars(X, typed), _pulls(X[:, 0]), weights=(3, 2)))


def _honest() -> np.ndarray:
    """(w0, w1) through the cars as they are."""
    x, mpg = few_cars()
    return LinearRegression().fit(x[:, None], mpg).model_.w


def pulls(x: np.ndarray) -> np.ndarray:
    """How far each car turns the line if ten too many are typed."""
    centred = x - x.mean()
    return inputs.frozen(TEN * centred / (centred @ centred))  # (1)


def _cars(X: np.ndarray, typed: int) -> Chart:
    w = _honest()
    chart = Chart(xlim=LIMITS[0], ylim=LIMITS[1], title="Drag a car", xlabel=HORSEPOWER, ylabel=MPG, name="plane",
                  yticks=ticks(*LIMITS[1], 7))  # fmt: skip
    chart.function(lambda x: w[0] + w[1] * x, color="muted", dash=DASHED, width=1.4)
    chart.stems(X[:, 0], X[:, 1], lambda step: step.model.predict(X[:, :1]))
    chart.model(lambda step: lambda x: step.model.predict(x[:, None]), flat=False)
    chart.points(X[:, 0], X[:, 1], editable=True, items=Items("car", 1))
    return chart.marks(lambda step: _ring(X, typed))


def _ring(X: np.ndarray, typed: int) -> list[Mark]:
    x, y = X[[typed]].T
    return [Points(coordinates(x), coordinates(y), codes([0]), codes([RING]), 5.0)]


def _room(pulls: np.ndarray) -> tuple[float, float]:
    most = 1.15 * float(np.abs(pulls).max())
    return -most, most


def _pulls(x: np.ndarray) -> Chart:
    chart = Chart(xlim=LIMITS[0], title="Change of slope by +10", xlabel=HORSEPOWER, name="pull", ylim=_room(pulls(x)))
    chart.stems(x, "pulls").points(x, "pulls", items=Items("car", 1))
    return chart.level(0.0, color="ink", dash=0, width=1.0)
