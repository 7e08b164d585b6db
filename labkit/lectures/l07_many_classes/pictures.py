"""What the main page of lecture 07 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import (
    CART,
    LogisticRegression,
    NearestNeighbours,
    OneVsOne,
    OneVsRest,
    OutputCodes,
    SoftmaxRegression,
)
from labkit.learners.logistic.softmax_objective import SoftmaxPoint
from labkit.learners.probability import softmax
from labkit.lectures.l02_nearest_neighbours.birds import RADIUS, SPECIES, species_names
from labkit.lectures.l07_many_classes.common import BILL, BIRDS, EXPERT, LAM, NAMES, birds
from labkit.lectures.l07_many_classes.experts import PAIRS
from labkit.lectures.shared.held_out import held_out_answers
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import Points, codes, coordinates

BIRD = (44.0, 17.5)  # bill length and depth, in mm: the new bird of lecture 02
SCORES = np.array([2.0, 1.0, 0.0])
DIGIT_PARTS = 3  # of the digits in cross-validation
INK = 16.0  # a pixel that is full of it
SHRINK = 1.0  # lam for the 64 pixels of a digit


def picture_of_birds() -> Player:
    """All birds by their bills."""
    (x, up), y = birds(BILL)[0].T, birds(BILL)[1]
    axes, (xlim, ylim) = BIRDS[BILL][1:]
    chart = Chart(name="birds", xlim=xlim, ylim=ylim, xlabel=axes[0], ylabel=axes[1], yticks=ticks(*ylim))
    marks = [Points(coordinates(x), coordinates(up), codes(y), size=RADIUS), *species_names()]
    counts = ", ".join(f"{np.sum(y == k)} {name}" for k, name in enumerate(SPECIES))
    return play([Step(event=SOLVED, model=None)],
                columns(chart.marks(lambda step: marks), shape=2.3, caption=lambda step: counts),
                title="342 penguins of three species")  # fmt: skip


# ---------------------------------------------------------------- experts


@cache
def trained(kind) -> object:
    """Experts for all birds by their bills, as in the lab."""
    X, y = birds(BILL)
    return kind(learner=EXPERT).fit(X, NAMES[y]).model_


def one_bird() -> Table:
    """What six experts say of one bird."""
    case = np.array([BIRD])
    rest, one = trained(OneVsRest), trained(OneVsOne)
    scores = [float(model.member(b).decision_function(case)[0]) for model in (rest, one) for b in range(3)]
    duels = [f"{SPECIES[i]} or {SPECIES[j]}?" for i, j in PAIRS]
    winners = [SPECIES[pair[0] if score > 0 else pair[1]] for pair, score in zip(PAIRS, scores[3:], strict=True)]
    return Table.from_dict({
        "expert": [*(f"{name}?" for name in SPECIES), *duels],
        "score": [f"{score:+.2f}" for score in scores],
        "says": [*("mine" if score > 0 else "not mine" for score in scores[:3]), *winners],
    })  # fmt: skip


# ---------------------------------------------------------------- softmax


def softmax_by_hand() -> Table:
    """Three scores become probabilities."""
    return Table.from_dict({
        "class": ["A", "B", "C"],
        "score": [f"{a:g}" for a in SCORES],
        "exponential": [f"{np.exp(a):.2f}" for a in SCORES],
        "probability": [f"{p:.3f}" for p in softmax(SCORES[None])[0]],
    })  # fmt: skip


def twelve() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("softmax12")
    return table.numeric("x1", "x2"), table["k"]


def first_gradient() -> Table:
    """At W = 0, where every class has probability 1/3."""
    X, k = twelve()
    inputs = np.column_stack([np.ones(len(X)), X])
    own = np.array([inputs[k == c].sum(axis=0) for c in (1, 2)])
    expected = inputs.sum(axis=0) / 3
    gradient = SoftmaxRegression().trace(X, k)[0].gradient.reshape(2, 3).round(9) + 0.0
    return Table.from_dict({
        "input": ["1", "x1", "x2"],
        "a third of all points": [f"{value:.3g}" for value in expected],
        "points of class 1": [f"{value:.3g}" for value in own[0]],
        "gradient 1": [f"{value:.3g}" for value in gradient[0]],
        "points of class 2": [f"{value:.3g}" for value in own[1]],
        "gradient 2": [f"{value:.3g}" for value in gradient[1]],
    })  # fmt: skip


def gradient_source() -> Source:
    """The lines that make every gradient; mu, z and x have a column for every example."""
    return show(SoftmaxPoint.gradient._compute)


# ---------------------------------------------------------------- real data


def digits() -> tuple[np.ndarray, np.ndarray]:
    """64 grey values from 0 to 1, and the digit that was meant."""
    table = data.load("digits")
    return table.without("digit").numeric() / INK, table["digit"]


@cache
def wrong_answers() -> dict[str, tuple[int, int]]:
    """Method -> (birds, digits) that are named wrongly by a machine that has not seen them."""
    pen, grown = LogisticRegression(lam=SHRINK), CART()
    methods = {  # of birds, of digits
        "lines, one against the rest": (OneVsRest(learner=EXPERT), OneVsRest(learner=pen)),
        "lines, one against one": (OneVsOne(learner=EXPERT), OneVsOne(learner=pen)),
        "softmax regression": (
            SoftmaxRegression(lam=LAM, reference=None),
            SoftmaxRegression(lam=SHRINK, reference=None),
        ),
        "one tree": (grown, grown),
        "trees, one against the rest": 2 * (OutputCodes(learner=grown, code="one-vs-rest"),),
        "trees, one against one": 2 * (OutputCodes(learner=grown, code="one-vs-one"),),
        "trees, error-correcting code": 2 * (OutputCodes(learner=grown),),
        "5 nearest neighbours (02)": 2 * (NearestNeighbours(k=5),),
    }
    (X, y), (ink, digit) = birds(BILL), digits()
    found = {"always the commonest": tuple(_but_the_commonest(labels) for labels in (y, digit))}
    for name, (for_birds, for_digits) in methods.items():
        says = held_out_answers(for_birds, X, NAMES[y]), held_out_answers(for_digits, ink, digit, parts=DIGIT_PARTS)
        found[name] = int((says[0] != NAMES[y]).sum()), int((says[1] != digit).sum())
    return found


def _but_the_commonest(labels: np.ndarray) -> int:
    return len(labels) - int(np.unique(labels, return_counts=True)[1].max())


def scores_on_real_data() -> Table:
    found = wrong_answers()
    birds_wrong, digits_wrong = zip(*found.values(), strict=True)
    return Table.from_dict({"method": list(found), "wrong of 342 birds": birds_wrong,
                            "wrong of 901 digits": digits_wrong})  # fmt: skip


@cache
def left_open() -> tuple[int, int]:
    """Birds that nobody claims, and that two experts claim, of all."""
    claims = trained(OneVsRest).received(birds(BILL)[0]).sum(axis=1)
    return int((claims == 0).sum()), int((claims > 1).sum())
