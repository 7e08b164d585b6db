"""Pictures of lecture 11 that no lab shows: the way through the inside, and the primal problem by descent."""

import numpy as np

from labkit.core import data
from labkit.learners import SVM
from labkit.learners.descent.step import downhill
from labkit.learners.descent.stochastic import StochasticGradient
from labkit.learners.linear import LinearModel
from labkit.learners.svm.engine.interior_point import interior_point
from labkit.learners.svm.hinge import primal
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Scene
from tests.pictures.seen import tops


def sorted_gaussians(n: int, distance: float) -> tuple[np.ndarray, np.ndarray]:
    X, y = data.gaussians(n, distance=distance, seed=4)
    order = np.argsort(y, kind="stable")
    return X[order], y[order]


def through_the_inside() -> list[Scene]:
    """All multipliers move at once and part into 0, C and in between."""
    X, y = sorted_gaussians(30, 3.0)
    trace = SVM(kernel="linear", C=2.0, solver="interior point").trace(X, y)
    multipliers = Chart(ylim=(0, 2.1), title="Multipliers", name="multipliers").bars("alpha", kind=y)
    gap = Chart(trace, ylog=True, title="Primal less dual", xlabel="iteration").line(lambda step: max(step.gap, 1e-6))
    picture = columns(square(Plane(X, y, margin=1.0, title="Examples")), rows(multipliers, gap))
    scenes = [picture(step) for step in (trace[0], trace[2], trace[4], trace[-1])]
    heights = [tops(scene.panel("multipliers")) for scene in scenes]
    assert all(((h > 0) & (h < 2)).all() for h in heights[:-1])
    assert np.count_nonzero((heights[-1] > 0) & (heights[-1] < 2)) <= 3 < np.count_nonzero(heights[-1] == 0)
    return scenes


def going_down() -> list[Scene]:
    """The primal problem by stochastic subgradients: it jumps, and settles as the rate falls (Pegasos)."""
    X, y = data.gaussians(60, distance=3.0, seed=1)
    X = X / X.std()
    best = SVM(kernel="linear").fit(X, y).last_step_
    solver = StochasticGradient(rate=60.0, schedule="1/k", seed=1)
    trace = downhill(primal(X, y), solver, np.zeros(3), max_iterations=1500,
                     model=lambda w: LinearModel(w, np.array([0, 1]), 1.0))  # fmt: skip
    plane = Plane(X, y, margin=1.0, title="Band of the weights so far", reference=best.model.hyperplane)
    value = Chart(trace, ylog=True, title="Primal value", xlabel="iteration").line("loss").bound(best.primal, "best")
    picture = columns(square(plane), value)
    assert trace[-1].loss < 1.1 * best.primal < trace[1].loss
    return [picture(step) for step in (trace[1], trace[30], trace[-1])]


PICTURES = {interior_point: through_the_inside, primal: going_down}
