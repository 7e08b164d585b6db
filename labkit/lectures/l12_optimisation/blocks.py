"""One block of parameters at a time: a staircase down the valley.

Lecture 12; deck 002 "Iterative Methods". Inventory: I-002-037.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.descent import Alternating, downhill, quadratic
from labkit.lectures.l12_optimisation import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, square

LIMITS = ((-2.0, 2.0), (-2.0, 2.0))
NEAR, MOVES, FLOOR = 1e-6, 60, 1e-9


class TurnsLab(Lab):
    """First the best w, then the best v, and again."""

    name, heading, clickable = "12-blocks", "By turns", ("map",)
    question = questions.by_turns
    steering = (
        Slider("link", "how closely w and v are linked", -0.9, 0.9, 0.1, 0.8),
        Slider("w", "start: w", -1.9, 1.9, 0.1, -1.5),
        Slider("v", "start: v", -1.9, 1.9, 0.1, -1.8),
    )
    presets = {"not linked": {"link": 0.0}, "a little": {"link": 0.3}, "closely": {"link": 0.9}}
    still = 4

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def click(self, values, at):
        return {"w": round(float(np.clip(at.x, -1.9, 1.9)), 1), "v": round(float(np.clip(at.y, -1.9, 1.9)), 1)}

    def story(self, X, y, values):
        link = -values["link"]
        of = quadratic([[1.0, link], [link, 1.0]], LIMITS)
        trace = downhill(
            of, Alternating(((0,), (1,))), (values["w"], values["v"]), tolerance=NEAR, max_iterations=MOVES
        )
        way = {"by turns": np.array([step.w for step in trace])}
        at = {step: k for k, step in enumerate(trace)}
        land = Landscape(of.values, LIMITS, ways=way, at=at.get, title="One at a time", name="map", xlabel="w",
                         ylabel="v")  # fmt: skip
        loss = Chart(np.arange(len(trace)), at=at.get, title="Height", xlabel="turns", ylog=True, name="height")
        loss.line(np.maximum(trace.curve("loss"), FLOOR), "height")
        return Story(trace, columns(square(land), loss, shape=2.0, caption=lambda step: _caption(step, at[step])))


def _caption(step, turns: int) -> str:
    where = f"w = {step.w[0]:.2f}, v = {step.w[1]:.2f}, height {step.loss:.2g}"
    return f"turn {turns}, the best {'v' if turns % 2 == 0 else 'w'}: {where}" if turns else f"the start: {where}"
