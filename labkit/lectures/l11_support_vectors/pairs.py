"""Two multipliers at a time, and the conditions of the solution, ticked off one by one.

Lecture 11; deck 001 "Support Vector Machines" (the dual, which it implies). Inventory: I-001-013, I-001-014.
"""

from __future__ import annotations

import numpy as np

from labkit.learners import SVM
from labkit.learners.svm.model import SupportVectorStep
from labkit.lectures.l11_support_vectors import questions
from labkit.lectures.l11_support_vectors.common import LIMITS, NAMES, both_classes, slack_lines, street
from labkit.lectures.shared.plane_points import PlanePoints
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.charts.counts import example_bars
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.tables.facts import table

POINTS = PlanePoints("gaussians separable", points=(6, 24, 8), seed=17)
COSTS = {"1": 1.0, "10": 10.0, "100": 100.0}
CLOSE = 0.01  # a condition that is violated by less holds
CONDITIONS = {
    "0 \u2264 a \u2264 C": "box",
    "classes balance": "balance",
    "a = 0: outside": "outside",
    "0 < a < C: on the kerb": "edge",
    "a = C: inside": "inside",
}


class PairsLab(Lab):
    """Step through it: which two points disagree, and which conditions hold?"""

    name, heading, classes = "11-pairs", "From zero to the solution", NAMES
    question = questions.both_move
    points = POINTS
    steering = (*POINTS.controls, Choice("C", "C", tuple(COSTS), "10"))
    presets = {"separable": {"data": "separable", "C": "100"}, "cheap slack": {"C": "1"}, "more points": {"points": 24}}
    still = 2

    def story(self, X, y, values):
        both_classes(y)
        C = COSTS[values["C"]]
        trace = SVM(kernel="linear", C=C, solver="smo").trace(X, np.array(NAMES)[y])
        plane = Plane(X, np.array(NAMES)[y], limits=LIMITS, labels=np.array(NAMES), editable=True, margin=1.0, first=1,
                      numbered=True, size=6.0, ringed=pair_of, judged=lambda step: step.iteration > 0,
                      cuts=lambda step, size: _under(step),
                      values=lambda step: {"multiplier": step.alpha})  # fmt: skip
        most = max(float(step.alpha.max()) for step in trace)
        bars = example_bars("alpha", y, label="multiplier", first=1, name="multipliers", xlabel="point",
                            title="Multipliers", ylim=(0.0, 1.1 * max(most, 1e-9)))  # fmt: skip
        ticked = table(_conditions, ("condition", "violated by", ""), title="At the solution all hold", digits=2,
                       name="conditions")  # fmt: skip
        return Story(trace, columns(square(plane), rows(bars, ticked, weights=(2, 3)), shape=1.9, caption=_caption))


def pair_of(step: SupportVectorStep) -> tuple[int, ...]:
    """The two whose multipliers have just moved."""
    return () if step.pair is None else step.pair.rows


def _under(step: SupportVectorStep) -> list:
    return [*street(step.model), *slack_lines(step)] if step.alpha.any() else []


def holds(step: SupportVectorStep) -> dict[str, bool]:
    """Condition -> whether it does."""
    return {words: getattr(step.kkt, name) < CLOSE for words, name in CONDITIONS.items()}


def _conditions(step: SupportVectorStep) -> list[tuple]:
    found = [(words, f"{getattr(step.kkt, name):.3f}", "\u2713" if ok else "\u2717")
             for (words, name), ok in zip(CONDITIONS.items(), holds(step).values(), strict=True)]  # fmt: skip
    return [*found, ("primal \u2212 dual", f"{round(step.gap, 3) + 0.0:.3f}", "")]


def _caption(step: SupportVectorStep) -> str:
    if step.pair is None:
        return step.caption
    i, j = (row + 1 for row in step.pair.rows)
    moved = abs(step.pair.after[0] - step.pair.before[0])
    ended = ", to a bound" if step.pair.clipped else ""
    apart = f"points {i} and {j} disagree on the bias by {step.pair.disagreement:.3g}"
    return f"{apart}: both multipliers move by {moved:.3g}{ended}"
