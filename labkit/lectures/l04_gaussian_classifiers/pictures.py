"""What the main page of lecture 04 shows beside its labs."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np

from labkit.core import data
from labkit.core.resampling import folds
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import LDA, QDA, NaiveBayes, NearestNeighbours
from labkit.learners.gaussian.densities import Gaussians
from labkit.learners.probability import sigmoid
from labkit.lectures.l04_gaussian_classifiers.common import AXES, BILL, BILLS, MEASUREMENTS, SPECIES, birds, votes
from labkit.lectures.shared.held_out import PARTS, held_out_answers
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import Text

FEE = "physician_fee_freeze"
SURE = (0.5, 0.9, 0.99, 0.9999, 1.0)  # what naive Bayes says of the likelier party
ASKED = ((5.0, 6.0), (6.0, 5.0), (4.0, 7.0))


def penguin_picture() -> Player:
    """Adelie and Chinstrap penguins by their bills."""
    X, species = birds()
    chart = Chart(name="birds", xlabel=AXES[0], ylabel=AXES[1], xlim=BILLS[0], ylim=BILLS[1])
    chart.points(X[:, 0], X[:, 1], kind=species == SPECIES[1], size=3.6)
    names = [Text(33.0, 20.6, "Adelie", "class0", 13.0, bold=True),
             Text(53.5, 17.3, "Chinstrap", "class1", 13.0, bold=True)]  # fmt: skip
    caption = f"{np.sum(species == SPECIES[0])} Adelie, {np.sum(species == SPECIES[1])} Chinstrap"
    picture = columns(chart.marks(lambda step: names), shape=2.3, caption=lambda step: caption)
    return play([Step(event=SOLVED, model=None)], picture, title="Two species of penguins")


# ---------------------------------------------------------------- by hand


@cache
def ten_points() -> tuple:
    """(LDA's step, w, w0): the first class against the second, on the lecture's ten points."""
    table = data.load("lda10")
    step = LDA().trace(table.numeric("x1", "x2"), table["y"].astype(int))[-1]
    (w1, w2), (b1, b2) = step.model.directions, step.model.offsets
    return step, w1 - w2, b2 - b1


def ten_points_by_hand() -> Table:
    """From two means and one covariance to w, w0 and three posteriors."""
    step, w, w0 = ten_points()
    (m1, m2), S = step.moments.means, step.moments.shared
    asked = [(f"P(class 1) at ({x:g}, {y:g})", f"\u03c3({w @ (x, y) + w0:.2f}) = {sigmoid(w @ (x, y) + w0):.3f}")
             for x, y in ASKED]  # fmt: skip
    rows = [
        ("mean of class 1, of class 2", f"{_vector(m1)}, {_vector(m2)}"),
        ("shared covariance", f"{_vector(S[0])}, {_vector(S[1])}"),
        ("w", "(" + ", ".join(f"{each:.3f}" for each in w) + ")"),
        ("w0", f"{w0:.2f}"),
        *asked,
    ]
    names, values = zip(*rows, strict=True)
    return Table.from_dict({"what": names, "value": values})


def _vector(numbers: np.ndarray) -> str:
    return "(" + ", ".join(f"{number:.3g}" for number in numbers) + ")"


def discriminant_source() -> Source:
    """The lines that score every class."""
    return show(Gaussians.discriminants, "for k", "# (1)")


# ---------------------------------------------------------------- penguins


@cache
def bird_errors() -> dict[str, tuple[int, int]]:
    """Method -> birds that are wrong: by the bill, by all four measurements; each bird asked unseen."""
    methods = {"one ellipse for both (LDA)": LDA(), "an ellipse each (QDA)": QDA(), "naive Bayes": NaiveBayes(),
               "5 nearest neighbours, scaled (02)": NearestNeighbours(k=5)}  # fmt: skip
    found = {}
    for name, learner in methods.items():
        scaled = "scaled" in name
        found[name] = tuple(_wrong(held_out_answers(learner, *birds(columns), scaled=scaled), birds(columns)[1])
                            for columns in (BILL, MEASUREMENTS))  # fmt: skip
    y = birds()[1]
    return {"always Adelie": (_wrong(np.full(len(y), SPECIES[0]), y),) * 2} | found


def _wrong(answers: np.ndarray, y: np.ndarray) -> int:
    return int((answers != y).sum())


def bird_scores() -> Table:
    bill, four = zip(*bird_errors().values(), strict=True)
    return Table.from_dict({"method": list(bird_errors()), f"wrong of {len(birds()[1])}, by the bill": bill,
                            "by four measurements": four})  # fmt: skip


# ---------------------------------------------------------------- votes


@cache
def held_out_votes() -> tuple[np.ndarray, np.ndarray]:
    """(the probability of the likelier party, whether it is right) for each member, asked unseen."""
    X, party = votes()
    parties = np.unique(party)
    sure, right = np.empty(len(party)), np.empty(len(party), dtype=bool)
    for known, rest in folds(len(party), k=PARTS, seed=0, classes=party):
        p = NaiveBayes().fit(X[known], party[known]).predict_proba(X[rest])
        sure[rest], right[rest] = p.max(axis=1), parties[p.argmax(axis=1)] == party[rest]
    return sure, right


@cache
def vote_errors() -> dict[str, int]:
    """Method -> members that are wrong, of 435."""
    X, party = votes()
    one = held_out_answers(NaiveBayes(), X.select(FEE), party)
    return {"always democrat": _wrong(np.full(len(party), "democrat"), party),
            "16 votes": int((~held_out_votes()[1]).sum()), "1 vote": _wrong(one, party)}  # fmt: skip


def vote_confidence() -> Table:
    """How sure naive Bayes is, and how often it is right."""
    sure, right = held_out_votes()
    inside = [(sure >= low) & (sure <= high if high == 1 else sure < high)
              for low, high in pairwise(SURE)]  # fmt: skip
    return Table.from_dict({
        "it says": [f"{low:.4g} to {high:.4g}" for low, high in pairwise(SURE)],
        "members": [int(rows.sum()) for rows in inside],
        "mean of what it says": [f"{sure[rows].mean():.3f}" for rows in inside],
        "right": [f"{right[rows].mean():.3f}" for rows in inside],
    })  # fmt: skip
