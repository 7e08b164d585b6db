"""Several classes seen from their two best directions: the cloud turns from its largest variance to there.

Lecture 05; deck 004 "Fisher's linear discriminant Summary: Multi-Class". Inventory: I-004-046.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import Step, events
from labkit.learners import FisherDiscriminant
from labkit.lectures.l05_fisher_discriminant import questions
from labkit.lectures.l05_fisher_discriminant.common import crabs, scaled
from labkit.lectures.l05_fisher_discriminant.variance import principal
from labkit.player.controls import Choice
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, square
from labkit.views.scene import Points, Text, codes, coordinates

FRAMES = 25
MEASUREMENTS = ("bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g")
SIDE = 4.1  # standard deviations


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TourStep(Step):
    """The cases seen in two directions, on the way from the largest variance to Fisher's."""

    seen: np.ndarray  # (cases, 2), each column with variance 1
    part: float  # of the way
    wrong: int  # by the nearest projected mean


@cache
def real(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Measured cases and the words of their classes."""
    if name == "crabs":
        return crabs(target="group")
    birds = data.load("penguins")
    X = birds.numeric(*MEASUREMENTS)
    known = np.isfinite(X).all(axis=1)
    return X[known], birds["species"][known]


class ClassesLab(Lab):
    """Watch three species, or four groups, come apart."""

    name, heading = "05-classes", "Many classes at once"
    question = questions.how_many_directions
    steering = (Choice("data", "data", ("penguins", "crabs"), "penguins"),)
    presets = {"four groups of crabs": {"data": "crabs"}}
    still = -1

    def data(self, values):
        X, words = real(values["data"])
        return scaled(X), np.unique(words, return_inverse=True)[1]

    def story(self, X, y, values):
        names = np.unique(real(values["data"])[1])
        best, steps = tour(values["data"])
        plane = Chart(xlim=(-SIDE, SIDE), ylim=(-SIDE, SIDE), name="plane", xticks=(), yticks=(),
                      title="All cases, laid flat")  # fmt: skip
        plane.points(lambda step: step.seen[:, 0], lambda step: step.seen[:, 1], kind=y, size=3.6)
        plane.marks(lambda step: _legend(names))
        eigenvalues = np.zeros(X.shape[1])
        eigenvalues[: len(best.eigenvalues)] = best.eigenvalues
        scatter = Chart(name="eigenvalues", title="Scatter between the classes / inside", xlabel="direction",
                        ylim=(0.0, 1.15 * eigenvalues[0]))  # fmt: skip
        scatter.bars(eigenvalues, labels=[str(k + 1) for k in range(len(eigenvalues))])
        return Story(steps, columns(square(plane), scatter, shape=2.1,
                                    caption=lambda step: _caption(step, len(y))))  # fmt: skip


@cache
def tour(name: str) -> tuple[Step, list[TourStep]]:
    """Fisher's step, and the way there from the two directions of the largest variance; axes have variance 1."""
    X, words = real(name)
    X, y = scaled(X), np.unique(words, return_inverse=True)[1]
    best = FisherDiscriminant().trace(X, y)[-1]
    ends = principal(X)[1][:, :2], best.directions[:, :2]
    first, last = (X @ each / (X @ each).std(axis=0) for each in ends)
    last = last * np.where((first * last).sum(axis=0) < 0, -1.0, 1.0)  # the nearer of both signs
    steps = []
    for part, event in zip(np.linspace(0.0, 1.0, FRAMES), events(FRAMES), strict=True):
        seen = (1 - part) * first + part * last
        seen = seen / seen.std(axis=0)
        model = FisherDiscriminant().fit(seen, y).model_
        wrong = int((model.predict(seen) != y).sum())
        steps.append(TourStep(event=event, model=model, seen=seen, part=float(part), wrong=wrong))
    return best, steps


def _legend(names: np.ndarray):
    """The mark and the name of each class, below each other."""
    for k, name in enumerate(names):
        at = SIDE * (0.92 - 0.11 * k)
        yield Points(coordinates([-0.93 * SIDE]), coordinates([at]), codes([k]), size=6.0, items=None)
        yield Text(-0.87 * SIDE, at, str(name), f"edge{k}", 12.0, bold=True)


def _caption(step: TourStep, cases: int) -> str:
    where = f"{step.part:.0%} of the way to Fisher's two directions"
    if step.part in (0.0, 1.0):
        where = "the two directions of the largest variance" if step.part == 0 else "Fisher's two directions"
    return f"{where}: {step.wrong} of {cases} are nearer to the mean of another class"
