"""The perceptron for many classes: who strengthens, who weakens, and the lead that vigilance asks for."""

from __future__ import annotations

import numpy as np

from labkit.learners import MulticlassPerceptron
from labkit.learners.perceptron.multiclass import MulticlassStep, smallest_lead
from labkit.lectures.l10_perceptron_family.common import THREE, named, sampled, three_class_plane, three_classes
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import value_limits
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.scene import DASHED, Mark, Segments

NO_SCORES = np.zeros(3)


class VigilanceLab(Lab):
    """Regions, the smallest lead against the vigilance, the scores that called for the update, and the weights."""

    name, heading, classes = "10-vigilance", "Multi-class perceptron", THREE
    points = three_classes(spread=0.25, seed=2)
    steering = (
        *points.controls,
        Slider("vigilance", "vigilance", 0.0, 4.0, 0.1, 0.2),
        Slider("sweeps", "sweeps", 1, 400, 1, 150),
    )
    presets = {"no vigilance": {"vigilance": 0.0}, "much vigilance": {"vigilance": 4.0}, "far apart": {"spread": 0.1},
               "not separable": {"data": "rings"}}  # fmt: skip

    still = -2  # the last update: at the end no scores call for one

    def story(self, X, y, values):
        vigilance = values["vigilance"]
        trace = MulticlassPerceptron(vigilance=vigilance, max_sweeps=values["sweeps"]).trace(X, named(y))
        shown = sampled(trace[:-1])
        leads = Chart(shown, x="update", title="Smallest lead of a true class", xlabel="updates",
                      name="leads")  # fmt: skip
        leads.bound(vigilance, "vigilance").line(lambda step: smallest_lead(step.model.scores(X), y), "smallest")
        weights = Chart(shown, title="Weights by class", name="weights")
        weights.bars(lambda step: step.W.ravel(), kind=np.repeat([0, 1, 2], 3), labels=("w0", "w1", "w2") * 3)
        bars = columns(_contest(vigilance), weights)
        return Story(trace, columns(square(three_class_plane(X, named(y))), rows(leads, bars)))


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

    chart = Chart(title="Scores before", ylim=limits, name="scores")
    return chart.bars(scores, kind=[0, 1, 2], labels=THREE).marks(line)
