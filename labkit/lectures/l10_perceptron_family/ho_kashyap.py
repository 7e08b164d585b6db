"""Ho-Kashyap: least squares that raises its own targets, until it separates or proves that nothing can.

Lecture 10; deck 000 "Non-parametric Learning of Discriminant Weights". Inventory: I-000-038.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.learners.perceptron.ho_kashyap import HoKashyap, HoKashyapStep
from labkit.learners.perceptron.programming import BALANCE
from labkit.lectures.l10_perceptron_family import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import plane_limits
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Mark, Path, Segments, Text, coordinates
from labkit.views.tables.code import Code
from labkit.views.wrap import Overlay

FAR = (-20.0, -20.0)  # one example of class 1 of lda10 out here, and least squares errs though a line separates
MADE = ("data", ("separable", "gaussians"))  # the data that are drawn by number and seed


class HoKashyapLab(Lab):
    """Plane with the line of plain least squares dashed; the targets b; the errors e; the three lines that act."""

    name, heading, classes = "10-ho-kashyap", "Ho-Kashyap", ("-1", "+1")
    question = questions.what_helps
    data_controls = ("data", "points", "seed")
    steering = (
        Choice("data", "data", ("outlier", "xor", "separable", "gaussians"), "outlier"),
        Slider("points", "points", 4, 60, 2, 24, only=MADE),
        Slider("seed", "seed", 0, 50, 1, 3, only=MADE),
        Slider("rate", "rate", 0.05, 0.95, 0.05, 0.5),
    )
    presets = {"xor": {"data": "xor"}, "overlapping": {"data": "gaussians"}, "small rate": {"rate": 0.05}}

    def data(self, values):
        if values["data"] == "outlier":
            X, y = _table("lda10")
            return np.vstack([X, FAR]), np.append(y, 0)
        if values["data"] == "xor":
            return _table("xor")
        return data.GENERATORS[values["data"]](values["points"], seed=values["seed"])

    def story(self, X, y, values):
        trace = HoKashyap(learning_rate=values["rate"]).trace(X, y)
        limits = plane_limits(self.data(values)[0])  # not of X: the plane stays put while a point is dragged
        plane = Plane(X, y, limits=limits, editable=True, reference=trace[0].model.hyperplane,
                      names=self.classes)  # fmt: skip
        proven = Overlay(plane, lambda step: _proof(step, X, y, limits))
        targets = Chart(trace, title="Targets b: they only rise", name="targets").bars("targets", kind=y)
        errors = Chart(trace, title="Errors e = Ya - b: raised where positive", xlabel="examples", name="errors")
        code = Code(HoKashyap._story, first="# (3)", last="# (2)")
        return Story(trace, columns(square(proven), rows(targets, errors.bars("errors", kind=y), code)))


def _table(name: str) -> tuple[np.ndarray, np.ndarray]:
    """A table of the lectures: its points, and class indices."""
    table = data.load(name).numeric()
    return table[:, :-1], np.unique(table[:, -1], return_inverse=True)[1]


def _proof(step: HoKashyapStep, X: np.ndarray, y: np.ndarray, limits) -> list[Mark]:
    """-e mixes either class to the very same point: a ray from each example that takes part, and words."""
    if step.certificate != BALANCE:
        return []
    weight = np.maximum(-step.errors, 0.0)
    point = weight[y == 0] @ X[y == 0] / weight[y == 0].sum()
    part = X[weight > 0.02 * weight.max()].T
    rays = Segments(*map(coordinates, part), *map(float, point), "accent", 1.2)
    middle = Path(coordinates(point[:1]), coordinates(point[1:]), color="accent", dots=True)
    (left, right), (bottom, top) = limits
    words = Text(left + 0.03 * (right - left), bottom + 0.04 * (top - bottom), "both classes mix to one point: no line",
                 color="accent", bold=True)  # fmt: skip
    return [rays, middle, words]
