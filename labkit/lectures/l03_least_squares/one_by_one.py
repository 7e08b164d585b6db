"""Cars arrive one by one: LMS takes a step for each, RLS solves for all so far.

Lecture 03; deck 002 "Sequential (on-line) least squares minimization", "On-line least-squares minimization algorithm".
Inventory: I-002-028.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import together
from labkit.learners import LeastMeanSquares, LinearRegression, RecursiveLeastSquares
from labkit.lectures.l03_least_squares import questions
from labkit.lectures.l03_least_squares.cars import cars, standardised
from labkit.player.controls import Slider, Switch
from labkit.player.lab import Lab, Story
from labkit.views.axes import value_limits
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.scene import DASHED, FADED, RING, Mark, Path, Points, codes, coordinates
from labkit.views.wrap import Overlay

ARRIVING, SEED, LOOK = 60, 2, 10
LMS, RLS = range(2)


class OneByOneLab(Lab):
    """The slope after every car, by two rules."""

    name, heading = "03-one-by-one", "One car at a time"
    question = questions.one_by_one
    data_controls = ("drift", "seed")
    steering = (
        Slider("rate", "LMS: step size", 0.01, 0.6, 0.01, 0.05),
        Slider("forgetting", "RLS: what an older car still weighs", 0.8, 1.0, 0.01, 1.0),
        Switch("drift", "half-way, the world changes"),
        Slider("seed", "order", 0, 20, 1, SEED),
    )
    presets = {
        "LMS in a hurry": {"rate": 0.3},
        "the world changes": {"drift": True},
        "the world changes, RLS forgets": {"drift": True, "forgetting": 0.85},
    }
    still = 12

    def data(self, values):
        return arriving(values["seed"], values["drift"]), np.zeros(ARRIVING, dtype=int)

    def story(self, X, y, values):
        told = traces(X, values)
        picture = columns(_line(X), _slopes(told, X), shape=2.1, caption=_caption)
        return Story(told, picture)


def arriving(seed: int, drift: bool = False) -> np.ndarray:
    """Sixty cars: standardised horsepower and miles per gallon less their mean. With a ``drift`` the later half of them
    gain with horsepower what they lost before."""
    X, mpg = cars("horsepower")
    rows = np.random.default_rng(seed).permutation(len(mpg))[:ARRIVING]
    x, y = standardised(X)[rows, 0], (mpg - mpg.mean())[rows]
    return np.column_stack([x, np.where(drift & (np.arange(ARRIVING) >= ARRIVING // 2), -y, y)])


def traces(X: np.ndarray, values: dict):
    """Both stories side by side."""
    lms = LeastMeanSquares(learning_rate=values["rate"], max_sweeps=1)
    rls = RecursiveLeastSquares(forgetting=values["forgetting"])
    return together([learner.trace(X[:, :1], X[:, 1])[:-1] for learner in (lms, rls)])


def target(lab) -> float:
    """The slope of all the cars at once."""
    X, _ = lab.examples
    return float(LinearRegression().fit(X[:, :1], X[:, 1]).model_.w[1])


def slopes_after(lab, many: int) -> list[float]:
    return [float(step.w[1]) for step in lab.steps[many].steps]


def _line(X: np.ndarray) -> Overlay:
    """Both lines, in the colours of the other panel; cars that are still to come are faint."""
    xlim = value_limits(X[:, 0], zero=False)
    plain = Chart(xlim=xlim, ylim=(-18.0, 25.0), title="LMS full, RLS dashed", xlabel="horsepower, standardised",
                  ylabel="mpg less its mean", name="plane")  # fmt: skip
    return Overlay(plain, lambda moment: _marks(X, moment, xlim))


def _marks(X: np.ndarray, moment, xlim: tuple[float, float]) -> list[Mark]:
    flag = np.where(np.arange(len(X)) < moment.moment, 0, FADED)
    flag[max(moment.moment - 1, 0)] |= RING * (moment.moment > 0)
    ends = np.array(xlim)
    told = [coordinates(step.model.predict(ends[:, None])) for step in moment.steps]
    lines = [Path(coordinates(ends), y, f"curve{k}", 2.4, DASHED * (k == RLS)) for k, y in enumerate(told)]
    return [Points(*map(coordinates, X.T), codes(np.zeros(len(X))), codes(flag), 4.5, items=Items("car", 1)), *lines]


def _slopes(told, X: np.ndarray) -> Chart:
    chart = Chart(told, x="moment", key="car", xlabel="cars seen", title="Slope", name="slope", ylim=(-12.0, 9.0))
    for k, name in enumerate(("LMS", "RLS")):
        chart.line(lambda moment, k=k: moment.steps[k].w[1], name)
    best = float(LinearRegression().fit(X[:, :1], X[:, 1]).model_.w[1])
    return chart.level(best, "all at once")


def _caption(moment) -> str:
    lms, rls = (float(step.w[1]) for step in moment.steps)
    return f"after {moment.moment} cars: slope {lms:+.2f} by LMS, {rls:+.2f} by RLS"
