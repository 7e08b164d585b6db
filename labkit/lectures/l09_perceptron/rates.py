"""Four learning rates on the same points, step by step beside each other.

Lecture 09; deck 000 "Optimal Learning Rate", "Relaxation Method", "Normalized Perceptron". Inventory: I-000-050,
I-000-051, I-000-052.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import STOP, together
from labkit.learners import Perceptron
from labkit.learners.perceptron.rosenblatt import RATES
from labkit.lectures.l09_perceptron import questions
from labkit.lectures.l09_perceptron.common import CLASSES, GAP, LIMITS, separator
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.wrap import Of


class RatesLab(Lab):
    """Who turns to w* fastest, and who lands where."""

    name, heading, classes = "09-rates", "Four learning rates", CLASSES
    question = questions.slowest_rate
    points = PlanePoints("separable", points=(10, 200, 40), gap=GAP, seed=7)
    steering = (
        *points.controls,
        Slider("margin", "relaxation lands on b", 0.02, 1.0, 0.02, 0.3),
        Slider("tilt", "start at angle", 0, 345, 15, 120),
    )
    presets = {"no gap": {"gap": 0.02}, "far start": {"tilt": 300}}
    still = 7

    def story(self, X, y, values):
        w_star = separator(X, y)
        if w_star is None:
            raise ValueError("points: expected points that a line separates, got none such; move them apart or undo")
        angle = np.radians(values["tilt"])
        start = np.array([0.0, np.cos(angle), np.sin(angle)])  # the reflection rule needs weights other than zero
        margins = {**dict.fromkeys(RATES, 0.0), "relaxation": values["margin"]}
        same = {"start": start, "separator": w_star, "max_sweeps": 200}
        told = together([Perceptron(rate=rate, margin=margins[rate], **same).trace(X, y) for rate in RATES])
        planes = [square(_plane(X, y, k)) for k in range(len(RATES))]
        cosines = [told.curve(lambda moment, k=k: moment.steps[k].cosine) for k in range(len(RATES))]
        chart = Chart(told, x="moment", key="step", xlabel="steps", title="Cosine of the angle between w and w*",
                      name="cosines", ylim=(float(np.nanmin(cosines)) - 0.05, 1.05))  # fmt: skip
        for rate, values_of in zip(RATES, cosines, strict=True):
            chart.line(values_of, rate)
        return Story(told, rows(columns(*planes), chart, shape=2.15))


def _plane(X: np.ndarray, y: np.ndarray, k: int) -> Of:
    plane = Plane(X, y, limits=LIMITS, editable=k == 0, size=4.0, name="plane" if k == 0 else RATES[k],
                  names=CLASSES, title=lambda step: _progress(RATES[k], step))  # fmt: skip
    return Of(plane, lambda moment: moment.steps[k])


def _progress(rate: str, step) -> str:
    """The title of one racer: its updates so far, and how it ended. Four stand side by side: there is little room."""
    if step.event != STOP:
        return f"{rate}: {step.update}"
    return f"{rate}: {step.update} \u2713" if "no mistake" in step.reason else f"{rate}: gave up"
