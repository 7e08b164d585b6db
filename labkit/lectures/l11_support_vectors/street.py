"""The widest street by hand: a line with two handles between two species, scored, then compared.

Lecture 11; deck 001 "Support Vector Machines" (figure 5). Inventory: I-001-004, I-001-009, I-001-010, I-001-011.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import Step, events
from labkit.learners.linear import LinearModel
from labkit.lectures.l11_support_vectors import questions
from labkit.lectures.l11_support_vectors.common import street, touching
from labkit.lectures.l11_support_vectors.penguins import (
    KNOWN,
    SPECIES,
    Draw,
    drawn,
    mistakes,
    random_lines,
    street_of,
    widest,
)
from labkit.player.controls import Button, Memory, Slider
from labkit.player.lab import Lab, Story
from labkit.player.painted import Rails
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import HOLLOW, Mark, Path, Points, Segments, Text, codes, coordinates
from labkit.views.wrap import Overlay

SIDE = 2.9
LIMITS = ((-2.4, 3.4), (-SIDE, SIDE))
HANDLES = np.array([-1.6, 2.4])  # where the two handles are
LEFT, RIGHT, SEED = -1.6, 1.95, 9  # half-way between the means of this draw
SHOWN = "shown"
MOST = 15.5  # wrong birds that the chart has room for
WIDEST_SEEN = 1.8  # street that the chart has room for
YOURS, MOVED, WIDEST = "your street", "not your street any more", "the widest street"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StreetStep(Step):
    """A line between the known birds, its street, and what it says of the others."""

    line: str
    width: float  # below 0: a known bird is on the wrong side
    wrong: int  # of the others
    others: int
    touching: np.ndarray  # birds on its kerbs, of the widest street

    @property
    def street(self) -> str:
        return f"{self.width:.2f} wide" if self.width > 0 else "none, a bird is on the wrong side"


class StreetLab(Lab):
    """Move the handles: leave as much room to both sides as you can, then compare."""

    name, heading, clickable = "11-street", "The widest street", ("plane",)
    question = questions.half_way
    steering = (
        Slider("left", "left handle", -SIDE, SIDE, 0.05, LEFT),
        Slider("right", "right handle", -SIDE, SIDE, 0.05, RIGHT),
        Slider("seed", "other birds", 0, 50, 1, SEED),
        Button("commit", "this is my street"),
        Memory("open", forgets=("seed",)),
    )
    rails = Rails(dict(zip(("left", "right"), HANDLES, strict=True)))
    presets = {"the widest, at once": {"open": SHOWN}, "other birds": {"seed": 3}, "a trap": {"seed": 1}}
    still = 0

    def data(self, values):
        draw = drawn(KNOWN, values["seed"])
        return draw.X, draw.y

    def press(self, values, name):
        return {"open": _committed(values)}

    def story(self, X, y, values):
        shown, draw = values["open"] != "", drawn(KNOWN, values["seed"])
        yours = YOURS if values["open"] in ("", SHOWN, _committed(values)) else MOVED
        _check(values["open"])
        best = widest(X, y)
        told = [(yours, by_handles(values["left"], values["right"]), ())]
        if shown:
            told.append((WIDEST, best.model, touching(best)))
        steps = [_step(draw, *each, event) for each, event in zip(told, events(len(told)), strict=True)]
        chart = _lines(steps, random_lines(KNOWN, values["seed"]), shown)
        return Story(steps, columns(square(_plane(X, y, steps)), chart, shape=2.1,
                                    caption=lambda step: _caption(step, shown)))  # fmt: skip


def _committed(values: dict) -> str:
    """The handles as they are when the button is pressed."""
    return f"{values['left']:.2f},{values['right']:.2f}"


def _check(text: str) -> None:
    numbers = text.replace("-", "").replace(".", "").split(",")
    if text not in ("", SHOWN) and (len(numbers) != 2 or not all(each.isdigit() for each in numbers)):
        raise ValueError(f"open: expected two heights such as -1.60,1.95, got {text!r}; press the button to compare")


def by_handles(left: float, right: float) -> LinearModel:
    """The line through both handles; a Gentoo is below it."""
    slope = (right - left) / np.ptp(HANDLES)
    w = np.array([left - slope * HANDLES[0], slope, -1.0])
    return LinearModel(inputs.frozen(w / np.hypot(slope, 1.0)), np.arange(2), 1.0)


def _step(draw: Draw, line: str, model: LinearModel, touching_, event: str) -> StreetStep:
    w, b = model.w[1:], float(model.w[0])
    return StreetStep(event=event, model=model, line=line, width=street_of(draw.X, draw.y, w, b),
                      wrong=mistakes(draw, w, b), others=len(draw.truth),
                      touching=np.asarray(touching_, int))  # fmt: skip


def _plane(X: np.ndarray, y: np.ndarray, steps: list[StreetStep]) -> Overlay:
    plane = Plane(X, y, limits=LIMITS, names=SPECIES, title="Twenty penguins", ringed=lambda step: step.touching,
                  cuts=lambda step, size: street(step.model, step.width) if step.width > 0 else [],
                  axes=("bill length, scaled", "bill depth, scaled"))  # fmt: skip
    return Overlay(plane, lambda step: [*_names(), *_handles(step, steps[0])])


def _names() -> list[Mark]:
    return [Text(-2.2, 2.6, "Adelie", "edge0", 13.0, bold=True), Text(1.8, -2.6, "Gentoo", "edge1", 13.0, bold=True)]


def _handles(step: StreetStep, yours: StreetStep) -> list[Mark]:
    """Of your line, which is dashed where the widest street is shown."""
    w = yours.model.w
    ends = -(w[0] + w[1] * HANDLES) / w[2]
    marks: list[Mark] = [Points(coordinates(HANDLES), coordinates(ends), codes([2, 2]), codes([HOLLOW] * 2), 7.0,
                                editable=True, items=Items("handle", 1))]  # fmt: skip
    if step is yours:
        return marks
    far = np.array([-4.0, 5.0])
    return [Path(coordinates(far), coordinates(-(w[0] + w[1] * far) / w[2]), "muted", 1.6, 1)]


def _lines(steps: list[StreetStep], lines: np.ndarray, shown: bool) -> Chart:
    """How many other birds a line gets wrong, by the width of its street: yours, and 500 lines at random."""
    title = "Wrong among the other birds" if shown else "Other birds: after \u201cthis is my street\u201d"
    chart = Chart(xlim=(0.0, WIDEST_SEEN), ylim=(-0.5, MOST), title=title, xlabel="width of the street", name="others",
                  yticks=ticks(0.0, 15.0, 4, whole=True) if shown else ())  # fmt: skip
    if shown:
        width, wrong = lines.T
        chart.points(width, np.minimum(wrong + _aside(len(wrong)), MOST - 0.2), kind=np.full(len(wrong), 7), size=2.2,
                     items=Items("random line", 1))  # fmt: skip
    return chart.marks(lambda step: [mark for each in steps for mark in _marked(each, each is step, shown)])


def _aside(count: int) -> np.ndarray:
    """A little up or down, so that lines with equally many mistakes do not hide each other."""
    return 0.5 * (np.arange(count) * 0.618 % 1.0 - 0.5)


def _marked(step: StreetStep, now: bool, shown: bool) -> list[Mark]:
    if step.width <= 0:
        return []
    color = "accent" if step.line == WIDEST else "ink"
    upright = Segments(step.width, -0.5, step.width, MOST, color, 2.4 if now else 1.4, 0 if now else 1)
    height = 0.85 if step.line == WIDEST else 0.93
    named = Text(
        step.width - 0.01,
        height * MOST,
        "the widest" if step.line == WIDEST else "yours" if step.line == YOURS else "moved",
        color,
        12.0,
        "right",
        bold=True,
    )
    dot = (
        [Path(coordinates([step.width]), coordinates([min(step.wrong, MOST)]), color, 3.0, dots=True)] if shown else []
    )
    return [upright, named, *dot]


def _caption(step: StreetStep, shown: bool) -> str:
    if not shown:
        return f"{step.line}: {step.street}; make it as wide as you can, then compare"
    held = f"; {len(step.touching)} birds touch it" if len(step.touching) else ""
    return f"{step.line}: {step.street}; {step.wrong} of {step.others} other birds wrong{held}"
