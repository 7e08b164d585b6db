"""L2 boosting in one dimension: the fit so far, what is left over, and the tree that goes after it.

Lecture 21; deck 000 "Gradient Boosting Algorithm", deck 002 "Greedy Optimization Methods".
Inventory: I-000-109, I-002-043, I-000-114.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.core import data
from labkit.core.story import START, STOP, Trace
from labkit.learners import L2Boost, RegressionTree
from labkit.learners.ensemble.l2boost import ResidualStep
from labkit.learners.tree.tree import Tree
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.curves import Curve, Curves
from labkit.views.residuals import Fit, Residuals
from labkit.views.scene import Panel, Scene

SIX = "six points"  # of the lecture
SHAPES = {
    "sine": lambda x: np.sin(1.5 * np.pi * x),
    "steps": lambda x: np.select([x < -0.4, x < 0.3], [-0.6, 0.9], -0.1),
    "hill": lambda x: 1.6 * np.exp(-8 * x**2) - 0.7,
}
DRAWN = tuple(SHAPES)
FRESH = 1000  # cases to test on
LIMITS, LIMITS_OF_SIX = ((-1.1, 1.1), (-1.7, 1.7)), ((0.4, 6.6), (0.0, 6.5))
HEIGHT = 470.0
FIT, LEFT_OVER, ERRORS = (34, 30, 420, 404), (500, 30, 396, 200), (500, 292, 352, 142)


class ResidualLab(Lab):
    """Each round fits a tree to what the rounds before have left over, and adds a share of it."""

    name = "21-residuals"
    heading = "Fit what is left over"
    classes = ("examples",)
    data_controls = ("data", "points", "noise", "seed")
    steering = (
        Choice("data", "data", (SIX, *DRAWN), SIX),
        Slider("points", "points", 10, 200, 10, 60, only=("data", DRAWN)),
        Slider("noise", "noise", 0.0, 0.6, 0.05, 0.25, only=("data", DRAWN)),
        Slider("seed", "seed", 0, 50, 1, 3, only=("data", DRAWN)),
        Slider("shrinkage", "shrinkage \u03b5", 0.05, 1.0, 0.05, 1.0),
        Slider("depth", "depth of a tree", 1, 5, 1, 1),
        Slider("rounds", "rounds", 1, 60, 1, 20),
    )

    def data(self, values):
        if values["data"] != SIX:
            return samples(values)[0]
        table = data.load("gbm6")
        return np.column_stack([table["x"], table["y"]]), np.zeros(len(table), dtype=int)

    def tell(self, X, y, values):
        weak = RegressionTree(max_depth=values["depth"])
        learner = L2Boost(learner=weak, rounds=values["rounds"], shrinkage=values["shrinkage"])
        trace = learner.trace(X[:, :1], X[:, 1])
        limits = LIMITS_OF_SIX if values["data"] == SIX else LIMITS
        fit = Fit(*X.T, box=FIT, limits=limits, truth=SHAPES.get(values["data"]), editable=True, name="plane",
                  title="All rounds together: F")  # fmt: skip
        views = fit, _LeftOver(X[:, 0], trace, limits[0], values["shrinkage"]), _errors(trace, values)
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), _caption(step), height=HEIGHT))


def samples(values: dict) -> list[data.Points]:
    """To fit, and to test on: points (x, y) of one curve, all of one kind."""
    shape = {name: values[name] for name in ("seed", "noise")}
    return data.samples(_drawn, values["points"], FRESH, curve=SHAPES[values["data"]], **shape)


def _drawn(n: int, *, curve, noise: float, seed: int) -> data.Points:
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, n)
    return np.column_stack([x, curve(x) + rng.normal(0, noise, n)]), np.zeros(n, dtype=int)


class _LeftOver:
    """``step -> Panel``: the residuals that this round met, with its tree; at the start and the end those that are."""

    def __init__(self, x: np.ndarray, trace: Trace, xlim, shrinkage: float):
        shared = trace[-1].model.sum
        reach = float(np.abs(shared.y - shared.scores).max()) or 1.0
        self.view = Residuals(x, _met, _tree, box=LEFT_OVER, reach=reach, xlim=xlim, shrinkage=shrinkage)

    def __call__(self, step: ResidualStep) -> Panel:
        return replace(self.view(step), title=_title(step))


def _met(step: ResidualStep) -> np.ndarray:
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
    return f"round {step.round}: {said(step.weak.tree)}; sum of squares {step.rss:.4g}"


def said(tree: Tree) -> str:
    """What a tree of one feature answers, in words if it is a stump."""
    if len(tree) == 1:
        return f"no cut helps, {tree.prediction[0]:+.3g} everywhere"
    if len(tree) > 3:
        return f"a tree of {len(tree.leaves)} leaves is fitted to the residuals"
    low, high = tree.prediction[1:]
    return f"the stump is {low:+.3g} up to x = {tree.threshold[0]:.3g}, then {high:+.3g}"


def _errors(trace: Trace, values: dict) -> Curves:
    model = trace[-1].model
    rounds = np.arange(model.members + 1)
    curves = [Curve(2 * model.sum.losses / len(model.sum.y), "training", "class0")]
    if values["data"] != SIX:
        (X, _), noise = samples(values)[1], values["noise"]
        told = model.prefix(0).predict(X[:, :1]), *model.staged_predict(X[:, :1])
        curves.append(Curve(((X[:, 1] - np.array(told)) ** 2).mean(axis=1), "fresh cases", "class1"))
        curves.append(Curve(np.full(len(rounds), noise**2), "noise alone", bound=True))
    return Curves(rounds, curves, lambda step: step.round, box=ERRORS, title="Mean squared residual", xlabel="rounds",
                  name="errors")  # fmt: skip
