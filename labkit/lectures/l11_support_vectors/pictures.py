"""What the main page of lecture 11 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import CART, SVM, LogisticRegression, NearestNeighbours
from labkit.learners.svm.dual import HARD
from labkit.learners.svm.model import SupportVectorModel, SupportVectorStep
from labkit.lectures.l11_support_vectors.penguins import drawn, random_lines
from labkit.lectures.l11_support_vectors.street import KNOWN, LIMITS, SEED
from labkit.lectures.shared.held_out import held_out_answers
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import Text

EXACT = 1e-9
PARTS = (0.25, 0.5, 0.75)  # of the widest street


def twenty_birds() -> Player:
    """The known birds, and nothing else."""
    draw = drawn(KNOWN, SEED)
    chart = Chart(
        xlim=LIMITS[0], ylim=LIMITS[1], name="birds", xlabel="bill length, scaled", ylabel="bill depth, scaled"
    )
    chart.points(draw.X[:, 0], draw.X[:, 1], kind=draw.y, size=6.0)
    names = [Text(-2.2, 2.4, "Adelie", "edge0", 13.0, bold=True), Text(2.0, -2.4, "Gentoo", "edge1", 13.0, bold=True)]
    picture = columns(
        chart.marks(lambda step: names), shape=2.3, caption=lambda step: "ten Adelie and ten Gentoo penguins"
    )
    return play([Step(event=SOLVED, model=None)], picture, title="Twenty penguins by their bills")


def mistakes_by_width() -> dict[str, float]:
    """Mean number of wrong birds, of 254, of random lines by the width of their street."""
    lines = random_lines(KNOWN, SEED)
    place = np.digitize(lines[:, 0], np.array(PARTS) * 1.2)
    names = ("narrowest quarter", "second", "third", "widest quarter")
    return {name: float(lines[place == k, 1].mean()) for k, name in enumerate(names)}


# ---------------------------------------------------------------- by hand


def six_points(name: str = "svm6") -> tuple[np.ndarray, np.ndarray]:
    table = data.load(name)
    return table.numeric("x1", "x2"), table["y"].astype(int)


@cache
def six(name: str, C: float) -> SupportVectorStep:
    return SVM(kernel="linear", C=C, tolerance=EXACT).trace(*six_points(name))[-1]


def street_by_hand() -> Table:
    """Six points and the line 2 x1 + 2 x2 - 3 = 0."""
    step, (X, z) = six("svm6", HARD), six_points()
    f = step.model.decision_function(X)
    return Table.from_dict({
        "point": [f"({a:g}, {b:g})" for a, b in X],
        "class z": [f"{k:+d}" for k in z],
        "f = 2 x1 + 2 x2 \u2212 3": [f"{v:+.0f}" for v in f],
        "z f": [f"{v:.0f}" for v in z * f],
        "touches": ["yes" if abs(v - 1) < 1e-6 else "no" for v in z * f],
    })  # fmt: skip


def slack_by_hand() -> Table:
    """Six points that no line separates, C = 1."""
    step, (X, z) = six("svm_soft6", 1.0), six_points("svm_soft6")
    margins = z * step.model.decision_function(X)
    return Table.from_dict({
        "point": [f"({a:g}, {b:g})" for a, b in X],
        "class z": [f"{k:+d}" for k in z],
        "z f": [f"{v + 0.0:.2f}" for v in np.round(margins, 6)],
        "slack": [f"{v:.2f}" for v in step.slacks],
        "multiplier": [f"{a:.2f}" for a in step.alpha],
        "where": [_where(a, s) for a, s in zip(step.alpha, step.slacks, strict=True)],
    })  # fmt: skip


def _where(alpha: float, slack: float) -> str:
    if slack > 1:
        return "wrong side"
    return "inside" if slack > 1e-6 else ("on the kerb" if alpha > 0 else "beyond the kerb")


def score_source() -> Source:
    """How a case is answered: nothing but the support vectors is needed."""
    return show(SupportVectorModel.decision_function)


# ---------------------------------------------------------------- on real data

METHODS = {  # method -> learner, whether the columns are scaled
    "a tree (15)": (CART(), False),
    "5 nearest neighbours (02)": (NearestNeighbours(k=5), True),
    "logistic regression (06)": (LogisticRegression(), True),
    "SVM, linear, C = 0.1": (SVM(kernel="linear", C=0.1), True),
    "SVM, radial, gamma = 0.03, C = 10": (SVM(gamma=0.03, C=10.0), True),
    "SVM, radial, gamma = 1, C = 10": (SVM(gamma=1.0, C=10.0), True),
    "SVM, radial, gamma = 0.03, not scaled": (SVM(gamma=0.03, C=10.0), False),
}


def tumours() -> tuple[np.ndarray, np.ndarray]:
    """Ten measurements of cell nuclei of 569 tumours."""
    table = data.load("wdbc")
    return table.without("diagnosis").numeric(), table["diagnosis"]


@cache
def tumour_errors() -> dict[str, tuple[int, float]]:
    """Method -> tumours told wrongly by a machine that has not seen them; its share of support vectors, or NaN."""
    X, y = tumours()
    found = {"always \u201cbenign\u201d": (int((y != "benign").sum()), np.nan)}
    for name, (learner, scaled) in METHODS.items():
        wrong = int((held_out_answers(learner, X, y, scaled=scaled) != y).sum())
        Z = (X - X.mean(axis=0)) / X.std(axis=0) if scaled else X
        share = len(learner.fit(Z, y).support_) / len(y) if isinstance(learner, SVM) else np.nan
        found[name] = wrong, share
    return found


def tumour_scores() -> Table:
    wrong, share = zip(*tumour_errors().values(), strict=True)
    return Table.from_dict({"method": list(tumour_errors()), "wrong of 569": wrong,
                            "support vectors": ["\u2013" if np.isnan(s) else f"{s:.0%}" for s in share]})  # fmt: skip
