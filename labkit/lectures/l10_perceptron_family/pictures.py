"""What the pages of lecture 10 show beside their labs.

Inventory: I-000-037, I-000-039, I-000-054, I-000-056, I-000-058, I-000-059, I-000-060, I-000-062, I-000-063, I-002-029.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import (
    LDA,
    LVQ,
    Adaline,
    FuzzyPerceptron,
    LeastMeanSquares,
    MulticlassPerceptron,
    NearestNeighbours,
    RecursiveLeastSquares,
)
from labkit.learners.perceptron.capacity import count_separable, normal_approximation, separable_probability
from labkit.learners.perceptron.fuzzy import misclassification, misclassification_weights, penalty
from labkit.learners.perceptron.lvq import lvq_step
from labkit.learners.perceptron.multiclass import kesler_row
from labkit.lectures.l10_perceptron_family.common import LIMITS, NAMES, SPECIES, bills, penguins, wrong_counts
from labkit.lectures.shared.held_out import held_out_answers
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.layout import columns
from labkit.views.plane.plane import Plane

SQUARE = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


# ---------------------------------------------------------------- the main page


def best_borders() -> Player:
    """The penguins, and the best borders that the perceptron with vigilance passes in eight sweeps."""
    X, y = bills()
    trace = MulticlassPerceptron(vigilance=4.0, max_sweeps=8, order="random").trace(X, NAMES[y])
    wrong = wrong_counts(trace, X, NAMES[y])
    plane = Plane(X, NAMES[y], limits=LIMITS, labels=NAMES, title="Across: bill length, up: bill depth", size=4.5)
    picture = columns(plane, shape=2.2, caption=lambda step: f"{SPECIES} · {wrong.min():.0f} of {len(y)} wrong")
    return play([replace(trace[int(wrong.argmin())], example=None)], picture, title="342 penguins")


def three_points() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("pm3")
    return table.numeric("x1", "x2"), table["k"].astype(int)


def updates_by_hand() -> Table:
    """All updates on the three examples of the lecture, from weights of zero."""
    X, y = three_points()
    steps = MulticlassPerceptron().trace(X, y)[1:-1]
    return Table.from_dict({
        "update": [step.update for step in steps],
        "x": [_row([-1.0, *X[step.example]]) for step in steps],
        "class j": [int(step.model.classes[step.target]) for step in steps],
        "scores before": [_row(step.scores) for step in steps],
        "challenger c": [int(step.model.classes[step.challenger]) for step in steps],
        "weights after": ["; ".join(_row(row) for row in step.W) for step in steps],
    })  # fmt: skip


def _row(values) -> str:
    return "(" + ", ".join(f"{value + 0.0:g}" for value in values) + ")"


def update_source() -> Source:
    return show(MulticlassPerceptron.rule, "scores =", "W[c]")


def prototype_source() -> Source:
    return show(lvq_step, "return")


def scaled(X: np.ndarray) -> np.ndarray:
    """Every column with mean 0 and standard deviation 1."""
    return (X - X.mean(axis=0)) / X.std(axis=0)


class NearestMean:
    """The class whose mean is nearest: where the prototypes start."""

    def fit(self, X, y):
        self.classes = np.unique(y)
        self.means = np.array([X[y == k].mean(axis=0) for k in self.classes])
        return self

    def predict(self, X):
        return self.classes[((X[:, None] - self.means) ** 2).sum(axis=2).argmin(axis=1)]


@cache
def penguin_errors() -> dict[str, tuple[int, int]]:
    """Method -> penguins that are wrong in cross-validation: by two columns, by four."""
    X, y = penguins()
    methods = {
        "nearest mean": NearestMean(),
        "perceptron": MulticlassPerceptron(order="random", max_sweeps=30),
        "perceptron, vigilance 4": MulticlassPerceptron(order="random", max_sweeps=30, vigilance=4.0),
        "soft mistakes": FuzzyPerceptron(max_sweeps=30),
        "one prototype each (LVQ)": LVQ(),
        "LDA": LDA(),
        "5 nearest neighbours": NearestNeighbours(k=5),
    }
    tables = scaled(X[:, :2]), scaled(X)
    found = {name: tuple(int((held_out_answers(learner, table, y) != y).sum()) for table in tables)
             for name, learner in methods.items()}  # fmt: skip
    commonest = int((y != np.bincount(y).argmax()).sum())
    return {"always Adelie": (commonest, commonest), **found}


def penguin_scores() -> Table:
    two, four = zip(*penguin_errors().values(), strict=True)
    return Table.from_dict({"method": list(penguin_errors()), "bill only: wrong of 342": two,
                            "all four measurements": four})  # fmt: skip


@cache
def unscaled_errors() -> int:
    """LVQ on millimetres and grams as they are."""
    X, y = penguins()
    return int((held_out_answers(LVQ(), X, y) != y).sum())


# ---------------------------------------------------------------- the page with more


def vigilance_counts() -> Table:
    """How many updates the three examples of the lecture cost."""
    X, y = three_points()
    levels = range(6)
    counts = [MulticlassPerceptron(vigilance=float(v)).fit(X, y).last_step_.update for v in levels]
    return Table.from_dict({"vigilance": list(levels), "updates until it stops": counts})


def long_row() -> Table:
    """Kesler's row for the first example of the lecture, of class 1, against classes 2 and 3."""
    X, _ = three_points()
    rows = [kesler_row(np.array([-1.0, *X[0]]), 0, k, C=3) for k in (1, 2)]
    return Table.from_dict({"x": [_row([-1.0, *X[0]])] * 2, "against class": [2, 3], "long row": list(map(_row, rows))})


def penalties() -> Table:
    """Height and slope of both penalties."""
    places = np.array([-1.0, -0.2, 0.0, 0.1, 1.0])
    (g, slope), (ramp, steep) = penalty(places, 0.5, "logistic"), penalty(places, 0.5, "linear")
    return Table.from_dict({"d": places, "logistic g": _rounded(g), "slope": _rounded(slope),
                            "linear g": _rounded(ramp), "its slope": _rounded(steep)})  # fmt: skip


def _rounded(values) -> list[str]:
    return [f"{value:.3f}" for value in values]


def all_rivals() -> Table:
    """Scores 2, 1.5, 0.5, 1 of which the first is the true class: how wrong, and who is blamed how much."""
    scores, powers = np.array([2.0, 1.5, 0.5, 1.0]), (1.0, 4.0, 100.0, np.inf)
    shares = [misclassification_weights(scores, 0, r)[1:] for r in powers]
    return Table.from_dict({"r": [f"{r:g}" for r in powers],
                            "d": [f"{float(misclassification(scores, 0, r)):.3f}" for r in powers],
                            "shares of the rivals": [", ".join(_rounded(share)) for share in shares]})  # fmt: skip


def one_pass() -> Table:
    """Four points with targets -1 and +1, each read once."""
    table = data.load("dhs4")
    X, t = table.numeric("x1", "x2"), np.where(table["y"] == 1, 1, -1)
    slow = Adaline(learning_rate=0.1, max_sweeps=1).fit(X, t).last_step_.w
    fast = RecursiveLeastSquares(ridge=0.01).fit(X, t).last_step_.w
    Xa = np.column_stack([np.ones(len(X)), X])
    solved = np.linalg.solve(Xa.T @ Xa + 0.01 * np.eye(3), Xa.T @ t)
    rows = {"Adaline, rate 0.1": slow, "recursive least squares": fast, "ridge regression, solved at once": solved}
    return Table.from_dict({"after one pass": list(rows), "weights": [", ".join(_rounded(w)) for w in rows.values()]})


def delta_rule() -> Table:
    """Three samples (1, 2), (2, 3), (3, 5), rate 0.1."""
    x, t = [1.0, 2.0, 3.0], [2.0, 3.0, 5.0]
    steps = LeastMeanSquares(learning_rate=0.1, max_sweeps=1).trace(np.array(x)[:, None], t)[1:-1]
    return Table.from_dict({"x": x, "target t": t, "weights after": [", ".join(_rounded(step.w)) for step in steps]})


def chances() -> Table:
    """Cover's exact chance, and a normal distribution in its place."""
    sizes = (4, 2), (20, 9), (50, 20), (100, 49)
    return Table.from_dict({"N": [n for n, _ in sizes], "p": [p for _, p in sizes],
                            "exact": [f"{separable_probability(n, p):.4f}" for n, p in sizes],
                            "normal": [f"{normal_approximation(n, p):.4f}" for n, p in sizes]})  # fmt: skip


def labellings() -> Table:
    """How many labellings of these very points a line can do."""
    places = {
        "three corners of a triangle": SQUARE[:3],
        "four corners of a square": SQUARE,
        "a triangle and a point inside it": np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0], [1.0, 1.0]]),
    }
    counts = [f"{count_separable(X)} of {2 ** len(X)}" for X in places.values()]
    return Table.from_dict({"points": list(places), "labellings that a line can do": counts})


@cache
def digit_shares() -> dict[str, float]:
    """Handwritten digits, grey levels divided by 16: share right in cross-validation."""
    table = data.load("digits")
    target = table.names[-1] if "digit" not in table.names else "digit"
    X, y = table.without(target).numeric() / 16, table[target]
    methods = {
        "nearest mean": NearestMean(),
        "one prototype each (LVQ)": LVQ(max_sweeps=10),
        "1 nearest neighbour": NearestNeighbours(k=1),
    }
    return {name: float(np.mean(held_out_answers(learner, X, y) == y)) for name, learner in methods.items()}


def digit_scores() -> Table:
    found = digit_shares()
    kept = ["10 points", "10 points", "all training digits"]
    return Table.from_dict({"method": list(found), "keeps": kept, "share right": [f"{v:.3f}" for v in found.values()]})
