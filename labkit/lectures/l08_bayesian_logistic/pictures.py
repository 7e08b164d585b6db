"""What the main page of lecture 08 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import LaplaceLogistic, VariationalLogistic
from labkit.learners.bayesian.belief import PLUG_IN, PROBIT, LogisticBelief
from labkit.learners.bayesian.probit import expected_sigmoid, moderated
from labkit.learners.bayesian.variational import Parabolas
from labkit.learners.probability import sigmoid
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns
from labkit.views.scene import Path, Segments, coordinates

SLOPE = 1.5  # of the coin that makes the cases of the first picture
FEW_CASES, MANY_CASES, MOST_DRAWN = 5, 5000, 150  # cases, and at most so many are drawn
CURVES, ODDS = 40, float(np.log(9.0))  # curves that are drawn at random, before those that fit badly are left out
NEARLY = 1 / 3  # of the best curve's likelihood: what fits nearly as well
PLACES = np.linspace(-4.0, 4.0, 161)
DRAWS, PRIOR = 20, 10.0  # of ``patient_scores``: samples of patients; variance
KNOWN = 40  # patients to learn from


# ---------------------------------------------------------------- the first picture


@cache
def believed(cases: int) -> tuple[np.ndarray, np.ndarray, LogisticBelief]:
    """(x, class, what was learned from them)."""
    rng = np.random.default_rng(4)
    x = rng.uniform(-4.0, 4.0, cases)
    y = (rng.random(cases) < sigmoid(SLOPE * x)).astype(int)
    return x, y, LaplaceLogistic(prior_variance=9.0).fit(x[:, None], y).model_


def ninety(model: LogisticBelief) -> float:
    """Where the best curve says 90 %."""
    return float((ODDS - model.w[0]) / model.w[1])


def others(cases: int) -> np.ndarray:
    """(w0, w1) of other curves that fit nearly as well."""
    x, y, model = believed(cases)
    draws = model.posterior.draws(CURVES, 1)
    return draws[log_likelihoods(draws, x, y) >= np.log(NEARLY) + log_likelihoods(model.w[None], x, y)]


def log_likelihoods(weights: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Of each curve (w0, w1)."""
    scores = weights[:, :1] + weights[:, 1:] * x
    return np.log(sigmoid(np.where(y == 1, scores, -scores))).sum(axis=1)


def others_at_ninety(cases: int) -> np.ndarray:
    """What they say where the best curve says 90 %."""
    return sigmoid(others(cases) @ [1.0, ninety(believed(cases)[2])])


def same_ninety() -> Player:
    """Two best curves, and others that fit nearly as well."""
    charts = [_curves(FEW_CASES, "learned from 5 cases"), _curves(MANY_CASES, "learned from 5,000 cases")]
    picture = columns(*charts, shape=2.6, caption=lambda step: "bold: the best curve; thin: others that fit nearly as "
                      "well; the upright line is where the best one says 90 %")  # fmt: skip
    return play([Step(event=SOLVED, model=None)], picture, title="Two models")


def _curves(cases: int, title: str) -> Chart:
    x, y, model = believed(cases)
    chart = Chart(xlim=(-4.0, 4.0), ylim=(-0.05, 1.05), title=title, xlabel="x", name=f"cases{cases}",
                  yticks=((0.0, "0 %"), (0.5, "50 %"), (0.9, "90 %")))  # fmt: skip
    thin = [Path(coordinates(PLACES), coordinates(sigmoid(a + b * PLACES)), "muted", 0.7) for a, b in others(cases)]
    at = ninety(model)
    chart.marks(lambda step: [*thin, Segments(at, -0.05, at, 1.05, "accent", 1.6)])
    chart.function(lambda x: sigmoid(model.w[0] + model.w[1] * x), color="ink", width=2.6)
    some = slice(None, None, max(1, cases // MOST_DRAWN))
    return chart.points(x[some], y[some].astype(float), kind=y[some], size=4.0)


# ---------------------------------------------------------------- by hand


def eight_cases() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("logit8")
    return table.numeric("x"), table["y"].astype(int)


@cache
def laplace_of_eight() -> LogisticBelief:
    """With the prior N(0, 100 I)."""
    return LaplaceLogistic(prior_variance=100.0).fit(*eight_cases()).model_


def by_hand() -> Table:
    """Two new cases, from the score to the probability."""
    model, cases = laplace_of_eight(), np.array([[1.0], [2.25]])
    mu, s2 = model.scores(cases)
    told = {
        "mean of the score, \u03bc": [f"{v:.4f}" for v in mu],
        "its variance, s\u00b2": [f"{v:.4f}" for v in s2],
        "plug-in, g(\u03bc)": [f"{v:.4f}" for v in sigmoid(mu)],
        "\u03bc / \u221a(1 + \u03c0s\u00b2/8)": [f"{v:.4f}" for v in moderated(mu, s2)],
        "probit, g of that": [f"{v:.4f}" for v in sigmoid(moderated(mu, s2))],
        "exact mean of g": [f"{v:.4f}" for v in expected_sigmoid(mu, s2)],
    }
    first, second = zip(*told.values(), strict=True)
    return Table.from_dict({"what": list(told), "x = 1": first, "x = 2.25": second})


def em_source() -> Source:
    """The lines of the E step."""
    return show(Parabolas.e_step)


# ---------------------------------------------------------------- on real data


HEART = ("age", "trestbps", "chol", "thalach", "oldpeak")
WAYS = {
    "Laplace, plug-in": (LaplaceLogistic, PLUG_IN),
    "Laplace, probit": (LaplaceLogistic, PROBIT),
    "variational, probit": (VariationalLogistic, PROBIT),
}


def patients(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Measurements and whether they are ill."""
    if name == "heart":
        table = data.load("heart")
        return table.numeric(*HEART), (table["disease"] == "yes").astype(int)
    table = data.load("wdbc")
    return table.without("diagnosis").numeric(), (table["diagnosis"] == "malignant").astype(int)


@cache
def held_out(name: str, known: int = KNOWN, variance: float = PRIOR) -> dict[str, tuple[float, float]]:
    """Way to predict -> (mean loss, share of mistakes) of the patients that were not learned from, over many draws."""
    X, y = patients(name)
    found: dict[str, list] = {"the share of the ill": [], **{way: [] for way in WAYS}}
    for seed in range(DRAWS):
        order = np.random.default_rng(seed).permutation(len(y))
        here, there = order[:known], order[known:]
        scale = X[here].mean(axis=0), X[here].std(axis=0)
        Z = (X - scale[0]) / scale[1]
        share = y[here].mean()
        found["the share of the ill"].append(_scored(np.full(len(there), share), y[there]))
        for way, (kind, predictive) in WAYS.items():
            learner = kind(prior_variance=variance, predictive=predictive)
            found[way].append(_scored(learner.fit(Z[here], y[here]).predict_proba(Z[there])[:, 1], y[there]))
    return {way: tuple(np.mean(scores, axis=0).tolist()) for way, scores in found.items()}


def _scored(p: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """(mean of -ln of the probability given to what came true, share of mistakes)."""
    right = np.where(y == 1, p, 1 - p)
    return float(-np.log(np.maximum(right, 1e-300)).mean()), float(((p > 0.5) != (y == 1)).mean())


def patient_scores() -> Table:
    """Loss and mistakes for both kinds of patients."""
    heart, wdbc = held_out("heart"), held_out("wdbc")
    return Table.from_dict({
        "way to predict": list(heart),
        "heart: loss": [f"{loss:.3f}" for loss, _ in heart.values()],
        "heart: wrong": [f"{wrong:.1%}" for _, wrong in heart.values()],
        "tumours: loss": [f"{loss:.3f}" for loss, _ in wdbc.values()],
        "tumours: wrong": [f"{wrong:.1%}" for _, wrong in wdbc.values()],
    })  # fmt: skip
