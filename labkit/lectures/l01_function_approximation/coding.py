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
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.diagrams.simplex import Posterior, Simplex, corners_of
from labkit.views.layout import columns, shaped
from labkit.views.scene import Text

SHARES = ("first", "second", "third")
NAMES = ("class 1", "class 2", "class 3")
SHORT = ("1", "2", "3")  # what there is room for beside a corner
TITLES = {"one-hot": "Distances\u00b2, one-hot", "simplex": "Distances\u00b2, simplex"}
SCALES = {"one-hot": 2 / 3, "simplex": 1.0}  # the triangle of the simplex targets is 3/2 times as large


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """The answer y in one coding, its squared distances to the targets, and the nearest."""

    y: np.ndarray
    distances: np.ndarray
    nearest: int


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CodingStep(Step):
    """One case: its posteriors, and what they become in each of the codings."""

    P: np.ndarray
    codings: tuple[Coded, ...]  # one-hot, simplex
    tied: bool  # with another class

    @property
    def likeliest(self) -> int:
        return int(self.P.argmax())

    @property
    def caption(self) -> str:
        first = "the first of the nearest targets" if self.tied else "the nearest target"
        found = " and ".join(sorted({NAMES[coded.nearest] for coded in self.codings}))
        P = ", ".join(f"{p:.2f}" for p in self.P)
        return f"P = ({P}): in both codings {first} is {found}, the most probable class"


class SimplexLab(Lab):
    """Click anywhere in a triangle: which target is nearest in each coding?"""

    name, heading = "01-simplex", "Answers in a triangle, in two codings"
    question = questions.other_coding
    clickable = targets.CODINGS
    steering = tuple(
        Slider(name, f"share of {word}", 0, 100, 1, share)
        for name, word, share in zip(SHARES, NAMES, (50, 30, 20), strict=True)
    )
    presets = {
        "nearly a tie": {"first": 41, "second": 40, "third": 19},
        "certain": {"first": 0, "second": 0, "third": 100},
        "no idea": {"first": 30, "second": 30, "third": 30},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # one case, given by its posteriors

    def story(self, X, y, values):
        triangles = [shaped(_triangle(k, coding), Simplex.aspect) for k, coding in enumerate(targets.CODINGS)]
        return Story(Trace([coded(values)]), columns(*triangles, _posteriors(), weights=(7, 7, 4), shape=2.6))

    def click(self, values, at):
        corners = corners_of(SCALES[at.panel])
        middle = corners.mean(axis=0)
        P = targets.posteriors_at((np.array([at.x, at.y]) - middle) * sqrt(2) / SCALES[at.panel])
        return {name: int(share) for name, share in zip(SHARES, np.round(100 * P), strict=True)}


def coded(values: dict) -> CodingStep:
    shares = np.array([values[name] for name in SHARES], dtype=float)
    if not shares.any():
        raise ValueError("shares: expected one above 0, got 0 for all three classes; some class must be possible")
    P = shares / shares.sum()
    answers = [(targets.regression(P, coding), coding) for coding in targets.CODINGS]
    codings = tuple(Coded(y, targets.distances(y, coding), int(targets.nearest(y))) for y, coding in answers)
    return CodingStep(event=SOLVED, model=None, P=P, codings=codings, tied=bool((shares == shares.max()).sum() > 1))


def _triangle(k: int, coding: str) -> Simplex:
    return Simplex(lambda step: Posterior(step.P[None], asked=0, distances=step.codings[k].distances), SHORT,
                   title=TITLES[coding], name=coding, scale=SCALES[coding])  # fmt: skip


def _posteriors() -> Chart:
    """The posteriors, and the largest lit."""
    chart = Chart(ylim=(0.0, 1.15), title="Posterior", name="posteriors",
                  yticks=ticks(0.0, 1.0, 3))  # fmt: skip
    chart.bars(lambda step: step.P, kind=range(3), labels=SHORT)
    return chart.marks(lambda step: [Text(step.likeliest, float(step.P.max()) + 0.03, "MAP", "accent", 12.0, "center",
                                          bold=True)])  # fmt: skip
