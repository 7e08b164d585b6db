"""What the main page of lecture 06 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step, Trace
from labkit.core.table import Table
from labkit.learners import CART, LDA, QDA, LogisticRegression, NearestNeighbours
from labkit.learners.logistic import LogisticObjective
from labkit.lectures.l06_logistic_regression.flights import DEGREES, ENDS, LAUNCH, flights, heights, probability
from labkit.lectures.l06_logistic_regression.race import RUNNERS, UNITS, finish
from labkit.lectures.shared.held_out import held_out_answers
from labkit.player.player import Player, play
from labkit.tutor.source import Source
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.tables.code import source_lines

MINUS = "\u2212"
COLD = 53.0  # degrees of the coldest flight
NEVER = "over 500"
BENIGN, MALIGNANT = "benign", "malignant"


def signed(value: float, digits: int = 3) -> str:
    return f"{value:.{digits}f}".replace("-", MINUS)


def picture_of_flights() -> Player:
    """23 flights and no curve."""
    x, t = flights()
    chart = Chart(xlim=(50.0, 85.0), ylim=(-0.08, 1.08), title="23 flights before the last one", xlabel=DEGREES,
                  yticks=(ENDS[0], ENDS[2]), name="flights")  # fmt: skip
    chart.points(x, heights(x, t), kind=t, items=Items("flight", 1))
    said = "seven flights had a seal in distress, four of them the coldest four"
    step = Step(event=SOLVED, model=None)
    return play([step], columns(chart, shape=3.0, caption=lambda step: said), title="O-rings")


def eight() -> tuple[np.ndarray, np.ndarray]:
    """The eight points of the deck."""
    table = data.load("logit8").numeric()
    return table[:, 0], table[:, 1].astype(int)


def eight_told() -> Trace:
    x, t = eight()
    return LogisticRegression().trace(x[:, None], t)


def first_fit() -> Table:
    """The first weighted fit: at w = 0 every probability is one half."""
    x, t = eight()
    start = eight_told()[0]
    return Table.from_dict({
        "x": x, "t": t, "p": start.probabilities, "p \u2212 t": [signed(r, 1) for r in start.residuals],
        "weight p(1 \u2212 p)": start.weights, "working response": [signed(r, 0) for r in start.responses],
    })  # fmt: skip


def loss_source() -> Source:
    """The lines that compute the gradient and the Hessian of every move."""
    point = LogisticObjective.point
    lines = [line for name in ("gradient", "hessian")
             for line in source_lines(getattr(point, name)._compute, "def")]  # fmt: skip
    lines = [line.split("  # (")[0] for line in lines]  # the numbers of the module's equations
    return Source("\n".join(lines), "the loss at w, as in labkit.learners.logistic.objective")


def race_table() -> Table:
    """Evaluations to come within 0.01 of the least loss."""

    def said(cost: float | None) -> str:
        return NEVER if cost is None else f"{cost:.0f}"

    return Table.from_dict(
        {"who": list(RUNNERS)} | {units: [said(finish(units, name)) for name in RUNNERS] for units in UNITS}
    )


RIVALS = {
    "logistic regression": LogisticRegression(),
    "two Gaussians (04)": QDA(),
    "one cut (15)": CART(max_depth=1),
    "5 nearest neighbours (02)": NearestNeighbours(k=5),
}
NOTHING = "always \u201cno distress\u201d"


@cache
def rivals() -> dict[str, tuple[float, float, int]]:
    """Method -> (probability of distress at 53 degrees, at 31, flights wrong when left out)."""
    x, t = flights()
    found = {NOTHING: (float(t.mean()), float(t.mean()), int(t.sum()))}
    for name, learner in RIVALS.items():
        model = learner.fit(x[:, None], t).model_
        cold, launch = probability(model, [COLD, LAUNCH]).tolist()
        says = held_out_answers(learner, x[:, None], t, parts=len(x))
        found[name] = cold, launch, int((says != t).sum())
    return found


def at_31() -> Table:
    found = rivals()
    cold, launch, wrong = zip(*found.values(), strict=True)
    return Table.from_dict({"method": list(found), "at 53 \u00b0F": [f"{p:.2f}" for p in cold],
                            "at 31 \u00b0F": [f"{p:.4f}" for p in launch], "wrong of 23": wrong})  # fmt: skip


def without_each() -> np.ndarray:
    """The probability at 31 degrees of the 23 curves that have not seen one flight."""
    x, t = flights()
    rest = [np.delete(np.arange(len(x)), k) for k in range(len(x))]
    return np.array([probability(LogisticRegression().fit(x[k, None], t[k]).model_, LAUNCH)[0] for k in rest])


TUMOURS = {
    "one tree (15)": CART(),
    "LDA (04)": LDA(),
    "5 nearest neighbours (02)": NearestNeighbours(k=5),
    "logistic regression, \u03bb = 0": LogisticRegression(),
    "logistic regression, \u03bb = 1": LogisticRegression(lam=1.0),
}


def tumours() -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """Ten measurements of 569 tumours, what they were, and the names of the measurements."""
    table = data.load("wdbc")
    features = table.without("diagnosis")
    return features.numeric(), table["diagnosis"], features.names


@cache
def tumour_errors() -> dict[str, tuple[int, int]]:
    """Method -> (tumours that are wrong, malignant ones called benign), of 569."""
    X, y, _ = tumours()
    found = {"always benign": np.full(len(y), BENIGN)}
    found |= {name: held_out_answers(learner, X, y, scaled=True) for name, learner in TUMOURS.items()}
    return {name: (int((says != y).sum()), int(((says != y) & (y == MALIGNANT)).sum())) for name, says in found.items()}


def tumour_scores() -> Table:
    wrong, missed = zip(*tumour_errors().values(), strict=True)
    return Table.from_dict({"method": list(tumour_errors()), "wrong of 569": wrong, "of these, malignant": missed})
