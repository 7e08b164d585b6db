"""Drop a column and watch the street: it never grows wider, and yet it may become a larger share of the data.

Lecture 22; deck 004 "Feature Selection". Inventory: I-004-009.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step, Trace, events
from labkit.learners import SVM
from labkit.learners.svm.dual import HARD
from labkit.lectures.l22_model_selection import questions
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.axes import ticks
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.layout import columns, rows, square
from labkit.views.scene import DASHED, RING, Mark, Path, Points, codes, coordinates

GAP, SPREAD, SIDE = 0.5, 0.8, 4.2
BOTH, ONE = "both columns", "without x2"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MarginStep(Step):
    """The widest street through the points, with both columns or with one."""

    kept: int  # columns
    w: np.ndarray
    bias: float
    widths: np.ndarray  # so far: the width of the street
    diameters: np.ndarray  # of the ball around all points

    @property
    def shares(self) -> np.ndarray:
        return self.widths / self.diameters

    @property
    def caption(self) -> str:
        name = (BOTH, ONE)[2 - self.kept]
        return (f"{name}: width {self.widths[-1]:.2f}, diameter of the points {self.diameters[-1]:.2f}, "
                f"width over diameter {self.shares[-1]:.2f}")  # fmt: skip


class MarginLab(Lab):
    """x1 separates the classes; x2 is noise."""

    name, heading, classes = "22-margin", "Drop a column", ("A", "B")
    question = questions.margin_without_noise
    data_controls = ("points", "noise", "seed")
    steering = (
        Slider("points", "points", 8, 60, 2, 24),
        Slider("noise", "spread of x2", 0.1, 1.6, 0.1, 1.3),
        Slider("seed", "seed", 0, 20, 1, 15),
    )
    presets = {"x2 hardly varies": {"noise": 0.2}, "8 points": {"points": 8}}

    def data(self, values):
        rng = np.random.default_rng(values["seed"])
        y = np.arange(values["points"]) % 2
        across = (2 * y - 1) * (GAP + SPREAD * rng.random(len(y)))
        return np.round(np.column_stack([across, values["noise"] * rng.normal(size=len(y))]), 3), y

    def story(self, X, y, values):
        _separable(X[:, 0], y)
        streets = [street(X[:, :kept], y) for kept in (2, 1)]
        widths = np.array([2 / np.linalg.norm(w) for w, _ in streets])
        diameters = np.array([diameter(X[:, :kept]) for kept in (2, 1)])
        trace = Trace(
            MarginStep(event=event, model=None, kept=2 - k, w=w, bias=bias, widths=widths[: k + 1],
                       diameters=diameters[: k + 1])
            for k, (event, (w, bias)) in enumerate(zip(events(2), streets, strict=True))
        )  # fmt: skip
        bars = rows(
            _bars("Width of the street", "widths", widths), _bars("Width over diameter", "shares", widths / diameters)
        )
        return Story(trace, columns(square(_plane(X, y)), bars, shape=1.9))


def _separable(x: np.ndarray, y: np.ndarray) -> None:
    if len(np.unique(y)) < 2:
        raise ValueError("points: expected both classes, got one; paint a point of the other, or undo")
    low, high = x[y == 0].max(), x[y == 1].min()
    if low >= high:
        raise ValueError(
            f"points: expected all of A left of all of B, got A at {low:g} and B at {high:g}; move one of them"
        )


def street(X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, float]:
    """(w, bias) of the widest street."""
    return SVM(kernel="linear", C=HARD, tolerance=1e-9).fit(X, y).model_.hyperplane


def diameter(X: np.ndarray) -> float:
    """Of a ball around all points, whose centre is the middle of the box around them."""
    middle = (X.min(axis=0) + X.max(axis=0)) / 2
    return 2 * float(np.linalg.norm(X - middle, axis=1).max())


def _plane(X: np.ndarray, y: np.ndarray) -> Chart:
    def draw(step: MarginStep) -> list[Mark]:
        shown = X if step.kept == 2 else np.column_stack([X[:, 0], np.zeros(len(X))])
        w = np.append(step.w, 0.0)[:2]
        near = np.abs(np.abs(shown @ w + step.bias) - 1) < 1e-2
        points = Points(*map(coordinates, X.T), codes(y), codes(np.where(near, RING, 0)), 5.5, editable=True,
                        items=Items("example", 1))  # fmt: skip
        return [*(_edge(w, step.bias - at, at) for at in (-1, 0, 1)), points]

    return Chart(xlim=(-SIDE, SIDE), ylim=(-SIDE, SIDE), title="Ringed: on a kerb", xlabel="x1",
                 ylabel="x2",
                 xticks=ticks(-SIDE, SIDE, 6), yticks=ticks(-SIDE, SIDE, 6), name="plane").marks(draw)  # fmt: skip


def _edge(w: np.ndarray, bias: float, at: int) -> Path:
    """The line w x + bias = 0, across the picture."""
    foot, along = -bias * w / (w @ w), np.array([-w[1], w[0]]) / np.linalg.norm(w)
    ends = np.array([foot - 3 * SIDE * along, foot + 3 * SIDE * along]).T
    return Path(
        *map(coordinates, ends), "ink" if at == 0 else "muted", 2.2 if at == 0 else 1.4, 0 if at == 0 else DASHED
    )


def _bars(title: str, read: str, values: np.ndarray) -> Chart:
    chart = Chart(ylim=(0.0, 1.15 * float(values.max())), title=title, name=read)
    return chart.bars(lambda step: [*getattr(step, read), *[np.nan] * (2 - len(step.widths))], labels=(BOTH, ONE))
