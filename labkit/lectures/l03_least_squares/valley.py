"""Down the valley of the squared loss: how large may a step be?

Lecture 03; deck 003 "SOLUTION VIA GRADIENT-BASED METHODS", "GRADIENT-BASED METHODS: SOME NOTES"; deck 004 "Optimization
- How to optimize?". Inventory: I-003-018, I-004-011, I-004-012.

The loss is deck 003's L(w) = sum of (y - w'x)^2, without a bias; its Hessian is H = 2 X'X. Along the eigenvectors of H
the way is a product: what is left of the error shrinks in each step by

    1 - eta l          for the curvature l of that direction, so eta < 2 / l for all of them          (1)

Momentum alpha moves that limit to 2 (1 + alpha) / l.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.learners.descent.first_order import GradientDescent, stable_rate
from labkit.learners.descent.step import downhill
from labkit.learners.least_squares.objective import sum_of_squares
from labkit.lectures.l03_least_squares import questions
from labkit.lectures.l03_least_squares.cars import cars, standardised
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.scene import DASHED, RING, Mark, Path, Points, Segments, codes, coordinates
from labkit.views.wrap import Overlay

SIX, RAW, SCALED = PROBLEMS = ("six points", "cars, raw", "cars, scaled")
MOVES = 30
FLOOR = 1e-8  # of the distance to the least loss, so that a logarithm can be drawn
REACH = 1.35  # of the picture, in distances from the start to the minimum
HUNDRED = 100.0


def problem(name: str) -> tuple[np.ndarray, np.ndarray]:
    """X and y for two weights and no bias."""
    if name == SIX:
        table = data.load("ridge6").numeric()
        return table[:, :-1], table[:, -1]
    X, mpg = cars("horsepower", "weight_lb")
    if name == RAW:
        return np.column_stack([X[:, 0] / HUNDRED, np.ones(len(mpg))]), mpg  # hundreds of horsepower, and the constant
    return np.column_stack([standardised(X[:, :1]), np.ones(len(mpg))]), mpg


class ValleyLab(Lab):
    """Bet on a step size, then go down."""

    name, heading = "03-valley", "Down the valley"
    question = questions.best_step
    steering = (
        Choice("data", "data", PROBLEMS, SIX),
        Slider("share", "step size, in shares of the largest stable one", 0.05, 1.1, 0.05, 0.2),
        Slider("momentum", "momentum", 0.0, 0.9, 0.1, 0.0),
    )
    presets = {
        "too large": {"share": 1.05},
        "a long valley": {"data": RAW, "share": 0.9},
        "a long valley, with momentum": {"data": RAW, "share": 0.9, "momentum": 0.7},
        "scaled first": {"data": SCALED, "share": 0.5},
    }
    still = 8

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        told, objective, best = descended(values["data"], values["share"], values["momentum"])
        way = np.array([step.w for step in told])
        x, y = map(coordinates, way.T)
        ground, axes = _ground(values["data"]), _axes(objective, best)
        valley = Overlay(ground, lambda step: [*axes, *_way(x, y, step.iteration)])
        picture = columns(square(valley), _loss(told, objective.at(best).value),
                          caption=lambda step: _caption(step, objective, values), shape=2.1)  # fmt: skip
        return Story(told, picture)


def descended(name: str, share: float, momentum: float):
    """(the story from w = 0, what it goes down, where that is least)."""
    X, y = problem(name)
    objective = sum_of_squares(X, y)
    solver = GradientDescent(share * stable_rate(objective, momentum), momentum)
    best = np.linalg.lstsq(X, y)[0]
    return downhill(objective, solver, np.zeros(2), max_iterations=MOVES, tolerance=1e-12), objective, best


@cache
def _ground(name: str) -> Landscape:
    """The valley without a way: drawn once for each of ``PROBLEMS``."""
    X, y = problem(name)
    best = np.linalg.lstsq(X, y)[0]
    return Landscape(_bowl(sum_of_squares(X, y), best), _limits(best), title="Loss from above", xlabel="w1",
                     ylabel="w2", name="valley")  # fmt: skip


def _way(x: np.ndarray, y: np.ndarray, many: int) -> list[Mark]:
    """So many steps, and where they have come to."""
    line = Path(x, y, "curve0", 2.0, upto=many + 1, dots=True, items=Items("step", 0, "w"))
    return [line, Points(x[many : many + 1], y[many : many + 1], codes([0]), codes([RING]), 5.5)]


def _bowl(objective, best: np.ndarray):
    """The loss of many w at once: it is a parabola around its minimum."""
    least, bend = objective.at(best).value, objective.at(best).hessian / 2
    return lambda W: least + np.einsum("...i,ij,...j", W - best, bend, W - best)


def _limits(best: np.ndarray):
    """Around the minimum, so that the start w = 0 is seen."""
    half = REACH * np.abs(best).max()
    return (best[0] - half, best[0] + half), (best[1] - half, best[1] + half)


def _axes(objective, best: np.ndarray) -> list[Mark]:
    """The directions of greatest and least curvature, through the minimum."""
    curvatures, directions = np.linalg.eigh(objective.at(best).hessian)
    half = 0.8 * REACH * np.abs(best).max()
    lengths = half * np.sqrt(curvatures[0] / curvatures)
    return [Segments(*(best - a * v).tolist(), *(best + a * v).tolist(), color="ink", width=1.4, dash=DASHED)
            for a, v in zip(lengths, directions.T, strict=True)]  # fmt: skip


def _loss(told, least: float) -> Chart:
    above = np.maximum(told.curve("loss") - least, FLOOR)
    chart = Chart(told, x="iteration", ylog=True, xlabel="steps", title="Loss above the least", name="loss")
    return chart.line(above)


def _caption(step, objective, values: dict) -> str:
    most = stable_rate(objective, values["momentum"])
    limit = f"largest stable {most:.3g}" + (" with this momentum" if values["momentum"] else "")
    return f"after {step.iteration} steps of \u03b7 = {values['share'] * most:.3g} ({limit}): loss {step.loss:.4g}"
