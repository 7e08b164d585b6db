"""L2 boosting in one dimension: the fit so far, what is left over, and the tree that goes after it.

Lecture 21; deck 000 "Gradient Boosting Algorithm", deck 002 "Greedy Optimization Methods".
Inventory: I-000-109, I-002-043, I-000-114.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import START, STOP, Trace
from labkit.learners import L2Boost, RegressionTree
from labkit.learners.ensemble.l2boost import ResidualStep
from labkit.learners.tree.tree import Tree
from labkit.lectures.l21_gradient_boosting import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts import regression
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows

SIX = "six points"  # of the lecture
SHAPES = {
    "sine": lambda x: np.sin(1.5 * np.pi * x),
    "steps": lambda x: np.select([x < -0.4, x < 0.3], [-0.6, 0.9], -0.1),
    "hill": lambda x: 1.6 * np.exp(-8 * x**2) - 0.7,
}
DRAWN = tuple(SHAPES)
FRESH = 1000  # cases to test on
LIMITS_OF_SIX = (0.4, 6.6), (0.0, 6.5)


class ResidualLab(Lab):
    """Each round fits a tree to what the rounds before have left over, and adds a share of it."""

    name, heading, classes = "21-residuals", "Fit what is left over", ("examples",)
    question = questions.second_cut
    data_controls = ("data", "points", "noise", "seed")
    steering = (
        Choice("data", "data", (SIX, *DRAWN), SIX),
        Slider("points", "points", 10, 200, 10, 60, only=("data", DRAWN)),
        Slider("noise", "noise", 0.0, 0.6, 0.05, 0.25, only=("data", DRAWN)),
        Slider("seed", "seed", 0, 50, 1, 3, only=("data", DRAWN)),
        Slider("shrinkage", "shrinkage \u03b5", 0.05, 1.0, 0.05, 1.0),
        Slider("depth", "depth of a tree", 1, 5, 1, 1),
        Slider("rounds", "rounds", 1, 60, 1, 6),
    )
    presets = {
        "small steps": {"shrinkage": 0.1, "rounds": 30},
        "a sine": {"data": "sine", "shrinkage": 0.3, "rounds": 60},
        "it fits the noise": {"data": "sine", "noise": 0.6, "depth": 4, "rounds": 60},
    }
    still = 2

    def data(self, values):
        if values["data"] != SIX:
            return samples(values)[0]
        table = data.load("gbm6")
        return table.numeric("x", "y"), np.zeros(len(table), dtype=int)

    def story(self, X, y, values):
        weak, shrinkage = RegressionTree(max_depth=values["depth"]), values["shrinkage"]
        trace = L2Boost(learner=weak, rounds=values["rounds"], shrinkage=shrinkage).trace(X[:, :1], X[:, 1])
        limits = LIMITS_OF_SIX if values["data"] == SIX else _limits(values["noise"])
        fit = regression.fit(*X.T, limits=limits, truth=SHAPES.get(values["data"]), editable=True, name="plane",
                             title="All rounds together: F")  # fmt: skip
        reach = max(float(np.abs(step.residuals).max()) for step in trace) or 1.0
        left = regression.residuals(X[:, 0], _left, _tree, reach=reach, xlim=limits[0], shrinkage=shrinkage,
                                    title=_title)  # fmt: skip
        right = left if values["data"] == SIX else rows(left, _errors(trace, values), weights=(4, 3))
        return Story(trace, columns(fit, right, caption=_caption))


def _limits(noise: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Room for curves between -1 and 1 and nearly all of the noise; it does not change while an example is dragged."""
    high = max(1.7, 1.0 + 3.4 * noise)
    return (-1.1, 1.1), (-high, high)


def samples(values: dict) -> list[data.Points]:
    """To fit, and to test on: points (x, y) of one curve, all of one kind."""
    shape = {name: values[name] for name in ("seed", "noise")}
    return data.samples(_drawn, values["points"], FRESH, curve=SHAPES[values["data"]], **shape)


def _drawn(n: int, *, curve, noise: float, seed: int) -> data.Points:
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, n)
    return np.column_stack([x, curve(x) + rng.normal(0, noise, n)]), np.zeros(n, dtype=int)


def _left(step: ResidualStep) -> np.ndarray:
    """The residuals that this round's tree was fitted to; at the start and the end those that are left."""
    return step.residuals if _tree(step) is None else step.fitted


def _tree(step: ResidualStep):
    return None if step.event in (START, STOP) else step.weak


def _title(step: ResidualStep) -> str:
    if step.event == START:
        return "Residuals of the mean"
    if step.event == STOP:
        return "Residuals that are left"
    return f"Residuals before round {step.round}, and its tree"


def _caption(step: ResidualStep) -> str:
    if _tree(step) is None:
        return step.caption
    return f"round {step.round}: {in_words(step.weak.tree)}; sum of squares {step.rss:.4g}"


def in_words(tree: Tree) -> str:
    """What a tree of one feature answers, exactly if it is a stump."""
    if len(tree) == 1:
        return f"no cut helps, {tree.prediction[0]:+.3g} everywhere"
    if len(tree) > 3:
        return f"a tree of {len(tree.leaves)} leaves is fitted to the residuals"
    low, high = tree.prediction[1:]
    return f"the stump is {low:+.3g} up to x = {tree.threshold[0]:.3g}, then {high:+.3g}"


def _errors(trace: Trace, values: dict) -> Chart:
    """Of points drawn from a curve: there are fresh ones to test on."""
    shown, model = trace[:-1], trace[-1].model
    chart = Chart(shown, x="round", title="Mean squared residual", xlabel="rounds", name="errors")
    chart.line(shown.curve("rss") / len(model.ensemble.z), "training")
    X, _ = samples(values)[1]
    answers = model.prefix(0).predict(X[:, :1]), *model.staged_predict(X[:, :1])
    chart.line(((X[:, 1] - np.array(answers)) ** 2).mean(axis=1), "fresh cases")
    return chart.bound(values["noise"] ** 2, "noise alone")
