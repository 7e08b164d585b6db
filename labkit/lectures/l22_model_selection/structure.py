"""Structural risk: the error that is seen, and what the capacity may hide.

Lecture 22; deck 004 "What is Model Selection?", which does not name it. Inventory: I-004-003.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.learners.selection import polynomials, structural_risk
from labkit.learners.selection.structural_risk import Structure
from labkit.lectures.l22_model_selection import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.layout import columns

MOST = 10
HIGH = 1.0
FRESH = 2000


class StructureLab(Lab):
    """Each element of the structure: its best function, and what may be promised for it."""

    name, heading = "22-structure", "A bound on the risk"
    question = questions.where_the_bound_is_least
    steering = (
        Slider("examples", "examples", 20, 200, 10, 60),
        Slider("noise", "noise", 0.05, 0.6, 0.05, 0.3),
        Slider("seed", "seed", 0, 20, 1, 0),
    )
    presets = {"20 examples": {"examples": 20}, "200 examples": {"examples": 200}, "little noise": {"noise": 0.1}}
    still = 6

    def data(self, values):
        return samples(values)[0]

    def story(self, X, y, values):
        trace, risks = bounded(X, y, samples(values)[1])
        chart = Chart(trace, x="dimension", xlabel="VC dimension (coefficients)", title="Squared error", name="risk",
                      ylim=(0.0, HIGH))  # fmt: skip
        chart.line("empirical", "seen").line("bound", "bound").line(risks, "fresh")
        curve = fit(X, y, limits=((0.0, 1.0), (-2.0, 2.0)), truth=data.wave,
                    title=lambda step: f"Best function of degree {step.complexity}")  # fmt: skip
        return Story(trace, columns(curve, chart, shape=2.2))


def samples(values: dict) -> list[data.Points]:
    noise = values["noise"]
    return data.samples(lambda n, seed: data.curve(n, noise=noise, seed=seed), values["examples"], FRESH,
                        seed=values["seed"])  # fmt: skip


def bounded(X: np.ndarray, y: np.ndarray, fresh: data.Points) -> tuple[Structure, np.ndarray]:
    """(the elements with their bounds, their error on fresh examples)."""
    trace = structural_risk(polynomials(range(MOST + 1)), range(1, MOST + 2), X, y)
    return trace, trace.curve(lambda step: np.mean((fresh[1] - step.model.predict(fresh[0])) ** 2))
