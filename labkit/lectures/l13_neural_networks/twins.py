"""Two hidden units that start alike stay alike.

Lecture 13; deck 002 "Backpropagation Training of MLP Networks" (the initial guess). Inventory: I-002-033, I-002-034.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import Trace, counted
from labkit.learners import NeuralNetwork
from labkit.learners.descent import Adam
from labkit.lectures.l13_neural_networks import questions
from labkit.lectures.l13_neural_networks.common import every, unit_lines
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane

ZERO, ALIKE, NEARLY, CHANCE = STARTS = "all zero", "all 0.5", "nearly alike", "by chance"
LIMITS = ((-1.1, 1.1), (-1.1, 1.1))
MANY, HALF, GAP = 80, 0.45, 0.1
EPOCHS, SHOWN, RATE = 100, 4, 0.2
ALIKE_UP_TO = 1e-6
REACH = 12.0  # of weights that are seen


class TwinsLab(Lab):
    """Follow the two dashed lines, one for each hidden unit."""

    name, heading = "13-twins", "From zero"
    question = questions.all_zero
    steering = (
        Choice("start", "first weights", STARTS, ZERO),
        Choice("activation", "activation", ("sigmoid", "tanh"), "sigmoid"),
        Slider("seed", "seed", 0, 20, 1, 2, only=("start", (CHANCE,))),
    )
    presets = {
        "by chance": {"start": CHANCE},
        "nearly alike": {"start": NEARLY},
        "all zero, tanh": {"activation": "tanh"},
    }

    def data(self, values):
        return stripe()

    def story(self, X, y, values):
        trace = every(taught(values["start"], values["activation"], values["seed"]), SHOWN)
        plane = Plane(X, y, limits=LIMITS, title="Dashed: the two hidden units", size=4.5, cuts=unit_lines(LIMITS))
        weights = Chart(trace[:-1], x="epoch", xlabel="epochs", title="Weight of each unit to the output",
                        ylim=(-REACH, REACH), name="weights")  # fmt: skip
        for j in range(2):
            weights.line(lambda step, j=j: step.model.layers[-1][1 + j, 0], f"unit {j + 1}", width=5.0 - 3 * j)
        return Story(trace, columns(square(plane), weights, shape=2.0, caption=_caption))


def stripe() -> data.Points:
    """Class 1 lies in a stripe: one line is not enough, two are."""
    X = np.random.default_rng(0).uniform(-1, 1, (6 * MANY, 2))
    aside = np.abs(X.sum(axis=1)) / 2**0.5
    clear = np.abs(aside - HALF) > GAP / 2
    return X[clear][:MANY], (aside < HALF)[clear][:MANY].astype(int)


def taught(start: str, activation: str, seed: int) -> Trace:
    """All examples at once, so that chance has no part but in the first weights."""
    X, y = stripe()
    learner = NeuralNetwork(hidden=(2,), activation=activation, solver=Adam(rate=RATE, batch=len(X)),
                            max_epochs=EPOCHS, start=_first(start), seed=seed)  # fmt: skip
    return learner.trace(X, y)


def _first(start: str) -> list[np.ndarray] | None:
    if start == CHANCE:
        return None
    layers = [np.full((3, 2), 0.0 if start == ZERO else 0.5), np.full((3, 1), 0.0 if start == ZERO else 0.5)]
    if start == NEARLY:
        layers[0][1, 1] += 0.001
    return layers


def apart(step) -> float:
    """The largest difference between the weights of the two units."""
    V, W = step.model.layers
    return float(max(np.abs(V[:, 0] - V[:, 1]).max(), abs(W[1, 0] - W[2, 0])))


def _caption(step) -> str:
    much = apart(step)
    said = "the units are alike" if much < ALIKE_UP_TO else f"the units differ by {much:.3g}"
    return f"epoch {step.epoch}: {said}, loss {step.loss:.3f}, {counted(step.mistakes, 'mistake')}"
