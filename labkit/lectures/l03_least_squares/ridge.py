"""The ridge path, and what "lambda = 10" means in three programs.

Lecture 03; deck 003 "RIDGE REGRESSION: REGULARIZED LEAST SQUARES", "RIDGE REGRESSION: EFFECT OF REGULARIZATION".
Inventory: I-003-014.

    sum of squares      sum of r^2 + lambda |w|^2                deck 003, lam of labkit's learner     (1)
    half the sum        1/2 sum of r^2 + lambda |w|^2            the same as (1) with 2 lambda         (2)
    mean of squares     1/N sum of r^2 + lambda |w|^2            the same as (1) with N lambda         (3)
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.learners import LinearRegression
from labkit.lectures.l03_least_squares import questions
from labkit.lectures.l03_least_squares.cars import FEATURES, cars, standardised
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns

CARS = 392
CONVENTIONS = {"sum of squares": 1.0, "half the sum": 2.0, "mean of squares": float(CARS)}
LAMS = np.geomspace(1e-2, 1e5, 57)  # four to a factor of about 3, 10 among them
SHORT = ("horsepower", "weight", "displacement", "acceleration", "year")


@cache
def path(convention: str):
    """The story of the slopes for ``LAMS`` in this convention."""
    X, mpg = cars(*FEATURES)
    return LinearRegression().path(standardised(X), mpg, LAMS * CONVENTIONS[convention])


def length(lam: float, convention: str) -> float:
    """Of the slopes."""
    X, mpg = cars(*FEATURES)
    return float(
        np.linalg.norm(LinearRegression(lam=lam * CONVENTIONS[convention]).fit(standardised(X), mpg).model_.w[1:])
    )


class RidgeLab(Lab):
    """All slopes go to zero, not all at once; and every program counts lambda in its own way."""

    name, heading = "03-ridge", "The ridge path"
    question = questions.same_lambda
    steering = (Choice("loss", "the penalty is added to the", tuple(CONVENTIONS), "sum of squares"),)
    presets = {"half the sum": {"loss": "half the sum"}, "mean": {"loss": "mean of squares"}}
    still = 36

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        told = path(values["loss"])
        factor = CONVENTIONS[values["loss"]]
        slopes = Chart(
            told, x=lambda step: step.lam / factor, xlog=True, title="Slopes", xlabel="\u03bb", name="slopes"
        )
        for j, name in enumerate(SHORT):
            slopes.line(lambda step, j=j: step.slopes[j], name)
        lengths = Chart(
            LAMS, at=lambda step: step.lam / factor, xlog=True, title="Length |w|", xlabel="\u03bb", name="lengths"
        )
        for name in CONVENTIONS:
            lengths.line(_lengths(name), name, whole=True)
        return Story(told, columns(slopes, lengths, shape=2.2, caption=lambda step: _caption(step, factor)))


@cache
def _lengths(convention: str) -> np.ndarray:
    """|w| for each of ``LAMS``."""
    return path(convention).curve(lambda step: float(np.linalg.norm(step.slopes)))


def _caption(step, factor: float) -> str:
    slopes = f"slope of horsepower {step.slopes[0]:+.2f}, of weight {step.slopes[1]:+.2f}"
    return f"\u03bb = {step.lam / factor:.3g}: {slopes}; all five together {np.linalg.norm(step.slopes):.2f} long"
