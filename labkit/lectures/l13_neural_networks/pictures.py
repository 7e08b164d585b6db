"""What the main page of lecture 13 shows beside its labs."""

from __future__ import annotations

import numpy as np

from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import NeuralNetwork, SoftmaxRegression
from labkit.learners.descent import Adam
from labkit.learners.linear import LinearModel
from labkit.learners.network import XOR, passes, truth_table
from labkit.lectures.l13_neural_networks.common import corners
from labkit.lectures.l13_neural_networks.stopping import BATCH, EPOCHS, FRESH, KNOWN, RATE, digits
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.layout import columns, shaped
from labkit.views.plane.plane import Plane

WIDE = ((-1.5, 2.5), (-0.6, 1.6))
MANY = 400
UNITS, STARTS = 32, 5


def one_line() -> Player:
    """The four corners, and a line that gets three of them right: no line gets more."""
    X, y = corners()
    model = LinearModel(np.array([-0.5, 1.0, 1.0]), np.arange(2), 1.0)
    plane = Plane(X, y, limits=WIDE, title="XOR: class 1 where one input is 1", size=11.0, axes=("x1", "x2"))
    said = "four corners; the line of one unit gets three of them right, the hollow one is wrong"
    step = Step(event=SOLVED, model=model)
    return play(
        [step],
        columns(shaped(plane, np.ptp(WIDE[0]) / np.ptp(WIDE[1])), shape=1.7, caption=lambda step: said),
        title="One unit",
    )


def what_the_units_say() -> Table:
    """The threshold network of the lecture, corner by corner."""
    X, y = truth_table(XOR)
    (h1, h2), _ = XOR.outputs(X)[0].T, XOR.outputs(X)[1]
    return Table.from_dict({
        "x1, x2": [f"{a}, {b}" for a, b in X],
        "h1: sum at least 1/2": h1.tolist(),
        "h2: sum at least 3/2": h2.tolist(),
        "h1 \u2212 h2": (h1 - h2).tolist(),
        "y: at least 1/2": y.tolist(),
    })  # fmt: skip


def backward_source() -> Source:
    """The lines by which the error comes back in every network of this page."""
    return show(passes.backward, "deltas = [delta]", "deltas.append(delta)")


def digit_scores() -> Table:
    """How many of 501 images held out are read wrongly, after learning from 200 and from 400."""
    X, y = digits()
    fresh, truth = X[FRESH:], y[FRESH:]

    def wrong(learners: list, many: int) -> str:
        found = [(learner.fit(X[:many], y[:many]).predict(fresh) != truth).sum() for learner in learners]
        return f"{np.mean(found):.0f}"

    def networks(stopped: float = 0.0) -> list[NeuralNetwork]:
        return [NeuralNetwork(hidden=(UNITS,), solver=Adam(rate=RATE, batch=BATCH, seed=seed), max_epochs=EPOCHS,
                              validation=stopped, seed=seed) for seed in range(STARTS)]  # fmt: skip

    learners = {
        "softmax regression": [SoftmaxRegression(lam=1.0)],
        f"network, {UNITS} hidden units": networks(),
        "the same, stopped early": networks(0.2),
    }
    return Table.from_dict({
        "learner": list(learners),
        f"wrong, from {KNOWN}": [wrong(each, KNOWN) for each in learners.values()],
        f"wrong, from {MANY}": [wrong(each, MANY) for each in learners.values()],
    })  # fmt: skip
