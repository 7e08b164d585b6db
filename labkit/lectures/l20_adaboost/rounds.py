"""AdaBoost round by round: weights as areas, this round's weak learner, and what the members say together.

Lecture 20; deck 000 "AdaBoost", "AdaBoost in Action". Inventory: I-000-107, I-000-108.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import CART, AdaBoost
from labkit.lectures.l20_adaboost.guessing import GUESS, Guessing, asked, caption, chosen, guessed, marked
from labkit.lectures.shared.noisy_points import LIMITS, NAMES, samples
from labkit.player.controls import Choice, Memory, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.ensembles import cumulative_margins, vote_weights
from labkit.views.layout import columns, rows, square
from labkit.views.plane.cuts import Cuts
from labkit.views.plane.plane import Plane, weight_sizes
from labkit.views.scene import Text
from labkit.views.wrap import Overlay

TEN = "ten points"  # of the lecture, on a lattice
DRAWN = ("moons", "gaussians", "xor", "rings", "spiral")
LATTICE = ((0.0, 11.0), (0.0, 11.0))
WEAK = {"stump": None, **{f"tree of depth {depth}": CART(max_depth=depth) for depth in (2, 3)}}
FEW = 30
RADII = 8.0, 5.0  # of an example with an equal share of the weight, where there are few and many
BESIDE = 0.05  # of the plane's width, from an example to its number


class AdaBoostLab(Guessing, Lab):
    """Watch the rounds, or guess in each which examples its weak learner will make heavier."""

    name, heading, classes = "20-adaboost", "AdaBoost, round by round", tuple(NAMES.tolist())
    data_controls = ("data", "points", "noise", "seed")
    steering = (
        Choice("data", "data", (TEN, *DRAWN), TEN),
        Slider("points", "points", 20, 200, 10, 100, only=("data", DRAWN)),
        Slider("noise", "wrong labels", 0.0, 0.4, 0.05, 0.0, only=("data", DRAWN)),
        Slider("seed", "seed", 0, 50, 1, 3, only=("data", DRAWN)),
        Choice("weak", "weak learner", tuple(WEAK), "stump"),
        Slider("rounds", "rounds", 1, 100, 1, 30),
        *Guessing.controls_of_guessing,
        Memory("guess", forgets=("data", "points", "noise", "seed", "weak", "play")),
    )
    presets = {
        "guess": {"play": GUESS},
        "margins grow": {"data": "rings", "rounds": 100},
        "wrong labels": {"data": "moons", "noise": 0.2, "rounds": 100},
        "stumps on XOR": {"data": "xor"},
        "trees on XOR": {"data": "xor", "weak": "tree of depth 2"},
    }
    still = 3

    def data(self, values):
        if values["data"] != TEN:
            return samples(values)[0]
        table = data.load("adaboost10")
        return table.numeric("x1", "x2"), (table["y"] > 0).astype(int)

    def story(self, X, y, values):
        trace = AdaBoost(rounds=values["rounds"], weak=WEAK[values["weak"]]).trace(X, NAMES[y])
        shown, last = trace[:-1], trace[-1]  # the end is of the round before it
        weights = vote_weights(last.model.alphas, "round", title="Vote \u03b1")
        margins = np.array([step.margins for step in shown])[1:]  # there may be no round at all
        numbers = columns(weights, cumulative_margins(margins, "round", title="Margins"))
        picture = columns(square(_plane(X, y, values)), rows(_errors(shown, values), numbers), caption=caption, shape=2)
        return Story(guessed(trace, values), picture)


def _plane(X: np.ndarray, y: np.ndarray, values: dict) -> Overlay:
    """Squares are around marked examples; the one that the slider means has its number."""
    limits = LATTICE if values["data"] == TEN else LIMITS
    radius, cuts = RADII[len(X) > FEW], Cuts(lambda step: step.weak, limits=limits, labels=NAMES)
    plane = Plane(X, NAMES[y], editable=True, size=lambda step: weight_sizes(step.next_weights, radius), sure=np.tanh,
                  cuts=cuts, limits=limits, labels=NAMES, framed=marked, first=1,
                  values=lambda step: {"weight": step.next_weights})  # fmt: skip
    row = chosen(values, len(X))
    x, up = float(X[row, 0] + BESIDE * np.ptp(limits[0])), float(X[row, 1])
    number = [Text(x, up, str(row + 1), "accent", 11.0, bold=True)]
    return Overlay(plane, lambda step: number if asked(step) else [])


def _errors(trace: Trace, values: dict) -> Chart:
    chart = Chart(trace, x="round", xlabel="rounds", title="Share of errors; bound: product of Z", name="errors",
                  ylim=(-0.1, 1.05))  # fmt: skip
    chart.bound("bound", "bound").line("error", "training")
    if values["data"] != TEN:
        chart.line(_fresh_errors(trace[-1].model, *samples(values)[1]), "fresh cases")
    return chart


def _fresh_errors(model, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """On cases that took no part, after 0, 1, 2, ... rounds."""
    start = (model.prefix(0).predict(X) != NAMES[y]).mean()
    return np.append(start, (model.staged_predict(X) != NAMES[y]).mean(axis=1))
