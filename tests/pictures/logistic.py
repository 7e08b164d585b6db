"""Pictures of lecture 06: Newton's way to the likeliest line, and a line that learns from one example at a time."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from labkit.core import data
from labkit.learners import LogisticRegression, RecursiveLogistic
from labkit.learners.gaussian import spread
from labkit.views.bars import BarChart
from labkit.views.curves import Curve, Curves
from labkit.views.frame import plane_limits
from labkit.views.plane import Plane, weight_sizes
from labkit.views.scene import USED, WRONG, Path, Points, Scene, coordinates
from labkit.views.weights import WeightSpace

LEFT, TOP, BOTTOM = (56, 44, 440, 316), (580, 44, 280, 140), (580, 244, 280, 116)
TALL, LOW = (580, 44, 280, 200), (580, 294, 280, 66)
TENTH = float(np.log(9))  # the score where the less likely class has the probability 1/10


def logistic() -> list[Scene]:
    """The examples' weights mu (1 - mu): what counts gathers along the line, while the probabilities steepen."""
    X, y = data.gaussians(90, seed=4)
    trace = LogisticRegression(lam=0.1).trace(X, y)
    order = np.argsort(trace[-1].scores)
    plane = Plane(X, y, box=LEFT, title="Probability one half, and one tenth either way", margin=TENTH,
                  size=lambda step: weight_sizes(step.weights))  # fmt: skip
    loss = Curves(np.arange(len(trace)), [Curve(trace.curve("loss"), "loss")], lambda step: step.iteration,
                  box=TOP, xlabel="iteration")  # fmt: skip
    residuals = BarChart(lambda step: step.residuals[order], box=BOTTOM, ylim=(-1, 1), kind=y[order],
                         title="Residuals, in the order of the final scores")  # fmt: skip
    scenes = [Scene((plane(step), loss(step), residuals(step)), step.caption) for step in (*trace[:3], trace[-1])]
    widths = [between_dashes(scene.panel("plane")) for scene in scenes[1:]]
    assert all(wide > narrow for wide, narrow in pairwise(widths)), "probabilities steepen"
    points = examples(scenes[-1].panel("plane"))
    assert np.count_nonzero(points.flag & WRONG) == trace[-1].mistakes
    nearest = np.abs(trace[-1].scores).argmin()
    assert points.size[nearest] == points.size.max(), "what is on the line counts most"
    return scenes


def recursive() -> list[Scene]:
    """Every example moves the line and shrinks the ellipse of what the weights may still be."""
    X, y = data.gaussians(60, seed=2)
    trace = RecursiveLogistic().trace(X, y)
    plane = Plane(X, y, box=LEFT, title="One example at a time")
    weights = WeightSpace(np.array([step.w[1:] for step in trace]), lambda step: step.update, box=TALL)
    unknown = Curves(np.arange(len(trace)), [Curve(trace.curve("spread"), "trace of P")], lambda step: step.update,
                     box=LOW, xlabel="update")  # fmt: skip
    told = trace[1], trace[4], trace[20], trace[60]
    ellipses = [ellipse(step.w[1:], step.covariance[1:, 1:]) for step in told]
    around = np.hstack([[each.x, each.y] for each in ellipses]).T
    xlim, ylim = plane_limits(around, aspect=TALL[2] / TALL[3])
    scenes = []
    for step, each in zip(told, ellipses, strict=True):
        space = weights(step)
        space = replace(space, xlim=xlim, ylim=ylim, marks=(*space.marks, each))
        scenes.append(Scene((plane(step), space, unknown(step)), step.caption))
    sizes = [np.ptp(scene.panel("weights").marks[-1].x) for scene in scenes]
    assert all(before > after for before, after in pairwise(sizes)), "the ellipse shrinks"
    used = [np.flatnonzero(examples(scene.panel("plane")).flag & USED).tolist() for scene in scenes]
    assert used == [[0], [3], [19], [59]]
    return scenes


def examples(panel) -> Points:
    return next(mark for mark in panel.marks if isinstance(mark, Points))


def between_dashes(panel) -> float:
    """How far the two dashed lines are apart."""
    one, other = (mark for mark in panel.marks if isinstance(mark, Path) and mark.dash)
    start, end = np.array([one.x[0], one.y[0]]), np.array([one.x[1], one.y[1]])
    along = (end - start) / np.linalg.norm(end - start)
    gap = np.array([other.x[0], other.y[0]]) - start
    return float(abs(gap[0] * along[1] - gap[1] * along[0]))


def ellipse(centre, covariance) -> Path:
    """Where the distance from the centre is one standard deviation."""
    return Path(*map(coordinates, spread.ellipse(centre, covariance, 1.0).T), color="accent")


PICTURES = {LogisticRegression: logistic, RecursiveLogistic: recursive}
