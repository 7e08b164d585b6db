"""A likelihood without a top: one Gaussian shrinks onto one number.

Lecture 14; deck 002 "Motivating Example:". Inventory: I-002-042.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.story import Step, Trace, events
from labkit.learners.mixture import GaussianMixtureModel
from labkit.lectures.l14_em_mixtures import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns

WIDTHS = np.logspace(0.3, -6, 43)  # standard deviations of the narrow one
SEEN = (-4.0, 6.0)
HIGHEST = 0.7  # of the density that is seen


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CollapseStep(Step):
    """Two Gaussians: a wide one for all numbers, and a narrow one on a single number."""

    width: float
    log_likelihood: float

    @property
    def caption(self) -> str:
        return f"the narrow one has standard deviation {self.width:.2g}: log-likelihood {self.log_likelihood:.2f}"


class CollapseLab(Lab):
    """Let one Gaussian shrink, and watch the likelihood."""

    name, heading = "14-collapse", "A narrow Gaussian"
    question = questions.narrow
    steering = (
        Slider("number", "it sits on number", 1, 10, 1, 4),
        Slider("aside", "moved aside by", 0.0, 0.3, 0.01, 0.0),
    )
    presets = {"beside every number": {"aside": 0.1}, "on the smallest": {"number": 1}}
    still = 12

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        trace = shrunk(values["number"] - 1, values["aside"])
        return Story(trace, columns(_density(), _likelihood(trace), shape=2.3))


def ten_numbers() -> np.ndarray:
    return np.sort(data.load("gmm10")["x"].astype(float))


def shrunk(row: int, aside: float = 0.0) -> Trace:
    """The wide Gaussian stays as the ten numbers are; the other becomes narrow on one of them, or beside it."""
    x = ten_numbers()
    told = []
    for event, width in zip(events(len(WIDTHS)), WIDTHS, strict=True):
        model = GaussianMixtureModel.given([[x.mean()], [x[row] + aside]], [[[x.var()]], [[width**2]]], [0.8, 0.2])
        L = model.log_likelihood(x[:, None])
        told.append(CollapseStep(event=event, model=model, width=float(width), log_likelihood=L,
                                 reason="narrow enough" if event == "stop" else ""))  # fmt: skip
    return Trace(told)


def _density() -> Chart:
    x = ten_numbers()
    chart = Chart(xlim=SEEN, ylim=(-0.04, HIGHEST), title="Density, and the ten numbers", name="density", xlabel="x")
    chart.model(lambda step: lambda at: np.exp(step.model.log_density(np.asarray(at)[:, None])), "f(x)", flat=False)
    return chart.points(x, np.zeros(len(x)))


def _likelihood(trace: Trace) -> Chart:
    chart = Chart(trace, x=lambda step: 1 / step.width, title="Log-likelihood", name="likelihood", xlog=True,
                  xlabel="1 / standard deviation")  # fmt: skip
    return chart.line("log_likelihood")
