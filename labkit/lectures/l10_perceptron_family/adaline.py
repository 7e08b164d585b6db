"""Adaline and the perceptron read the same examples in the same order: one settles, the other stops.

Lecture 10; deck 000 "Non-parametric Learning of Discriminant Weights". Inventory: I-000-037.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from labkit.core.story import STOP, Trace, aligned
from labkit.learners import Adaline, Perceptron
from labkit.learners.sweeps import SweepStep
from labkit.lectures.l10_perceptron_family import questions
from labkit.lectures.l10_perceptron_family.common import LIMITS
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.wrap import Of

SWEEPS = 12


class AdalineLab(Lab):
    """Two planes and the mistakes of both, example by example."""

    name, heading, classes = "10-adaline", "Adaline and perceptron", ("-1", "+1")
    question = questions.who_separates
    points = PlanePoints("separable gaussians moons xor", points=(10, 100, 30), gap=0.06, seed=1)
    steering = (*points.controls, Slider("rate", "Adaline's rate", 0.01, 1.0, 0.01, 0.05))
    presets = {"not separable": {"data": "gaussians"}, "small rate": {"rate": 0.01}, "large rate": {"rate": 1.0}}

    def story(self, X, y, values):
        trace = Adaline(learning_rate=values["rate"], max_sweeps=SWEEPS).trace(X, y)
        rival = aligned(Perceptron(max_sweeps=SWEEPS).trace(X, y), sweep_clock)
        left = Plane(X, y, limits=LIMITS, editable=True, title="Adaline", names=self.classes)
        right = Of(Plane(X, y, limits=LIMITS, title="Perceptron", names=self.classes, name="rival"), rival)

        def caption(step):
            other = rival(step)
            done = "stopped after" if other.event == STOP else "at"
            return f"{step.caption} · perceptron {done} {other.update} updates"

        picture = columns(square(left), square(right), _mistakes(trace, rival, X, y), shape=2.75, caption=caption)
        return Story(trace, picture)


def _mistakes(trace: Trace, rival, X: np.ndarray, y: np.ndarray) -> Chart:
    """After every sweep: within one, the line swings too much to be read."""
    sweeps = Trace(step for step, after in pairwise(trace) if after.sweep > step.sweep or after.event == STOP)
    chart = Chart(sweeps, x="sweep", title="Share of mistakes", xlabel="sweeps", name="mistakes")
    chart.line(lambda step: np.mean(step.model.predict(X) != y), "Adaline")
    return chart.line(lambda step: np.mean(rival(step).model.predict(X) != y), "perceptron")


def sweep_clock(step: SweepStep) -> tuple[int, float]:
    """(sweep, place in it) of a rule that reads the examples as the rows come; the end is that of its sweep."""
    if step.example is not None:
        return step.sweep, step.example
    return (step.sweep, np.inf) if step.event == STOP else (0, -1)
