"""Points beside a line: their scores, their signed distances and the feet of their perpendiculars.

Lecture 05; deck 004 "Linear Discriminant Functions", "Linear Discriminant Functions-Geometrical Properties",
"Linear Discriminant Functions-Geometrical Properties Cont.". Inventory: I-004-026, I-004-027, I-004-028.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.story import SOLVED, Step
from labkit.learners.linear import LinearModel
from labkit.lectures.l05_fisher_discriminant import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import DASHED, Path, Segments, coordinates
from labkit.views.tables.facts import table

LIMITS = ((-4.0, 4.0), (-4.0, 4.0))
FIRST = ((3.0, 2.0), (-2.0, 1.0), (1.0, -2.5))  # the first is that of the lecture


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DistanceStep(Step):
    """What the line says of every point."""

    scores: np.ndarray  # f(x)
    distances: np.ndarray  # f(x) / |w|
    feet: np.ndarray  # (points, 2)
    origin: float  # the signed distance of (0, 0)


class DistanceLab(Lab):
    """Drag a point and read its signed distance."""

    name, heading, classes = "05-distance", "How far from the line?", ("point",)
    question = questions.doubled_weights
    steering = (
        Slider("w1", "w1", -6, 6, 1, 3),
        Slider("w2", "w2", -8, 8, 1, 4),
        Slider("w0", "w0", -10, 10, 1, -5),
    )
    presets = {"all doubled": {"w1": 6, "w2": 8, "w0": -10}, "all reversed": {"w1": -3, "w2": -4, "w0": 5},
               "through the origin": {"w0": 0}}  # fmt: skip
    still = 0

    @property
    def doubled(self) -> DistanceLab:
        """The same lab with twice these weights, which its question is about."""
        return type(self)(**self.presets["all doubled"])

    def data(self, values):
        return np.array(FIRST), np.zeros(len(FIRST), dtype=int)

    def story(self, X, y, values):
        w = np.array([values["w0"], values["w1"], values["w2"]], dtype=float)
        if not w[1:].any():
            raise ValueError("w: expected a direction, got w1 = w2 = 0; move one of the two away from 0")
        model = LinearModel(w=frozen(w), classes=np.arange(2), x0=1.0)
        step = DistanceStep(event=SOLVED, model=model, scores=model.decision_function(X), distances=model.distance(X),
                            feet=model.foot(X), origin=float(model.distance(np.zeros((1, 2)))[0]))  # fmt: skip
        plane = Plane(X, y, limits=LIMITS, editable=True, labels=(0, 1), names=("f < 0", "f > 0"), size=7.0, first=1,
                      numbered=True, judged=lambda step: False, axes=("x1", "x2"),
                      cuts=lambda step, size: _perpendiculars(step, X), title="Drag a point")  # fmt: skip
        grid = table(lambda step: _rows(step, X), ("point", "f(x)", "distance", "foot"), key="example", first=1,
                     title="What the line says", name="numbers")  # fmt: skip
        return Story([step], columns(square(plane), grid, shape=2.1, caption=_caption))


def _perpendiculars(step: DistanceStep, X: np.ndarray) -> list:
    """From each point to its foot, and from the origin to the line."""
    foot = step.model.foot(np.zeros((1, 2)))
    origin = Segments(0.0, 0.0, *map(float, foot[0]), "muted", 1.6, DASHED)
    ends = Segments(*map(coordinates, X.T), *map(coordinates, step.feet.T), "accent", 2.0)
    dots = [Path(coordinates([x]), coordinates([y]), "accent", dots=True) for x, y in step.feet]
    return [origin, Path(coordinates([0]), coordinates([0]), "muted", dots=True), ends, *dots]


def _rows(step: DistanceStep, X: np.ndarray) -> list[tuple]:
    told = zip(step.scores, step.distances, step.feet, strict=True)
    rows = [(str(k), f"{f:.2f}", f"{r:.2f}", f"({a:.2f}, {b:.2f})") for k, (f, r, (a, b)) in enumerate(told, start=1)]
    foot = step.model.foot(np.zeros((1, 2)))[0] + 0.0
    f0 = float(step.model.decision_function(np.zeros((1, 2)))[0])
    return [*rows, ("origin", f"{f0:.2f}", f"{step.origin:.2f}", f"({foot[0]:.2f}, {foot[1]:.2f})")]


def _caption(step: DistanceStep) -> str:
    length = float(np.linalg.norm(step.model.w[1:]))
    return f"w has length {length:.2f}: point 1 has f = {step.scores[0]:.2f} and distance {step.distances[0]:.2f}"
