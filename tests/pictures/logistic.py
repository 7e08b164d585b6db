"""Pictures of lecture 06: Newton's way to the likeliest line, and a line that learns from one example at a time."""

from itertools import pairwise

import numpy as np

from labkit.core import data
from labkit.learners import LogisticRegression, RecursiveLogistic
from labkit.learners.gaussian.spread import ellipse
from labkit.views.axes import plane_limits
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane, weight_sizes
from labkit.views.scene import DASHED, Path, Points, Scene, coordinates
from tests.pictures.seen import every, first, hollow, ringed, size

TENTH = float(np.log(9))  # the score where the less likely class has the probability 1/10


def logistic() -> list[Scene]:
    """The examples' weights mu (1 - mu): what counts gathers along the line, while the probabilities steepen."""
    X, y = data.gaussians(90, seed=4)
    trace = LogisticRegression(lam=0.1).trace(X, y)
    order = np.argsort(trace[-1].scores)
    plane = Plane(X, y, title="Dashed: one tenth", margin=TENTH, size=lambda step: weight_sizes(step.weights))
    loss = Chart(trace, xlabel="iteration", title="Loss").line("loss")
    residuals = Chart(ylim=(-1, 1), title="Residuals, in the order of the final scores")
    residuals.bars(lambda step: step.residuals[order], kind=y[order])
    picture = columns(square(plane), rows(loss, residuals))
    scenes = [picture(step) for step in (*trace[:3], trace[-1])]
    widths = [between_dashes(scene.panel("plane")) for scene in scenes[1:]]
    assert all(wide > narrow for wide, narrow in pairwise(widths)), "probabilities steepen"
    assert hollow(scenes[-1].panel("plane")) == trace[-1].mistakes
    sizes = first(scenes[-1].panel("plane"), Points).size
    assert sizes[np.abs(trace[-1].scores).argmin()] == sizes.max(), "what is on the line counts most"
    return scenes


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


def between_dashes(panel) -> float:
    """How far the two dashed lines are apart."""
    one, other = every(panel, Path, dash=DASHED)
    start, end = np.array([one.x[0], one.y[0]]), np.array([one.x[1], one.y[1]])
    along = (end - start) / np.linalg.norm(end - start)
    gap = np.array([other.x[0], other.y[0]]) - start
    return float(abs(gap[0] * along[1] - gap[1] * along[0]))


PICTURES = {LogisticRegression: logistic, RecursiveLogistic: recursive}
