"""The hidden units' lines while a network learns.

Lecture 13; deck 002 "Multilayer Perceptron (MLP) network", "Backpropagation Training of MLP Networks", "Practical
issues for on-line learning". Inventory: I-002-022, I-002-031, I-002-036.
"""

from __future__ import annotations

from labkit.core.story import Trace
from labkit.learners import NeuralNetwork
from labkit.learners.descent import StochasticGradient
from labkit.lectures.l13_neural_networks import questions
from labkit.lectures.l13_neural_networks.common import every, unit_lines
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane

LIMITS = ((-1.25, 1.25), (-1.25, 1.25))
EPOCHS, SHOWN = 60, 2  # of them every second one
BATCH, MOMENTUM = 20, 0.9


class BordersLab(Lab):
    """Each dashed line is where one hidden unit changes sides; the output adds up what they say."""

    name, heading, classes = "13-borders", "Lines that learn", ("0", "1")
    question = questions.enclosed
    points = PlanePoints("rings moons xor spiral", points=(20, 160, 100), seed=3)
    steering = (
        *points.controls,
        Slider("hidden", "hidden units", 1, 10, 1, 2),
        Choice("activation", "activation", ("tanh", "sigmoid", "relu"), "tanh"),
        Slider("rate", "rate", 0.1, 10.0, 0.1, 0.3),
        Slider("start", "start, seed", 0, 20, 1, 1),
    )
    presets = {
        "three units": {"hidden": 3},
        "corners of relu": {"hidden": 3, "activation": "relu"},
        "XOR, stuck": {"data": "xor", "start": 6},
        "a spiral": {"data": "spiral", "hidden": 10, "points": 160},
        "a large rate": {"hidden": 3, "rate": 3.0},
    }

    def story(self, X, y, values):
        told = learned(X, y, values["hidden"], values["activation"], values["rate"], values["start"])
        trace = every(told, SHOWN)
        plane = Plane(X, y, limits=LIMITS, labels=(0, 1), title="Dashed: the hidden units", size=4.5, editable=True,
                      cuts=unit_lines(LIMITS))  # fmt: skip
        loss = Chart(told[:-1], x="epoch", xlabel="epochs", title="Mean loss", name="loss").line("loss")
        return Story(trace, columns(square(plane), loss, shape=2.0))


def learned(X, y, hidden: int, activation: str, rate: float, start: int) -> Trace:
    """Refused where the loss ends higher than it began."""
    solver = StochasticGradient(rate=rate, batch=BATCH, momentum=MOMENTUM, seed=start)
    learner = NeuralNetwork(hidden=(hidden,), activation=activation, solver=solver, max_epochs=EPOCHS, seed=start)
    trace = learner.trace(X, y)
    first, last = trace[0].loss, trace[-1].loss
    if not last <= first:
        raise ValueError(
            f"rate: expected one with which the loss falls, got {rate:g}, by which it goes from {first:.2f} to "
            f"{last:.2f}; choose a smaller rate"
        )
    return trace
