"""What a split is worth to second order: every cut of one node scanned, and the price of a tree.

Lecture 21; deck 000 "Gradient Boosting and Regularization", "Gradient Boosting Implementation".
Inventory: I-000-112, I-000-113, I-000-114.

The node is the root of a stump on the lecture's six points. lambda belongs into the price of a tree (E-000-34); the w
of a leaf is the score that it adds to F (E-000-36).
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import GradientBoosting, RegressionBoosting
from labkit.learners.ensemble.second_order import ScannedNode, ScanStep, omega, scan_steps, short
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.ensembles import split_gains
from labkit.views.layout import columns, rows
from labkit.views.tables.facts import facts
from labkit.views.trees.leaves import Leaf, Leaves

SQUARED, LOGISTIC = "squared (y)", "logistic (z)"
GAMMA, LAMBDA, OMEGA = "\u03b3", "\u03bb", "\u03a9"
PERSONS = ("age < 15", ("male", 0, 1), 2)  # the lecture's tree
SCORES = ("young_man", "young_woman", "older")  # of its leaves


class GainLab(Lab):
    """Which cut of the node pays: its gain against gamma and lambda, and what they cost the lecture's tree."""

    name, heading = "21-gain", "What a split gains"
    steering = (
        Choice("loss", "loss", (SQUARED, LOGISTIC), SQUARED),
        Slider("gamma", f"{GAMMA} (price of a leaf)", 0.0, 4.0, 0.05, 0.5),
        Slider("lam", f"{LAMBDA} (of large scores)", 0.0, 10.0, 0.1, 1.0),
        Slider("rounds", "rounds before", 0, 20, 1, 0),
        Slider("shrinkage", "shrinkage \u03b5", 0.05, 1.0, 0.05, 0.1),
        Slider("young_man", "score: age < 15, male", -3.0, 3.0, 0.1, 2.0),
        Slider("young_woman", "score: age < 15, not male", -3.0, 3.0, 0.1, 0.1),
        Slider("older", "score: age \u2265 15", -3.0, 3.0, 0.1, -1.0),
    )
    presets = {
        "no price": {"gamma": 0.0, "lam": 0.0},
        "no cut pays": {"gamma": 4.0},
        "larger \u03bb": {"lam": 2.0},
        "log loss": {"loss": LOGISTIC, "gamma": 0.0},
        "after ten rounds": {"rounds": 10},
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
                       title=f"Best leaf scores w = \u2212G / (H + {LAMBDA})")  # fmt: skip
        table = facts(_facts, ("w left", "w right", "gain"), title="The cuts so far", empty="none yet", name="table")
        return Story(trace, columns(rows(cuts, sides), rows(_price(values), table), weights=(4, 3), shape=2))


def _scan(X: np.ndarray, y: np.ndarray, values: dict) -> Trace:
    """The root of the next round's stump, after so many rounds."""
    kind, z = (RegressionBoosting, X[:, 1]) if values["loss"] == SQUARED else (GradientBoosting, y)
    before, prices = values["rounds"], {"gamma": values["gamma"], "lam": values["lam"]}
    learner = kind(rounds=before + 1, shrinkage=values["shrinkage"], max_depth=1, start="zero", **prices)
    step = learner.trace(X[:, :1], z)[before + 1]
    return Trace(scan_steps(X[:, 0], step.gradient, step.hessian, **prices))


def _stump(step: ScanStep):
    """The stump of the cut that is looked at, or the node as one leaf."""
    return 0 if step.split is None else (f"x \u2264 {step.node.thresholds[step.split]:g}", 0, 1)


def _leaves(step: ScanStep) -> list[Leaf]:
    scores, sums = step.node.scores(step.split).tolist(), step.node.sums(step.split).tolist()
    return [Leaf(w, (f"G = {short(G)}", f"H = {short(H)}")) for w, (G, H) in zip(scores, sums, strict=True)]


def _total(step: ScanStep) -> str:
    node, whole = step.node, f"structure {short(step.node.structure())}"
    if step.split is None:
        return whole
    return f"{whole} \u2212 gain {short(node.gains[step.split])} = {short(node.structure(step.split))}"


def _price(values: dict) -> Leaves:
    w, gamma, lam = [values[name] for name in SCORES], values["gamma"], values["lam"]
    total = f"{OMEGA} = 3{GAMMA} + {short(omega(w, 0.0, 1.0))}{LAMBDA} = {short(omega(w, gamma, lam))}"
    return Leaves(PERSONS, lambda _: [Leaf(score) for score in w], full=3.0, total=lambda _: total,
                  title=f"The price of the lecture's tree: {OMEGA}", name="price")  # fmt: skip


def _facts(step: ScanStep) -> list[tuple[str, ...]]:
    return [_row(step.node, cut) for cut in range(step.cut)]


def _row(node: ScannedNode, cut: int) -> tuple[str, ...]:
    numbers = (*node.scores(cut), node.gains[cut])
    return f"x \u2264 {node.thresholds[cut]:g}", *(f"{number:.3f}" for number in numbers)
