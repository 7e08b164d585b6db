"""Learning vector quantisation: the prototypes' way through the plane, under the slide's rule and under LVQ1.

Lecture 10; deck 000 "LVQ as Perceptron Update". Inventory: I-000-061.
"""

from __future__ import annotations

import numpy as np

from labkit.learners import LVQ
from labkit.learners.perceptron.lvq import LVQStep
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
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.trails import Trails
from labkit.views.scene import RING, Points, codes, coordinates
from labkit.views.wrap import Overlay


class PrototypesLab(Lab):
    """Prototypes, their trails, and the mistakes they leave."""

    name, heading, classes = "10-prototypes", "Prototypes on the move", THREE
    question = questions.three_prototypes
    points = ThreeClasses(points=342, seed=3)
    steering = (
        *points.controls,
        Choice("rule", "rule", ("both", "winner"), "both"),
        Slider("prototypes", "per class", 1, 5, 1, 1),
        Choice("start", "start", ("examples", "means"), "examples"),
        Slider("rate", "rate", 0.01, 1.0, 0.01, 0.2),
        Slider("sweeps", "sweeps", 1, 20, 1, 6),
    )
    presets = {"rings, one each": {"data": "rings", "points": 90},
               "rings, five each": {"data": "rings", "points": 90, "prototypes": 5, "sweeps": 12},
               "winner only": {"rule": "winner", "points": 60, "sweeps": 3},
               "running away": {"data": "blobs", "points": 60, "rule": "winner", "spread": 0.4,
                                "rate": 1.0}}  # fmt: skip

    still = -2  # the last move; at the end nothing moves

    def story(self, X, y, values):
        learner = LVQ(rule=values["rule"], prototypes=values["prototypes"], start=values["start"],
                      learning_rate=values["rate"], max_sweeps=values["sweeps"], seed=values["seed"])  # fmt: skip
        names = named(y)
        trace = learner.trace(X, names)
        moved = np.array([step.prototypes for step in trace[:-1]])
        trails = Trails(moved, lambda step: step.update, kind=trace[0].model.owner)
        plane = Overlay(plane_of(values, X, names), lambda step: [*trails(step), *_just_moved(step)])
        shown = sampled(trace[:-1])
        chart = Chart(shown, x="update", title=f"On the wrong side, of {len(y)}", xlabel="updates", name="mistakes")

        def caption(step):
            return f"{_moved(step)} · {just_wrong(step, X, names)}"

        chart.line(wrong_counts(shown, X, names), "wrong")
        return Story(trace, columns(square(plane), chart, caption=caption))


def _moved(step: LVQStep) -> str:
    """Who moved, short enough to have room for the mistakes."""
    if step.example is None:
        return step.caption
    owner, did = step.model.owner, {"approaches": step.approached, "retreats": step.retreated}
    moves = [f"class {step.model.classes[owner[i]]} {verb}" for verb, i in did.items() if i is not None]
    return f"update {step.update}, example {step.example}: {', '.join(moves)}"


def _just_moved(step: LVQStep) -> list[Points]:
    """The prototypes that the example moved, drawn once more with a ring."""
    moved = [i for i in (step.approached, step.retreated) if i is not None]
    x, y = map(coordinates, step.prototypes[moved].T)
    return [Points(x, y, codes(step.model.owner[moved]), flag=codes(np.full(len(moved), RING)), size=11.0)]
