"""Polynomials of rising degree on a few cars: the error on them, and on the other cars.

Lecture 22; deck 004 "What is Model Selection?". Inventory: I-004-003.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data, inputs
from labkit.core.story import Step, Trace
from labkit.learners.selection import compare, polynomials
from labkit.lectures.l22_model_selection import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.layout import columns

MOST = 9
HUNDRED = 100.0  # horsepower in hundreds: its ninth power stays a handy number
CARS, WAVE = "cars", "a wave"
FRESH = 1000  # examples of the wave that take no part
LIMITS = {CARS: ((0.4, 2.4), (5.0, 50.0)), WAVE: ((0.0, 1.0), (-2.0, 2.0))}
WORST = {CARS: 10.0, WAVE: 1.0}  # errors above are not shown
AXES = {CARS: ("horsepower in hundreds", "miles per gallon"), WAVE: ("x", "y")}
NOISE = 0.3  # of the wave


@cache
def cars() -> data.Points:
    """(horsepower in hundreds, miles per gallon) of 392 cars."""
    table = data.load("auto_mpg").complete("horsepower")
    return inputs.frozen(table.numeric("horsepower") / HUNDRED), inputs.frozen(table["mpg"])


def parts(kind: str, n: int, seed: int) -> tuple[data.Points, data.Points]:
    """Examples to learn from, and all others."""
    if kind == WAVE:
        return tuple(data.samples(lambda n, seed: data.curve(n, noise=NOISE, seed=seed), n, FRESH, seed=seed))
    X, y = cars()
    rows = np.random.default_rng(seed).permutation(len(y))
    return (X[rows[:n]], y[rows[:n]]), (X[rows[n:]], y[rows[n:]])


class DegreeLab(Lab):
    """Play through the degrees: what does each make of the cars it knows, and of the others?"""

    name, heading = "22-degree", "Which degree?"
    question = questions.least_training_error
    steering = (
        Choice("data", "data", (CARS, WAVE), CARS),
        Slider("examples", "examples", 15, 150, 5, 30),
        Slider("seed", "which examples", 0, 30, 1, 3),
    )
    presets = {"other cars": {"seed": 7}, "150 cars": {"examples": 150}, "a wave": {"data": WAVE}}
    still = 7

    def data(self, values):
        return parts(values["data"], values["examples"], values["seed"])[0]

    def story(self, X, y, values):
        kind = values["data"]
        trace, fresh = degrees(X, y, parts(kind, values["examples"], values["seed"])[1])
        (xlim, ylim), (xlabel, ylabel) = LIMITS[kind], AXES[kind]
        curve = fit(X, y, limits=(xlim, ylim), title=lambda step: f"Degree {step.complexity}", ylabel=ylabel)
        curve.xlabel = xlabel
        errors = Chart(trace, x="complexity", key="degree", xlabel="degree", title="Typical error", ylabel=ylabel,
                       ylim=(0.0, WORST[kind]), name="errors")  # fmt: skip
        errors.line(root_of_training, "known").line(fresh, "others")
        said = dict(zip(trace, fresh, strict=True))
        return Story(trace, columns(curve, errors, shape=2.3, caption=lambda step: _caption(step, said[step])))


def degrees(X: np.ndarray, y: np.ndarray, others: data.Points) -> tuple[Trace, np.ndarray]:
    """(the polynomials, their typical error on the others)."""
    trace = compare(polynomials(range(1, MOST + 1)), X, y, folds=None, leave_one_out=False)
    return trace, trace.curve(lambda step: np.sqrt(np.mean((others[1] - step.model.predict(others[0])) ** 2)))


def root_of_training(step: Step) -> float:
    return float(np.sqrt(step.training))


def _caption(step: Step, fresh: float) -> str:
    text = f"degree {step.complexity}: typical error {root_of_training(step):.2f} on the known, "
    return text + (f"{fresh:.2f} on the others" if fresh < 1e4 else "astronomic on the others")
