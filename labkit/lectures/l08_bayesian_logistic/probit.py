"""The normal distribution function beside the sigmoid: drag its slope, and see the error.

Lecture 08; deck 000 "Probit Approximation of Sigmoid - 1", "Probit Approximation of Sigmoid - 2". Inventory: I-000-033.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, Step
from labkit.learners.bayesian.probit import MATCHED, largest_gap, probit_sigmoid
from labkit.learners.probability import sigmoid
from labkit.lectures.l08_bayesian_logistic import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import DASHED, DOTTED, Path, coordinates

REACH = 7.0  # of the axis
MOST = 0.06  # of the error's axis
FINE = 0.001  # step of the slider


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RateStep(Step):
    """Phi(rate a) beside g(a)."""

    rate: float
    gap: float  # the largest, and where it is
    at: float

    @property
    def slope(self) -> float:
        """Of Phi(rate a) at 0."""
        return self.rate / float(np.sqrt(2 * np.pi))

    @property
    def caption(self) -> str:
        return (
            f"r = {self.rate:.3f}: slope {self.slope:.4f} at 0, that of the sigmoid is 0.25; "
            f"largest error {self.gap:.4f}, at |a| = {self.at:.2f}"
        )


class ProbitLab(Lab):
    """Drag the slope of the probit until the error is small."""

    name, heading = "08-probit", "Probit beside sigmoid"
    question = questions.equal_slopes
    steering = (Slider("rate", "r in \u03a6(ra)", 0.47, 0.77, FINE, round(MATCHED, 3)),)
    presets = {"flatter": {"rate": 0.5}, "steeper": {"rate": 0.75}, "smallest largest error": {"rate": 0.588}}
    still = 0

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        rate = values["rate"]
        gap, at = largest_gap(rate)
        step = RateStep(event=SOLVED, model=None, rate=rate, gap=gap, at=at)
        both = Chart(xlim=(-REACH, REACH), ylim=(0.0, 1.0), title="Two curves from 0 to 1", xlabel="a", name="curves")
        both.function(sigmoid, "g(a)", color="curve0")
        both.function(lambda a: probit_sigmoid(a, rate), "\u03a6(ra)", color="curve1", dash=DASHED)
        error = Chart(xlim=(-REACH, REACH), ylim=(-MOST, MOST), title="Error: \u03a6(ra) \u2212 g(a)", xlabel="a",
                      name="error")  # fmt: skip
        error.level(0.0, color="grid").function(
            lambda a: probit_sigmoid(a, rate) - sigmoid(a), color="curve1", dash=DASHED
        )
        error.level(gap, f"{gap:.4f}", dash=DOTTED).level(-gap, f"\u2212{gap:.4f}", dash=DOTTED)
        where = np.array([-at, at])
        ends = Path(*map(coordinates, (where, probit_sigmoid(where, rate) - sigmoid(where))), "accent", 0.0, dots=True)
        return Story([step], columns(both, error.marks(lambda step: [ends]), shape=2.4))
