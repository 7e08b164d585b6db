"""A picture of lecture 06 that no lab shows: a line that learns from one example at a time."""

from itertools import pairwise

import numpy as np

from labkit.core import data
from labkit.learners import RecursiveLogistic
from labkit.learners.gaussian.spread import ellipse
from labkit.views.axes import plane_limits
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.scene import Path, Scene, coordinates
from tests.pictures.seen import first, ringed, size


def recursive() -> list[Scene]:
    """Every example moves the line and shrinks the ellipse of what the weights may still be."""
    X, y = data.gaussians(60, seed=2)
    trace = RecursiveLogistic().trace(X, y)
    moments = trace[1], trace[4], trace[20], trace[60]
    way = [coordinates([step.w[j] for step in trace]) for j in (1, 2)]
    around = Ellipses(lambda step: [ellipse(step.w[1:], step.covariance[1:, 1:], 1.0)], color="accent")
    xlim, ylim = plane_limits(np.vstack([around.read(step)[0] for step in moments]), aspect=1.6)
    weights = Chart(xlim=xlim, ylim=ylim, title="Weight space", xlabel="w1", ylabel="w2", name="weights").marks(around)
    weights.marks(lambda step: [Path(*way, "curve0", 1.6, upto=step.update + 1, dots=True)])
    unknown = Chart(trace, x="update", xlabel="update", title="Trace of P").line("spread")
    picture = columns(square(Plane(X, y, title="One example at a time")), rows(weights, unknown, weights=(5, 2)))
    scenes = [picture(step) for step in moments]
    sizes = [size(first(scene.panel("weights"), Path, color="accent"))[0] for scene in scenes]
    assert all(before > after for before, after in pairwise(sizes)), "the ellipse shrinks"
    assert [ringed(scene.panel("plane")) for scene in scenes] == [[0], [3], [19], [59]]
    return scenes


PICTURES = {RecursiveLogistic: recursive}
