"""One more level at a time: the staircase, its error on its own examples, and on fresh cases.

Lecture 18; deck 001 "Regression Trees", deck 002 "Classification and Regression Trees (CART)".
Inventory: I-001-040, I-001-041, I-001-042, I-002-044.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.story import Step, Trace, events
from labkit.learners import RegressionTree
from labkit.learners.tree.growth import leaves
from labkit.lectures.l18_regression_trees import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.layout import columns

DEEPEST, FRESH = 7, 1000
LIMITS = ((0.0, 1.0), (-2.0, 2.0))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LevelStep(Step):
    """The tree of a depth, with its mean squared errors."""

    depth: int
    error: float  # on the examples that grew it
    fresh: float

    @property
    def caption(self) -> str:
        size = leaves(len(self.model.leaves))
        return f"depth {self.depth}, {size}: mean squared error {self.error:.3f} here, {self.fresh:.3f} on fresh cases"


def samples(values: dict) -> list[data.Points]:
    """Examples, and fresh cases."""

    def draw(n, seed):
        return data.curve(n, noise=values["noise"], seed=seed)

    return data.samples(draw, values["points"], FRESH, seed=values["seed"])


class StaircaseLab(Lab):
    """Play through the depths: what becomes of the staircase, and of the two errors?"""

    name, heading = "18-staircase", "How deep?"
    question = questions.best_depth
    steering = (
        Choice("leaf", "leaves answer", ("mean", "linear"), "mean"),
        Slider("points", "examples", 20, 300, 20, 60),
        Slider("noise", "noise", 0.0, 0.8, 0.1, 0.4),
        Slider("seed", "draw", 0, 30, 1, 2),
    )
    presets = {"no noise": {"noise": 0.0}, "300 examples": {"points": 300}, "linear leaves": {"leaf": "linear"}}
    still = 2

    def data(self, values):
        return samples(values)[0]

    def story(self, X, y, values):
        trace = Trace(_steps(X, y, samples(values)[1], values["leaf"]))
        plane = fit(X, y, limits=LIMITS, truth=data.wave, title=lambda step: f"Depth {step.depth}", name="plane")
        errors = Chart(trace, x="depth", title="Mean squared error", xlabel="depth", name="errors")
        errors.line("error", "training").line("fresh", "fresh").bound(values["noise"] ** 2, "noise alone")
        return Story(trace, columns(plane, errors, shape=2.2))


def _steps(X, y, fresh: data.Points, leaf: str) -> Iterator[LevelStep]:
    for depth, event in enumerate(events(DEEPEST), start=1):
        model = RegressionTree(max_depth=depth, leaf=leaf).fit(X, y).model_
        error, other = (float(np.mean((z - model.predict(cells)) ** 2)) for cells, z in ((X, y), fresh))
        yield LevelStep(event=event, model=model, depth=depth, error=error, fresh=other)
