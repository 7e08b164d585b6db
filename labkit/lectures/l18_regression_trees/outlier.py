"""One number of y goes wrong: what becomes of the cuts, and of the answers to all others?

Lecture 18; deck 001 "Regression Trees", deck 002 "Growing CART". Inventory: I-001-041, I-001-042, I-001-043.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import data
from labkit.core.story import SOLVED, Step, Trace
from labkit.learners import RegressionTree
from labkit.lectures.l18_regression_trees import questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.charts.regression import fit
from labkit.views.layout import columns
from labkit.views.scene import DASHED

LEAVES = 3
SLIP = 58.9  # 60 in place of 1.1
XLIM, LOW, ROOM = (0.0, 11.0), -2.0, 12.0  # y reaches so much higher than what is typed too high
KINDS = {  # what splits count, and what leaves answer
    "mean": ("squared", "mean"),
    "median": ("squared", "median"),
    "linear": ("squared", "linear"),
    "median, absolute errors": ("absolute", "median"),
}
SHORT = ("mean", "median", "linear", "absolute")  # names of the bars


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OutlierStep(Step):
    """The tree of the examples as they are typed."""

    first: float  # cut; not a number where there is none
    moved: tuple[float, ...]  # the mean change of the answers to all other examples, for each of ``KINDS``

    @property
    def caption(self) -> str:
        cut = "no cut" if np.isnan(self.first) else f"first cut at x = {self.first:g}"
        return f"{cut}; the answers to the other examples move by {', '.join(f'{each:.2f}' for each in self.moved)}"


class OutlierLab(Lab):
    """Type one number wrong, or drag any example."""

    name, heading, classes = "18-outlier", "One wrong number", ("example",)
    question = questions.first_cut_after_outlier
    data_controls = ("typed", "example")
    steering = (
        Choice("leaf", "leaves answer", tuple(KINDS), "mean"),
        Slider("example", "example", 1, 10, 1, 1),
        Slider("typed", "typed too high by", 0.0, 60.0, 0.1, SLIP),
        Slider("least", "examples of a leaf, at least", 1, 3, 1, 1),
    )
    presets = {
        "as it was": {"typed": 0.0},
        "three in a leaf": {"least": 3},
        "three in a leaf, median": {"least": 3, "leaf": "median"},
        "6 too high": {"typed": 6.0, "example": 5},
    }

    def data(self, values):
        x, y = ten_numbers()
        return np.column_stack([x, y + values["typed"] * (np.arange(len(y)) == values["example"] - 1)]), np.zeros(
            10, int
        )

    def story(self, X, y, values):
        kind, least = values["leaf"], values["least"]
        model = grown(X, kind, least).model_
        typed = min(values["example"], len(X)) - 1
        first = float(model.tree.threshold[0]) if len(model.tree) > 1 else np.nan
        step = OutlierStep(
            event=SOLVED, model=model, first=first, moved=tuple(moved(X, each, least, typed) for each in KINDS)
        )
        plane = fit(
            X[:, 0],
            X[:, 1],
            limits=(XLIM, (LOW, ROOM + values["typed"])),
            editable=True,
            name="plane",
            title=f"Three leaves: {kind}",
        )
        before = grown(np.column_stack(ten_numbers()), kind, least)
        plane.function(lambda x: before.predict(x[:, None]), flat=True, color="muted", dash=DASHED, width=1.4)
        bars = Chart(title="The other answers move by", ylim=(0.0, max(1.0, 1.15 * max(step.moved))), name="moved")
        return Story(Trace([step]), columns(plane, bars.bars("moved", labels=SHORT), weights=(3, 2)))


def ten_numbers() -> tuple[np.ndarray, np.ndarray]:
    table = data.load("reg10")
    return table.numeric("x")[:, 0], table["y"]


def grown(X: np.ndarray, kind: str, least: int = 1) -> RegressionTree:
    criterion, leaf = KINDS[kind]
    learner = RegressionTree(max_leaves=LEAVES, order="best", min_leaf=least, criterion=criterion, leaf=leaf)
    return learner.fit(X[:, :1], X[:, 1])


def moved(X: np.ndarray, kind: str, least: int, typed: int) -> float:
    """The mean change of the answers at the places of the other ten numbers."""
    x, y = ten_numbers()
    others = np.delete(x, typed if typed < len(x) else [])[:, None]
    now, before = (grown(each, kind, least).predict(others) for each in (X, np.column_stack([x, y])))
    return float(np.abs(now - before).mean())
