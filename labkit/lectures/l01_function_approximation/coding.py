"""Three classes as corners of a triangle: two codings of the targets, the distances to them, and the nearest.

Lecture 01; deck 000 "Classification as a Function Approximation Problem-1", "-2", "Minimum Distance versus Maximum a
Posteriori Decisions". Inventory: I-000-001, I-000-002, I-000-005.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from labkit.core.story import SOLVED, Step, Trace
from labkit.learners.decisions import targets
from labkit.lectures.l01_function_approximation import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.simplex import CORNERS, Posterior, Simplex
from labkit.views.layout import columns, shaped

SHARES = ("first", "second", "third")
NAMES = ("class 1", "class 2", "class 3")
FARTHEST = 5.0  # squared distance: 9/4 times the 2 between two corners, and some room


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CodingStep(Step):
    """One case: its posteriors, its answer y in the coding, and how far that is from each target."""

    P: np.ndarray
    y: np.ndarray
    distances: np.ndarray
    nearest: int
    tied: bool  # with another class

    @property
    def caption(self) -> str:
        first = "the first of the nearest targets" if self.tied else "the nearest target"
        y = ", ".join(f"{value:.2f}" for value in self.y)
        return f"y = ({y}); {first} is {NAMES[self.nearest]}, with posterior {self.P[self.nearest]:.2f}"


class SimplexLab(Lab):
    """Click anywhere in the triangle, then change the coding: which distances change, and which is least?"""

    name, heading = "01-simplex", "Answers in a triangle"
    question = questions.other_coding
    clickable = ("simplex",)
    steering = (
        *(Slider(name, f"share of {word}", 0, 100, 1, share)
          for name, word, share in zip(SHARES, NAMES, (50, 30, 20), strict=True)),
        Choice("coding", "targets", targets.CODINGS, targets.CODINGS[0]),
    )  # fmt: skip
    presets = {
        "the other coding": {"coding": "simplex"},
        "nearly a tie": {"first": 41, "second": 40, "third": 19},
        "certain": {"first": 0, "second": 0, "third": 100},
        "no idea": {"first": 30, "second": 30, "third": 30},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # one case, given by its posteriors

    def story(self, X, y, values):
        step = coded(values)
        return Story(Trace([step]), columns(shaped(_triangle(step), Simplex.aspect), _distances(values), shape=2.3))

    def click(self, values, at):
        P = targets.posteriors_at((np.array([at.x, at.y]) - CORNERS.mean(axis=0)) * sqrt(2))
        return {name: int(share) for name, share in zip(SHARES, np.round(100 * P), strict=True)}


def coded(values: dict) -> CodingStep:
    shares = np.array([values[name] for name in SHARES], dtype=float)
    if not shares.any():
        raise ValueError("shares: expected one above 0, got 0 for all three classes; some class must be possible")
    P = shares / shares.sum()
    y = targets.regression(P, values["coding"])
    nearest = int(targets.nearest(y))
    return CodingStep(event=SOLVED, model=None, P=P, y=y, distances=targets.distances(y, values["coding"]),
                      nearest=nearest, tied=bool((shares == shares.max()).sum() > 1))  # fmt: skip


def _triangle(step: CodingStep) -> Simplex:
    P = ", ".join(f"{p:.2f}" for p in step.P)
    return Simplex(lambda step: Posterior(step.P[None], asked=0), NAMES, title=f"P = ({P})")


def _distances(values: dict) -> Chart:
    chart = Chart(ylim=(0.0, FARTHEST), title=f"Squared distance to each target, {values['coding']}", name="distances",
                  yticks=ticks(0.0, FARTHEST, 5))  # fmt: skip
    return chart.bars(lambda step: step.distances, kind=range(3), labels=NAMES)
