"""A tree grown level by level: what each level does to its own examples, and what to fresh cases.

Lecture 16; deck 003 "OVERFITTING IN DECISION TREES".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from labkit.core.story import Step, Trace, events
from labkit.learners import CART
from labkit.learners.tree.growth import leaves
from labkit.learners.tree.model import TreeModel
from labkit.lectures.l16_pruning_and_rules import questions
from labkit.lectures.l16_pruning_and_rules.common import FRESH, GENERATORS, LABELS, LIMITS, POINTS, Cases
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DepthStep(Step):
    """The tree down to a depth."""

    depth: int
    error: float  # on the examples that grew it
    fresh: float  # on cases that did not

    @property
    def caption(self) -> str:
        errors = f"wrong on {self.error:.0%} of its own points and on {self.fresh:.0%} of fresh ones"
        return f"depth {self.depth}, {leaves(len(self.model.leaves))}: {errors}"


class DepthLab(Lab):
    """One more level at a time, until no training mistake is left."""

    name, heading = "16-depth", "One more level"
    question = questions.deeper
    data_controls = ("noise", "seed")
    steering = (
        Slider("noise", "wrong labels", 0.0, 0.4, 0.05, POINTS.noise),
        Slider("seed", "draw", 0, 50, 1, POINTS.seed),
    )
    presets = {"right labels": {"noise": 0.0}, "another draw": {"seed": 3}}
    still = 3

    def data(self, values):
        return POINTS.drawn(_asked(values))

    def story(self, X, y, values):
        fresh = Cases.of(*POINTS.samples(_asked(values))[FRESH])
        trace = Trace(_steps(Cases.of(X, y), fresh))
        plane = Plane(X, LABELS[y], limits=LIMITS, labels=LABELS, size=5.0, title="80 points and the tree")
        errors = Chart(trace, x="depth", title="Share of errors", xlabel="depth", name="errors", ylim=(-0.01, 0.55))
        errors.line("fresh", "fresh").line("error", "training")
        return Story(trace, columns(square(plane), errors))


def _asked(values: dict) -> dict:
    """With what the lab leaves out: the kind of points, and how many."""
    return {"data": GENERATORS[0], "points": POINTS.points} | values


def _steps(cases: Cases, fresh: Cases) -> Iterator[DepthStep]:
    """Depth 1, 2... of the tree that is grown until its leaves are pure."""
    model = CART().fit(cases.X, cases.y).model_
    deepest = max(int(model.tree.depth.max()), 1)
    for depth, event in enumerate(events(deepest), start=1):
        so_far = _down_to(model, depth)
        yield DepthStep(event=event, model=so_far, depth=depth, error=cases.error(so_far), fresh=fresh.error(so_far))


def _down_to(model: TreeModel, depth: int) -> TreeModel:
    """The same tree without what lies deeper: growing one level after the other would give no other."""
    return TreeModel.whole(model.tree.cut(model.tree.depth < depth), model.attributes, model.classes)
