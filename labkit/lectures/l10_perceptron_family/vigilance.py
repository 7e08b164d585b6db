"""The perceptron for many classes: who strengthens, who weakens, and what vigilance does where nothing separates.

Lecture 10; deck 000 "Extension to Multiple Classes". Inventory: I-000-054, I-000-055.
"""

from __future__ import annotations

import numpy as np

from labkit.learners import MulticlassPerceptron
from labkit.learners.perceptron.multiclass import MulticlassStep
from labkit.lectures.l10_perceptron_family import questions
from labkit.lectures.l10_perceptron_family.common import (
    THREE,
    ThreeClasses,
    just_wrong,
    named,
    plane_of,
    sampled,
    wrong_counts,
)
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import value_limits
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.scene import DASHED, Mark, Segments

NO_SCORES = np.zeros(3)
SEEN = 0.3  # of all points: the least height of the chart; the first few updates may be above it


class VigilanceLab(Lab):
    """Regions, how many are wrong after every update, and the scores that called for it."""

    name, heading, classes = "10-vigilance", "Three scores, one winner", THREE
    question = questions.swings
    points = ThreeClasses(points=342, seed=0)
    steering = (
        *points.controls,
        Slider("vigilance", "vigilance", 0.0, 4.0, 0.1, 0.0),
        Slider("sweeps", "sweeps", 1, 100, 1, 8),
    )
    presets = {"vigilance 4": {"vigilance": 4.0}, "30 penguins": {"points": 30, "seed": 7, "sweeps": 60},
               "30, vigilance 2": {"points": 30, "seed": 7, "vigilance": 2.0, "sweeps": 100}}  # fmt: skip

    still = -2  # the last update: at the end no scores call for one

    def story(self, X, y, values):
        names = named(y)
        trace = MulticlassPerceptron(vigilance=values["vigilance"], max_sweeps=values["sweeps"]).trace(X, names)
        shown = sampled(trace[:-1])
        wrong = wrong_counts(shown, X, names)
        top = max(3.0, SEEN * len(y), 1.05 * wrong[len(wrong) // 2 :].max())
        chart = Chart(shown, x="update", title=f"On the wrong side, of {len(y)}", xlabel="updates", name="mistakes",
                      ylim=(0.0, top))  # fmt: skip
        charts = rows(chart.line(wrong, "wrong"), _contest(values["vigilance"]))

        def caption(step):
            return f"{step.caption} · {just_wrong(step, X, names)}"

        return Story(trace, columns(square(plane_of(values, X, names)), charts, caption=caption))


def _contest(vigilance: float) -> Chart:
    """The scores that called for the update, and the height that the true class had to pass."""

    def scores(step: MulticlassStep) -> np.ndarray:
        return NO_SCORES if step.scores is None else step.scores

    def needed(step: MulticlassStep) -> list[float]:
        return [] if step.scores is None else [float(step.scores[step.challenger]) + vigilance]

    def line(step: MulticlassStep) -> list[Mark]:
        ends = () if step.scores is None else sorted((step.target, step.challenger))
        return [Segments(ends[0] - 0.45, y, ends[1] + 0.45, y, "accent", 2.0, DASHED) for y in needed(step)]

    def limits(step: MulticlassStep) -> tuple[float, float]:
        return value_limits(scores(step), needed(step))

    chart = Chart(title="Scores before this update", xlabel="class", ylim=limits, name="scores")

    return chart.bars(scores, kind=[0, 1, 2], labels=THREE).marks(line)
