"""What the main page of lecture 21 shows of the six points, and of the source."""

from __future__ import annotations

from functools import cache

import numpy as np

from labkit.core import data
from labkit.core.story import Trace
from labkit.core.table import Table
from labkit.learners import L2Boost
from labkit.lectures.l21_gradient_boosting.residuals import LIMITS_OF_SIX
from labkit.player.player import Player, play
from labkit.tutor.source import Source, show
from labkit.views.charts import regression
from labkit.views.layout import columns


def six() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("gbm6")
    return table.numeric("x"), table["y"]


@cache
def _six_rounds() -> Trace:
    return L2Boost(rounds=3).trace(*six())


def six_points() -> Player:
    """The six points, their mean, and what it leaves over."""
    X, y = six()
    fit = regression.fit(X, y, limits=LIMITS_OF_SIX, title="The mean, and what it leaves over")
    picture = columns(fit, shape=2.6, caption=lambda step: f"the mean is {y.mean():g}; the squares sum to {step.rss:g}")
    return play([_six_rounds()[0]], picture, title="Six points")


def rounds_by_hand() -> Table:
    """Three whole rounds on the six points."""
    steps = _six_rounds()[1:4]
    return Table.from_dict({
        "round": [str(step.round) for step in steps],
        "residuals that it is fitted to": [_listed(step.fitted) for step in steps],
        "cut": [f"x \u2264 {step.weak.tree.threshold[0]:g}" for step in steps],
        "adds left": [f"{step.weak.tree.prediction[1]:+.2f}" for step in steps],
        "adds right": [f"{step.weak.tree.prediction[2]:+.2f}" for step in steps],
        "sum of squares afterwards": [f"{step.rss:.3g}" for step in steps],
    })  # fmt: skip


def _listed(numbers: np.ndarray) -> str:
    return "  ".join(f"{number:+.2f}" if abs(number) > 1e-9 else "0" for number in numbers)


def round_source() -> Source:
    """The lines that run in every round."""
    return show(L2Boost._story, "r =", "# (5)")
