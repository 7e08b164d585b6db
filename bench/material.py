"""What the browser measurements play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import MulticlassPerceptron
from labkit.learners.linear import LinearMachine
from labkit.player.widget import Player, play
from labkit.views.curves import Curve, Curves
from labkit.views.plane import Plane
from labkit.views.scene import Scene

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


def player() -> Player:
    """200 frames of a 100 x 100 field that changes, 200 points and a growing curve; everything is made here."""
    X, y = data.blobs(POINTS, spread=0.4)
    trace = Trace(islice(MulticlassPerceptron().steps(X, y), FRAMES))
    length = Curve(trace.curve(lambda step: float(np.linalg.norm(step.W))), "|W|")
    plane = Plane(X, y, box=(8, 8, 404, 404), limits=LIMITS)
    curve = Curves(trace.curve("update"), [length], lambda step: step.update, box=(500, 30, 350, 340))

    def view(step) -> Scene:
        return Scene((plane(replace(step, model=Opaque(step.model))), curve(step)), step.caption)

    return play(trace, view, title="Bench")
