"""What the page with more of lecture 08 shows beside its labs."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step
from labkit.core.table import Table
from labkit.learners import BasisClassifier, DualLogistic, LaplaceLogistic, VariationalLogistic
from labkit.learners.basis import GaussianBasis
from labkit.learners.bayesian.belief import MONTE_CARLO, PLUG_IN, PROBIT
from labkit.learners.bayesian.bounds import curvature, even_part, expected_softplus
from labkit.learners.bayesian.exact import exact_posterior
from labkit.lectures.l08_bayesian_logistic.pictures import eight_cases
from labkit.player.player import Player, play
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED, Path, coordinates

COLD, MILD = 31.0, 60.0  # degrees Fahrenheit
VARIANCES = (1, 4, 10, 40, 100, 400)
LIMITS = ((-2.2, 2.2), (-2.2, 2.2))
SWEEPS = (0, 1, 2, 4, 8)  # that ``from_above`` shows
TOUCH = 2.0  # the xi of ``convex_in_square``


# ---------------------------------------------------------------- Laplace and the truth


@cache
def evidence(variance: float) -> tuple[float, float, np.ndarray, np.ndarray]:
    """(ln p(D) by Laplace, exactly; the peak, the mean of the exact posterior) of the eight cases."""
    X, y = eight_cases()
    learner = LaplaceLogistic(prior_variance=variance)
    last = learner.trace(X, y)[-1]
    exact = exact_posterior(learner.log_joint(X, y), last.model.posterior)
    return last.log_evidence, exact.log_evidence, last.model.posterior.mean, exact.mean


def evidence_table() -> Table:
    rows = [evidence(float(variance)) for variance in VARIANCES]
    return Table.from_dict({
        "variance of the prior": list(VARIANCES),
        "ln p(D), Laplace": [f"{row[0]:.2f}" for row in rows],
        "ln p(D), exact": [f"{row[1]:.2f}" for row in rows],
        "slope at the peak": [f"{row[2][1]:.2f}" for row in rows],
        "mean slope, exact": [f"{row[3][1]:.2f}" for row in rows],
    })  # fmt: skip


# ---------------------------------------------------------------- the Challenger


@cache
def flights() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("orings")
    return table.numeric("temperature_f"), (table["distress"] == "yes").astype(int)


def challenger() -> Table:
    """The probability of a damaged ring, at a temperature that was flown and at the one that was not."""
    F, y = flights()
    centre, spread = F.mean(), F.std()
    model = LaplaceLogistic(prior_variance=100.0, samples=2000).fit((F - centre) / spread, y).model_
    cases = (np.array([[MILD], [COLD]]) - centre) / spread
    told = {kind: [f"{p:.1%}" for p in model.predictive(cases, kind)[:, 1]] for kind in (PLUG_IN, PROBIT, MONTE_CARLO)}
    mild, cold = zip(*told.values(), strict=True)
    return Table.from_dict({"predicted by": list(told), "60 \u00b0F": mild, "31 \u00b0F": cold})


# ---------------------------------------------------------------- bounds


def convex_in_square() -> Player:
    """What of ln g depends on x^2, as a function of y = x^2, and the tangent that becomes the bound."""
    chart = Chart(xlim=(0.0, 16.0), ylim=(-2.2, -0.4), xlabel="y = x\u00b2", name="convex",
                  title="f(y) and its tangent at y = 4")  # fmt: skip
    chart.function(even_part, "f", color="curve0")
    at = TOUCH**2
    chart.function(lambda y: even_part(at) - curvature(TOUCH) * (y - at), "tangent", color="curve2", dash=DASHED)
    dot = Path(coordinates([at]), coordinates([even_part(at)]), "accent", dots=True)
    picture = columns(
        chart.marks(lambda step: [dot]), shape=3.0, caption=lambda step: "f bends upwards: every tangent lies below it"
    )
    return play([Step(event=SOLVED, model=None)], picture, title="Convex in the square")


def from_above() -> Table:
    """Sweep by sweep, what bounds the best penalised log-likelihood of the eight cases from both sides."""
    steps = [step for step in DualLogistic(lam=1.0).trace(*eight_cases()) if step.sweep in SWEEPS][: len(SWEEPS)]
    columns = {"sweep": "sweep", "reached": "floor", "nothing above": "ceiling", "gap": "gap"}
    shown = {head: [getattr(step, name) for step in steps] for head, name in columns.items()}
    return Table.from_dict({
        head: [f"{v:.5f}" if isinstance(v, float) else v for v in values] for head, values in shown.items()
    })  # fmt: skip


def bent_border() -> Player:
    """Variational EM on bumps: the border bends, and away from the examples the mean over all weights is unsure."""
    X, y = moons()
    steps = [bent(kind) for kind in (PLUG_IN, PROBIT)]
    planes = [_fixed(Plane(X, y, title=kind, limits=LIMITS, name=kind, size=4.0), step)
              for kind, step in zip((PLUG_IN, PROBIT), steps, strict=True)]  # fmt: skip
    picture = columns(*map(square, planes), shape=2.1,
                      caption=lambda step: "left: the best weights; right: the mean over all weights")  # fmt: skip
    return play([steps[0]], picture, title="Moons")


def moons() -> tuple[np.ndarray, np.ndarray]:
    return data.moons(60, noise=0.08, seed=2)


@cache
def bent(kind: str) -> Step:
    """The end of the story on sixteen bumps, predicted in this way."""
    inner = VariationalLogistic(prior_variance=100.0, predictive=kind, max_iterations=15)
    return BasisClassifier(learner=inner, basis=GaussianBasis(centres=4)).trace(*moons())[-1]


def _fixed(plane: Plane, own: Step):
    return lambda step, size: plane(own, size)


def jensen_table() -> Table:
    """The mean of ln(1 + e^w), between its two bounds."""
    cases = ((0.3, 0.5), (0.3, 2.0), (-2.0, 2.0), (0.3, 0.05))
    rows = [[f"{float(v):.4f}" for v in expected_softplus(m, v)] for m, v in cases]
    low, mean, high = zip(*rows, strict=True)
    return Table.from_dict({"mean of w": [m for m, _ in cases], "variance": [v for _, v in cases],
                            "ln(1 + e^mean)": low, "mean of ln(1 + e^w)": mean,
                            "ln(1 + mean of e^w)": high})  # fmt: skip


# ---------------------------------------------------------------- many classes


def many_classes() -> Table:
    """Three clouds: a case among them, and one far out on the border of two classes."""
    X, y = data.blobs(45, spread=0.25, seed=4)
    model = LaplaceLogistic(prior_variance=25.0, samples=2000).fit(X, y).model_
    cases = np.vstack([X[y == 0].mean(axis=0), 4.0 * X[y == 0].mean(axis=0), [0.0, 0.0]])
    names = ("middle of class 0", "four times as far out", "between all three")
    told = {kind: model.predictive(cases, kind)[:, 0] for kind in (PLUG_IN, PROBIT, MONTE_CARLO)}
    return Table.from_dict({"P(class 0)": list(names), **{kind: [f"{v:.1%}" for v in p] for kind, p in told.items()}})
