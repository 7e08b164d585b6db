"""Two inputs that go together, drawn anew: which one is asked first?

Lecture 18; deck 002 "Pitfalls of greedy optimization". Inventory: I-002-049.

    x1, x2 standard normal with correlation rho,   y = x1 + x2 + noise
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core.data import Points as Examples
from labkit.core.story import CountedStep, Trace, events
from labkit.learners import RegressionTree
from labkit.lectures.l18_regression_trees import questions_more
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.number_plane import NumberPlane
from labkit.views.scene import Panel

DRAWS = 40
BOTH, FIRST = "x1 + x2", "x1 alone"
LIMITS = ((-3.2, 3.2), (-3.2, 3.2))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RedrawnStep(CountedStep):
    """One more draw, and the input that its tree asks first."""

    noun = "draw"
    draw: int
    X: np.ndarray
    y: np.ndarray
    asked: np.ndarray  # (draws,) the first input of every draw

    @property
    def counts(self) -> np.ndarray:
        return np.bincount(self.asked[: self.draw], minlength=2)

    def _begins(self) -> str:
        return self._happened()

    def _happened(self) -> str:
        first, second = self.counts
        threshold = self.model.tree.threshold[0]
        return (
            f"the first cut is x{self.asked[self.draw - 1] + 1} \u2264 {threshold:.2f}; so far x1 {first}, x2 {second}"
        )


def drawn(n: int, rho: float, truth: str, noise: float, seed) -> Examples:
    rng = np.random.default_rng(seed)
    x1 = rng.normal(size=n)
    x2 = rho * x1 + np.sqrt(1 - rho**2) * rng.normal(size=n)
    y = (x1 + x2 if truth == BOTH else x1) + rng.normal(0, noise, n)
    return np.column_stack([x1, x2]), y


class CorrelatedLab(Lab):
    """Forty people draw their own examples from one source."""

    name, heading = "18-correlated", "Which input is asked first?"
    question = questions_more.who_is_asked_first
    steering = (
        Slider("rho", "correlation", 0.0, 0.99, 0.01, 0.9),
        Choice("truth", "y depends on", (BOTH, FIRST), BOTH),
        Slider("points", "examples", 20, 200, 20, 60),
        Slider("noise", "noise", 0.0, 2.0, 0.25, 0.5),
    )
    presets = {
        "not correlated": {"rho": 0.0},
        "x1 alone, 0.9": {"truth": FIRST},
        "x1 alone, 0.99": {"truth": FIRST, "rho": 0.99},
        "200 examples": {"points": 200},
    }
    still = 7

    def data(self, values):
        return np.empty((0, 2)), np.empty(0)

    def story(self, X, y, values):
        trace = forty(*(values[name] for name in ("points", "rho", "truth", "noise")))
        asked = Chart(ylim=(0.0, float(DRAWS)), title="First cut asks", name="asked").bars(
            "counts", labels=("x1", "x2")
        )
        return Story(trace, columns(square(_plane), asked, shape=2.1))


@cache
def forty(points: int, rho: float, truth: str, noise: float) -> Trace:
    samples = [drawn(points, rho, truth, noise, seed) for seed in range(DRAWS)]
    models = [RegressionTree(max_leaves=5, order="best").fit(*sample).model_ for sample in samples]
    asked = np.array([model.tree.feature[0] for model in models])
    return Trace(
        RedrawnStep(event=event, model=model, draw=k, X=X, y=y, asked=asked,
                 reason="" if k < DRAWS else _said(asked))
        for k, (event, model, (X, y)) in enumerate(zip(events(DRAWS), models, samples, strict=True), start=1)
    )  # fmt: skip


def _said(asked: np.ndarray) -> str:
    first, second = np.bincount(asked, minlength=2)
    return f"x1 is asked first in {first} draws, x2 in {second}"


def _plane(step: RedrawnStep, size) -> Panel:
    return NumberPlane(step.X, step.y, limits=LIMITS, title="Circles: answer too low", name="plane")(step, size)
