"""Softmax regression class by class: tangents fixed, each class fits by itself, tangents tightened.

Lecture 08; deck 000 "Log-Sum-Exponent bound & Multi-class Case". Inventory: I-000-021.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import TangentSoftmax
from labkit.learners.logistic.tangent import TangentStep
from labkit.lectures.l08_bayesian_logistic import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane

NAMES = ("0", "1", "2")
ITERATIONS = 5


class TangentLab(Lab):
    """Fix the tangents, let each class fit, tighten."""

    name, heading, classes = "08-tangent", "Class by class", NAMES
    question = questions.which_side
    data_controls = ("spread", "seed")
    steering = (
        Slider("spread", "spread of the clouds", 0.1, 0.5, 0.05, 0.3),
        Slider("lam", "penalty of the weights", 0.0, 2.0, 0.1, 0.1),
        Slider("seed", "seed", 0, 50, 1, 4),
    )
    presets = {"clouds apart": {"spread": 0.1}, "clouds mixed": {"spread": 0.5}, "no penalty": {"lam": 0.0}}
    still = 2

    def data(self, values):
        return data.blobs(90, spread=values["spread"], seed=values["seed"])

    def story(self, X, y, values):
        if len(np.unique(y)) < len(NAMES):
            raise ValueError("points: expected some of all three classes, got fewer; add points of the others")
        steps = TangentSoftmax(lam=values["lam"], max_iterations=ITERATIONS).trace(X, y)
        steps = Trace(list(steps)[:-1])  # the last one only says that the iterations are over
        chart = Chart(np.arange(len(steps)), at=_place, xlabel="moves", name="climb",
                      title="Log-likelihood and bound")  # fmt: skip
        chart.line(steps.curve("log_likelihood"), "log-likelihood").line(steps.curve("bound"), "bound")
        plane = Plane(X, y, labels=np.arange(3), names=NAMES, editable=True, title="The likeliest class", size=4.5)
        return Story(steps, columns(square(plane), chart, shape=2.2))


def _place(step: TangentStep) -> int:
    """Of a step among all moves: two fits and one tightening an iteration."""
    return 3 * step.iteration - (0 if step.fitted is None else 2 - step.fitted)
