"""What the labs of lecture 08 share: two clouds, the posterior of two weights from above, and what it stands for.

Lecture 08; deck 000 "Illustration of Logistic Regression in 2D", "Laplace (Gaussian) Approximation of Posterior".
Inventory: I-000-029, I-000-031.

There is no bias: every line goes through (0, 0), and its two weights are a point in another plane.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core import data
from labkit.core.story import Step
from labkit.learners import LaplaceLogistic
from labkit.views.axes import Limits, centres
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.contours import contour_lines
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.plane.fields import heights
from labkit.views.scene import Mark, Path, coordinates

NAMES = ("A", "B")
SIDE = (-14.0, 12.0), (-10.0, 16.0)  # of the plane: the clouds, and as much again around them
WEIGHTS = (-6.0, 18.0), (-6.0, 12.0)
CELLS = 90  # along each side of the posterior's picture
LEVELS = 7  # contour lines of the posterior
SHADE = 0.55  # of the ramp: what is drawn on top stays clear


def clouds(values: dict) -> tuple[np.ndarray, np.ndarray]:
    """Class A and class B of Girolami's picture."""
    return data.girolami(values["points"], seed=values["seed"])


def peak(X: np.ndarray, y: np.ndarray, deviation: float, **options) -> tuple[LaplaceLogistic, Step]:
    """(the learner, the end of its story): Laplace's normal at the most probable weights."""
    if len(np.unique(y)) < 2:
        raise ValueError("points: expected some of both classes, got only one class; add points of the other")
    learner = LaplaceLogistic(prior_variance=deviation**2, intercept=False, **options)
    return learner, learner.trace(X, y)[-1]


def posterior(log_joint: Callable, limits: Limits, more: Callable[[Step], list[Mark]], *,
              xlabel="w1", ylabel="w2", title="Posterior of the weights") -> Chart:  # fmt: skip
    """Two weights, the darker the likelier, with the marks of ``more(step)`` on top; ``log_joint`` is asked once."""
    x, y = (centres(side, CELLS) for side in limits)
    found = log_joint(np.column_stack([np.tile(x, CELLS), np.repeat(y, CELLS)])).reshape(CELLS, CELLS)
    p = np.exp(found - found.max())
    lines = contour_lines(p, x, y, np.linspace(0, 1, LEVELS + 2)[1:-1], color="muted", width=0.8)
    ground = [*heights(p, (0.0, 1 / SHADE), *limits), *lines]
    chart = Chart(xlim=limits[0], ylim=limits[1], xlabel=xlabel, ylabel=ylabel, title=title, name="posterior")
    return chart.marks(lambda step: ground).marks(more)


def ellipse(width: float = 2.2) -> Ellipses:
    """Two standard deviations of the normal that stands for the posterior, and its mean."""
    return Ellipses(lambda step: [step.model.posterior.ellipse(2.0)], color="accent", filled=False, width=width,
                    centres=lambda step: [step.model.posterior.mean])  # fmt: skip


def line(w: np.ndarray, **style) -> Path:
    """Where w'x = 0, longer than the plane."""
    along = 40.0 * np.array([-w[1], w[0]]) / max(float(np.hypot(*w)), 1e-300)
    return Path(coordinates([-along[0], along[0]]), coordinates([-along[1], along[1]]), **style)
