"""Data = fit 1 + fit 2 + ... + residual: different learners, one after the other.

Lecture 18; deck 002 "Greedy Optimization Methods". Inventory: I-002-043.
"""

from __future__ import annotations

import numpy as np

from labkit.learners import LinearRegression, RegressionNeighbours, RegressionTree, ResidualFitting
from labkit.learners.additive.residual_fitting import StageStep
from labkit.lectures.l18_regression_trees import questions_more
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit, residuals
from labkit.views.layout import columns, rows

LINE, TREE, NEAREST = "a line", "a tree of 3 leaves", "nearest 5"
KINDS = {
    LINE: LinearRegression(),
    TREE: RegressionTree(max_leaves=3, order="best"),
    NEAREST: RegressionNeighbours(k=5),
}
ORDERS = {"line, tree, nearest": (LINE, TREE, NEAREST), "tree, line, nearest": (TREE, LINE, NEAREST),
          "line, tree, line, tree": (LINE, TREE, LINE, TREE)}  # fmt: skip


class StagesLab(Lab):
    """Play the stages: each learner gets what is left."""

    name, heading = "18-stages", "Fit what is left over"
    question = questions_more.order_of_stages
    steering = (
        Choice("order", "order", tuple(ORDERS), "line, tree, nearest"),
        Slider("points", "examples", 30, 150, 10, 70),
        Slider("jump", "height of the jump", 0.0, 4.0, 0.5, 2.0),
        Slider("seed", "draw", 0, 30, 1, 1),
    )
    presets = {"the tree first": {"order": "tree, line, nearest"}, "no jump": {"jump": 0.0},
               "again and again": {"order": "line, tree, line, tree"}}  # fmt: skip
    still = 2

    def data(self, values):
        rng = np.random.default_rng(values["seed"])
        x = np.sort(rng.uniform(0, 6, values["points"]))
        y = 0.4 * (x - 3) + values["jump"] * (x > 4.2) - 0.6 + 0.5 * np.sin(5 * x)
        return x[:, None], y + rng.normal(0, 0.12, len(x))

    def story(self, X, y, values):
        names = ORDERS[values["order"]]
        trace = ResidualFitting(learners=[KINDS[name] for name in names]).trace(X, y)[:-1]
        left = residuals(X[:, 0], lambda step: step.residuals if step.fitted is None else step.fitted, lambda s: s.weak,
                         reach=float(np.abs(y).max()), title=lambda step: _left(step, names))  # fmt: skip
        rss = Chart(trace, x="stage", title="Sum of squares that is left", xlabel="stages", name="left").line("rss")
        whole = fit(X, y, title=lambda step: _sum(step, names), name="fit")
        return Story(trace, columns(rows(whole, left, weights=(3, 2)), rss, weights=(3, 2),
                                    caption=lambda step: _caption(step, names)))  # fmt: skip


def _sum(step: StageStep, names) -> str:
    return "Model = " + " + ".join(names[: step.stage]) if step.stage else "Model = 0"


def _left(step: StageStep, names) -> str:
    return f"What was left: {names[step.stage - 1]}" if step.stage else "All of y is left"


def _caption(step: StageStep, names) -> str:
    fitted = f"{names[step.stage - 1]} fitted to {'y' if step.stage == 1 else 'what is left'}; " if step.stage else ""
    return f"{fitted}sum of squares that is left: {step.rss:.3g}"
