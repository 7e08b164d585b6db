"""Digits, and when to stop: a person chooses the epoch, then sees the examples that were held out.

Lecture 13; deck 002 "Practical issues for on-line learning", "Multilayer Perceptron (MLP) network". Inventory:
I-002-022, I-002-036.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import START, STOP, Step, Trace
from labkit.learners import NeuralNetwork
from labkit.learners.descent import Adam
from labkit.learners.network import NetworkObjective
from labkit.lectures.l13_neural_networks import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import DASHED, Mark, Segments
from labkit.views.wrap import Either

KNOWN, FRESH = 200, 400  # images to learn from; those from here on are held out
EPOCHS, BATCH, RATE = 60, 20, 0.01
HIGH = 1.8  # loss that is seen


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """What training came to, epoch by epoch."""

    known: np.ndarray  # mean losses of the images that were learned from
    fresh: np.ndarray  # of those held out
    wrong: np.ndarray  # share of those held out with a wrong answer

    @property
    def best(self) -> int:
        return int(self.fresh.argmin())


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StopStep(Step):
    """Where you would stop."""

    epoch: int
    course: Course
    shown: bool

    @property
    def caption(self) -> str:
        course, k = self.course, self.epoch
        known = f"epoch {k}: loss {course.known[k]:.3f} on images learned from"
        if not self.shown:
            return f"{known}; choose, then step on"
        return f"{known}, {course.fresh[k]:.3f} on others; lowest {course.fresh.min():.3f}, epoch {course.best}"


class StoppingLab(Lab):
    """Choose where to stop; then step on, and see what the images say that were held out."""

    name, heading, clickable = "13-stopping", "When to stop", ("losses",)
    question = questions.until_the_end
    steering = (
        Slider("stop", "stop after epoch", 0, EPOCHS, 1, EPOCHS),
        Slider("mistyped", "share of wrong labels", 0.0, 0.2, 0.05, 0.1),
        Slider("units", "hidden units", 4, 32, 4, 16),
    )
    presets = {
        "no wrong label": {"mistyped": 0.0},
        "few units": {"units": 4},
        "after nine epochs": {"stop": 9},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def click(self, values, at):
        return {"stop": int(np.clip(round(at.x), 0, EPOCHS))}

    def story(self, X, y, values):
        course = trained(values["units"], values["mistyped"])
        told = ((START, False), (STOP, True))
        steps = [StopStep(event=event, model=None, epoch=values["stop"], course=course, shown=shown)
                 for event, shown in told]  # fmt: skip
        before, after = _losses(course), _losses(course).line(course.fresh, "held out", whole=True)
        wrong = Chart(ylim=(0.0, 40.0), title="Held out: wrong, in percent", name="wrong")
        wrong.bars(_percent, kind=(0, 1, 2), labels=("yours", "lowest loss", "the end"))
        losses = Either(lambda step: after if step.shown else before)
        return Story(Trace(steps), columns(losses, wrong, weights=(3, 2), shape=2.3))


def _losses(course: Course) -> Chart:
    chart = Chart(np.arange(EPOCHS + 1), xlabel="epochs", title="Mean loss", name="losses", ylim=(0.0, HIGH))
    return chart.line(course.known, "learned from", whole=True).marks(_stop)


def digits() -> tuple[np.ndarray, np.ndarray]:
    """901 images of 8 by 8, and which digit each is."""
    table = data.load("digits")
    return table.numeric(*(name for name in table.names if name != "digit")), table["digit"]


def mistyped(y: np.ndarray, share: float) -> np.ndarray:
    """The labels with some of them exchanged among themselves."""
    rng, y = np.random.default_rng(0), y.copy()
    rows = rng.permutation(len(y))[: round(share * len(y))]
    y[rows] = rng.permutation(y[rows])
    return y


@cache
def trained(units: int, share: float) -> Course:
    """64 - units - 10, on 200 images."""
    X, y = digits()
    learner = NeuralNetwork(hidden=(units,), solver=Adam(rate=RATE, batch=BATCH), max_epochs=EPOCHS, seed=1)
    trace = learner.trace(X[:KNOWN], mistyped(y[:KNOWN], share))
    model = trace[0].model
    held = NetworkObjective(model.network, model.entering(X[FRESH:]), model.targets(y[FRESH:]), np.zeros(len(model.w)))
    points = [held.at(step.w) for step in trace[:-1]]
    wrong = [point.mistakes / held.examples for point in points]
    return Course(trace.curve("loss")[:-1], np.array([point.loss for point in points]), np.array(wrong))


def _stop(step: StopStep) -> list[Mark]:
    return [Segments(step.epoch, 0.0, step.epoch, HIGH, "accent", 2.4, DASHED)]


def _percent(step: StopStep) -> np.ndarray:
    course = step.course
    if not step.shown:
        return np.full(3, np.nan)
    return 100 * course.wrong[[step.epoch, course.best, -1]]
