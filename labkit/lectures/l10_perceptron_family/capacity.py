"""Cover's capacity: random labels, the linear program's answer, and the curve that the counts approach.

Lecture 10; deck 000 "Capacity Questions". Inventory: I-000-062.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from labkit.core.story import Trace, counted
from labkit.learners.perceptron.capacity import CapacityStep, capacity_steps
from labkit.lectures.l10_perceptron_family import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns
from labkit.views.scene import Mark, Points, Segments, Text, codes, coordinates

MOST_SIZES = 14  # numbers of points tried; more would crowd the picture and cost time
YLIM = (-0.03, 1.06)


class CapacityLab(Lab):
    """The share of random labellings that a hyperplane separates, trial by trial, against theory."""

    name, heading = "10-capacity", "Labels by tossing a coin"
    question = questions.half_of_the_labellings
    steering = (
        Slider("p", "dimensions p", 1, 10, 1, 4, live=False),
        Slider("trials", "trials", 10, 300, 10, 40, live=False),
        Slider("seed", "seed", 0, 50, 1, 0, live=False),
    )
    presets = {
        "on a line": {"p": 1},
        "in a plane": {"p": 2},
        "nine dimensions": {"p": 9},
        "150 trials": {"trials": 150},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the experiment draws its own points

    def story(self, X, y, values):
        p, trials = values["p"], values["trials"]
        sizes = np.unique(np.linspace(2, 4 * (p + 1), MOST_SIZES).round().astype(int))
        trace = Trace(self._reported(capacity_steps(p, sizes.tolist(), trials=trials, seed=values["seed"]), trials))
        return Story(trace, columns(_shares(sizes, p, trace[0].exact)))

    def _reported(self, steps: Iterable[CapacityStep], trials: int) -> Iterator[CapacityStep]:
        for step in steps:
            self.progress(step.tried, trials)
            yield step


def _shares(sizes: np.ndarray, p: int, exact: np.ndarray) -> Chart:
    """Whiskers are two standard errors of the share that the exact curve expects."""
    title = f"Labellings that a plane can do, points with {counted(p, 'number')} each"
    xlim = sizes[0] - 0.5, sizes[-1] + 0.5
    chart = Chart(sizes, xlim=xlim, ylim=YLIM, xlabel="points N", title=title, name="shares")
    half = 2 * (p + 1)  # where half of the labellings are separable
    words = Text(half - 0.15, 0.03, f"2(p + 1) = {half}", "accent", 11.0, "right")
    key = sizes[-1] - 0.4 * (sizes[-1] - sizes[0])  # falling curves leave the upper right corner free
    dot, named = _dots(key, 0.96), Text(key + 0.02 * (sizes[-1] - sizes[0]), 0.96, "experiment", size=11.0)
    chart.marks(lambda step: [Segments(half, YLIM[0], half, YLIM[1], "accent", 1.6), words, dot, named])
    return chart.line(exact, "Cover", whole=True, color="ink", width=1.2).marks(_counted)


def _counted(step: CapacityStep) -> list[Mark]:
    if not step.tried:
        return []
    reach, x = 2 * np.sqrt(step.exact * (1 - step.exact) / step.tried), coordinates(step.sizes)
    low, high = (coordinates(np.clip(step.share + side * reach, 0, 1)) for side in (-1, 1))
    found = Items(label="experiment", values=coordinates(step.share))
    return [Segments(x, low, x, high, "class1", 1.6), _dots(x, step.share, found)]


def _dots(x, y, items: Items | None = None) -> Points:
    x, y = coordinates(np.atleast_1d(x)), coordinates(np.atleast_1d(y))
    return Points(x, y, codes(np.ones(len(x))), size=5.0, items=items)
