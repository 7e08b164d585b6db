"""Newton at a pass: whole steps walk to where the slope is zero, whatever that place is.

Lecture 12; deck 002 "LECTURE SET 5 Nonlinear Optimization Strategies". Inventory: I-002-001, I-002-003.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import together
from labkit.learners.descent import GradientDescent, Newton, downhill
from labkit.lectures.l12_optimisation import questions
from labkit.lectures.l12_optimisation.ground import TWO_WELLS
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, shaped

WAYS = {"whole Newton": Newton(halve=False), "Newton, turned": Newton(), "gradient": GradientDescent(rate=0.12)}
MOVES, NEAR = 25, 1e-6
FLOOR = 1e-6
(LEFT, RIGHT), (DOWN, UP) = TWO_WELLS.box
GROUND = Landscape(TWO_WELLS.values, TWO_WELLS.box, title="Two wells and a pass", name="map", xlabel="x", ylabel="y")


class NewtonLab(Lab):
    """Click to start somewhere else."""

    name, heading, clickable = "12-newton", "Which way is down?", ("map",)
    question = questions.whole_steps
    steering = (
        Slider("x", "start: x", -1.7, 1.7, 0.05, 0.35),
        Slider("y", "start: y", -1.3, 1.3, 0.05, 0.9),
    )
    presets = {"near a well": {"x": 1.2, "y": 0.5}, "beyond the pass": {"x": -0.4, "y": 0.6}}
    still = 3

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def click(self, values, at):
        place = np.clip([at.x, at.y], [-1.7, -1.3], [1.7, 1.3])
        return dict(zip("xy", (np.round(20 * place) / 20).tolist(), strict=True))

    def story(self, X, y, values):
        start = values["x"], values["y"]
        traces = [downhill(TWO_WELLS, solver, start, tolerance=NEAR, max_iterations=MOVES)
                  for solver in WAYS.values()]  # fmt: skip
        told = together(traces)
        ways = {name: np.array([m.steps[k].w for m in told]) for k, name in enumerate(WAYS)}
        ground = GROUND.with_ways(ways, lambda moment: moment.moment)
        return Story(told, columns(shaped(ground, 4 / 3), _heights(told), shape=2.1, caption=_caption))


def _heights(told) -> Chart:
    chart = Chart(np.arange(len(told)), at="moment", key="move", title="Height above the wells", xlabel="moves",
                  ylog=True, name="heights")  # fmt: skip
    for k, name in enumerate(WAYS):
        chart.line([max(moment.steps[k].loss, FLOOR) for moment in told], name)
    return chart


def _caption(moment) -> str:
    said = ", ".join(f"{name} {step.loss:.3f}" for name, step in zip(WAYS, moment.steps, strict=True))
    return f"after {moment.moment} moves the heights are: {said}"
