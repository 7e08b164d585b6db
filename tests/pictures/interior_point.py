"""The picture of the interior point of lecture 11: all multipliers move at once and part into 0, C and in between."""

import numpy as np

from labkit.core import data
from labkit.learners import SVM
from labkit.learners.svm.interior_point import interior_point
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.plane import Plane
from labkit.views.scene import Scene


def through_the_inside() -> list[Scene]:
    X, y = data.gaussians(30, distance=3.0, seed=4)
    order = np.argsort(y, kind="stable")
    X, y = X[order], y[order]
    trace = SVM(kernel="linear", C=2.0, solver="interior point").trace(X, y)
    plane = Plane(X, y, box=(40, 44, 500, 330), margin=1.0, title="examples")
    bars = BarChart(lambda step: step.alpha, box=(620, 60, 270, 120), ylim=(0, 2.1), title="multipliers", kind=y)
    gaps = Curve(np.log10(np.maximum(trace.curve("gap"), 1e-6)), "gap", "class0")
    moments = Curves(np.arange(len(trace)), [gaps], lambda step: len(trace) - 1 if step.reason else step.iteration,
                     box=(620, 240, 270, 120), title="log10 of primal less dual", xlabel="iteration")  # fmt: skip
    chosen = (trace[0], trace[2], trace[4], trace[-1])
    scenes = [Scene((plane(step), bars(step), moments(step)), step.caption) for step in chosen]
    heights = [scene.panel("bars").marks[0].top for scene in scenes]
    assert all(((h > 0) & (h < 2)).all() for h in heights[:-1])
    assert np.count_nonzero((heights[-1] > 0) & (heights[-1] < 2)) <= 3 < np.count_nonzero(heights[-1] == 0)
    return scenes


PICTURES = {interior_point: through_the_inside}
