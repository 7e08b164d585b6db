"""Ho-Kashyap: least squares that raises its own targets, until it separates or proves that nothing can."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.labs.perceptron_family import common
from labkit.learners.perceptron.ho_kashyap import HoKashyap, HoKashyapStep
from labkit.learners.perceptron.programming import BALANCE
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.bars import BarChart
from labkit.views.code import Code, source_lines
from labkit.views.frame import plane_limits, value_limits
from labkit.views.overlay import Overlay
from labkit.views.plane import Plane
from labkit.views.scene import Mark, Path, Scene, Text, coordinates

FAR = (-20.0, -20.0)  # one example of class 1 of lda10 out here, and least squares errs though a line separates
_CODE = Code(source_lines(HoKashyap._story, first="# (3)", last="# (2)"), box=(500, 340, 440, 66))


MADE = ("data", ("separable", "gaussians"))  # the data that are drawn by number and seed


class HoKashyapLab(Lab):
    """Plane with the line of plain least squares dashed; the targets b; the errors e; the three lines that act."""

    name = "10-ho-kashyap"
    heading = "Ho-Kashyap"
    classes = ("-1", "+1")
    data_controls = ("data", "points", "seed")
    steering = (
        Choice("data", "data", ("outlier", "xor", "separable", "gaussians"), "outlier"),
        Slider("points", "points", 4, 60, 2, 24, only=MADE),
        Slider("seed", "seed", 0, 50, 1, 3, only=MADE),
        Slider("rate", "rate", 0.05, 0.95, 0.05, 0.5),
    )

    def data(self, values):
        if values["data"] == "outlier":
            X, y = _table("lda10")
            return np.vstack([X, FAR]), np.append(y, 0)
        if values["data"] == "xor":
            return _table("xor")
        return data.GENERATORS[values["data"]](values["points"], seed=values["seed"])

    def tell(self, X, y, values):
        trace = HoKashyap(learning_rate=values["rate"]).trace(X, y)
        limits = plane_limits(self.data(values)[0])  # not of X: the plane stays put while a point is dragged
        normal, offset = _drawable(trace[0]).model.hyperplane
        plain = (normal, offset) if normal.any() else None
        plane = Plane(X, y, box=common.PLANE, limits=limits, editable=True, reference=plain)
        proven = Overlay(lambda step: plane(_drawable(step)), lambda step: _proof(step, X, y, limits))
        views = [proven, *self._bars(trace, y), _CODE]
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption))

    def _bars(self, trace: Trace, y) -> list[BarChart]:
        b, e = ([getattr(step, name) for step in trace] for name in ("targets", "errors"))
        return [
            BarChart(lambda step: step.targets, box=(500, 30, 440, 100), ylim=value_limits(*b), kind=y,
                     name="targets", title="Targets b: they only rise"),
            BarChart(lambda step: step.errors, box=(500, 182, 440, 100), ylim=value_limits(*e), kind=y,
                     name="errors", title="Errors e = Ya - b: raised where positive", xlabel="examples"),
        ]  # fmt: skip


def _table(name: str) -> tuple[np.ndarray, np.ndarray]:
    """A table of the lectures: its points, and class indices."""
    table = data.load(name).numeric()
    return table[:, :-1], np.unique(table[:, -1], return_inverse=True)[1]


def _drawable(step: HoKashyapStep) -> HoKashyapStep:
    """On XOR a is 0 but for rounding, and 0 has no line to draw."""
    if np.abs(step.errors + step.targets).max() > 1e-9:
        return step
    return replace(step, model=replace(step.model, w=np.zeros_like(step.a)))


def _proof(step: HoKashyapStep, X, y, limits) -> list[Mark]:
    """-e mixes either class to the very same point: a ray from each example that takes part, and words."""
    if step.certificate != BALANCE:
        return []
    weight = np.maximum(-step.errors, 0.0)
    point = weight[y == 0] @ X[y == 0] / weight[y == 0].sum()
    part = X[weight > 0.02 * weight.max()]
    rays = np.full((3 * len(part), 2), np.nan)
    rays[0::3], rays[1::3] = part, point
    middle = Path(coordinates(point[:1]), coordinates(point[1:]), color="accent", dots=True)
    (left, right), (bottom, top) = limits
    words = Text(left + 0.03 * (right - left), bottom + 0.04 * (top - bottom), "both classes mix to one point: no line",
                 color="accent", bold=True)  # fmt: skip
    return [Path(coordinates(rays[:, 0]), coordinates(rays[:, 1]), color="accent", width=1.2), middle, words]
