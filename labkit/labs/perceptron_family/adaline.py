"""Adaline and the perceptron read the same examples in the same order: one settles, the other stops."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import pairwise

import numpy as np

from labkit.core import data
from labkit.core.story import STOP, Step, Trace
from labkit.labs.perceptron_family import common
from labkit.learners import Perceptron
from labkit.learners.perceptron.adaline import Adaline
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.curves import Curve, Curves
from labkit.views.plane import Plane
from labkit.views.scene import Scene

SWEEPS = 25


class AdalineLab(Lab):
    """Two planes and the mistakes of both, example by example."""

    name = "10-adaline"
    heading = "Adaline and perceptron"
    classes = ("-1", "+1")
    data_controls = ("data", "points", "seed")
    steering = (
        Choice("data", "data", ("separable", "gaussians", "moons", "xor"), "separable"),
        Slider("points", "points", 10, 100, 2, 30),
        Slider("seed", "seed", 0, 50, 1, 1),
        Slider("rate", "Adaline's rate", 0.01, 1.0, 0.01, 0.05),
    )

    def data(self, values):
        more = {"margin": 0.06} if values["data"] == "separable" else {}
        return data.GENERATORS[values["data"]](values["points"], seed=values["seed"], **more)

    def tell(self, X, y, values):
        adaline = Adaline(learning_rate=values["rate"], max_sweeps=SWEEPS).trace(X, y)
        rival = Companion(Perceptron(max_sweeps=SWEEPS).trace(X, y))
        left = Plane(X, y, box=(8, 30, 300, 300), limits=common.LIMITS, editable=True, title="Adaline")
        right = Plane(X, y, box=(324, 30, 300, 300), limits=common.LIMITS, title="Perceptron")
        curves = self._mistakes(adaline, rival, X, y)

        def view(step):
            other = rival(step)
            panels = left(step), replace(right(other), name="rival"), curves(step)
            done = "stopped after" if other.event == STOP else "at"
            return Scene(panels, f"{step.caption} · perceptron {done} {other.update} updates", height=350)

        return Telling(adaline, view)

    def _mistakes(self, adaline: Trace, rival: Companion, X, y) -> Curves:
        # After every sweep: within one, the line swings too much to be read.
        told = Trace(step for step, after in pairwise(adaline) if after.sweep > step.sweep or after.event == STOP)
        ours = told.curve(lambda step: np.mean(step.model.predict(X) != y))
        theirs = told.curve(lambda step: np.mean(rival(step).model.predict(X) != y))
        curves = [Curve(ours, "Adaline", "class2"), Curve(theirs, "perceptron", "class3")]
        place = {"box": (676, 30, 180, 270), "title": "Share on the wrong side", "xlabel": "sweeps"}
        return Curves(told.curve("sweep"), curves, lambda step: step.sweep, **place)


class Companion:
    """``step -> step``: where another story, which read the same examples in the same order, was at that moment."""

    def __init__(self, trace: Trace):
        self._trace = trace
        self._moments = [_moment(step) for step in trace]

    def __call__(self, step: Step) -> Step:
        return self._trace[bisect_right(self._moments, _moment(step)) - 1]


def _moment(step: Step) -> tuple[int, float]:
    """(sweep, place in the sweep); a story stops at the end of its last sweep."""
    if step.example is not None:
        return step.sweep, step.example
    return (step.sweep, np.inf) if step.event == STOP else (0, -1)
