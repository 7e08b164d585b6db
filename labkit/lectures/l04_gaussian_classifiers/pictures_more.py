"""What the page with more of lecture 04 shows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import QDA, NaiveBayes
from labkit.learners.gaussian.lda import LDAModel
from labkit.learners.gaussian.naive_bayes import dependence
from labkit.learners.gaussian.qda import QDAModel
from labkit.learners.probability import softmax
from labkit.lectures.l04_gaussian_classifiers.common import outlines
from labkit.lectures.l04_gaussian_classifiers.pictures import ten_points
from labkit.player.player import Player, play
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane

S3 = np.array([[2.0, 1.0], [1.0, 2.0]])
MEANS3, PRIORS3 = np.array([[1.0, 2.0], [3.0, 0.0], [0.0, -1.0]]), np.array([0.5, 0.3, 0.2])
DAY = {"outlook": "sunny", "temperature": "cool", "humidity": "high", "wind": "strong"}


def three() -> LDAModel:
    """The lecture's three classes with one covariance."""
    return LDAModel.given(MEANS3, S3, PRIORS3, [1, 2, 3])


def three_classes() -> Player:
    """Three straight borders that meet in one point."""
    plane = Plane(MEANS3, [1, 2, 3], limits=((-5.0, 7.0), (-6.0, 6.0)), size=8.0, axes=("x1", "x2"),
                  cuts=Ellipses(lambda step: outlines(step.model)))  # fmt: skip
    step = Step(event=SOLVED, model=three())
    return play([step], columns(square(plane), shape=1.6, caption=_three_caption), title="Three classes")


def _three_caption(step: Step) -> str:
    terms = [f"({w[0]:.2f}, {w[1]:.2f}) and {w0:.3f}"
             for w, w0 in zip(step.model.directions.round(9) + 0.0, step.model.offsets, strict=True)]  # fmt: skip
    return "weights and offsets: " + "; ".join(terms)


def softmax_bases() -> Table:
    """Three scores, turned into shares with a larger and larger base."""
    scores = np.array([1.0, 2.0, 0.5])
    bases = {"2": 2.0, "e": None, "10": 10.0, "1000": 1000.0}
    shares = [softmax(scores, base) for base in bases.values()]
    columns = {f"score {s:g}": [f"{p[k]:.3f}" for p in shares] for k, s in enumerate(scores)}
    return Table.from_dict({"base": list(bases)} | columns)


def quadratic_form() -> Table:
    """One class with its mean, covariance and prior as x'Qx + b'x + c."""
    model = QDAModel.given([[1.0, 2.0]] * 2, [[[2.0, 1.0], [1.0, 3.0]]] * 2, [0.4, 0.6])
    A, b, c = (part[0] for part in model.coefficients)
    values = [str(np.round(A, 3).tolist()), str(np.round(b, 3).tolist()), f"{c:.3f}"]
    return Table.from_dict({"": ["Q", "b", "c"], "value": values})


def determinants() -> Table:
    """Ten points, a covariance each: the probability of class 1 with and without the determinant."""
    table = data.load("lda10")
    X, y = table.numeric("x1", "x2"), table["y"].astype(int)
    model = QDA(priors=[0.5, 0.5]).fit(X, y).model_
    asked = np.array([[5.0, 5.0], [6.0, 6.0]])
    found = [each.predict_proba(asked)[:, 0] for each in (model, replace(model, determinant=False))]
    return Table.from_dict({"case": [f"({x:g}, {up:g})" for x, up in asked],
                            "with the determinants": [f"{p:.5f}" for p in found[0]],
                            "without": [f"{p:.5f}" for p in found[1]]})  # fmt: skip


def likelihoods() -> Table:
    """The log-likelihood of ten points at the estimates, and beside them."""
    step, _, _ = ten_points()
    table = data.load("lda10")
    X, y = table.numeric("x1", "x2"), table["y"].astype(int)
    means, S = step.moments.means, step.moments.shared
    tried = {
        "the estimates": (means, S, None),
        "prior 0.4 in place of 0.5": (means, S, [0.4, 0.6]),
        "the first mean moved by 0.5": (means + np.array([[0.5, 0.0], [0.0, 0.0]]), S, None),
        "a covariance that divides by N \u2212 2": (means, S * len(y) / (len(y) - 2), None),
    }
    found = [LDAModel.given(m, C, priors, [1, 2]).log_likelihood(X, y) for m, C, priors in tried.values()]
    return Table.from_dict({"with": list(tried), "log-likelihood": [f"{value:.3f}" for value in found]})


# ---------------------------------------------------------------- independence, and tennis

TWINS = np.array([[[0.32, 0.02], [0.08, 0.08]], [[0.08, 0.08], [0.02, 0.32]]])  # independent given C
ALARM = np.array([[[0.25, 0.0], [0.0, 0.25]], [[0.0, 0.25], [0.25, 0.0]]])  # C says whether A and B differ


def two_kinds() -> Table:
    """Two tables of two features and a class: how many bits the features know of each other."""
    tables = {"two symptoms; class: ill or healthy": TWINS, "two fair coins; class: do they differ?": ALARM}
    return Table.from_dict({
        "table": list(tables),
        "bits": [f"{abs(dependence(P.sum(axis=2))):.3f}" for P in tables.values()],
        "bits, given the class": [f"{abs(dependence(P)):.3f}" for P in tables.values()],
    })  # fmt: skip


def tennis(laplace: float) -> tuple[np.ndarray, np.ndarray]:
    """(prior and four factors of no and yes, posterior) of the lecture's day."""
    table = data.load("tennis")
    model = NaiveBayes(laplace=laplace).fit(table.without("day", "play"), table["play"]).model_
    day = Table.from_dict({name: [DAY[name]] for name in model.attributes.names})
    factors = np.vstack([model.priors, np.exp(model.log_factors(day))[0].T])
    return factors, model.predict_proba(day)[0]


def tennis_by_hand() -> Table:
    """A sunny, cool, humid, windy day: will they play?"""
    names = ["prior", *DAY.values(), "product", "probability"]
    shown = {}
    for laplace, how in ((0.0, ""), (1.0, ", corrected")):
        factors, posterior = tennis(laplace)
        for k, label in ((1, "yes"), (0, "no")):
            exact = [_fraction(p) for p in factors[:, k]]
            shown[f"{label}{how}"] = [*map(str, exact), f"{factors[:, k].prod():.4f}", f"{posterior[k]:.3f}"]
    return Table.from_dict({"factor": names} | shown)


def _fraction(p: float) -> Fraction:
    return Fraction(p).limit_denominator(99)
