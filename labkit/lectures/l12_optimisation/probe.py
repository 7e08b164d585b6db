"""Level ground: a minimum, a maximum, a pass? Cut it along any direction, then ask the curvatures.

Lecture 12; deck 002 "LECTURE SET 5 Nonlinear Optimization Strategies", "Second Derivative Test for Saddle Points".
Inventory: I-002-001, I-002-003, I-002-004.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.descent import INCONCLUSIVE, MAXIMUM, MINIMUM, SADDLE, CriticalPoint, classify, surface
from labkit.lectures.l12_optimisation import questions
from labkit.player.controls import Button, Choice, Memory, Slider, Switch
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.landscape import Landscape
from labkit.views.items import Items
from labkit.views.layout import columns, rows, square
from labkit.views.scene import Mark, Path, coordinates
from labkit.views.tables.facts import facts
from labkit.views.wrap import Overlay

SIDE = 1.5
YES, NO = "\u2713", "\u2717"
FORMULAS = {
    "x² + y² \u2212 3xy": "turned saddle",
    "x² + y² + xy": "bowl",
    "xy": "saddle",
    "\u2212x² \u2212 y²": "hill",
    "x⁴ + y⁴": "flat bowl",
}
SAYINGS = {"low": MINIMUM, "high": MAXIMUM, "both": SADDLE, "open": INCONCLUSIVE}  # of the buttons
LIMITS = ((-SIDE, SIDE), (-SIDE, SIDE))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ProbeStep(Step):
    """A level place, and a cut through it."""

    place: CriticalPoint
    angle: float
    bend: float  # the curvature along the cut
    said: str = ""  # what a person takes it for

    @property
    def right(self) -> bool:
        """Where the tests do not decide, it is a minimum: so it is for the one formula of that kind."""
        return self.said == (MINIMUM if self.place.kind == INCONCLUSIVE else self.place.kind)

    @property
    def caption(self) -> str:
        way = "upwards" if self.bend > 1e-9 else "downwards" if self.bend < -1e-9 else "neither up nor down"
        return f"along {self.angle:.0f}° the ground bends {way}: curvature {self.bend:+.2f}"


class ProbeLab(Lab):
    """Turn the cut, say what the place is, then look at the tests."""

    name, heading = "12-probe", "Level ground at the origin"
    question = questions.rises_along_both_axes
    steering = (
        Choice("formula", "f(x, y)", tuple(FORMULAS), "x² + y² \u2212 3xy"),
        Slider("angle", "direction of the cut in degrees", 0, 180, 5, 0),
        Button("low", "a minimum"),
        Button("high", "a maximum"),
        Button("both", "a saddle"),
        Button("open", "one cannot tell"),
        Switch("axes", "draw the two curvatures", False),
        Memory("said", forgets=("formula",)),
    )
    presets = {"along the diagonal": {"angle": 45}, "x² + y² + xy": {"formula": "x² + y² + xy"},
               "x⁴ + y⁴": {"formula": "x⁴ + y⁴"}}  # fmt: skip

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)

    def press(self, values, name):
        return {"said": SAYINGS[name]}

    def story(self, X, y, values):
        of = surface(FORMULAS[values["formula"]])
        place = classify(of, np.zeros(2))
        along = direction(values["angle"])
        inputs.option("said", values["said"], ("", *SAYINGS.values()))
        step = ProbeStep(event=SOLVED, model=None, place=place, angle=values["angle"], said=values["said"],
                         bend=float(along @ place.hessian @ along))  # fmt: skip
        land = Landscape(of.values, LIMITS, title="From above", name="map", xlabel="x", ylabel="y")
        ground = Overlay(land, lambda step: _directions(step, values["axes"] and step.said))
        cut = Chart(xlim=(-SIDE, SIDE), ylim=_span(of), title="Along the cut", xlabel="distance", name="cut")
        cut.function(lambda t: of.values(np.outer(t, along)), "f").level(0.0)
        title = "What it is" if step.said else "The tests: say first what it is"
        test = facts(_test, ("",), title=title, name="test")
        return Story(Trace([step]), columns(square(ground), rows(cut, test, weights=(3, 2)), shape=1.9))


def direction(degrees: float) -> np.ndarray:
    turn = np.deg2rad(degrees)
    return np.array([np.cos(turn), np.sin(turn)])


def _span(of) -> tuple[float, float]:
    """Of all cuts, so that they can be compared."""
    heights = np.concatenate([of.values(np.outer([-SIDE, SIDE], direction(a))) for a in range(0, 180, 15)])
    low, high = min(float(heights.min()), 0.0), max(float(heights.max()), 0.0)
    edge = 0.08 * (high - low)
    return low - edge, high + edge


def _directions(step: ProbeStep, axes: bool) -> list[Mark]:
    """The cut; and, if wanted, the directions of least and of most curvature."""
    ends = np.outer([-SIDE, SIDE], direction(step.angle)).T
    marks = [Path(coordinates(ends[0]), coordinates(ends[1]), "accent", 2.4, items=Items(label="the cut, y"))]
    for k, along in enumerate(step.place.directions.T if axes else ()):
        x, y = np.outer([-0.5, 0.5], along).T
        marks.append(Path(coordinates(x), coordinates(y), f"curve{k + 1}", 3.0, k + 1))
    return marks


def _test(step: ProbeStep) -> list[tuple[str, str]]:
    if not step.said:
        return [("curvatures", "?"), ("D, f_xx", "?"), ("you say", "?"), ("the tests say", "?")]
    low, high = step.place.curvatures
    return [
        ("curvatures", f"{low:g} and {high:g}"),
        ("D, f_xx", f"{step.place.D:g}, {step.place.fxx:g}"),
        ("you say", f"{step.said} {YES if step.right else NO}"),
        ("the tests say", step.place.kind),
    ]
