"""Who chooses which degree? Training error, AIC, AICc, BIC and folds, on a hundred draws whose truth is known.

Lecture 22; deck 004 "Information Criteria based methods". Inventory: I-004-003, I-004-004, I-004-005.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core.story import CountedStep, Trace, events
from labkit.learners.selection.overfitting import Overfitting, overfitting
from labkit.lectures.l22_model_selection import questions
from labkit.lectures.l22_model_selection.ridges import ridges
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows

DRAWS, MOST = 100, 8
TRUTHS = {
    "a parabola": (0.0, 1.0, 2.0),
    "degree 4, faint": (0.0, 1.0, 1.0, 1.0, 1.0),
    "a line": (0.0, 1.0),
}
JUDGES = {"training": "training", "AIC": "aic", "AICc": "aicc", "BIC": "bic", "5 folds": "folds"}
BEST = "truly best"
HIGH = 24.0  # scores above the best one by more are not shown
WORST = 25.0  # per cent


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PickStep(CountedStep):
    """One more draw, and the degree that everyone chose."""

    noun = "draw"
    draw: int
    found: Overfitting

    def scores(self, judge: str) -> np.ndarray:
        """Of every degree in this draw, above the best."""
        all_of_it = self.found.n * np.log(self.found.risks) if judge == BEST else self.found.scores[JUDGES[judge]]
        this = all_of_it[:, self.draw - 1]
        return this - this.min()

    @property
    def counts(self) -> np.ndarray:
        """(judges, degrees): how often each was chosen so far."""
        return np.array([np.bincount(chosen(self.found, judge)[: self.draw], minlength=MOST + 1)
                         for judge in (*JUDGES, BEST)])  # fmt: skip

    @property
    def extra(self) -> np.ndarray:
        """By how many per cent the degrees that were chosen so far err more than the best ones, by judge."""
        risks, some = self.found.risks[:, : self.draw], np.arange(self.draw)
        best = risks.min(axis=0).mean()
        means = [risks[chosen(self.found, judge)[: self.draw], some].mean() for judge in JUDGES]
        return 100 * (np.array(means) / best - 1)

    def _begins(self) -> str:
        return self._happened()

    def _happened(self) -> str:
        picks = ", ".join(f"{judge} {chosen(self.found, judge)[self.draw - 1]}" for judge in (*JUDGES, BEST))
        return f"degree by {picks}"


def chosen(found: Overfitting, judge: str) -> np.ndarray:
    """The degree of every draw."""
    return found.risks.argmin(axis=0) if judge == BEST else found.scores[JUDGES[judge]].argmin(axis=0)


class WinnersLab(Lab):
    """A hundred draws: each judge chooses a degree."""

    name, heading = "22-winners", "Who chooses which degree?"
    question = questions.too_high_most_often
    steering = (
        Choice("truth", "truth", tuple(TRUTHS), "a parabola"),
        Slider("examples", "examples", 15, 200, 5, 50),
        Slider("noise", "noise", 0.1, 1.5, 0.1, 0.5),
        Slider("seed", "seed", 0, 20, 1, 0),
    )
    presets = {
        "15 examples": {"examples": 15},
        "200 examples": {"examples": 200},
        "faint": {"truth": "degree 4, faint"},
    }

    def data(self, values):
        return np.empty((0, 1)), np.empty(0)

    def story(self, X, y, values):
        f = TRUTHS[values["truth"]]
        found = overfitting(values["examples"], coefficients=f, noise=values["noise"], most=MOST, draws=DRAWS,
                            seed=values["seed"])  # fmt: skip
        told = events(DRAWS)
        trace = Trace(PickStep(event=event, model=None, draw=k, found=found,
                               reason="" if k < DRAWS else _said(found))
                      for k, event in enumerate(told, start=1))  # fmt: skip
        wins = ridges(lambda step: step.counts, (*JUDGES, BEST), np.arange(MOST + 1.0), at=float(len(f) - 1),
                      said="draws", title="How often it was chosen", xlabel="degree", name="wins")  # fmt: skip
        return Story(trace, columns(rows(_scores(), _extra()), wins, shape=1.9))


def _said(found: Overfitting) -> str:
    over = {judge: int((chosen(found, judge) > found.truth).sum()) for judge in JUDGES}
    return "higher than the truth: " + ", ".join(f"{judge} {count}" for judge, count in over.items())


def _scores() -> Chart:
    chart = Chart(xlim=(0.0, float(MOST)), ylim=(0.0, HIGH), xlabel="degree", title="This draw: score above the best",
                  name="scores")  # fmt: skip
    for k, judge in enumerate(("training", "AIC", "AICc", "BIC", "5 folds")):
        chart.model(_joined(judge), judge, flat=False, color=f"curve{k}", dash=k, width=2.0, parts=MOST)
    return chart


def _joined(judge: str) -> Callable:
    """The function through the scores of a draw."""
    return lambda step: lambda x: np.interp(x, np.arange(MOST + 1), step.scores(judge))


def _extra() -> Chart:
    chart = Chart(ylim=(0.0, WORST), title="Extra error on new numbers, in %", name="extra")
    return chart.bars("extra", labels=tuple(JUDGES))
