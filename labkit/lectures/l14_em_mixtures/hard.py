"""k-means beside EM, from the same two starts: hard groups against shares.

Lecture 14; decks 002 "Iterative Methods", "Motivating Example:". Inventory: I-002-038, I-002-042.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import together
from labkit.learners import GaussianMixture, KMeans
from labkit.lectures.l14_em_mixtures import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.scene import FRAME, Mark, Path, Points, codes, coordinates
from labkit.views.wrap import Of

LIMITS = ((-4.0, 4.0), (-4.0, 4.0))
STARTS = np.array([[-1.0, -1.5], [1.0, 1.5]])
EACH, SEED, ACROSS = 60, 5, 0.25
HARD, SOFT = range(2)
MOST = 6  # starts
NEAR = 1e-3


class HardLab(Lab):
    """Two long clouds side by side; the starts can be dragged."""

    name, heading, classes = "14-hard", "Hard groups, shares", ("start",)
    question = questions.long_clouds
    steering = (
        Slider("length", "how long the clouds are", 0.25, 1.5, 0.25, 1.25),
        Slider("apart", "how far apart", 0.5, 3.0, 0.25, 1.5),
    )
    presets = {"short clouds": {"length": 0.5}, "far apart": {"apart": 3.0}}
    still = 4

    def data(self, values):
        return STARTS.copy(), np.zeros(2, dtype=int)

    def story(self, X, y, values):
        if len(X) > MOST:
            raise ValueError(f"starts: expected at most {MOST}, got {len(X)}; delete one, or undo")
        points, truth = long_clouds(values["length"], values["apart"])
        told = together([
            KMeans(groups=len(X), start=X).trace(points),
            GaussianMixture(components=len(X), start=X, tolerance=NEAR, max_iterations=60).trace(points),
        ])  # fmt: skip
        planes = _plane(points, X, HARD, "k-means"), _plane(points, X, SOFT, "EM with Gaussians")
        return Story(
            told, columns(*map(square, planes), shape=2.05, caption=lambda moment: _caption(moment, points, truth))
        )


def long_clouds(length: float, apart: float) -> tuple[np.ndarray, np.ndarray]:
    """Two clouds beside each other, both upright, and which is whose."""
    rng = np.random.default_rng(SEED)
    truth = np.repeat([0, 1], EACH)
    points = rng.normal(size=(2 * EACH, 2)) * [ACROSS, length]
    return points + np.column_stack([(truth - 0.5) * apart, np.zeros(2 * EACH)]), truth


def misplaced(step, points: np.ndarray, truth: np.ndarray) -> int:
    """When every group is named after the cloud that most of its points are from."""
    groups = step.model.predict(points)
    return len(truth) - sum(int(np.bincount(truth[groups == k]).max()) for k in np.unique(groups))


def _caption(moment, points: np.ndarray, truth: np.ndarray) -> str:
    hard, soft = (misplaced(step, points, truth) for step in moment.steps)
    return f"step {moment.moment}: in the wrong cloud are {hard} points by k-means, {soft} by EM"


def _plane(points: np.ndarray, starts: np.ndarray, which: int, title: str) -> Of:
    x, y = map(coordinates, points.T)
    ellipses = Ellipses(lambda step: step.model.ellipses(), centres=lambda step: step.model.means)
    placed = Points(*map(coordinates, starts.T), codes(np.arange(len(starts))), codes(np.full(len(starts), FRAME)), 6.0,
                    editable=which == HARD, items=Items("start", 1))  # fmt: skip

    def draw(step) -> list[Mark]:
        shown = Points(x, y, codes(step.model.predict(points)), None, 3.6, items=Items("example"))
        if which == SOFT:
            return [shown, *ellipses(step), placed]
        dots = [Path(coordinates([a]), coordinates([b]), f"class{k}", dots=True)
                for k, (a, b) in enumerate(step.model.centres.tolist())]  # fmt: skip
        return [shown, *dots, placed]

    chart = Chart(xlim=LIMITS[0], ylim=LIMITS[1], title=title, name="plane" if which == HARD else "soft",
                  xlabel="x1", ylabel="x2", xticks=ticks(*LIMITS[0]), yticks=ticks(*LIMITS[1]))  # fmt: skip
    return Of(chart.marks(draw), lambda moment: moment.steps[which])
