"""Columns of noise: the nearest bird and the farthest become alike, and the answers worse.

Lecture 02; deck 004 "KNN - K nearest neighbors" (the curse of dimensionality), deck 003 "LEARNING BY COMPUTING
DISTANCES - KNN". Inventory: I-004-016, I-003-001.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from labkit.core.story import SOLVED, START, UPDATE, Step, Trace
from labkit.learners import NearestNeighbours
from labkit.lectures.l02_nearest_neighbours import questions
from labkit.lectures.l02_nearest_neighbours.birds import penguins, scaled
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.histogram import histogram
from labkit.views.layout import columns
from labkit.views.scene import DASHED, Mark, Segments, Text

COLUMNS = (0, 1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64)  # of noise
REAL = {"all four": 4, "the bill": 2}  # measurements
MOST = 25  # neighbours
NOISE = 2  # what random numbers are for
BINS = 25


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class NoiseStep(Step):
    """So many columns of noise."""

    columns: int
    distances: np.ndarray  # from one bird to all others, as shares of the largest
    wrong: int  # when each is left out

    @property
    def nearest(self) -> float:
        return float(self.distances.min())

    @property
    def caption(self) -> str:
        many = "no column" if not self.columns else f"{self.columns} column{'s' if self.columns > 1 else ''}"
        near = f"the nearest bird is {self.nearest:.2f} times as far as the farthest"
        return f"{many} of noise: {near}; {self.wrong} of {len(penguins()[1])} answers are wrong"


class NoiseColumnsLab(Lab):
    """Real measurements, and more and more columns of random numbers beside them."""

    name, heading = "02-noise", "Columns of noise"
    question = questions.noise
    steering = (
        Slider("k", "k", 1, MOST, 1, 5),
        Slider("bird", "bird", 1, 342, 1, 1),
        Choice("real", "measurements", tuple(REAL), "all four"),
        Slider("seed", "seed of the noise", 0, 30, 1, 0, live=False),
    )
    presets = {"only the bill": {"real": "the bill"}, "twenty-five voters": {"k": 25}}
    still = -1

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # the penguins are always the same

    def story(self, X, y, values):
        distances, errors = _measured(REAL[values["real"]], values["seed"])
        bird = values["bird"] - 1
        shares = [np.delete(each[bird], bird) / each[bird].max() for each in distances]
        events = [START, *[UPDATE] * (len(COLUMNS) - 2), SOLVED]
        trace = Trace(NoiseStep(event=event, model=None, columns=many, distances=share, wrong=int(wrong))
                      for event, many, share, wrong in zip(events, COLUMNS, shares, errors[:, values["k"] - 1],
                                                           strict=True))  # fmt: skip
        return Story(trace, columns(_spread(trace, values["bird"]), _errors(trace), weights=(5, 4), shape=2.2))


@lru_cache(maxsize=8)
def _measured(real: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """For every number of columns: all distances, and the errors of every k when each is left out."""
    Z, y = scaled(penguins()[0])[:, :real], penguins()[1]
    extra = np.random.default_rng([NOISE, seed]).standard_normal((len(Z), max(COLUMNS)))
    learner, found, errors = NearestNeighbours(k=1), [], []
    for many in COLUMNS:
        X = np.column_stack([Z, extra[:, :many]])
        squares = (X**2).sum(axis=1)
        found.append(np.sqrt(np.maximum(squares[:, None] + squares - 2 * X @ X.T, 0.0)))
        errors.append(learner.leave_one_out(X, y, MOST).errors)
    return np.array(found), np.array(errors)


def _spread(trace: Trace, bird: int) -> Chart:
    """The distances as shares of the largest, and where the smallest of them is."""
    chart = histogram("distances", limits=(0.0, 1.0), story=trace, bins=BINS, name="distances",
                      title=f"How far the others are from bird {bird}", xlabel="share of the largest distance",
                      ylabel="birds", counts=True)  # fmt: skip
    top = max(float(np.histogram(step.distances, BINS, (0.0, 1.0))[0].max()) for step in trace)

    def nearest(step: NoiseStep) -> list[Mark]:
        line = Segments(step.nearest, 0.0, step.nearest, top, "accent", 2.0, DASHED)
        left = step.nearest > 0.5
        place = step.nearest + (-0.015 if left else 0.015)
        return [line, Text(place, 0.96 * top, "nearest", "accent", 12.0, "right" if left else "left")]

    return chart.marks(nearest)


def _errors(trace: Trace) -> Chart:
    most = max(step.wrong for step in trace)
    return Chart(trace, x="columns", name="errors", xlabel="columns of noise", counts=True, ylim=(0.0, 1.1 * most),
                 title="Wrong of 342, each left out").line("wrong")  # fmt: skip
