"""Learning vector quantisation: the prototypes' way through the plane, under the slide's rule and under LVQ1."""

from __future__ import annotations

import numpy as np

from labkit.core.story import Trace
from labkit.labs.perceptron_family import common
from labkit.learners import LVQ
from labkit.learners.perceptron.lvq import LVQStep
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.code import Code, source_lines
from labkit.views.curves import Curve, Curves
from labkit.views.overlay import Overlay, Trails
from labkit.views.plane import Plane
from labkit.views.scene import USED, Points, Scene, codes, coordinates

_LINES = [line for line in source_lines(LVQ._moves, first="away =", last="# (4)") if "yield" not in line]
_CODE = Code(_LINES, box=(452, 252, 500, 152))


class PrototypesLab(Lab):
    """Prototypes, their trails, the mistakes they leave, and the line of source that moved them."""

    name = "10-prototypes"
    heading = "LVQ"
    classes = common.THREE
    data_controls = common.THREE_CONTROLS
    steering = (
        *common.three_data(spread=0.3, seed=3),
        Choice("rule", "rule", ("both", "winner"), "both"),
        Slider("prototypes", "per class", 1, 5, 1, 1),
        Choice("start", "start", ("examples", "means"), "examples"),
        Slider("rate", "rate", 0.01, 1.0, 0.01, 0.2),
        Slider("sweeps", "sweeps", 1, 20, 1, 6),
    )

    def data(self, values):
        return common.three_classes(values)

    def tell(self, X, y, values):
        learner = LVQ(rule=values["rule"], prototypes=values["prototypes"], start=values["start"],
                      learning_rate=values["rate"], max_sweeps=values["sweeps"], seed=values["seed"])  # fmt: skip
        names = common.named(y)
        trace = learner.trace(X, names)
        plane = Plane(X, names, box=common.PLANE, limits=common.LIMITS, editable=True, labels=common.NAMES)
        moved = [step.prototypes for step in trace[:-1]]
        trails = Trails(np.array(moved), lambda step: step.update, kind=trace[0].model.owner)
        moving = Overlay(plane, lambda step: [*trails(step), *_just_moved(step)])
        views = [moving, self._mistakes(trace, X, names), _CODE]
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption))

    def _mistakes(self, trace: Trace, X, names) -> Curves:
        told = common.sampled(trace[:-1])
        wrong = told.curve(lambda step: np.mean(step.model.predict(X) != names))
        return Curves(
            told.curve("update"), [Curve(wrong, "wrong", "class1")], lambda step: step.update, box=common.UPPER,
            title="Share of examples on the wrong side", xlabel="updates", ylim=(0.0, max(0.1, 1.1 * wrong.max())),
        )  # fmt: skip


def _just_moved(step: LVQStep) -> list[Points]:
    """The prototypes that the example moved, drawn once more with a ring."""
    moved = [i for i in (step.approached, step.retreated) if i is not None]
    places = step.prototypes[moved]
    ring = codes(np.full(len(moved), USED))
    kind = codes(step.model.owner[moved])
    return [Points(coordinates(places[:, 0]), coordinates(places[:, 1]), kind, flag=ring, size=11.0)]
