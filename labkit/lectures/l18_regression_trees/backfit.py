"""Two functions take turns: each is refitted to what the other one leaves of y.

Lecture 18; deck 002 "Backfitting Algorithm" and "Backfitting Algorithm(cont'd)". Inventory: I-002-037, I-002-052,
I-002-053.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.data import Points as Examples
from labkit.core.story import Trace
from labkit.learners import Backfitting, RegressionTree
from labkit.learners.additive.smoothers import KernelSmoother, NeighbourSmoother, PolynomialSmoother
from labkit.lectures.l18_regression_trees import questions_more
from labkit.lectures.shared.concrete import AGE, concrete
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import value_limits
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import DASHED, SOLID

WAVE, MIXTURES = "x1\u00b2 + sin 2\u03c0 x2", "concrete"
TRUTH = (lambda x: x**2 - 1 / 3, data.wave)
SMOOTHERS = {
    "kernel": KernelSmoother(0.06),
    "nearest 9": NeighbourSmoother(k=9),
    "cubics": PolynomialSmoother(),
    "trees of 5 leaves": RegressionTree(max_leaves=5, order="best"),
}
SWEEPS = 8


def examples(values: dict) -> Examples:
    """Of the sum with a known truth, x2 going along with x1 as far as is asked; or cement and age of concrete."""
    if values["data"] == MIXTURES:
        X, y = concrete()
        rows = np.random.default_rng(values["seed"]).permutation(len(y))[: values["points"]]
        return np.column_stack([X["cement"], np.log10(X[AGE])])[rows], y[rows]
    rng, share = np.random.default_rng(values["seed"]), values["together"]
    x1, other = rng.uniform(size=(2, values["points"]))
    x2 = share * x1 + (1 - share) * other
    return np.column_stack([x1, x2]), x1**2 + data.wave(x2) + rng.normal(0, 0.15, len(x1))


class BackfitLab(Lab):
    """One curve at a time."""

    name, heading = "18-backfitting", "Two functions take turns"
    question = questions_more.second_turn
    steering = (
        Choice("data", "data", (WAVE, MIXTURES), WAVE),
        Choice("smoother", "smoother", tuple(SMOOTHERS), "kernel"),
        Slider("together", "x2 goes along with x1", 0.0, 0.9, 0.1, 0.0, only=("data", (WAVE,))),
        Slider("points", "examples", 60, 300, 20, 160),
        Slider("seed", "draw", 0, 30, 1, 4),
    )
    presets = {
        "going along": {"together": 0.7},
        "concrete": {"data": MIXTURES, "points": 300},
        "concrete, with trees": {"data": MIXTURES, "points": 300, "smoother": "trees of 5 leaves"},
    }
    still = 2

    def data(self, values):
        return examples(values)

    def story(self, X, y, values):
        trace = Backfitting(smoother=SMOOTHERS[values["smoother"]], max_sweeps=SWEEPS).trace(X, y)[:-1]
        names, unit = (("x1", "x2"), "") if values["data"] == WAVE else (("cement, kg", "log10 of days"), ", MPa")
        error = Chart(trace, title="Mean squared error", xlabel="turns", name="errors",
                      ylim=(0.0, 1.05 * float(trace[0].mse)))  # fmt: skip
        turns = (_turn(trace, X[:, j], j, names[j], unit, values["data"] == WAVE) for j in range(2))
        return Story(trace, columns(*turns, error.line("mse"), weights=(5, 5, 4), shape=2.5))


def _turn(trace: Trace, x: np.ndarray, j: int, name: str, unit: str, known: bool) -> Chart:
    """What the other function leaves of y, and the function of this input; the true one dashed."""
    reach = max(float(np.abs(step.partial(j)).max()) for step in (trace[0], trace[-1]))
    chart = Chart(xlim=value_limits(x, zero=False), ylim=(-1.1 * reach, 1.1 * reach), xlabel=name, name=f"g{j + 1}",
                  title=lambda step: f"g{j + 1}{unit}{', just refitted' if step.feature == j else ''}")  # fmt: skip
    chart.level(0.0, color="ink", dash=SOLID, width=1.0).points(x, lambda step: step.partial(j), size=2.8)
    chart.model(lambda step: lambda at: step.model.curves[j].predict(at), color="accent", width=3.0)
    return chart.function(TRUTH[j], color="ink", dash=DASHED, width=1.6) if known else chart
