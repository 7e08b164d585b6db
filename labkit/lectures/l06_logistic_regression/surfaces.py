"""Squared loss of a sigmoid beside cross-entropy: two surfaces, one start.

Lecture 06; deck 003 "LOGISTIC REGRESSION: THE LOSS FUNCTION". Inventory: I-003-043.

    squared          sum of (mu - t)^2          between 0 and N; level where the curve is sure      (1)
    cross-entropy    sum of ln (1 + e^a) - t a  convex; straight where the curve is surely wrong    (2)

Both go down with the safe step size 1 / L: L is the largest curvature of a loss over the score, times the largest
eigenvalue of X'X.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core.story import Step, Trace, events
from labkit.learners import LogisticRegression
from labkit.learners.descent import GradientDescent, PlainObjective, downhill
from labkit.learners.logistic import squared_error
from labkit.lectures.l06_logistic_regression import questions
from labkit.lectures.l06_logistic_regression.flights import flights
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.layout import columns, square

BOX = ((-8.0, 8.0), (-8.0, 8.0))
MOVES, SHOWN = 120, 3  # moves of each, and how many of them lie between two pictures
FLOOR = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class LossWay:
    """How one loss went down."""

    places: np.ndarray
    losses: np.ndarray
    least: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SurfacesStep(Step):
    """So many moves of both."""

    move: int
    ways: tuple[LossWay, LossWay]  # squared, cross-entropy

    @property
    def caption(self) -> str:
        squared, entropy = (_written(way.losses[self.move] - way.least) for way in self.ways)
        return f"after {self.move} moves above the least: squared loss {squared}, cross-entropy {entropy}"


def _written(above: float) -> str:
    return f"{above:.3g}" if above > FLOOR else f"less than {FLOOR:g}"


@cache
def examples() -> tuple[np.ndarray, np.ndarray]:
    """(1, tens of degrees above 70) of each flight, and its outcome."""
    x, t = flights()
    return np.column_stack([np.ones(len(x)), (x - 70) / 10]), t


@cache
def entropy():
    X, t = examples()
    return LogisticRegression(max_iterations=1).trace(X[:, 1:], t)[0].objective


@cache
def squared() -> PlainObjective:
    X, t = examples()
    scores = np.linspace(-10, 10, 2001)
    bend = float(np.abs(squared_error(scores, 1).curvature).max())
    return PlainObjective(
        lambda w: float(squared_error(X @ w, t).value.sum()),
        lambda w: squared_error(X @ w, t).slope @ X,
        lambda w: (X.T * squared_error(X @ w, t).curvature) @ X,
        smoothness=bend * float(np.linalg.eigvalsh(X.T @ X)[-1]),
    )


@cache
def least(name: str) -> float:
    """The least loss that descent from 0 finds; of cross-entropy it is the only minimum."""
    objective = squared() if name == "squared" else entropy()
    return downhill(objective, "bfgs", np.zeros(2), tolerance=1e-9)[-1].loss


def way(name: str, start: np.ndarray) -> LossWay:
    objective = squared() if name == "squared" else entropy()
    told = downhill(objective, GradientDescent(), start, max_iterations=MOVES, tolerance=0.0)
    steps = list(told)[: MOVES + 1]
    steps += [steps[-1]] * (MOVES + 1 - len(steps))
    return LossWay(np.array([step.w for step in steps]), np.array([step.loss for step in steps]), least(name))


class SurfacesLab(Lab):
    """Click for another start, on either surface."""

    name, heading, clickable = "06-surfaces", "Two losses, one start", ("squared", "entropy")
    question = questions.who_is_stuck
    steering = (
        Slider("w0", "start w0", -8.0, 8.0, 0.25, 6.0),
        Slider("w1", "start w1", -8.0, 8.0, 0.25, 6.0),
    )
    presets = {"from 0": {"w0": 0.0, "w1": 0.0}, "nearer": {"w0": 4.0, "w1": 4.0}}
    still = 20

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def click(self, values, at):
        w = np.clip([at.x, at.y], *zip(*BOX, strict=True))
        return {"w0": round(4 * float(w[0])) / 4, "w1": round(4 * float(w[1])) / 4}

    def story(self, X, y, values):
        start = np.array([values["w0"], values["w1"]])
        ways = way("squared", start), way("entropy", start)
        moves = range(0, MOVES + 1, SHOWN)
        steps = Trace(SurfacesStep(event=event, model=None, move=k, ways=ways)
                      for k, event in zip(moves, events(len(moves)), strict=True))  # fmt: skip
        maps = [square(_ground(name).with_ways({name: each.places}, at=lambda step: step.move))
                for name, each in zip(("squared", "entropy"), ways, strict=True)]  # fmt: skip
        return Story(steps, columns(*maps, _losses(steps, ways), shape=2.7))


@cache
def _ground(name: str) -> Landscape:
    title = "Squared loss" if name == "squared" else "Cross-entropy"
    function = _squared_of_many if name == "squared" else entropy().values
    return Landscape(function, BOX, title=title, xlabel="w0", ylabel="w1", name=name)


def _squared_of_many(W: np.ndarray) -> np.ndarray:
    X, t = examples()
    return squared_error(W @ X.T, t).value.sum(axis=1)


def _losses(steps: Trace, ways: tuple[LossWay, LossWay]) -> Chart:
    chart = Chart(steps, x="move", ylog=True, xlabel="moves", title="Above the least", name="loss")
    for name, each in zip(("squared", "entropy"), ways, strict=True):
        chart.line(np.maximum(each.losses[::SHOWN] - each.least, FLOOR), name)
    return chart
