"""Two bounds of the sigmoid: an exponential above, Jaakkola and Jordan's bell below. Drag where they touch.

Lecture 08; deck 000 "Variational Upper Bound on Sigmoid", "Variational Logistic Regression -1".
Inventory: I-000-020, I-000-025.

On the logarithmic panel the bound above is a straight line, the one below a parabola.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import SOLVED, Step
from labkit.learners.bayesian.bounds import curvature, entropy, log_sigmoid_below, sigmoid_above, sigmoid_below
from labkit.learners.probability import log_sigmoid, sigmoid
from labkit.lectures.l08_bayesian_logistic import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import DASHED, DOTTED, Path, coordinates

REACH = 7.0
LOWEST, HIGHEST = -8.0, 2.0  # of the logarithms


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BoundStep(Step):
    """Where the two bounds touch."""

    xi: float
    lam: float

    @property
    def above_at(self) -> float:
        """The x with g(-x) = lam."""
        return float(np.log(1.0 / self.lam - 1.0))

    @property
    def below_at(self) -> tuple[float, float]:
        return -self.xi, self.xi

    @property
    def caption(self) -> str:
        above = f"above: \u03bb = {self.lam:.2f}, it touches at {self.above_at:.2f}"
        return f"{above}; below: \u03be = {self.xi:.1f}, c(\u03be) = {curvature(self.xi):.4f}"


class BoundsLab(Lab):
    """Drag both bounds along the sigmoid."""

    name, heading = "08-bounds", "A sigmoid between two bounds"
    question = questions.where_it_touches
    steering = (
        Slider("xi", "\u03be of the bound below", 0.0, 6.0, 0.1, 2.5),
        Slider("lam", "\u03bb of the bound above", 0.02, 0.98, 0.02, 0.1),
    )
    presets = {"both at 0": {"xi": 0.0, "lam": 0.5}, "far out": {"xi": 5.0, "lam": 0.02}}
    still = 0

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        step = BoundStep(event=SOLVED, model=None, xi=values["xi"], lam=values["lam"])
        plain = _chart("sigmoid", (0.0, 1.3), "The sigmoid", "g(x)")
        plain.function(sigmoid, "g", color="curve0")
        plain.function(lambda x: np.minimum(sigmoid_above(x, step.lam), 2.0), "above", color="curve1", dash=DASHED)
        plain.function(lambda x: sigmoid_below(x, step.xi), "below", color="curve2", dash=DOTTED)
        logs = _chart("logarithm", (LOWEST, HIGHEST), "Its logarithm", "ln g(x)")
        logs.function(log_sigmoid, "ln g", color="curve0")
        logs.function(lambda x: step.lam * x - entropy(step.lam), "line", color="curve1", dash=DASHED)
        logs.function(
            lambda x: np.maximum(log_sigmoid_below(x, step.xi), 2 * LOWEST), "parabola", color="curve2", dash=DOTTED
        )
        for chart, f in ((plain, sigmoid), (logs, log_sigmoid)):
            chart.marks(lambda step, f=f: _touches(step, f))
        return Story([step], columns(plain, logs, shape=2.3))


def _chart(name: str, ylim: tuple[float, float], title: str, ylabel: str) -> Chart:
    return Chart(xlim=(-REACH, REACH), ylim=ylim, title=title, xlabel="x", ylabel=ylabel, name=name)


def _touches(step: BoundStep, f) -> list[Path]:
    """The places as dots, each in the colour of its bound."""
    places = ((np.array([step.above_at]), "curve1"), (np.array(step.below_at), "curve2"))
    return [Path(coordinates(at), coordinates(f(at)), color, 0.0, dots=True) for at, color in places]
