"""Eight ways down one valley, counted in evaluations.

Lecture 06; deck 003 "GRADIENT DESCENT FOR LOGISTIC REGRESSION", "MORE ON GRADIENT DESCENT.."; deck 000 "Maximum
Likelihood Estimation of Weights". Inventory: I-003-045, I-003-046, I-003-047, I-003-048.

The valley is the loss of the 23 flights over the bias w0 and the weight w1 of the temperature. In other units of
temperature it has another shape, though the curves that one can fit are the same:

    scaled            (x - mean) / spread      the valley is nearly round
    above 60          (x - 60) / 10            longer
    as measured       x / 10                   very long: the bias and the weight nearly make up for each other
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core.story import Step, Trace, events
from labkit.learners import LogisticRegression
from labkit.learners.descent import (
    BFGS,
    ConjugateGradient,
    GradientDescent,
    LevenbergMarquardt,
    Newton,
    PricedWay,
    SteepestDescent,
    StochasticGradient,
    priced,
)
from labkit.lectures.l06_logistic_regression import questions
from labkit.lectures.l06_logistic_regression.flights import flights
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, square
from labkit.views.scene import Path, coordinates
from labkit.views.wrap import Overlay

SCALED, ABOVE, MEASURED = UNITS = ("scaled", "tens of \u00b0F above 60", "tens of \u00b0F, as measured")
BOXES = {SCALED: ((-4.0, 1.4), (-4.8, 0.6)), ABOVE: ((-1.6, 3.4), (-4.0, 0.8)), MEASURED: ((-3.0, 19.0), (-3.0, 0.6))}
RUNNERS = {
    "gradient": GradientDescent(),
    "momentum": GradientDescent(momentum=0.8),
    "line search": SteepestDescent(),
    "conjugate": ConjugateGradient(),
    "Newton": Newton(),
    "Levenberg": LevenbergMarquardt(),
    "BFGS": BFGS(),
    "one at a time": StochasticGradient(rate=0.1, seed=0),
}
FAVOURITES, FIRST, SECOND = FIELDS = ("the favourites", "by gradients", "by curvature")
FIELD = {
    FAVOURITES: ("gradient", "momentum", "Newton", "BFGS"),
    FIRST: ("gradient", "line search", "conjugate", "one at a time"),
    SECOND: ("Newton", "Levenberg", "BFGS"),
}
SHOWN, MOST = 60, 500  # evaluations that are played, that are paid at most
GOAL = 0.01  # above the least loss: the finishing line
FLOOR = 1e-8
CROSS = 0.015  # half as wide, as a share of the map


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PaidStep(Step):
    """So many evaluations have been paid by everyone."""

    paid: int
    above: dict[str, float]  # how far above the least loss each runner is

    arrived: tuple[str, ...]  # at the finishing line, the first to come first

    @property
    def caption(self) -> str:
        if self.arrived:
            return f"after {self.paid} evaluations at the finish: {', '.join(self.arrived)}"
        lowest = min(self.above, key=self.above.get)
        if not self.paid:
            return f"at the start, {self.above[lowest]:.2g} above the least loss"
        return f"after {self.paid} evaluations {lowest} is lowest, {self.above[lowest]:.2g} above the least loss"


@cache
def valley(units: str):
    """What all go down."""
    x, t = flights()
    shown = {SCALED: (x - x.mean()) / x.std(), ABOVE: (x - 60) / 10, MEASURED: x / 10}[units]
    return LogisticRegression(max_iterations=1).trace(shown[:, None], t)[0].objective


@cache
def least(units: str) -> tuple[np.ndarray, float]:
    """Where the valley is lowest, and how low."""
    way = priced(valley(units), Newton(), np.zeros(2), most=100, tolerance=1e-12)
    return way.places[-1], float(way.losses[-1])


@cache
def way(units: str, name: str) -> PricedWay:
    return priced(valley(units), RUNNERS[name], np.zeros(2), most=MOST)


def finish(units: str, name: str) -> float | None:
    """Evaluations until the runner is at most ``GOAL`` above the least loss, or None."""
    return way(units, name).cost_of(least(units)[1] + GOAL)


def arrived(units: str, names: tuple[str, ...], paid: int) -> tuple[str, ...]:
    """Who has finished by then, in this order."""
    costs = {name: finish(units, name) for name in names}
    return tuple(sorted((name for name, cost in costs.items() if cost is not None and cost <= paid), key=costs.get))


class RaceLab(Lab):
    """Place your bet, then watch them go down."""

    name, heading = "06-race", "A race down one valley"
    question = questions.first_down
    steering = (
        Choice("units", "temperature in", UNITS, ABOVE),
        Choice("field", "who runs", FIELDS, FAVOURITES),
    )
    presets = {
        "scaled first": {"units": SCALED},
        "as measured": {"units": MEASURED},
        "by gradients": {"field": FIRST},
        "by curvature": {"units": MEASURED, "field": SECOND},
    }
    still = 8

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        units, names = values["units"], FIELD[values["field"]]
        paid = np.arange(SHOWN + 1)
        reached = {name: np.array([way(units, name).after(cost) for cost in paid]) for name in names}
        above = {name: way(units, name).losses[rows] - least(units)[1] for name, rows in reached.items()}
        steps = Trace(
            PaidStep(
                event=event,
                model=None,
                paid=k,
                above={name: float(above[name][k]) for name in names},
                arrived=arrived(units, names, k),
            )
            for k, event in enumerate(events(SHOWN + 1))
        )
        places = {name: way(units, name).places[rows] for name, rows in reached.items()}
        return Story(steps, columns(square(_map(units, places)), _losses(steps, above), shape=2.1))


def _map(units: str, places: dict[str, np.ndarray]) -> Overlay:
    """All ways, drawn up to the evaluation; a cross is where the valley is lowest."""
    arm = CROSS * np.array([np.ptp(side) for side in BOXES[units]])
    arms = least(units)[0] + arm * [[-1, -1], [1, 1], [np.nan, np.nan], [-1, 1], [1, -1]]
    goal = [Path(*map(coordinates, arms.T), "ink", 2.6)]
    return Overlay(_ground(units).with_ways(places, at=lambda step: step.paid), lambda step: goal)


@cache
def _ground(units: str) -> Landscape:
    return Landscape(valley(units).values, BOXES[units], title="Loss from above", xlabel="w0",
                     ylabel="w1", name="map")  # fmt: skip


def _losses(steps: Trace, above: dict[str, np.ndarray]) -> Chart:
    chart = Chart(steps, x="paid", key="evaluation", ylog=True, xlabel="evaluations", title="Loss above the least",
                  name="loss", ylim=(FLOOR, 20.0))  # fmt: skip
    for name, values in above.items():
        chart.line(np.maximum(values, FLOOR), name)
    return chart.level(GOAL, "finish")
