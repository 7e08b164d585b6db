"""384 mails in 57 numbers, scaled alike: what lambda leaves of the weights.

Lecture 06; deck 000 "Maximum Likelihood Estimation of Weights". Inventory: I-000-012.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data, inputs
from labkit.core.story import Trace
from labkit.learners import LogisticRegression
from labkit.lectures.l06_logistic_regression import questions
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.axes import value_limits
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows
from labkit.views.scene import Mark, Path, coordinates

L1, L2 = PENALTIES = ("\u03bb sum of |w| (L1)", "\u03bb/2 sum of w\u00b2 (L2)")
KIND = {L1: "l1", L2: "l2"}
DEPTH, LENGTH = 1e-2, 21  # of the path: the smallest lambda, as a share of the largest, and how many
NAMED = 6  # weights that are named: the first that L1 lets go
SEED, SHARE = 0, 3  # every third mail is left out


@cache
def mails() -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """(logarithms of 1 + each number, scaled; class; names)."""
    table = data.load("spam")
    features = table.without("class")
    X = np.log1p(features.numeric())
    return inputs.frozen((X - X.mean(axis=0)) / X.std(axis=0)), table["class"], features.names


def parted() -> np.ndarray:
    """True for the mails that are learned from; the others are held out."""
    places = np.random.default_rng(SEED).permutation(len(mails()[1]))
    return places % SHARE > 0


@cache
def path(penalty: str) -> Trace:
    """The weights for one lambda after the other, from that at which L1 leaves none."""
    X, y, _ = mails()
    learner, known = LogisticRegression(penalty=KIND[penalty]), parted()
    largest = learner.lam_max(X[known], y[known])
    return learner.path(X[known], y[known], largest * np.geomspace(1.0, DEPTH, LENGTH))[:-1]


@cache
def wrong(penalty: str) -> tuple[np.ndarray, np.ndarray]:
    """(share of wrong answers on the mails learned from, on those held out), lambda by lambda."""
    X, y, _ = mails()
    known = parted()
    shares = [[np.mean(step.model.predict(X[rows]) != y[rows]) for step in path(penalty)] for rows in (known, ~known)]
    return inputs.frozen(shares[0]), inputs.frozen(shares[1])


@cache
def first_in() -> tuple[int, ...]:
    """The features in the order in which L1 gives them a weight."""
    order: dict[int, None] = {}
    for step in path(L1):
        w = step.w[1:]
        order |= dict.fromkeys(sorted(np.flatnonzero(w).tolist(), key=lambda j, w=w: -abs(w[j])))
    return tuple(order)


class PathsLab(Lab):
    """Lower lambda step by step: who leaves zero, and does it help?"""

    name, heading = "06-paths", "Paths of 57 weights"
    question = questions.how_many_stay
    steering = (Choice("penalty", "penalty", PENALTIES, L1),)
    presets = {"L2": {"penalty": L2}}
    still = 10
    half = 11  # the fit at a tenth of the largest lambda

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def story(self, X, y, values):
        told = path(values["penalty"])
        picture = columns(_weights(told), rows(_kept(told), _errors(told, values["penalty"])), weights=(3, 2),
                          shape=2.0, caption=_caption)  # fmt: skip
        return Story(told, picture)


def _axis(told: Trace) -> dict:
    """lambda from the largest, at the left, to the smallest."""
    largest = told[0].lam
    return {"x": lambda step: largest / step.lam, "xlog": True, "xlabel": "\u03bb_max / \u03bb"}


def _weights(told: Trace) -> Chart:
    _, _, names = mails()
    reach = value_limits(*(step.w[1:] for step in told))
    chart = Chart(told, title="Weights", name="weights", ylim=reach, **_axis(told))
    chart.marks(lambda step: _others(told, step))
    for j in first_in()[:NAMED]:
        chart.line(lambda step, j=j: step.w[1 + j], _short(names[j]))
    return chart.level(0.0, color="grid", dash=0, width=1.0)


def _others(told: Trace, step) -> list[Mark]:
    """The weights that are not named, up to the step."""
    x = coordinates([told[0].lam / each.lam for each in told])
    W = np.array([each.w[1:] for each in told]).T
    rest = [j for j in range(len(W)) if j not in first_in()[:NAMED]]
    return [Path(x, coordinates(W[j]), "muted", 0.6, upto=step.fit) for j in rest]


def _short(name: str) -> str:
    return name.removeprefix("word_").replace("char_", "").replace("_", " ")


def _kept(told: Trace) -> Chart:
    chart = Chart(told, title="Weights that are not 0", name="kept", counts=True, ylim=(0, 60), **_axis(told))
    return chart.line(lambda step: step.kept)


def _errors(told: Trace, penalty: str) -> Chart:
    known, fresh = wrong(penalty)
    chart = Chart(told, title="Share of wrong answers", name="errors", ylim=(0.0, 0.3), **_axis(told))
    return chart.line(known, "learned from").line(fresh, "held out")


def _caption(step) -> str:
    return f"\u03bb = {step.lam:.3g}: {step.kept} of {len(step.w) - 1} weights are not 0, together {step.size:.2f} long"
