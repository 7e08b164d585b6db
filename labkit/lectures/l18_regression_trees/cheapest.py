"""Every leaf has a price: the penalised risk of all trees of a pruning, and the tree that is the cheapest.

Lecture 18; deck 002 "CART model selection". Inventory: I-002-048.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import RegressionTree
from labkit.learners.tree.cost_complexity import PruneStep, prune_steps
from labkit.learners.tree.growth import leaves
from labkit.lectures.l18_regression_trees import questions
from labkit.lectures.l18_regression_trees.staircase import LIMITS, samples
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.places import Function
from labkit.views.charts.regression import fit
from labkit.views.layout import columns
from labkit.views.scene import Mark, Points, codes, coordinates

BEYOND = 1.25  # of the last price at which something goes: where only the root is left
HIGH = 1.2  # risks above are not shown


class CheapestLab(Lab):
    """Play: the price of a leaf rises, and the cheapest tree becomes smaller and smaller."""

    name, heading = "18-cheapest", "A price for every leaf"
    question = questions.cheapest_on_fresh
    steering = (
        Slider("points", "examples", 40, 200, 20, 60),
        Slider("noise", "noise", 0.1, 0.8, 0.1, 0.4),
        Slider("min_leaf", "examples of a leaf, at least", 1, 10, 1, 4),
        Slider("seed", "draw", 0, 30, 1, 2),
    )
    presets = {"little noise": {"noise": 0.1}, "200 examples": {"points": 200}, "single leaves": {"min_leaf": 1}}
    still = 4

    def data(self, values):
        return samples(values)[0]

    def story(self, X, y, values):
        pruning = Trace(prune_steps(RegressionTree(min_leaf=values["min_leaf"]).fit(X, y)))[:-1]
        fresh = on_fresh(pruning, values)
        plane = fit(X, y, limits=LIMITS, truth=data.wave, title=_title, name="plane")
        path = pruning[0].path
        risks = Chart(xlim=(0.0, float(path.leaves[0])), ylim=(0.0, HIGH), xlabel="leaves", name="risks",
                      title=lambda step: f"Mean squared error; price {shown_price(step):.3g}")  # fmt: skip
        risks.function(_joined(path.leaves, path.risks), "training").function(_joined(path.leaves, fresh), "fresh")
        risks.model(lambda step: _joined(path.leaves, penalised(step)), "with price", flat=False).marks(_least)
        said = dict(zip(pruning, fresh, strict=True))
        return Story(pruning, columns(plane, risks, shape=2.1, caption=lambda step: _caption(step, said[step])))


def on_fresh(pruning: Trace, values: dict) -> np.ndarray:
    """The mean squared error of every tree on fresh cases."""
    cells, z = samples(values)[1]
    return pruning.curve(lambda step: np.mean((z - step.model.predict(cells)) ** 2))


def shown_price(step: PruneStep) -> float:
    """One at which the step's tree is the cheapest: half-way between those at which it becomes and ceases to be so."""
    alphas = np.append(step.path.alphas, BEYOND * step.path.alphas[-1])
    return float((alphas[step.prune] + alphas[step.prune + 1]) / 2)


def penalised(step: PruneStep) -> np.ndarray:
    """The penalised risk of every tree of the pruning at that price."""
    return step.path.risks + shown_price(step) * step.path.leaves


def _joined(leaves: np.ndarray, values: np.ndarray) -> Function:
    """The function through one number of every tree; no tree has less than one leaf."""
    order = np.argsort(leaves)
    return lambda x: np.where(x < 1, np.nan, np.interp(x, leaves[order], values[order]))


def _least(step: PruneStep) -> list[Mark]:
    at = np.array([step.leaves]), np.array([penalised(step)[step.prune]])
    return [Points(*map(coordinates, at), codes([2]), size=7.0)]


def _title(step: PruneStep) -> str:
    return f"The cheapest tree: {leaves(step.leaves)}"


def _caption(step: PruneStep, fresh: float) -> str:
    size = leaves(step.leaves)
    return f"from \u03b1 = {step.alpha:.3g} on, the tree of {size} is the cheapest; error {fresh:.3f} on fresh cases"
