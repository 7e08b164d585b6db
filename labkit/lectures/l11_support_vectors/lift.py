"""Lift the points, cut with a plane, drop back: a flat cut up there is a curve down here.

Lecture 11; deck 001 "Generalized Linear Discriminant Functions" (figure 3), "XOR Problem". Inventory: I-001-002,
I-001-005, I-001-006, I-001-007.

    x -> (x, x^2)                               one dimension: a parabola            (1)
    (x1, x2) -> (x1^2, sqrt 2 x1 x2, x2^2)      two: a cone                          (2)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.story import Step, events
from labkit.learners import SVM
from labkit.learners.basis.lifted import LiftedModel
from labkit.learners.svm.features import PolynomialMap
from labkit.lectures.l11_support_vectors import questions
from labkit.lectures.l11_support_vectors.common import LIMITS
from labkit.lectures.l11_support_vectors.space import Lifting
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.wrap import Either

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
    shape: str  # of the border down here


class LiftLab(Lab):
    """Play: up, cut, and down again. Turn the box to see the plane edge on."""

    name, heading = "11-lift", "Lift, cut, drop back"
    question = questions.shape_below
    data_controls = ("data", "points", "seed")
    steering = (
        Choice("data", "points", KINDS, RING),
        Slider("points", "how many", 10, 80, 2, 40),
        Slider("seed", "seed", 0, 50, 1, 2),
        Slider("turn", "turn, degrees", 0, 355, 5, 15),
        Slider("tilt", "look down, degrees", 0, 90, 5, 15),
    )
    presets = {"on a line": {"data": LINE, "turn": 0, "tilt": 10}, "XOR": {"data": CORNERS, "turn": 40},
               "from above": {"tilt": 90}}  # fmt: skip
    still = RISING + 1

    def data(self, values):
        return points(values["data"], values["points"], values["seed"])

    def story(self, X, y, values):
        kind, phi = values["data"], MAPS[values["data"]]
        inner = SVM(kernel="linear", C=COST).fit(phi(X), y).model_
        steps = frames(LiftedModel(inner, phi), shape_of(inner.w, kind))
        lifting = Lifting(X, y, phi, inner.w, on_a_line=kind == LINE, nearer=0.35 if kind == LINE else 0.45)
        space = lifting.chart(values["turn"], values["tilt"], AXES[kind], title=f"Lifted to {WORDS[kind]}",
                              up=lambda step: step.risen, cut=lambda step: step.moment >= CUT)  # fmt: skip
        axes = ("x", "") if kind == LINE else ("x1", "x2")
        plane = Plane(X, y, limits=LIMITS, labels=(0, 1), size=4.5, title="Down here", axes=axes)
        bare = Chart(xlim=LIMITS[0], ylim=LIMITS[1], name="plane", title="Down here", xlabel=axes[0], ylabel=axes[1])
        bare.points(X[:, 0], X[:, 1], kind=y, size=4.5)
        below = Either(lambda step: plane if step.moment == DROPPED else bare)
        return Story(steps, columns(square(space), square(below), shape=1.95, caption=_caption))


def frames(model: LiftedModel, shape: str) -> list[LiftStep]:
    """Up, the cut, and down again with the border."""
    heights = np.linspace(0.0, 1.0, RISING + 1)
    told = [(UP, h) for h in heights] + [(CUT, h) for h in heights[::-1]] + [(DROPPED, 0.0)]
    return [LiftStep(event=event, model=model, moment=moment, risen=float(h), shape=shape)
            for (moment, h), event in zip(told, events(len(told)), strict=True)]  # fmt: skip


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
        return f"down again: the flat cut has become {step.shape}"
    if step.moment == CUT:
        return (
            "a plane cuts the lifted points" if step.risen > MOST else "down again, and the border of the cut with them"
        )
    return "the points where they are" if not step.risen else "lifted" if step.risen > MOST else "on the way up"
