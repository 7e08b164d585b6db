"""Which points hold the street? Each is left out in turn, and put back.

Lecture 11; deck 001 "Support Vector Machines" (figures 5 and 6). Inventory: I-001-010, I-001-012, I-001-018.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.inputs import frozen
from labkit.core.story import Step, events
from labkit.learners import SVM
from labkit.learners.svm.model import SupportVectorStep
from labkit.lectures.l11_support_vectors import questions
from labkit.lectures.l11_support_vectors.common import (
    COSTS,
    NAMES,
    both_classes,
    outline,
    slack_lines,
    street,
    touching,
)
from labkit.player.controls import Choice, Slider, Switch
from labkit.player.lab import Lab, Story
from labkit.views.charts.counts import example_bars
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import FAINT, Path, coordinates

FINE = 1e-9  # what the machines agree to
LIMITS = ((-1.3, 1.3), (-1.3, 1.3))
MOVED = 1e-3  # of w and b: less is rounding


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LeftOutStep(Step):
    """The street with all points, or without one."""

    machine: SupportVectorStep  # with all points
    left_out: int | None
    width: float  # of this street
    multipliers: np.ndarray  # with all points
    change: np.ndarray  # of w and b without each, as a share of them; NaN where a class would be empty


class TouchLab(Lab):
    """Leave out one point after the other, or drag one: when does the street move?"""

    name, heading, classes = "11-touch", "What holds the street?", NAMES
    question = questions.who_holds
    data_controls = ("points", "apart", "seed")
    steering = (
        Slider("points", "points", 8, 24, 2, 14),
        Slider("apart", "how far apart", 2.0, 8.0, 0.5, 6.0),
        Slider("seed", "seed", 0, 50, 1, 22),
        Choice("C", "C", tuple(COSTS), "hard"),
        Switch("hulls", "show the hulls"),
    )
    presets = {"hulls": {"hulls": True}, "with slack": {"apart": 3.5, "C": "10"}}
    still = 0

    def data(self, values):
        return data.gaussians(values["points"], distance=values["apart"], seed=values["seed"])

    def story(self, X, y, values):
        both_classes(y)
        labels, C = np.array(NAMES)[y], COSTS[values["C"]]
        machine = _solved(X, labels, C)
        without = [_without(X, labels, C, row) for row in range(len(y))]
        steps = told(machine, without, frozen([_change(machine, each) for each in without]))
        plane = Plane(X, labels, limits=LIMITS, labels=np.array(NAMES), editable=True, margin=1.0, first=1,
                      numbered=True, size=5.5, ringed=_found,
                      framed=lambda step: () if step.left_out is None else [step.left_out],
                      values=lambda step: {"multiplier": step.multipliers},
                      cuts=lambda step, size: _under(step, X, labels, values["hulls"]))  # fmt: skip
        beside = rows(example_bars("multipliers", y, label="multiplier", first=1, name="multipliers",
                                   title="Multiplier of each point", xlabel="", ylim=_room(machine.alpha)),
                      example_bars("change", y, label="change", first=1, name="change",
                                   title="How much w and b change without it", xlabel="point",
                                   ylim=_room(steps[0].change)))  # fmt: skip
        return Story(steps, columns(square(plane), beside, shape=2.1, caption=_caption))


def _change(machine: SupportVectorStep, other: SupportVectorStep | None) -> float:
    """Of (b, w), from one street to the other."""
    w = machine.model.w
    return np.nan if other is None else float(np.linalg.norm(other.model.w - w) / max(float(np.linalg.norm(w)), 1e-12))


def _room(heights: np.ndarray) -> tuple[float, float]:
    """For bars so high."""
    return 0.0, 1.1 * max(float(np.nanmax(heights, initial=0.0)), 0.01)


def _solved(X: np.ndarray, labels: np.ndarray, C: float) -> SupportVectorStep:
    return SVM(kernel="linear", C=C, tolerance=FINE).fit(X, labels).last_step_


def _without(X: np.ndarray, labels: np.ndarray, C: float, row: int) -> SupportVectorStep | None:
    rest = np.arange(len(labels)) != row
    return _solved(X[rest], labels[rest], C) if len(set(labels[rest].tolist())) == 2 else None


def told(machine: SupportVectorStep, without: list, change: np.ndarray) -> list[LeftOutStep]:
    """All points, then without each whose class has others."""
    alpha = machine.alpha
    moments = [(machine, None), *((each, row) for row, each in enumerate(without) if each is not None)]
    return [
        LeftOutStep(event=event, model=now.model, machine=machine, left_out=row, width=now.margin, multipliers=alpha,
                    change=change)
        for (now, row), event in zip(moments, events(len(moments)), strict=True)
    ]  # fmt: skip


def moving(step: LeftOutStep) -> np.ndarray:
    """The points without which the street is another one."""
    return np.flatnonzero(np.nan_to_num(step.change, nan=np.inf) > MOVED)


def _under(step: LeftOutStep, X: np.ndarray, labels: np.ndarray, hulls: bool) -> list:
    marks = street(step.model)
    if step.left_out is None:
        marks += slack_lines(step.machine)
    return [*marks, *_hulls(step.machine, X, labels)] if hulls else marks


def _hulls(machine: SupportVectorStep, X: np.ndarray, labels: np.ndarray) -> list:
    """Both convex hulls, and the two means that the multipliers make: at a hard margin their nearest points."""
    shapes = [outline(X[labels == name]) for name in NAMES]
    hulls = [Path(*map(coordinates, shape.T), f"edge{k}", 1.4, fill=f"class{k}", opacity=FAINT)
             for k, shape in enumerate(shapes)]  # fmt: skip
    return [*hulls, Path(*map(coordinates, np.transpose(machine.hull_points)), "accent", 2.6, dots=True)]


def _found(step: LeftOutStep) -> np.ndarray:
    """Those that hold the street, as far as they have been left out: more would answer the question."""
    last = -1 if step.left_out is None else step.left_out
    return np.array([row for row in touching(step.machine) if row <= last], dtype=int)


def _caption(step: LeftOutStep) -> str:
    if step.left_out is None:
        return f"all points: the street is {step.width:.3f} wide; now leave out one after the other"
    what = "stays where it was"
    if step.change[step.left_out] > MOVED:
        grown = step.width - step.machine.margin
        what = f"moves, and is {abs(grown):.3f} {'wider' if grown > 0 else 'narrower'}"
    return f"without point {step.left_out + 1}, multiplier {step.multipliers[step.left_out]:.3g}: the street {what}"
