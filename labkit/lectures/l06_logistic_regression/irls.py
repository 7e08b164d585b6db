"""Newton's moves are weighted least squares: working responses as points, their weights as areas.

Lecture 06; deck 000 "Iteratively Reweighted Least Squares (IRLS)"; deck 004 "Newton's Method", "Hessian". Inventory:
I-000-014, I-004-077, I-004-078.

    s = mu (1 - mu)              the weight of an example                                  (1)
    r = a + (t - mu) / s         its working response: a is the score of the curve so far  (2)
    the next line                the least-squares line through the r, weighted with s     (3)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data, inputs
from labkit.core.story import Step, Trace, events
from labkit.learners import LogisticRegression
from labkit.lectures.l06_logistic_regression import questions
from labkit.lectures.l06_logistic_regression.flights import DEGREES, flights, heights, probability
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.axes import value_limits
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.plane.plane import weight_sizes
from labkit.views.scene import DASHED, Mark, Path, Points, codes, coordinates

SHUTTLE, EIGHT = SETS = ("23 flights", "eight points")
ROOM = 12.0  # scores that are drawn, up and down, at most
RADIUS = 6.0  # of an example with an equal share of the weight


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ReweightedStep(Step):
    """The curve so far, and the weighted fit that comes next."""

    move: int
    following: object  # the model after the fit
    weights: np.ndarray  # (1)
    responses: np.ndarray  # (2)
    mu: np.ndarray

    @property
    def caption(self) -> str:
        now, then = (_written(*model.w) for model in (self.model, self.following))
        return f"fit {self.move}: the line {now} becomes {then}"


def _written(w0: float, w1: float) -> str:
    return f"{w0:.3f} {'+-'[int(w1 < 0)]} {abs(w1):.3f} x".replace("-", "\u2212")


def points(name: str) -> tuple[np.ndarray, np.ndarray]:
    """x and t: the flights, or the eight points of the hand-worked example."""
    if name == SHUTTLE:
        return flights()
    table = data.load("logit8").numeric()
    return table[:, 0], table[:, 1].astype(int)


class ReweightedLab(Lab):
    """Fit after fit of a line to the working responses."""

    name, heading = "06-irls", "Newton as weighted least squares"
    question = questions.who_weighs_most
    steering = (Choice("set", "data", SETS, SHUTTLE),)
    presets = {"eight points": {"set": EIGHT}}
    still = 2

    def data(self, values):
        x, t = points(values["set"])
        return np.column_stack([x, t]), t

    def story(self, X, y, values):
        x, t = points(values["set"])
        moves = LogisticRegression().trace(x[:, None], t)[:-1]
        pairs = list(zip(moves, [*moves[1:], moves[-1]], strict=True))[:-1]
        steps = Trace(
            ReweightedStep(event=event, model=now.model, following=then.model, move=k + 1, mu=now.probabilities,
                           weights=inputs.frozen(now.weights), responses=inputs.frozen(now.responses))
            for k, (event, (now, then)) in enumerate(zip(events(len(pairs)), pairs, strict=True))
        )  # fmt: skip
        name = DEGREES if values["set"] == SHUTTLE else "x"
        return Story(steps, columns(_scores(x, t, steps, name), _curve(x, t, name), weights=(3, 2), shape=2.2))


def _scores(x: np.ndarray, t: np.ndarray, steps: Trace, name: str) -> Chart:
    """The least-squares problem of the step."""
    tall = np.concatenate([step.responses for step in steps])
    low, high = value_limits(np.clip(tall, -ROOM, ROOM), pad=0.12)
    chart = Chart(xlim=value_limits(x, pad=0.08, zero=False), ylim=(low, high), xlabel=name, ylabel="score",
                  title="Working responses; area: weight", name="scores")  # fmt: skip
    chart.level(0.0, "p = 1/2")
    chart.marks(lambda step: [_line(step.model, chart.xlim, "muted", DASHED),
                              _line(step.following, chart.xlim, "accent"),
                              _responses(x, t, step)])  # fmt: skip
    return chart


def _line(model, xlim, color: str, dash: int = 0) -> Path:
    ends = np.array(xlim)
    return Path(coordinates(ends), coordinates(model.decision_function(ends[:, None])), color, 2.2, dash)


def _responses(x: np.ndarray, t: np.ndarray, step: ReweightedStep) -> Mark:
    sizes = coordinates(weight_sizes(step.weights, RADIUS))
    up = coordinates(np.clip(step.responses, -ROOM, ROOM))
    return Points(coordinates(x), up, codes(t), size=sizes,
                  items=Items("example", 1, "weight", coordinates(step.weights)))  # fmt: skip


def _curve(x: np.ndarray, t: np.ndarray, name: str) -> Chart:
    """The same two lines as probabilities."""
    chart = Chart(xlim=value_limits(x, pad=0.08, zero=False), ylim=(-0.08, 1.08), xlabel=name, name="curve",
                  title="Dashed: before; solid: after")  # fmt: skip
    chart.model(lambda step: lambda x: probability(step.model, x), flat=False, color="muted", dash=DASHED)
    chart.model(lambda step: lambda x: probability(step.following, x), flat=False, color="accent")
    return chart.points(x, heights(x, t), kind=t, items=Items("example", 1))
