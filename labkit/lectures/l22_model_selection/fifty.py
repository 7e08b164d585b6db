"""Fifty fits to fifty sets of examples: wrong on average (bias), or each another (variance)?

Lecture 22; deck 004 "Information Criteria based methods" (its bias and variance). Inventory: I-004-003, I-004-004.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import BasisRegression
from labkit.learners.basis.functions import Polynomial
from labkit.learners.selection import DrawStep, bias_variance, fresh
from labkit.lectures.l22_model_selection import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, rows
from labkit.views.scene import DASHED, Mark, Path, coordinates

FITS, MOST = 50, 9
GRID = np.linspace(0.05, 0.95, 91)  # where the fits are asked
SHOWN = 20  # fits that are drawn, the newest of them
HIGH = 0.3  # squared errors above are cut


class FiftyLab(Lab):
    """The same learner, fifty times, each time with examples of its own."""

    name, heading = "22-fifty", "Fifty fits"
    question = questions.mean_of_wild_curves
    steering = (
        Slider("degree", "degree", 1, MOST, 1, 9),
        Slider("examples", "examples of each fit", 12, 60, 3, 15),
        Slider("noise", "noise", 0.05, 0.6, 0.05, 0.3),
        Slider("seed", "seed", 0, 20, 1, 0),
    )
    presets = {"a line": {"degree": 1}, "degree 3": {"degree": 3}, "degree 9, 60 examples": {"examples": 60}}

    def data(self, values):
        return np.empty((0, 1)), np.empty(0)

    def story(self, X, y, values):
        n, noise, seed = values["examples"], values["noise"], values["seed"]
        trace = fifty(values["degree"], n, noise, seed)
        fits = Chart(xlim=(0.0, 1.0), ylim=(-2.0, 2.0), xlabel="x", name="fits",
                     title="Fits, mean (bold), truth (dashed)")  # fmt: skip
        parts = Chart(ylim=(0.0, HIGH), title="Squared error of a fit", name="parts")
        parts.bars(lambda step: (step.bias, step.variance, step.noise, step.error),
                   labels=("bias\u00b2", "variance", "noise", "sum"))  # fmt: skip
        side = rows(parts, _by_degree(n, noise, seed, values["degree"]))
        return Story(trace, columns(fits.marks(spaghetti), side, weights=(4, 3), shape=1.9))


def draws(n: int, noise: float, seed: int):
    """Fifty sets of examples of the wave, one in each of n equal pieces of the axis."""

    def one(n: int, seed: int) -> data.Points:
        rng = np.random.default_rng(seed)
        x = (np.arange(n) + rng.random(n)) / n
        return x[:, None], data.wave(x) + noise * rng.normal(size=n)

    return fresh(one, n, FITS, seed)


def fifty(degree: int, n: int, noise: float, seed: int) -> Trace:
    learner = BasisRegression(basis=Polynomial(degree))
    return bias_variance(learner, draws(n, noise, seed), GRID[:, None], data.wave(GRID), noise=noise**2)


def by_degree(n: int, noise: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(bias\u00b2, variance) of degree 1, 2, ..., all degrees of a draw fitted at once.

    With orthonormal columns, one more degree adds one more term to the answers: x = Q R, and answers = (grid R^-1) Q'y.
    """
    answers = []
    for X, y in draws(n, noise, seed):
        powers = np.polynomial.legendre.legvander(2 * X[:, 0] - 1, MOST)
        Q, R = np.linalg.qr(powers)
        terms = np.linalg.solve(R.T, np.polynomial.legendre.legvander(2 * GRID - 1, MOST).T)
        answers.append(np.cumsum(terms * (Q.T @ y)[:, None], axis=0)[1:])
    found = np.array(answers)  # (fits, degrees, places)
    biases = (found.mean(axis=0) - data.wave(GRID)) ** 2
    return biases.mean(axis=1), found.var(axis=0).mean(axis=1)


def spaghetti(step: DrawStep) -> list[Mark]:
    """The newest fits, the mean of all, and the truth."""
    x = coordinates(GRID)
    return [*(Path(x, coordinates(each), "curve0", 0.7) for each in step.answers[-SHOWN:]),
            Path(x, coordinates(step.targets), "ink", 1.6, DASHED, items=Items(label="truth")),
            Path(x, coordinates(step.main), "curve1", 3.2, items=Items(label="mean of the fits"))]  # fmt: skip


def _by_degree(n: int, noise: float, seed: int, degree: int) -> Chart:
    bias, variance = by_degree(n, noise, seed)
    chart = Chart(np.arange(1, MOST + 1), at=lambda step: degree, xlabel="degree", title="After all fifty",
                  ylim=(0.0, HIGH), name="degrees")  # fmt: skip
    chart.line(bias, "bias\u00b2", whole=True).line(variance, "variance", whole=True)
    return chart.line(bias + variance + noise**2, "sum", whole=True)
