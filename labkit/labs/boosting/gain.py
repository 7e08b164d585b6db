"""What a split is worth to second order: every cut of one node scanned, and the price of a tree.

Lecture 21; deck 000 "Gradient Boosting and Regularization", "Gradient Boosting Implementation".
Inventory: I-000-112, I-000-113, I-000-114.

The node is the root of a stump on the lecture's six points. lambda belongs into the price of a tree (E-000-34); the w
of a leaf is the score that it adds to F (E-000-36).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE, CountedStep, Trace
from labkit.learners import GradientBoosting, RegressionBoosting
from labkit.learners.ensemble.second_order import leaf_score, omega, split_gains, structure_parts
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.facts import Facts
from labkit.views.gains import Gains
from labkit.views.leaves import Leaf, Leaves
from labkit.views.scene import Panel, Scene

SQUARED, LOGISTIC = "squared (y)", "logistic (z)"
GAMMA, LAMBDA, OMEGA = "\u03b3", "\u03bb", "\u03a9"
PERSONS = ("age < 15", ("male", 0, 1), 2)  # the lecture's tree
SCORES = ("young_man", "young_woman", "older")  # of its leaves
HEIGHT = 486.0
CUTS, SIDES = (36, 30, 500, 176), (36, 268, 500, 206)
PRICE, TABLE = (580, 30, 372, 206), (580, 268, 372, 206)


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """The examples of one node, in the order of x: gradients, second derivatives, and what each cut comes to."""

    x: np.ndarray
    g: np.ndarray
    h: np.ndarray
    gamma: float
    lam: float
    thresholds: np.ndarray
    gains: np.ndarray  # gamma taken off

    @classmethod
    def of(cls, x, g, h, gamma: float, lam: float) -> Node:
        return cls(x, g, h, gamma, lam, *split_gains(x, g, h, gamma, lam))

    def sums(self, cut: int) -> np.ndarray:
        """[[G, H] left of the cut, [G, H] right of it]."""
        left = self.x <= self.thresholds[cut]
        return np.array([[self.g[side].sum(), self.h[side].sum()] for side in (left, ~left)])

    def scores(self, cut: int) -> np.ndarray:
        """w of the two leaves."""
        return leaf_score(*self.sums(cut).T, self.lam)

    def structure(self, cut: int | None = None) -> float:
        """The structure score of the two leaves, or of the node as one leaf."""
        G, H = (self.g.sum(), self.h.sum()) if cut is None else self.sums(cut).T
        return float(structure_parts(G, H, self.gamma, self.lam).sum())


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ScanStep(CountedStep):
    """One more cut tried; the last word is about the best."""

    noun = "cut"
    cut: int  # how many were tried
    node: Node

    @property
    def best(self) -> int | None:
        """The best so far, the first of equals."""
        return int(self.node.gains[: self.cut].argmax()) if self.cut else None

    @property
    def shown(self) -> int | None:
        """The newest cut; at the end the best."""
        return self.best if self.event == STOP else self.cut - 1 if self.cut else None

    def _begins(self) -> str:
        G, H, structure = map(_short, (self.node.g.sum(), self.node.h.sum(), self.node.structure()))
        return f"as one leaf: G = {G}, H = {H}, structure score {structure}"

    def _happened(self) -> str:
        newest, gain = self.cut - 1, self.node.gains[self.cut - 1]
        best = "the best so far" if self.best == newest else f"less than at x = {self.node.thresholds[self.best]:g}"
        return f"left of x = {self.node.thresholds[newest]:g} and right of it; gain {_short(gain)}, {best}"


class GainLab(Lab):
    """Which cut of the node pays: its gain against gamma and lambda, and what they cost the lecture's tree."""

    name = "21-gain"
    heading = "What a split gains"
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

    def data(self, values):
        table = data.load("gbm6")
        return np.column_stack([table["x"], table["y"]]), (table["z"] > 0).astype(int)

    def tell(self, X, y, values):
        node = _node(X, y, values)
        kind = y if values["loss"] == LOGISTIC else None
        cuts = Gains(node.thresholds, node.gains + node.gamma, lambda step: step.cut, box=CUTS, x=node.x, kind=kind,
                     gamma=node.gamma, title=f"Gain of each cut before {GAMMA} is paid")  # fmt: skip
        views = cuts, _sides, _price(values), _table
        story = _scan(node)
        return Telling(story, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=HEIGHT))


def _node(X: np.ndarray, y: np.ndarray, values: dict) -> Node:
    """The root of the next round's stump, after so many rounds."""
    kind, z = (RegressionBoosting, X[:, 1]) if values["loss"] == SQUARED else (GradientBoosting, y)
    before, prices = values["rounds"], {"gamma": values["gamma"], "lam": values["lam"]}
    learner = kind(rounds=before + 1, shrinkage=values["shrinkage"], max_depth=1, start="zero", **prices)
    step = learner.trace(X[:, :1], z)[before + 1]
    return Node.of(X[:, 0], step.gradient, step.hessian, **prices)


def _scan(node: Node) -> Trace:
    cuts = len(node.thresholds)
    told = [(START, 0), *((UPDATE, k) for k in range(1, cuts + 1))]
    steps = [ScanStep(event=event, model=None, cut=k, node=node) for event, k in told]
    return Trace([*steps, ScanStep(event=STOP, model=None, cut=cuts, node=node, reason=_verdict(node))])


def _verdict(node: Node) -> str:
    best = int(node.gains.argmax())
    at, gain = f"x = {node.thresholds[best]:g}", node.gains[best]
    if gain > 0:
        return f"the node is split at {at}, which gains {_short(gain)}"
    return f"the node stays a leaf, for even {at} gains {_short(gain)}"


def _sides(step: ScanStep) -> Panel:
    """The stump of the cut that is looked at, or the node as one leaf."""
    node, cut = step.node, step.shown
    split = cut is not None and not (step.event == STOP and node.gains[cut] <= 0)
    sums = node.sums(cut) if split else np.array([[node.g.sum(), node.h.sum()]])
    scores = leaf_score(*sums.T, node.lam).tolist()
    leaves = [
        Leaf(w, (f"G = {_short(G)}", f"H = {_short(H)}")) for w, (G, H) in zip(scores, sums.tolist(), strict=True)
    ]
    total = f"structure score {_short(node.structure())}"
    if split:
        total = f"{total} \u2212 gain {_short(node.gains[cut])} = {_short(node.structure(cut))}"
    shape = (f"x \u2264 {node.thresholds[cut]:g}", 0, 1) if split else 0
    title = f"Best leaf scores w = \u2212G / (H + {LAMBDA})"
    return Leaves(shape, lambda _: leaves, box=SIDES, full=5.0, lines=2, total=lambda _: total, title=title,
                  name="sides")(step)  # fmt: skip


def _price(values: dict) -> Leaves:
    w, gamma, lam = [values[name] for name in SCORES], values["gamma"], values["lam"]
    total = f"{OMEGA} = 3{GAMMA} + {_short(omega(w, 0.0, 1.0))}{LAMBDA} = {_short(omega(w, gamma, lam))}"
    return Leaves(PERSONS, lambda _: [Leaf(score) for score in w], box=PRICE, full=3.0, lines=0,
                  total=lambda _: total, title=f"The price of the lecture's tree: {OMEGA}", name="price")  # fmt: skip


def _table(step: ScanStep) -> Panel:
    table = Facts(_rows, ("w left", "w right", "gain"), box=TABLE, name="table")
    return replace(table(step), title="The cuts so far")


def _rows(step: ScanStep) -> list[tuple[str, ...]]:
    """The cuts tried so far."""
    node = step.node
    numbers = [(*node.scores(cut), node.gains[cut]) for cut in range(step.cut)]
    return [(f"x \u2264 {threshold:g}", *(f"{number:.3f}" for number in row))
            for threshold, row in zip(node.thresholds, numbers, strict=False)]  # fmt: skip


def _short(number: float) -> str:
    """To four places after the point."""
    return f"{round(float(number), 4) + 0.0:g}"
