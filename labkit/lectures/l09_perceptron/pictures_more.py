"""What the page with more of lecture 09 shows beside its labs.

Deck 000 "Linear Perceptron Convergence Theorem-3", "Normalized Perceptron - 2", "LP Formulation-2". Inventory:
I-000-043, I-000-046, I-000-049, I-000-053.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import Step, Trace
from labkit.core.table import Table
from labkit.learners import LinearProgram, LogisticRegression, Perceptron, PocketPerceptron
from labkit.lectures.l09_perceptron.penguins import scaled
from labkit.lectures.shared.held_out import held_out_answers
from labkit.player.player import Player, play
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.weight_path import WeightPath

W, Z, W_STAR, B = np.array([1, -2, 0.5]), np.array([-1.0, 2, 1]), np.array([0.0, 3, 2]), 0.5  # a mistake, by hand
AND_STAR = np.array([3.0, 2.0, 2.0])  # 2 x1 + 2 x2 - 3 = 0 separates AND; every score is at least 1
SMALL_RATE = 0.25  # a power of 2, so that no score is rounded; below 2 b* / beta^2 = 2/3
SWEEPS = (100, 101, 102)


def _points(name: str, target: str, positive=1) -> tuple[np.ndarray, np.ndarray]:
    table = data.load(name)
    return table.without(target).numeric(), table[target] == positive


def one_update_each() -> Table:
    """The same mistake, four lengths of the step."""
    score, square_of = W @ Z, Z @ Z
    etas = {"constant": 1.0, "optimal": (W_STAR - W) @ Z / square_of, "relaxation": (B - score) / square_of,
            "normalised": -2 * score / square_of}  # fmt: skip
    after = [W + eta * Z for eta in etas.values()]
    return Table.from_dict({
        "rate": list(etas),
        "\u03b7": [f"{eta:.3f}" for eta in etas.values()],
        "score afterwards": [f"{w @ Z:.2f}" for w in after],
        "|w| afterwards": [f"{np.linalg.norm(w):.2f}" for w in after],
        "distance to w*": [f"{np.linalg.norm(w - W_STAR):.2f}" for w in after],
    })  # fmt: skip


# ---------------------------------------------------------------- the theorem


def bounds_on_and() -> Table:
    """The two bounds around the numbers of the story, on AND."""
    trace = Perceptron(separator=AND_STAR).trace(*_points("and", "y"))
    steps = [trace[n] for n in (1, 2, 6, 12, 18)]
    return Table.from_dict({
        "n": [step.update for step in steps],
        "w\u00b7w* at least": [f"{step.alignment_bound:.0f}" for step in steps],
        "w\u00b7w*": [f"{step.alignment:.0f}" for step in steps],
        "|w|": [f"{step.norm:.2f}" for step in steps],
        "|w| at most": [f"{step.norm_bound:.2f}" for step in steps],
    })  # fmt: skip


def slow_walk() -> Trace:
    """AND at a rate that is small enough for the second proof."""
    return Perceptron(separator=AND_STAR, learning_rate=SMALL_RATE).trace(*_points("and", "y"))


def weight_way() -> Player:
    """The way of w through weight space, and its distance to w*."""
    trace = slow_walk()
    told = trace[:-1]
    chart = Chart(told, x="update", xlabel="updates n", title="Distance from w to w*", name="distances")
    picture = columns(square(WeightPath(told, goal=AND_STAR)), chart.line("distance", "|w - w*|"), shape=2.6)
    player = play(trace, picture, title="Towards w*")
    player.frame = len(told) - 1  # all of the way
    return player


def reflections() -> Table:
    """The normalised rule on one mistake: what changes, what stays."""
    after = W - 2 * (W @ Z) / (Z @ Z) * Z
    squares = [float(np.sum((w - W_STAR) ** 2)) for w in (W, after)]
    return Table.from_dict({
        "": ["score w\u00b7z", "length |w|", "squared distance to w*"],
        "before": [f"{W @ Z:g}", f"{np.linalg.norm(W):.3f}", f"{squares[0]:g}"],
        "after": [f"{after @ Z:g}", f"{np.linalg.norm(after):.3f}", f"{squares[1]:g}"],
    })  # fmt: skip


def and_in_two_codings() -> Table:
    """AND with signed examples, and with targets 0 and 1."""
    X, y = _points("and", "y")
    ends: dict[str, Step] = {
        "signed examples, a score of 0 is a mistake": Perceptron().fit(X, y).last_step_,
        "targets 0 and 1, a score of 0 is class 1": Perceptron(zero="second class", x0=1).fit(X, y).last_step_,
    }
    return Table.from_dict({
        "coding": list(ends),
        "constant input": ["\u22121", "+1"],
        "updates": [str(end.update) for end in ends.values()],
        "sweeps": [str(end.sweep) for end in ends.values()],
        "weights": [", ".join(f"{w:g}" for w in end.w) for end in ends.values()],
    })  # fmt: skip


# ---------------------------------------------------------------- no line


def least_slacks() -> Table:
    """Four data sets of the course: is there a line, and how much is missing?"""
    ends = [LinearProgram().fit(*_points(*which)).last_step_ for which in
            (("and", "y"), ("perc6", "class"), ("xor", "y"), ("logit8", "y"))]  # fmt: skip
    return Table.from_dict({
        "data": ["AND", "six points", "XOR", "hours of study (06)"],
        "least total slack": [f"{end.primal:.1f}" for end in ends],
        "largest total weight": [f"{end.dual:.1f}" for end in ends],
        "proof": [end.reason.split(",")[0] for end in ends],
    })  # fmt: skip


@cache
def tumours() -> dict[str, dict[str, float]]:
    """Breast tumours: training scores after some sweeps, and honest scores."""
    table = data.load("wdbc")
    X, y = table.without("diagnosis").numeric(), table["diagnosis"]
    trained = {f"{n} sweeps": Perceptron(max_sweeps=n).fit(scaled(X), y).score(scaled(X), y) for n in SWEEPS}
    methods = {"perceptron": Perceptron(), "pocket perceptron": PocketPerceptron(),
               "logistic regression (06)": LogisticRegression(lam=1)}  # fmt: skip
    honest = {name: float((held_out_answers(each, X, y, scaled=True) == y).mean()) for name, each in methods.items()}
    majority = float(np.unique(y, return_counts=True)[1].max() / len(y))
    return {"trained": trained, "honest": {"always the commoner class": majority} | honest}


def wandering() -> Table:
    return _shares("perceptron, after", "right, of the tumours it was trained on", tumours()["trained"])


def tumour_scores() -> Table:
    return _shares("method", "right, of tumours it had not seen", tumours()["honest"])


def _shares(name: str, share: str, found: dict[str, float]) -> Table:
    return Table.from_dict({name: list(found), share: [f"{value:.3f}" for value in found.values()]})
