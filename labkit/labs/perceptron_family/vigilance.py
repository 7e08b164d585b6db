"""The perceptron for many classes: who strengthens, who weakens, and the lead that vigilance asks for."""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.labs.perceptron_family import common
from labkit.learners import MulticlassPerceptron
from labkit.learners.perceptron.multiclass import MulticlassStep, challengers
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Telling
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.frame import value_limits
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.scene import Path, Scene, coordinates


class VigilanceLab(Lab):
    """Regions, the smallest lead against the vigilance, the scores that called for the update, and the weights."""

    name = "10-vigilance"
    heading = "Multi-class perceptron"
    classes = common.THREE
    data_controls = common.THREE_CONTROLS
    steering = (
        *common.THREE_DATA,
        Slider("vigilance", "vigilance", 0.0, 4.0, 0.1, 0.0),
        Slider("sweeps", "sweeps", 1, 60, 1, 30),
    )

    def data(self, values):
        return common.three_classes(values)

    def tell(self, X, y, values):
        learner = MulticlassPerceptron(vigilance=values["vigilance"], max_sweeps=values["sweeps"])
        trace = learner.trace(X, common.named(y))
        plane = Plane(X, y, box=common.PLANE, limits=common.LIMITS, editable=True)
        views = [plane, self._leads(trace, X, y, values["vigilance"]), self._scores(trace, values["vigilance"]),
                 self._weights(trace)]  # fmt: skip
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption))

    def _leads(self, trace: Trace, X, y, vigilance: float) -> Curves:
        told = common.sampled(trace[:-1])
        leads = told.curve(lambda step: smallest_lead(step.model.scores(X), y))
        needed = Curve(np.full(len(told), vigilance), "vigilance", bound=True)
        return Curves(
            told.curve("update"), [needed, Curve(leads, "smallest", "class0")], lambda step: step.update,
            box=common.UPPER, title="Lead of the true class, smallest over all examples", xlabel="updates",
        )  # fmt: skip

    def _scores(self, trace: Trace, vigilance: float) -> Overlay:
        told = common.sampled(trace)
        every = [step.scores for step in told if step.scores is not None] or [np.zeros(3)]
        low, high = value_limits(*every, [vigilance])
        nothing = np.zeros(3)
        bars = BarChart(
            lambda step: nothing if step.scores is None else step.scores, box=(500, 252, 180, 130),
            ylim=(low, high + vigilance), labels=common.THREE, kind=[0, 1, 2], name="scores",
            title="Scores before the update",
        )  # fmt: skip
        return Overlay(bars, lambda step: _needed(step, vigilance))

    def _weights(self, trace: Trace) -> BarChart:
        every = [step.W for step in common.sampled(trace)]
        return BarChart(
            lambda step: step.W.ravel(), box=(752, 252, 200, 130), ylim=value_limits(*every), name="weights",
            labels=("w0", "w1", "w2") * 3, kind=np.repeat([0, 1, 2], 3), title="Weights of each class",
        )  # fmt: skip


def smallest_lead(scores: np.ndarray, y: np.ndarray) -> float:
    """min over the examples of w_j'x - w_c'x: above the vigilance, nothing is a mistake."""
    rows = np.arange(len(y))
    return float((scores[rows, y] - scores[rows, challengers(scores, y)]).min())


def _needed(step: MulticlassStep, vigilance: float) -> list[Path]:
    """The height that the true class had to pass: the challenger's score and the vigilance on top."""
    if step.scores is None:
        return []
    height = step.scores[step.challenger] + vigilance
    at = sorted((step.target, step.challenger))
    ends = coordinates([at[0] - 0.45, at[1] + 0.45]), coordinates([height, height])
    return [Path(*ends, color="accent", width=2.0, dash=True)]
