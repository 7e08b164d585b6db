"""Neighbours for numbers: how far a car goes on a gallon, by the power of its engine.

Lecture 02; deck 003 "K - NN BEHAVIOR FOR REGRESSION", deck 004 "KNN - K nearest neighbors". Inventory: I-003-008,
I-003-006, I-004-014.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, START, UPDATE, Step, Trace
from labkit.learners import RegressionNeighbours
from labkit.learners.neighbours.leave_one_out import LeaveOneOut
from labkit.lectures.l02_nearest_neighbours import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns

ASKED = (1, 2, 3, 5, 9, 15, 25, 40, 57, 80, 120, 200)  # of the k, and all cars
FEATURES = {"horsepower": ("horsepower", (40.0, 280.0)), "weight in lb": ("weight_lb", (1500.0, 5800.0))}
MILES = (5.0, 50.0)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MeanCarsStep(Step):
    """One k."""

    k: int
    error: float  # root of the mean squared error when each car is left out

    @property
    def caption(self) -> str:
        return f"k = {self.k}: left out, a car is missed by {self.error:.2f} miles per gallon (root of the mean square)"


class CarsLab(Lab):
    """The mean of the k nearest cars, for more and more of them."""

    name, heading = "02-cars", "Neighbours for numbers"
    question = questions.cars_k
    steering = (
        Choice("feature", "known of a car", tuple(FEATURES), "horsepower"),
        Choice("weights", "weights", ("uniform", "distance"), "uniform"),
        Slider("cars", "cars", 50, 390, 20, 390, live=False),
    )
    presets = {"fifty cars": {"cars": 50}, "by weight": {"feature": "weight in lb"}, "near ones count more": {
        "weights": "distance"}}  # fmt: skip
    still = 6

    def data(self, values):
        x, miles = cars(FEATURES[values["feature"]][0])
        rows = np.random.default_rng(0).permutation(len(x))[: values["cars"]]
        return np.column_stack([x, miles])[rows], np.zeros(len(rows), dtype=int)

    def story(self, X, y, values):
        x, miles = X[:, :1], X[:, 1]
        learner = RegressionNeighbours(k=1, weights=values["weights"]).fit(x, miles)
        left_out = learner.leave_one_out(x, miles)
        roots = np.sqrt(left_out.rates)
        asked = [*(k for k in ASKED if k < len(x) - 1), len(x) - 1]
        events = [START, *[UPDATE] * (len(asked) - 2), SOLVED]
        trace = Trace(MeanCarsStep(event=event, model=replace(learner.model_, k=k), k=k, error=float(roots[k - 1]))
                      for event, k in zip(events, asked, strict=True))  # fmt: skip
        fit = _fit(x, miles, values["feature"])
        return Story(trace, columns(fit, _errors(left_out, roots), weights=(3, 2), shape=2.2))


@cache
def cars(feature: str) -> tuple[np.ndarray, np.ndarray]:
    """One feature of every car that has it, and its miles per gallon."""
    table = data.load("auto_mpg").complete(feature, "mpg")
    return table.numeric(feature)[:, 0], table.numeric("mpg")[:, 0]


def _fit(x: np.ndarray, miles: np.ndarray, feature: str) -> Chart:
    chart = Chart(name="fit", xlim=FEATURES[feature][1], ylim=MILES, xlabel=feature, ylabel="miles per gallon",
                  title=lambda step: f"The mean of the {step.k} nearest" if step.k > 1 else "The nearest")  # fmt: skip
    chart.points(x[:, 0], miles, size=2.6, items=Items("car", 1))
    return chart.model(lambda step: lambda at: step.model.predict(at[:, None]), color="accent")


def _errors(left_out: LeaveOneOut, roots: np.ndarray) -> Chart:
    ylim = 0.9 * float(roots.min()), 1.03 * float(roots.max())
    chart = Chart(left_out.k, at=lambda step: step.k, xlog=True, name="errors", title="Error when left out", xlabel="k",
                  ylabel="miles per gallon", xlim=(0.85, len(roots) + 1), ylim=ylim)  # fmt: skip
    return chart.line(roots, whole=True)
