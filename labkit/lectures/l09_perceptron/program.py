"""The linear program pivot by pivot: weights on the points that balance, and two bounds that meet.

Lecture 09; deck 000 "Linear Programming (LP) Formulation", "Dual Problem". Inventory: I-000-042, I-000-044.

The multipliers of the dual balance the signed examples, sum of lambda z = 0. With the constant input that says two
things: both classes have the same total weight, and the same centre of gravity.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Step
from labkit.learners import LinearProgram
from labkit.lectures.l09_perceptron import questions
from labkit.lectures.l09_perceptron.common import CLASSES, GAP, LIMITS
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.counts import example_bars
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import RING, Mark, Points, Segments, Text, codes, coordinates
from labkit.views.wrap import Overlay

LIGHT, HEAVY = 3.0, 9.0  # radii of a point without weight, and of one with weight 1
SOME = 1e-9  # weights below are rounding
CORNER = LIMITS[0][0] + 0.08, LIMITS[1][0] + 0.1  # where words stand, in data


class ProgramLab(Lab):
    """Either a line separates, or weights on the points prove that none does."""

    name, heading, classes = "09-program", "Is there a line at all?", CLASSES
    question = questions.in_balance
    points = PlanePoints("gaussians separable xor moons", points=(6, 60, 12), gap=GAP, seed=26)
    steering = points.controls
    presets = {"separable": {"data": "separable"}, "hopeless": {"data": "xor"}}

    def story(self, X, y, values):
        trace = LinearProgram().trace(X, y)
        plane = Plane(X, y, limits=LIMITS, editable=True, margin=1.0, names=CLASSES, size=_radii, first=1,
                      title="Large points carry weight", values=lambda step: {"weight": step.multipliers})  # fmt: skip
        balanced = Overlay(plane, lambda step: _balance(step, X, y))
        bars = example_bars("multipliers", y, first=1, name="multipliers", ylim=(0.0, 1.05), xlabel="example",
                            title="Weight of each example")  # fmt: skip
        bounds = Chart(
            trace[:-1], x="pivot", xlabel="pivots", title="Two bounds on the least total slack", name="bounds"
        )
        bounds.line("primal", "total slack").line("dual", "total weight")
        return Story(trace, columns(square(balanced), rows(bars, bounds)))


def _radii(step: Step) -> np.ndarray:
    """Areas grow with the weights, and points without one are still seen."""
    return np.sqrt(LIGHT**2 + (HEAVY**2 - LIGHT**2) * step.multipliers.clip(0, 1))


def _balance(step: Step, X: np.ndarray, y: np.ndarray) -> list[Mark]:
    """Threads from the weights to the centre of gravity that both classes share."""
    weights = step.multipliers
    if weights.sum() <= SOME:
        return []
    heavy = weights > SOME
    centre = weights[y == 1] @ X[y == 1] / weights[y == 1].sum()
    threads = Segments(*map(coordinates, X[heavy].T), *map(float, centre), "accent", 1.0)
    middle = Points(coordinates(centre[:1]), coordinates(centre[1:]), codes([0]), codes([RING]), size=2.0)
    words = Text(*CORNER, "ringed: where both classes balance", "accent", 12.0, bold=True)
    return [threads, middle, words]
