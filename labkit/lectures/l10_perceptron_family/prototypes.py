"""Learning vector quantisation: the prototypes' way through the plane, under the slide's rule and under LVQ1."""

from __future__ import annotations

import numpy as np

from labkit.learners import LVQ
from labkit.learners.perceptron.lvq import LVQStep
from labkit.lectures.l10_perceptron_family.common import THREE, named, sampled, three_class_plane, three_classes
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.trails import Trails
from labkit.views.scene import RING, Points, codes, coordinates
from labkit.views.tables.code import Code
from labkit.views.wrap import Overlay


class PrototypesLab(Lab):
    """Prototypes, their trails, the mistakes they leave, and the line of source that moved them."""

    name, heading, classes = "10-prototypes", "LVQ", THREE
    points = three_classes(spread=0.3, seed=3)
    steering = (
        *points.controls,
        Choice("rule", "rule", ("both", "winner"), "both"),
        Slider("prototypes", "per class", 1, 5, 1, 1),
        Choice("start", "start", ("examples", "means"), "examples"),
        Slider("rate", "rate", 0.01, 1.0, 0.01, 0.2),
        Slider("sweeps", "sweeps", 1, 20, 1, 6),
    )
    presets = {"rings, one each": {"data": "rings"}, "rings, five each": {"data": "rings", "prototypes": 5},
               "LVQ1": {"rule": "winner"}, "running away": {"rule": "winner", "spread": 0.4, "rate": 1.0}}  # fmt: skip

    still = -2  # the last move; at the end nothing moves

    def story(self, X, y, values):
        learner = LVQ(rule=values["rule"], prototypes=values["prototypes"], start=values["start"],
                      learning_rate=values["rate"], max_sweeps=values["sweeps"], seed=values["seed"])  # fmt: skip
        names = named(y)
        trace = learner.trace(X, names)
        moved = np.array([step.prototypes for step in trace[:-1]])
        trails = Trails(moved, lambda step: step.update, kind=trace[0].model.owner)
        plane = Overlay(three_class_plane(X, names), lambda step: [*trails(step), *_just_moved(step)])
        shown = sampled(trace[:-1])
        wrong = shown.curve(lambda step: np.mean(step.model.predict(X) != names))
        chart = Chart(shown, x="update", title="Share of examples on the wrong side", xlabel="updates", name="mistakes",
                      ylim=(0.0, max(0.1, 1.1 * wrong.max()))).line(wrong, "wrong")  # fmt: skip
        code = Code(LVQ._moves, first="away =", last="# (4)", without="yield")
        return Story(trace, columns(square(plane), rows(chart, code)))


def _just_moved(step: LVQStep) -> list[Points]:
    """The prototypes that the example moved, drawn once more with a ring."""
    moved = [i for i in (step.approached, step.retreated) if i is not None]
    x, y = map(coordinates, step.prototypes[moved].T)
    return [Points(x, y, codes(step.model.owner[moved]), flag=codes(np.full(len(moved), RING)), size=11.0)]
