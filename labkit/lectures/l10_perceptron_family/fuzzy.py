"""Fuzzy updates: the penalty sharpens sweep by sweep until it counts mistakes.

Lecture 10; deck 000 "Fuzzy Updates - 1" to "Fuzzy Updates - 3". Inventory: I-000-058, I-000-059, I-000-060.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Step, Trace
from labkit.learners import FuzzyPerceptron
from labkit.learners.perceptron.fuzzy import PENALTIES, misclassification, penalty
from labkit.lectures.l10_perceptron_family import questions
from labkit.lectures.l10_perceptron_family.common import THREE, named, three_class_plane, three_classes
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import EXAMPLES, Chart
from labkit.views.items import Items
from labkit.views.layout import columns, rows, square
from labkit.views.scene import Mark, Path, Points, Segments, band, codes, coordinates

NORMS = {"infinity": np.inf, "8": 8.0, "2": 2.0, "1": 1.0}
PLACES = 161  # of the penalty's curve
YLIM = (-0.06, 1.08)


class FuzzyLab(Lab):
    """Plane, the penalty with every example on it, and what it does to the mean penalty and the mistakes."""

    name, heading, classes = "10-fuzzy", "Fuzzy updates", THREE
    question = questions.who_still_pulls
    points = three_classes(spread=0.35, seed=3)
    steering = (
        *points.controls,
        Choice("penalty", "penalty", PENALTIES, "logistic"),
        Choice("r", "r", tuple(NORMS), "infinity"),
        Slider("xi", "first xi", 0.2, 4.0, 0.1, 2.0),
        Slider("decay", "xi decay", 0.8, 1.0, 0.01, 0.95),
        Slider("rate", "rate", 0.02, 1.0, 0.02, 0.2),
    )
    presets = {"always wide": {"decay": 1.0}, "sharp at once": {"xi": 0.2}, "linear": {"penalty": "linear"},
               "all rivals count": {"r": "1"}}  # fmt: skip

    still = 20  # half way: the penalty is neither flat nor sharp

    def story(self, X, y, values):
        learner = FuzzyPerceptron(penalty=values["penalty"], r=NORMS[values["r"]], xi=values["xi"],
                                  xi_decay=values["decay"], learning_rate=values["rate"], max_sweeps=60)  # fmt: skip
        trace = learner.trace(X, named(y))
        plane = three_class_plane(X, named(y))
        charts = rows(_penalty(trace, learner, X, y), _sweeps(trace[:-1], learner, len(y)), weights=(3, 2))
        return Story(trace, columns(square(plane), charts))


def _penalty(trace: Trace, learner: FuzzyPerceptron, X: np.ndarray, y: np.ndarray) -> Chart:
    """The hill behind the curve is its slope, as high as the chart at its peak."""

    def wrongness(step: Step) -> np.ndarray:
        return misclassification(learner.positive_scores(step.model.scores(X)), y, learner.r)

    reach = max(1.5 * learner.xi, 1.1 * float(np.quantile(np.abs(wrongness(trace[-1])), 0.9)))
    grid, kind = np.linspace(-reach, reach, PLACES), codes(y)

    def drawn(step: Step) -> list[Mark]:
        g, slope = penalty(grid, step.xi, learner.penalty)
        d = np.clip(wrongness(step), -0.98 * reach, 0.98 * reach)  # beyond, the curve is flat
        dots = coordinates(d), coordinates(penalty(d, step.xi, learner.penalty)[0])
        middle = Segments(0.0, YLIM[0], 0.0, YLIM[1], "grid", 1.0)
        return [band(grid, np.zeros(PLACES), slope / max(slope.max(), 1e-12)), middle,
                Path(coordinates(grid), coordinates(g), width=2.2, items=Items(label="g")),
                Points(*dots, kind, size=4.5, items=EXAMPLES)]  # fmt: skip

    return Chart(xlim=(-reach, reach), ylim=YLIM, xlabel="d, how wrong", name="penalty",
                 title="Penalty g(d); shaded: its pull on w").marks(drawn)  # fmt: skip


def _sweeps(trace: Trace, learner: FuzzyPerceptron, n: int) -> Chart:
    sharp = "A sharp penalty counts mistakes" if np.isinf(learner.r) else "With a finite r, g may miss mistakes"
    chart = Chart(trace, x="sweep", xlabel="sweeps", title=sharp, name="sweeps")
    return chart.line("penalty", "mean g").line(trace.curve("mistakes") / n, "share wrong")
