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
from labkit.views.scene import Panel, Path, Scene, coordinates


class VigilanceLab(Lab):
    """Regions, the smallest lead against the vigilance, the scores that called for the update, and the weights."""

    name = "10-vigilance"
    heading = "Multi-class perceptron"
    classes = common.THREE
    data_controls = common.THREE_CONTROLS
    steering = (
        *common.three_data(spread=0.25, seed=2),
        Slider("vigilance", "vigilance", 0.0, 4.0, 0.1, 0.2),
        Slider("sweeps", "sweeps", 1, 400, 1, 150),
    )

    def data(self, values):
        return common.three_classes(values)

    def tell(self, X, y, values):
        learner = MulticlassPerceptron(vigilance=values["vigilance"], max_sweeps=values["sweeps"])
        names = common.named(y)
        trace = learner.trace(X, names)
        plane = Plane(X, names, box=common.PLANE, limits=common.LIMITS, editable=True, labels=common.NAMES)
        views = [plane, self._leads(trace, X, y, values["vigilance"]), lambda step: contest(step, values["vigilance"]),
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


def contest(step: MulticlassStep, vigilance: float) -> Panel:
    """The scores that called for the update, and the height that the true class had to pass."""
    scores, needed = np.zeros(3), []
    if step.scores is not None:
        scores, height = step.scores, step.scores[step.challenger] + vigilance
        ends = sorted((step.target, step.challenger))
        x = coordinates([ends[0] - 0.45, ends[1] + 0.45])
        needed = [Path(x, coordinates([height, height]), color="accent", width=2.0, dash=True)]
    bars = BarChart(
        lambda _: scores, box=(500, 252, 180, 130), ylim=value_limits(scores, *(path.y for path in needed)),
        labels=common.THREE, kind=[0, 1, 2], name="scores", title="Scores before the update",
    )  # fmt: skip
    return Overlay(bars, lambda _: needed)(step)
