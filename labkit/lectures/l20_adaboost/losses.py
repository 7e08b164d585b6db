"""One wrong label, three losses: how hard does that example pull at the vote?

Lecture 20; deck 000 "Boosting", "Log Loss (Logistic loss)". Inventory: I-000-105, I-000-106.

How hard an example pulls is how steeply its loss falls, -dL/d eta, at its margin eta = z F(x):

    hinge  [eta < 1]     (1)      exponential  e^-eta     (2)      log  1 / (1 + e^eta) / ln 2     (3)

(2), made a share, is AdaBoost's weight: it has no limit, where (1) and (3) have one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step, Trace
from labkit.learners import AdaBoost
from labkit.learners.ensemble import losses
from labkit.lectures.l20_adaboost import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns

LOW, HIGH = -5.0, 5.0
STACKED = 0.22  # between points with the same margin
ROUNDS = 3  # of the vote whose margins these are
LOSSES = {"exponential": losses.exponential, "log": losses.log2_loss, "hinge": losses.hinge}
PULLS: dict[str, Callable] = {
    "exponential": lambda margin: np.exp(-margin),  # (2)
    "log": lambda margin: 1 / (1 + np.exp(margin)) / np.log(2),  # (3)
    "hinge": lambda margin: (margin < 1).astype(float),  # (1)
}


@cache
def _scores() -> tuple[np.ndarray, np.ndarray]:
    """F after three rounds on the ten points, and their classes."""
    table = data.load("adaboost10")
    step = AdaBoost(rounds=ROUNDS).trace(table.numeric("x1", "x2"), table["y"])[ROUNDS]
    return step.scores, table["y"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MarginsStep(Step):
    """The margins of the ten points, of which one may have the wrong label."""

    margins: np.ndarray
    flipped: int | None  # its row

    def share(self, loss: str) -> float:
        """Of the whole pull, that of the point that pulls hardest: the wrong label, if there is one."""
        pulls = PULLS[loss](self.margins)
        return float(pulls.max() / pulls.sum())

    @property
    def caption(self) -> str:
        if self.flipped is None:
            return "ten right labels: all margins are positive; flip one"
        shares = ", ".join(f"{self.share(loss):.0%} by the {loss} loss" for loss in PULLS)
        return (
            f"point {self.flipped + 1} has the wrong label, margin {self.margins[self.flipped]:.2f}; its pull: {shares}"
        )


class LossLab(Lab):
    """Flip a label, make the vote surer, and see who pulls."""

    name, heading = "20-losses", "One wrong label"
    question = questions.who_pulls
    steering = (
        Slider("flipped", "wrong label of point (0: none)", 0, 10, 1, 0),
        Slider("sure", "how sure the vote is", 0.5, 2.5, 0.1, 1.0),
    )
    presets = {
        "flip point 10": {"flipped": 10},
        "flip a doubtful point": {"flipped": 4},
        "a surer vote": {"flipped": 10, "sure": 2.5},
    }

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # only the margins of the ten points matter

    def story(self, X, y, values):
        scores, z = _scores()
        flipped = values["flipped"] - 1 if values["flipped"] else None
        label = np.where(np.arange(len(z)) == flipped, -z, z)
        step = MarginsStep(event=SOLVED, model=None, margins=label * values["sure"] * scores, flipped=flipped)
        return Story(Trace([step]), columns(_curves(step), _shares(), weights=(3, 2)))


def _curves(step: MarginsStep) -> Chart:
    """Three losses above the 0/1 loss, and where the ten margins are."""
    chart = Chart(xlim=(LOW, HIGH), ylim=(-0.4, 6.0), title="What a margin costs", xlabel="margin", name="losses",
                  yticks=ticks(0.0, 6.0, whole=True))  # fmt: skip
    for name, loss in LOSSES.items():
        chart.function(loss, name)
    chart.function(losses.zero_one, "0/1", flat=True, color="ink")
    wrong = np.arange(len(step.margins)) == step.flipped
    return chart.points(step.margins, STACKED * _places(step.margins), kind=wrong, items=Items("point", 1))


def _places(margins: np.ndarray) -> np.ndarray:
    """Which of those with the same margin each is: 0, 1, ..., so that none hides another."""
    same = np.isclose(margins[:, None], margins)
    return np.tril(same, -1).sum(axis=1)


def _shares() -> Chart:
    chart = Chart(ylim=(0.0, 1.05), title="Share of the strongest puller", name="shares", yticks=ticks(0.0, 1.0, 5))
    return chart.bars(lambda step: [step.share(loss) for loss in PULLS], labels=tuple(PULLS)).level(0.1, "equal")
