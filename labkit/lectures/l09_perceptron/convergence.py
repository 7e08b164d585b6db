"""The rule at work: the line in its plane, the proof as a chart, and the source that runs.

Lecture 09; deck 000 "Linear Perceptron Convergence Theorem". Inventory: I-000-047, I-000-048.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Step, Trace, thinned
from labkit.learners import Perceptron
from labkit.lectures.l09_perceptron import questions
from labkit.lectures.l09_perceptron.common import CLASSES, GAP, KINDS, LIMITS, line_of, nearest, scores, separator
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.tables.code import Code


class ConvergenceLab(Lab):
    """A perceptron that converges inside its theorem's two bounds, or shows that no line separates."""

    name, heading, classes = "09-convergence", "Perceptron", CLASSES
    question = questions.best_line
    points = PlanePoints(KINDS, points=(10, 200, 40), gap=GAP, seed=7)
    steering = (
        *points.controls,
        Choice("rate", "rate", ("constant", "optimal", "relaxation", "normalised"), "constant"),
        Slider("margin", "margin b", 0.0, 0.95, 0.05, 0.0, only=("rate", ("constant", "optimal", "relaxation"))),
        Choice("order", "order", ("cyclic", "random"), "cyclic"),
    )
    presets = {"gap 0.2": {"gap": 0.2}, "no gap": {"gap": 0.02}, "wide gap": {"gap": 0.4},
               "not separable": {"data": "gaussians"}}  # fmt: skip
    still = 11

    def story(self, X, y, values):
        w_star = separator(X, y)  # None: no line separates
        trace = _learner(values, w_star).trace(X, y)
        plane = Plane(X, y, limits=LIMITS, editable=True, reference=line_of(w_star), names=CLASSES,
                      title=lambda step: _title(step, X, y))  # fmt: skip
        chart = _mistakes(X, y, trace[:-1]) if w_star is None else _proof(trace[:-1], w_star)
        code = Code(Perceptron.rule, first="for i", last="# (2)")
        return Story(trace, columns(square(plane), rows(chart, code, weights=(5, 4))))


def _title(step: Step, X: np.ndarray, y: np.ndarray) -> str:
    """How many points are wrong; of a line that makes no mistake, how near it passes."""
    wrong = int((scores(step.w, X, y) <= 0).sum())
    return f"{wrong} of {len(y)} are wrong" if wrong else f"No mistake; nearest point {nearest(step.w, X, y):.2f}"


def _learner(values: dict, w_star: np.ndarray | None) -> Perceptron:
    rate, margin = values["rate"], values["margin"]
    if rate == "optimal" and w_star is None:
        raise ValueError(
            "rate: expected separable points for the optimal rate, got points that no line separates; "
            "choose another rate or move the points apart"
        )
    # The relaxation rule lands on the margin, so there must be one; the normalised rule has none.
    margin = {"relaxation": margin or 0.1, "normalised": 0.0}.get(rate, margin)
    return Perceptron(rate=rate, margin=margin, order=values["order"], separator=w_star, max_sweeps=200)


def _proof(told: Trace, w_star: np.ndarray) -> Chart:
    """w*'w / |w*| compares with |w|."""
    length = np.linalg.norm(w_star)
    low, high = told.curve("alignment_bound") / length, told.curve("norm_bound")
    chart = Chart(told, x="update", xlabel="updates n", title="The proof, as it happens", name="proof")
    chart.band(low, high).bound(high, "|w| at most").line("norm", "|w|")
    return chart.line(told.curve("alignment") / length, "w·w*/|w*|").bound(low, "at least")


def _mistakes(X: np.ndarray, y: np.ndarray, told: Trace) -> Chart:
    """How many examples every step's line has on the wrong side, as the mean between two points of the curve: single
    values would beat against the cycle of the sweeps."""
    W, shown = np.array([step.w for step in told]), thinned(told, 150)
    wrong = ((X @ W[:, 1:].T - W[:, 0] > 0) != (y == 1)[:, None]).sum(axis=0)
    mean = np.add.reduceat(wrong, shown) / np.diff([*shown, len(wrong)])
    chart = Chart(told.curve("update")[shown], at="update", xlabel="updates n", name="proof",
                  title="No line separates: it goes on and on")  # fmt: skip
    return chart.line(mean, "mistakes").line(np.minimum.accumulate(wrong)[shown], "best so far")
