"""What one cut gains to second order: every cut of one node scanned, with a price for leaves and for large scores.

Lecture 21; deck 000 "Gradient Boosting and Regularization", "Gradient Boosting Implementation".
Inventory: I-000-113, I-000-114.

The node is the root of the first tree on the lecture's six points, all scores still 0.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import START, Trace
from labkit.learners.ensemble.losses import Logistic, Squared
from labkit.learners.ensemble.second_order import ScanStep, scan_steps, short
from labkit.lectures.l21_gradient_boosting import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.ensembles import split_gains
from labkit.views.layout import columns
from labkit.views.trees.leaves import Leaf, Leaves

SQUARED, LOGISTIC = "squared (y)", "log loss (two classes)"
GAMMA, LAMBDA = "\u03b3", "\u03bb"


class GainLab(Lab):
    """Which cut of the node pays: its gain against gamma and lambda."""

    name, heading = "21-gain", "What one cut gains"
    question = questions.which_price
    steering = (
        Slider("gamma", f"{GAMMA} (price of a leaf)", 0.0, 4.0, 0.05, 0.5),
        Slider("lam", f"{LAMBDA} (price of large scores)", 0.0, 10.0, 0.1, 1.0),
        Choice("loss", "loss", (SQUARED, LOGISTIC), SQUARED),
    )
    presets = {
        "no price": {"gamma": 0.0, "lam": 0.0},
        "no cut pays": {"gamma": 4.0},
        f"larger {LAMBDA}": {"lam": 2.0},
        "log loss": {"loss": LOGISTIC, "gamma": 0.0},
    }

    def data(self, values):
        table = data.load("gbm6")
        return table.numeric("x", "y"), (table["z"] > 0).astype(int)

    def story(self, X, y, values):
        trace = _scan(X, y, values)
        node, kind = trace[0].node, y if values["loss"] == LOGISTIC else None
        cuts = split_gains(node.thresholds, node.gains + node.gamma, "cut", x=node.x, kind=kind, gamma=node.gamma,
                           title=f"Gain of each cut before {GAMMA} is paid")  # fmt: skip
        sides = Leaves(_stump, _leaves, full=5.0, total=_total, name="sides",
                       title=f"Leaf scores w = \u2212G / (H + {LAMBDA})")  # fmt: skip
        return Story(trace, columns(cuts, sides, weights=(4, 3), caption=_caption))


def _scan(X: np.ndarray, y: np.ndarray, values: dict) -> Trace:
    """The root of the first tree, where every score is 0."""
    loss, z = (Squared(), X[:, 1]) if values["loss"] == SQUARED else (Logistic(), y)
    g, h = loss.slopes(z, np.zeros(len(z)))
    return Trace(scan_steps(X[:, 0], g, np.ones(len(z)) if h is None else h, gamma=values["gamma"], lam=values["lam"]))


def _stump(step: ScanStep):
    """The stump of the cut that is looked at, or the node as one leaf."""
    return 0 if step.split is None else (f"x \u2264 {step.node.thresholds[step.split]:g}", 0, 1)


def _leaves(step: ScanStep) -> list[Leaf]:
    scores, sums = step.node.scores(step.split).tolist(), step.node.sums(step.split).tolist()
    return [Leaf(w, (f"G = {short(G)}", f"H = {short(H)}")) for w, (G, H) in zip(scores, sums, strict=True)]


def _total(step: ScanStep) -> str:
    if step.split is None:
        return "no cut"
    gain = step.node.gains[step.split]
    return f"gain {short(gain + step.node.gamma)} \u2212 {GAMMA} = {short(gain)}"


def _caption(step: ScanStep) -> str:
    if step.event != START:
        return step.caption
    (G, H), w = step.node.sums()[0], step.node.scores()[0]
    return f"start: one leaf for all, G = {short(G)} and H = {short(H)}, so w = {w:.4g}"
