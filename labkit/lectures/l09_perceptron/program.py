"""The linear program pivot by pivot: slacks that shrink, multipliers that balance, two bounds that meet."""

from __future__ import annotations

from labkit.learners import LinearProgram
from labkit.lectures.l09_perceptron.common import CLASSES, GAP, LIMITS
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane

TALLEST = 3.0  # a slack beyond is cut off


class ProgramLab(Lab):
    """Either a line separates, or multipliers prove that none does."""

    name, heading, classes = "09-program", "Linear program", CLASSES
    points = PlanePoints("gaussians separable xor moons", points=(6, 60, 24), gap=GAP, seed=5)
    steering = points.controls
    presets = {"separable": {"data": "separable"}, "hopeless": {"data": "xor"}}

    def story(self, X, y, values):
        trace = LinearProgram().trace(X, y)
        high = min(float(max(step.slacks.max() for step in trace)), TALLEST)
        bounds = Chart(
            trace[:-1], x="pivot", xlabel="pivots", title="Two bounds on the least total slack", name="bounds"
        )
        bounds.line("primal", "total slack").line("dual", "λ·b")
        slacks = Chart(title="Slack of each example", ylim=(0.0, 1.05 * high), name="slacks").bars("slacks", kind=y)
        multipliers = Chart(title="Multiplier λ of each example", ylim=(0.0, 1.05),
                            name="multipliers").bars("multipliers", kind=y)  # fmt: skip
        plane = Plane(X, y, limits=LIMITS, editable=True, margin=1.0, names=CLASSES)
        return Story(trace, columns(square(plane), rows(bounds, slacks, multipliers)))
