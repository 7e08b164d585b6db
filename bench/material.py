"""What the browser measurements play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from labkit.core import data
from labkit.core.story import Step, Trace
from labkit.learners import MulticlassPerceptron
from labkit.learners.linear import LinearMachine
from labkit.player.player import Player, play
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.plane.plane import Plane
from labkit.views.wrap import Of

FRAMES, POINTS = 200, 200
LIMITS = ((-2.0, 2.0), (-2.0, 2.0))


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """A model that can only predict. The plane draws it as a field, where it would draw a linear one's few corners."""

    model: LinearMachine

    @property
    def classes(self) -> np.ndarray:
        return self.model.classes

    def predict(self, X) -> np.ndarray:
        return self.model.predict(X)


def opaque(step: Step) -> Step:
    return replace(step, model=Opaque(step.model))


def player() -> Player:
    """200 frames of a 100 x 100 field that changes, 200 points and a growing curve; everything is made here."""
    X, y = data.blobs(POINTS, spread=0.4)
    trace = Trace(islice(MulticlassPerceptron().steps(X, y), FRAMES))
    length = Chart(trace, x="update").line(lambda step: float(np.linalg.norm(step.W)), "|W|")
    return play(trace, columns(square(Of(Plane(X, y, limits=LIMITS), opaque)), length), title="Bench")
