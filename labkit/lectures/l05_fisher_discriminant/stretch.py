"""Two clouds that become long: the best line turns away from the line of the means.

Lecture 05; deck 004 "Fisher's linear discriminant", "Fisher's linear discriminant Summary".
Inventory: I-004-040, I-004-042, I-004-043, I-004-044.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Step
from labkit.learners.gaussian.spread import ellipse
from labkit.lectures.l05_fisher_discriminant import questions
from labkit.lectures.l05_fisher_discriminant.common import (
    angle_of,
    criterion_chart,
    means_line,
    shadows,
    solved,
    turned,
    wrong_of,
)
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane

SIDE, PAD = 2.4, 1.05  # of the plane at least, to each side of the middle; and around the farthest point
APART = 0.75  # half the distance of the means
LONG = 0.75  # standard deviation along the clouds
FRAMES = 25  # from the line of the means to the best line
NAMES = ("A", "B")


class StretchLab(Lab):
    """Stretch and tilt the clouds: when is the line of the means good enough?"""

    name, heading, classes = "05-stretch", "Two clouds become long", NAMES
    question = questions.long_clouds
    data_controls = ("stretch", "tilt", "points", "seed")
    steering = (
        Slider("stretch", "how many times as long as wide", 1.0, 8.0, 0.5, 5.0),
        Slider("tilt", "angle between clouds and means", 0, 90, 5, 40),
        Slider("points", "points", 20, 200, 20, 120),
        Slider("seed", "seed", 0, 50, 1, 3),
    )
    presets = {"round clouds": {"stretch": 1.0}, "side by side": {"tilt": 90}, "one behind the other": {"tilt": 0},
               "very long": {"stretch": 8.0, "tilt": 30}}  # fmt: skip
    still = -1

    def data(self, values):
        return clouds(values["points"], values["stretch"], values["tilt"], values["seed"])

    def story(self, X, y, values):
        best = solved(X, y)
        scatter, labels = best.scatter, np.array(NAMES)[y]
        start, end = (angle_of(w) for w in (scatter.means[0] - scatter.means[1], best.directions[:, 0]))
        end = start + (end - start + 90.0) % 180.0 - 90.0  # the short way round
        steps = turned(scatter, np.linspace(start, end, FRAMES), np.array(NAMES))
        cuts = Ellipses(lambda step: [ellipse(m, S) for m, S in zip(scatter.means, scatter.covariances, strict=True)])
        side = max(SIDE, PAD * float(np.abs(self.data(values)[0]).max()))
        plane = Plane(X, labels, limits=((-side, side), (-side, side)), editable=True, labels=np.array(NAMES), size=4.5,
                      cuts=lambda step, size: [*cuts(step, size), *means_line(step)],
                      title=lambda step: f"{wrong_of(step, X, labels)} of {len(y)} are wrong")  # fmt: skip
        charts = rows(shadows(X, y, NAMES, lambda step: step.w), criterion_chart(scatter, marked={"means": start}))
        return Story(steps, columns(square(plane), charts, shape=2.1,
                                    caption=lambda step: _caption(step, steps[-1], start)))  # fmt: skip


def clouds(points: int, stretch: float, tilt: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two clouds of one shape, their means exactly on the horizontal: (X, class indices)."""
    rng, y = np.random.default_rng(seed), np.arange(points) % 2
    Z = rng.normal(size=(points, 2))
    for k in (0, 1):
        Z[y == k] -= Z[y == k].mean(axis=0)
    a = np.radians(tilt)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    X = Z * (LONG, LONG / stretch) @ turn
    X[:, 0] += np.where(y == 0, APART, -APART)
    return X, y


def _caption(step: Step, best: Step, start: float) -> str:
    away = abs(step.degrees - start)
    away = min(away, 180.0 - away)
    where = "on the line of the means" if away < 0.5 else f"{away:.0f}\u00b0 away from the line of the means"
    return f"{where}: J = {step.J:.3f}, {step.J / best.J:.0%} of the best"
