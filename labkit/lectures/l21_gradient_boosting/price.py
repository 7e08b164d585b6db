"""The price of a tree: gamma for each leaf, lambda for large scores.

Lecture 21; deck 000 "Gradient Boosting and Regularization". Inventory: I-000-112.

lambda belongs into the price (E-000-34); the w of a leaf is the score that it adds to F (E-000-36).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.ensemble.second_order import omega, short
from labkit.lectures.l21_gradient_boosting import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.trees.leaves import Leaf, Leaves

GAMMA, LAMBDA, OMEGA = "\u03b3", "\u03bb", "\u03a9"
PERSONS = ("age < 15", ("male", 0, 1), 2)  # the lecture's tree
LEAST = 6.0  # height of the chart, so that small prices look small
SCORES = ("young_man", "young_woman", "older")  # of its leaves


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PriceStep(Step):
    """A tree and what it costs."""

    w: tuple[float, ...]
    gamma: float
    lam: float

    @property
    def parts(self) -> tuple[float, float]:
        """What the leaves cost, and what their scores cost."""
        return omega(self.w, self.gamma, 0.0), omega(self.w, 0.0, self.lam)

    @property
    def caption(self) -> str:
        scores = short(omega(self.w, 0.0, 1.0))
        return f"{OMEGA} = {len(self.w)}{GAMMA} + {scores}{LAMBDA} = {short(sum(self.parts))}"


class PriceLab(Lab):
    """The lecture's tree, who likes computer games: change its scores and prices."""

    name, heading = "21-price", "The price of a tree"
    question = questions.half_the_scores
    steering = (
        Slider("gamma", f"{GAMMA} (price of a leaf)", 0.0, 4.0, 0.1, 1.0),
        Slider("lam", f"{LAMBDA} (price of large scores)", 0.0, 4.0, 0.1, 1.0),
        Slider("young_man", "score: age < 15, male", -3.0, 3.0, 0.05, 2.0),
        Slider("young_woman", "score: age < 15, not male", -3.0, 3.0, 0.05, 0.1),
        Slider("older", "score: age \u2265 15", -3.0, 3.0, 0.05, -1.0),
    )
    presets = {
        "only leaves cost": {"lam": 0.0},
        "only scores cost": {"gamma": 0.0},
        "half the scores": {"young_man": 1.0, "young_woman": 0.05, "older": -0.5},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # only the scores matter

    def story(self, X, y, values):
        w, prices = tuple(values[name] for name in SCORES), {name: values[name] for name in ("gamma", "lam")}
        step = PriceStep(event=SOLVED, model=None, w=w, **prices)
        tree = Leaves(PERSONS, lambda _: [Leaf(score) for score in w], full=3.0, total=lambda step: step.caption,
                      title="Who likes computer games?", name="tree")  # fmt: skip
        bars = Chart(ylim=(0.0, max(LEAST, 1.1 * max(step.parts))), title="What the tree costs", name="price")
        bars.bars(lambda step: step.parts, labels=("its leaves", "its scores"))
        return Story(Trace([step]), columns(tree, bars, weights=(3, 2)))
