"""A gap opens between the classes: the weights run away, and a penalty holds them.

Lecture 06; deck 004 "Issues", "Regularization"; deck 003 "ESTIMATING THE WEIGHT VECTOR W". Inventory: I-003-044,
I-004-080, I-000-012.

Where w'z > 0 for every signed example, 2 w is likelier than w: the loss falls for ever. With (lam/2) |w|^2 added it
has a minimum.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import START, Trace
from labkit.learners import LogisticRegression
from labkit.lectures.l06_logistic_regression import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane

NAMES = np.array(["A", "B"])
LIMITS = ((-1.2, 1.2), (-1.2, 1.2))
EACH, SEED, WIDTH = 16, 6, 0.35
LAMS = ("0", "0.0001", "0.001", "0.01", "0.1", "1")
TENTH = float(np.log(9))  # the score at which a class has the probability 9/10
MOVES = 30
FLOOR = 1e-7  # of a loss that is drawn


def drawn(gap: float) -> tuple[np.ndarray, np.ndarray]:
    """Two clouds that a strip of this width parts; below 0 they overlap."""
    rng = np.random.default_rng(SEED)
    away = np.abs(rng.normal(0, WIDTH, (2, EACH)))
    away -= away.min(axis=1, keepdims=True)  # the nearest of each class is at the edge of the strip
    up = rng.uniform(-0.9, 0.9, (2, EACH))
    across = np.concatenate([-gap / 2 - away[0], gap / 2 + away[1]])
    return np.column_stack([np.clip(across, -1.15, 1.15), up.ravel()]), np.repeat([0, 1], EACH)


class GapLab(Lab):
    """Open the gap, then hold the weights."""

    name, heading, classes = "06-gap", "A gap opens", tuple(NAMES.tolist())
    question = questions.runs_away
    data_controls = ("gap",)
    steering = (
        Slider("gap", "gap (below 0: overlap)", -0.4, 0.6, 0.05, 0.2),
        Choice("lam", "penalty \u03bb", LAMS, "0"),
    )
    presets = {
        "overlap": {"gap": -0.3},
        "held by \u03bb = 0.01": {"lam": "0.01"},
        "held by \u03bb = 1": {"lam": "1"},
        "a narrow gap": {"gap": 0.05},
    }
    still = 6

    def data(self, values):
        return drawn(values["gap"])

    def story(self, X, y, values):
        trace = LogisticRegression(lam=float(values["lam"]), max_iterations=MOVES).trace(X, NAMES[y])
        plane = Plane(X, NAMES[y], limits=LIMITS, editable=True, labels=NAMES, margin=TENTH, judged=_judged,
                      title="Dashed: 1/10 and 9/10")  # fmt: skip
        return Story(trace, columns(square(plane), rows(_length(trace), _loss(trace)), shape=2.0, caption=_caption))


def _judged(step) -> bool:
    return step.event != START


def length(step) -> float:
    """Of the weights, the bias aside."""
    return float(np.linalg.norm(step.w[1:]))


def _length(trace: Trace) -> Chart:
    chart = Chart(trace, x="iteration", xlabel="moves of Newton", title="Length of the weights", name="length")
    return chart.line(length)


def _loss(trace: Trace) -> Chart:
    chart = Chart(trace, x="iteration", ylog=True, xlabel="moves of Newton", title="Loss", name="loss")
    return chart.line(lambda step: max(step.loss, FLOOR))


def _caption(step) -> str:
    ends = f"; {step.reason.split(',')[0]}" if step.reason else ""
    return f"after {step.iteration} moves: weights {length(step):.3g} long, loss {step.loss:.3g}{ends}"
