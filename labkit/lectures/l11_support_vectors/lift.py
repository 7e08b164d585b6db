"""Lift the points, cut with a plane, drop back: a flat cut up there is a curve down here.

Lecture 11; deck 001 "Generalized Linear Discriminant Functions" (figure 3), "XOR Problem". Inventory: I-001-002,
I-001-005, I-001-006, I-001-007.

    x -> (x, x^2)                               one dimension: a parabola            (1)
    (x1, x2) -> (x1^2, sqrt 2 x1 x2, x2^2)      two: a cone                          (2)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.core import data, inputs
from labkit.core.story import Step, counted, events
from labkit.learners import SVM
from labkit.learners.basis.lifted import LiftedModel
from labkit.learners.linear import LinearModel
from labkit.learners.svm.features import PolynomialMap
from labkit.lectures.l11_support_vectors import questions
from labkit.lectures.l11_support_vectors.common import LIMITS
from labkit.lectures.l11_support_vectors.space import Lifting
from labkit.player.controls import Button, Choice, Memory, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Contours
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED
from labkit.views.wrap import Either, Overlay

SHOWN = "shown"
UP, CUT, DROPPED = range(3)  # moments
RISING = 8  # frames up, and as many down
MOST = 0.999  # of the height: all the way
COST = 100.0
LINE, RING, CORNERS = KINDS = ("on a line", "ring", "XOR")


class Parabola:
    """(1), with a 0 between the two so that it fits into the same box."""

    def __call__(self, X) -> np.ndarray:
        X = np.asarray(X, dtype=float)
        return np.column_stack([X[:, 0], np.zeros(len(X)), X[:, 0] ** 2])


MAPS = {LINE: Parabola(), RING: PolynomialMap(2), CORNERS: PolynomialMap(2)}
SQUARES = "(x1\u00b2, \u221a2 x1 x2, x2\u00b2)"
WORDS = {LINE: "(x, x\u00b2)", RING: SQUARES, CORNERS: SQUARES}
AXES = {LINE: ("x", "", "x\u00b2"), RING: ("x1\u00b2", "\u221a2 x1 x2", "x2\u00b2")}
AXES[CORNERS] = AXES[RING]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LiftStep(Step):
    """How far the points are on their way up, and whether the plane is there."""

    moment: int
    risen: float  # 0 flat, 1 lifted
    shape: str  # of the machine's border down here
    wrong: int  # points that the cut of this story puts on the wrong side
    yours: bool  # whether that is the plane that a person has set


class LiftLab(Lab):
    """Play: up. Cut with a plane of your own; then the machine cuts, and drops all back."""

    name, heading = "11-lift", "Lift, cut, drop back"
    question = questions.shape_below
    data_controls = ("data", "points", "seed")
    steering = (
        Choice("data", "points", KINDS, RING),
        Slider("points", "how many", 10, 80, 2, 40),
        Slider("seed", "seed", 0, 50, 1, 2),
        Slider("height", "your plane: height", -0.6, 1.2, 0.05, 0.1),
        Slider("lean", "your plane: lean, degrees", 0, 90, 5, 0),
        Slider("towards", "your plane: leans towards, degrees", 0, 355, 5, 0, only=("data", (RING, CORNERS))),
        Slider("turn", "box: turn, degrees", 0, 355, 5, 15),
        Slider("tilt", "box: look down, degrees", 0, 90, 5, 15),
        Button("cut", "let the machine cut"),
        Memory("open", forgets=("data", "points", "seed")),
    )
    presets = {"on a line": {"data": LINE, "turn": 0, "tilt": 10}, "XOR": {"data": CORNERS, "turn": 40},
               "from above": {"tilt": 90}, "the machine\u2019s cut, at once": {"open": SHOWN}}  # fmt: skip
    still = RISING + 1

    def data(self, values):
        return points(values["data"], values["points"], values["seed"])

    def press(self, values, name):
        return {"open": SHOWN}

    def story(self, X, y, values):
        inputs.option("open", values["open"], ("", SHOWN))
        kind, phi = values["data"], MAPS[values["data"]]
        inner, yours = SVM(kernel="linear", C=COST).fit(phi(X), y).model_, not values["open"]
        mine = by_sliders(values, phi(X), y)
        model = LiftedModel(mine if yours else inner, phi)
        wrong = int((model.predict(X) != y).sum())
        steps = frames(model, shape=shape_of(inner.w, kind), wrong=wrong, yours=yours)
        lifting = Lifting(X, y, phi, model.inner.w, on_a_line=kind == LINE, nearer=0.35 if kind == LINE else 0.45,
                          color="ink" if yours else "accent")  # fmt: skip
        space = lifting.chart(values["turn"], values["tilt"], AXES[kind], title=f"Lifted to {WORDS[kind]}",
                              up=lambda step: step.risen, cut=lambda step: step.moment >= CUT)  # fmt: skip
        below = _below(X, y, kind, LiftedModel(mine, phi))
        return Story(steps, columns(square(space), square(below), shape=1.95, caption=_caption))


def by_sliders(values: dict, lifted: np.ndarray, y: np.ndarray) -> LinearModel:
    """The plane that a person has set, its sides such that more points are right."""
    lean, towards = np.deg2rad([values["lean"], 0 if values["data"] == LINE else values["towards"]])
    w = np.array([-values["height"], *(np.sin(lean) * np.array([np.cos(towards), np.sin(towards)])), np.cos(lean)])
    model = LinearModel(inputs.frozen(w), np.arange(2), 1.0)
    return model if (model.predict(lifted) == y).mean() >= 0.5 else replace(model, w=inputs.frozen(-w))


def frames(model: LiftedModel, *, yours: bool, **told) -> list[LiftStep]:
    """Up and the cut; that of the machine comes down again with the border."""
    heights = np.linspace(0.0, 1.0, RISING + 1)
    moments = [(UP, h) for h in heights] + [(CUT, h) for h in (heights[-1:] if yours else heights[::-1])]
    moments += [] if yours else [(DROPPED, 0.0)]
    return [LiftStep(event=event, model=model, moment=moment, risen=float(h), yours=yours, **told)
            for (moment, h), event in zip(moments, events(len(moments)), strict=True)]  # fmt: skip


def _below(X: np.ndarray, y: np.ndarray, kind: str, mine: LiftedModel) -> Either:
    """The points where they are; under your cut, or under the machine's when it is down again, with yours dashed."""
    axes = ("x", "") if kind == LINE else ("x1", "x2")
    plane = Plane(X, y, limits=LIMITS, labels=(0, 1), size=4.5, title="Down here", axes=axes)
    dashed = Contours(lambda step: lambda at: mine.inner.w[0] + mine.basis(at) @ mine.inner.w[1:], [0.0], LIMITS,
                      dash=DASHED, width=1.6)  # fmt: skip
    both = Overlay(plane, dashed)
    bare = Chart(xlim=LIMITS[0], ylim=LIMITS[1], name="plane", title="Down here", xlabel=axes[0], ylabel=axes[1])
    bare.points(X[:, 0], X[:, 1], kind=y, size=4.5)
    return Either(lambda step: both if step.moment == DROPPED else plane if step.yours and step.moment else bare)


def shape_of(w: np.ndarray, kind: str) -> str:
    """Of the border w'phi(x) + b = 0 down here."""
    if kind == LINE:
        return "two points"
    w1, w2, w3 = w[1:].tolist()
    return "an ellipse" if w1 * w3 - w2**2 / 2 > 0 else "a hyperbola"


def points(kind: str, many: int, seed: int) -> data.Points:
    """One class in the middle and the other around it; or the four quadrants."""
    if kind == CORNERS:
        return data.xor(many, gap=0.18, seed=seed)
    rng, y = np.random.default_rng(seed), np.arange(many) % 2
    inside, outside = rng.uniform(0.05, 0.5, many), rng.uniform(0.75, 1.05, many)
    radius = np.where(y == 0, inside, outside)
    if kind == LINE:
        return np.column_stack([radius * rng.choice([-1, 1], many), np.zeros(many)]), y
    angle = rng.uniform(0, 2 * np.pi, many)
    return radius[:, None] * np.column_stack([np.cos(angle), 0.85 * np.sin(angle)]), y


def _caption(step: LiftStep) -> str:
    if step.moment == DROPPED:
        return f"down again: the flat cut has become {step.shape}; dashed is yours"
    if step.moment == UP:
        return "the points where they are" if not step.risen else "lifted" if step.risen > MOST else "on the way up"
    if step.yours:
        found = f"{counted(step.wrong, 'point')} on the wrong side" if step.wrong else "it parts the classes"
        return f"your plane: {found}; move it, then let the machine cut"
    return "a plane cuts the lifted points" if step.risen > MOST else "down again, and the border of the cut with them"
