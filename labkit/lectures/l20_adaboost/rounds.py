"""AdaBoost on ten points: the area of a point is its weight, and every weight has a bar.

Lecture 20; deck 000 "AdaBoost in Action". Inventory: I-000-107, I-000-108.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import AdaBoost
from labkit.lectures.l20_adaboost import questions
from labkit.lectures.l20_adaboost.guessing import GUESS, Guessing, asked, caption, chosen, guessed, marked
from labkit.lectures.shared.noisy_points import NAMES
from labkit.player.controls import Memory, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.counts import example_bars
from labkit.views.layout import columns, square
from labkit.views.plane.cuts import Cuts
from labkit.views.plane.plane import Plane, weight_sizes
from labkit.views.scene import Text
from labkit.views.wrap import Overlay

LATTICE = ((0.0, 11.0), (0.0, 11.0))
RADIUS = 8.0  # of an example with an equal share of the weight
FEW = 20  # points that are numbered
LIT_ASIDE = 0.25  # in data, from an example to its number


class RoundsLab(Guessing, Lab):
    """Watch the rounds, or guess in each which points its cut will make heavier."""

    name, heading, classes = "20-rounds", "Ten points, a few cuts", tuple(NAMES.tolist())
    question = questions.weight_of_the_wrong
    steering = (
        Slider("rounds", "rounds", 1, 30, 1, 3),
        *Guessing.controls_of_guessing,
        Memory("guess", forgets=("play",)),
    )
    presets = {"guess which grow": {"play": GUESS}, "30 rounds": {"rounds": 30}}
    still = 1

    def data(self, values):
        table = data.load("adaboost10")
        return table.numeric("x1", "x2"), (table["y"] > 0).astype(int)

    def story(self, X, y, values):
        trace = AdaBoost(rounds=values["rounds"]).trace(X, NAMES[y])
        picture = columns(square(_plane(X, y, values)), _weights(trace, y), caption=caption, shape=2.1)
        return Story(guessed(trace, values), picture)


def _plane(X: np.ndarray, y: np.ndarray, values: dict) -> Overlay:
    """Squares are around marked examples; the number of the one that the slider means is lit."""
    cuts = Cuts(lambda step: step.weak, limits=LATTICE, labels=NAMES)
    plane = Plane(X, NAMES[y], editable=True, size=lambda step: weight_sizes(step.next_weights, RADIUS), sure=np.tanh,
                  cuts=cuts, limits=LATTICE, labels=NAMES, framed=marked, first=1, numbered=len(X) <= FEW,
                  judged=lambda step: step.round > 0, axes=("x1", "x2"),
                  values=lambda step: {"weight": step.next_weights})  # fmt: skip
    row = chosen(values, len(X))
    x, up = X[row].tolist()
    lit = [Text(x + LIT_ASIDE, up + LIT_ASIDE, str(row + 1), "accent", 13.0, bold=True)]
    return Overlay(plane, lambda step: lit if asked(step) else [])


def _weights(trace: Trace, y: np.ndarray) -> Chart:
    """A bar for each point; the level is an equal share."""
    most = max(float(step.next_weights.max()) for step in trace)
    chart = example_bars(
        "next_weights", y, first=1, title="Weight of each point", xlabel="point", ylim=(0.0, 1.08 * most)
    )
    return chart.level(1 / len(y), "equal")
