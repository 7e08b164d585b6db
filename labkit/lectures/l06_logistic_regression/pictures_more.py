"""What the page with more of lecture 06 shows beside its labs."""

from __future__ import annotations

import numpy as np

from labkit.core.table import Table
from labkit.learners import LogisticRegression, RecursiveLogistic
from labkit.learners.basis import GaussianBasis, Polynomial, SigmoidBasis
from labkit.learners.descent import GradientDescent, SteepestDescent, best_momentum, downhill, quadratic
from labkit.learners.logistic import cross_entropy, squared_error
from labkit.lectures.l06_logistic_regression.pictures import eight, signed
from labkit.tutor.source import Source, show

SCORES = (-6.0, -3.0, -1.0, 1.0, 3.0)
ETA, ALPHA = 0.1, 0.5  # of the steps by hand
RAVINE = np.diag([1.0, 10.0])
FORMULAS = ["x\u00b3", "exp(\u2212(x \u2212 \u03bc)\u00b2 / 2b\u00b2)", "\u03c3((x \u2212 \u03bc) / b)"]
RIDGE = 1.0  # of the pass over the eight points
AT, MU, WIDTH = 0.8, 0.5, 0.2  # of the bases by hand


def bends() -> Table:
    """Both losses of an example of class 1, their slopes and curvatures."""
    squared, entropy = (loss(np.array(SCORES), 1) for loss in (squared_error, cross_entropy))
    return Table.from_dict({
        "score": [signed(a, 0) for a in SCORES],
        "squared: slope": [signed(v) for v in squared.slope], "curvature": [signed(v, 4) for v in squared.curvature],
        "cross-entropy: slope": [signed(v) for v in entropy.slope],
        "its curvature": [signed(v, 4) for v in entropy.curvature],
    })  # fmt: skip


def _constant(x: np.ndarray) -> np.ndarray:
    """With a column of ones, whose weight is penalised like any other."""
    return np.column_stack([np.ones(len(x)), x])


def conventions() -> Table:
    """Eight points, and three things that "lambda = 1" may mean."""
    x, t = eight()
    halves, wholes = (LogisticRegression(lam=lam, intercept=False).fit(_constant(x), t).model_.w[1:] for lam in (1, 2))
    free = LogisticRegression(lam=1.0).fit(x[:, None], t).model_.w
    sets = {
        "\u03bb/2 (w0\u00b2 + w1\u00b2)": halves,
        "\u03bb (w0\u00b2 + w1\u00b2)": wholes,
        "\u03bb/2 w1\u00b2, as here": free,
    }
    return Table.from_dict({"penalty, \u03bb = 1": list(sets), "w0": [signed(w[0], 4) for w in sets.values()],
                            "w1": [signed(w[1], 4) for w in sets.values()]})  # fmt: skip


def zero_or_not() -> Table:
    """Eight points: the one weight under both penalties."""
    x, t = eight()
    lams = (0.0, 0.5, 1.0, 2.0, 2.5, 3.0)
    weights = {kind: [float(LogisticRegression(lam=lam, penalty=kind).fit(x[:, None], t).model_.w[1]) for lam in lams]
               for kind in ("l1", "l2")}  # fmt: skip
    return Table.from_dict({"\u03bb": [f"{lam:g}" for lam in lams],
                            "w1 with \u03bb|w1|": [f"{w:.4f}" for w in weights["l1"]],
                            "w1 with \u03bb/2 w1\u00b2": [f"{w:.4f}" for w in weights["l2"]]})  # fmt: skip


def three_steps() -> Table:
    """Eight points, three steps of size 0.1: plain, and with half of the last move."""
    x, t = eight()
    told = [LogisticRegression(solver=GradientDescent(ETA, alpha), max_iterations=3).trace(x[:, None], t)[:4]
            for alpha in (0.0, ALPHA)]  # fmt: skip
    columns = {"step": [step.iteration for step in told[0]]}
    for name, trace in zip(("plain", "with momentum"), told, strict=True):
        columns[name] = [f"({signed(step.w[0], 4)}, {signed(step.w[1], 4)})" for step in trace]
    return Table.from_dict(columns)


def exact_search() -> Table:
    """A ravine with the curvatures 1 and 10: line search from (10, 1)."""
    told = downhill(quadratic(RAVINE), SteepestDescent(), (10.0, 1.0), max_iterations=4)[:5]
    return Table.from_dict({
        "step": [step.iteration for step in told],
        "step size": ["none yet" if step.rate is None else f"{step.rate:.4f}" for step in told],
        "place": [f"({signed(step.w[0])}, {signed(step.w[1])})" for step in told],
        "loss": [f"{step.loss:.3f}" for step in told],
    })  # fmt: skip


def fastest_ball() -> tuple[float, float]:
    """(momentum, rate) that are the best for the ravine."""
    return best_momentum(1.0, 10.0)


def three_bases() -> Table:
    """One function of each kind at x = 0.8."""
    x, given = np.array([[AT]]), {"centres": [MU], "width": WIDTH}
    values = [Polynomial(3)(x)[0, -1], GaussianBasis(**given)(x)[0, 0], SigmoidBasis(**given)(x)[0, 0]]
    return Table.from_dict({"function": ["product", "bump", "rise"],
                            "formula": FORMULAS,
                            "at x = 0.8": [f"{value:.4f}" for value in values]})  # fmt: skip


def orders() -> dict[str, np.ndarray]:
    """The weights after one pass over the eight points, in three orders, and those of the ridge fit."""
    x, t = eight()
    rows = {"as they come": np.arange(len(x)), "backwards": np.arange(len(x))[::-1]}
    found = {name: RecursiveLogistic(ridge=RIDGE).fit(x[k, None], t[k]).model_.w for name, k in rows.items()}
    ridge = LogisticRegression(lam=RIDGE, intercept=False).fit(_constant(x), t).model_.w[1:]
    return found | {"all at once": ridge}


def one_pass() -> Table:
    found = orders()
    return Table.from_dict({"examples": list(found), "w0": [signed(w[0], 4) for w in found.values()],
                            "w1": [signed(w[1], 4) for w in found.values()]})  # fmt: skip


def pass_source() -> Source:
    """The lines of one update."""
    return show(RecursiveLogistic._taken_in, "mu =", "return")
