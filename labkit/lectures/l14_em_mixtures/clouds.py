"""Clouds without names: Gaussians that share the points out, from starts that a person drags.

Lecture 14; deck 002 "Motivating Example:" (the doughnut). Inventory: I-002-038, I-002-042.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.learners import GaussianMixture
from labkit.learners.mixture import plus_plus
from labkit.lectures.l14_em_mixtures import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import Limits, ticks
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.shapes import Ellipses
from labkit.views.items import Items
from labkit.views.layout import columns, square
from labkit.views.scene import FRAME, HOLLOW, Mark, Points, codes, coordinates

PLACED, DRAWN = "placed", "drawn"
MOST, LEAST = 6, 2  # components
DECIDED = 0.9  # of a point that belongs to one component: hollow are the others
TRIES = 10  # starts, for the best that is known
ITERATIONS, NEAR = 60, 0.01


@dataclass(frozen=True)
class Cloud:
    """Points to share out, and where the starts are placed."""

    X: np.ndarray
    starts: tuple[tuple[float, float], ...]
    limits: Limits
    axes: tuple[str, str]


@cache
def clouds() -> dict[str, Cloud]:
    rng = np.random.default_rng(14)
    middles = np.array([[-2.2, 0.0], [1.2, 1.5], [1.2, -1.5]])
    three = np.concatenate([middle + 0.55 * rng.normal(size=(40, 2)) for middle in middles])
    geyser, ring = data.load("faithful"), data.load("doughnut200")
    five = 0.5 * np.column_stack([np.cos(angle := 2 * np.pi * np.arange(5) / 5), np.sin(angle)])
    return {
        "three clouds": Cloud(three, ((-2.7, 0.5), (-2.1, -0.6), (1.2, 0.0)), ((-4.2, 3.8), (-4.0, 4.0)), ("x1", "x2")),
        "Old Faithful": Cloud(geyser.numeric("eruption_min", "waiting_min"), ((3.5, 85.0), (4.8, 80.0)),
                              ((1.2, 5.6), (38.0, 102.0)), ("eruption in min", "wait in min")),
        "doughnut": Cloud(ring.numeric("x1", "x2"), tuple(map(tuple, np.round(five, 3).tolist())),
                          ((-1.7, 1.7), (-1.7, 1.7)), ("x1", "x2")),
    }  # fmt: skip


class CloudsLab(Lab):
    """Drag the starts (squares); ellipses and shares follow."""

    name, heading, classes = "14-clouds", "Clouds without names", ("start",)
    question = questions.two_in_one_cloud
    data_controls = ("data", "start", "components", "seed")
    steering = (
        Choice("data", "data", ("three clouds", "Old Faithful", "doughnut"), "three clouds"),
        Choice("start", "starts", (PLACED, DRAWN), PLACED),
        Slider("components", "how many", LEAST, MOST, 1, 3, only=("start", (DRAWN,))),
        Slider("seed", "seed", 0, 20, 1, 0, only=("start", (DRAWN,))),
        Choice("covariance", "shape", ("full", "diagonal", "spherical"), "full"),
    )
    presets = {
        "starts drawn": {"start": DRAWN, "seed": 1},
        "Old Faithful": {"data": "Old Faithful"},
        "five on a doughnut": {"data": "doughnut"},
        "circles on a doughnut": {"data": "doughnut", "covariance": "spherical"},
    }
    still = 4

    def data(self, values):
        cloud = clouds()[values["data"]]
        starts = np.array(cloud.starts)
        if values["start"] == DRAWN:
            rng = np.random.default_rng(values["seed"])
            starts = plus_plus(cloud.X, values["components"], rng, cloud.X.std(axis=0))
        return np.round(starts, 3), np.zeros(len(starts), dtype=int)

    def story(self, X, y, values):
        if len(X) > MOST:
            raise ValueError(f"starts: expected at most {MOST}, got {len(X)}; delete one, or undo")
        cloud = clouds()[values["data"]]
        trace = mixture(len(X), values["covariance"], X).trace(cloud.X)
        best = best_known(values["data"], values["covariance"], len(X))
        return Story(trace, columns(square(_plane(cloud, X)), _climb(trace, best), shape=2.0))


def mixture(components: int, covariance: str, start, seed: int = 0) -> GaussianMixture:
    return GaussianMixture(components=components, covariance=covariance, start=start, seed=seed,
                           tolerance=NEAR, max_iterations=ITERATIONS, least_variance=1e-3)  # fmt: skip


@cache
def best_known(name: str, covariance: str, components: int) -> float:
    """The highest log-likelihood of ten starts that were drawn."""
    X = clouds()[name].X
    fits = (mixture(components, covariance, "k-means++", seed).fit(X) for seed in range(TRIES))
    return max(fit.last_step_.log_likelihood for fit in fits)


def _plane(cloud: Cloud, starts: np.ndarray) -> Chart:
    """Points in the colours of their components, hollow where no component has most of them; starts as squares."""
    x, y = map(coordinates, cloud.X.T)
    ellipses = Ellipses(lambda step: step.model.ellipses(), centres=lambda step: step.model.means)
    placed = Points(*map(coordinates, starts.T), codes(np.arange(len(starts))), codes(np.full(len(starts), FRAME)), 6.0,
                    editable=True, items=Items("start", 1))  # fmt: skip

    def draw(step) -> list[Mark]:
        r = step.model.predict_proba(cloud.X)
        flags = np.where(r.max(axis=1) < DECIDED, HOLLOW, 0)
        points = Points(x, y, codes(r.argmax(axis=1)), codes(flags), 3.6,
                        items=Items("example", label="largest share", values=coordinates(r.max(axis=1))))  # fmt: skip
        return [points, *ellipses(step), placed]

    (xlim, ylim), axes = cloud.limits, cloud.axes
    chart = Chart(xlim=xlim, ylim=ylim, name="plane", title="Hollow: shared by several", xlabel=axes[0],
                  ylabel=axes[1], xticks=ticks(*xlim), yticks=ticks(*ylim))  # fmt: skip
    return chart.marks(draw)


def _climb(trace: Trace, best: float) -> Chart:
    at, L = {step: k / 2 for k, step in enumerate(trace)}, trace.curve("log_likelihood")
    low, high = float(L[min(2, len(L) - 1)]), max(float(L.max()), best)  # the start is far below
    edge = 0.08 * (high - low) or 1.0
    chart = Chart(np.arange(len(L)) / 2, at=at.get, xlabel="iterations (E and M)", title="Log-likelihood", name="climb",
                  ylim=(low - edge, high + edge))  # fmt: skip
    return chart.line(L, "here").bound(best, "best of ten")
