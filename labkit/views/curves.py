"""Curves along a story, with their bounds: drawn once, and a cursor that says where the story is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step
from labkit.views.frame import ticks, value_limits
from labkit.views.scene import Band, Panel, Path, Text, coordinates

LABEL_GAP = 15.0  # units between two labels: what a line takes in lecture mode
HALF_LINE = 6.0  # units from the middle of a name to its upper and its lower edge


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One number of every step. A ``bound`` is dashed, muted and drawn whole; other curves grow with the story."""

    values: np.ndarray
    label: str
    color: str = "class0"
    bound: bool = False


class Curves:
    """``step -> Panel``: ``at(step)`` is the step's place on the horizontal axis ``x``."""

    def __init__(
        self,
        x: np.ndarray,
        curves: Sequence[Curve],
        at: Callable[[Step], float],
        *,
        box,
        title="",
        xlabel="",
        name="curves",
        band: tuple[np.ndarray, np.ndarray] | None = None,
        ylim: tuple[float, float] | None = None,
    ):
        self.at, self.box, self.title, self.xlabel, self.name = at, box, title, xlabel, name
        self._x = np.asarray(x, dtype=float)
        if not len(self._x):
            raise ValueError("x: expected at least one place, got none; draw curves of a story with a step to show")
        shared = coordinates(x)
        self._curves = [(curve, coordinates(curve.values)) for curve in curves]
        self._shared = shared
        self._band = [] if band is None else [Band(shared, coordinates(band[0]), coordinates(band[1]))]
        low, high = float(self._x.min()), float(self._x.max())
        self.xlim = (low, max(high, low + 1e-9 * max(1.0, abs(low))))  # never of no width
        self.ylim = ylim or value_limits(*(curve.values for curve in curves))
        self._labels = self._placed_labels()

    def __call__(self, step: Step) -> Panel:
        at = float(self.at(step))
        seen = int(np.searchsorted(self._x, at, side="right"))
        cursor = Path(coordinates([at, at]), coordinates(self.ylim), color="accent", width=2.0)
        curves = [self._drawn(curve, values, seen) for curve, values in self._curves]
        marks = [*self._band, *curves, *self._labels, cursor]
        return Panel(
            self.box, self.xlim, self.ylim, tuple(marks), name=self.name, title=self.title,
            xticks=ticks(*self.xlim), yticks=ticks(*self.ylim, most=4), xlabel=self.xlabel,
        )  # fmt: skip

    def _drawn(self, curve: Curve, values: np.ndarray, seen: int) -> Path:
        if curve.bound:
            return Path(self._shared, values, color="muted", width=1.6, dash=True)
        return Path(self._shared, values, color=curve.color, width=2.0, upto=seen)

    def _placed_labels(self) -> list[Text]:
        """Every curve's name to the right of its end, moved apart where they would overlap."""
        named = [(curve, _last_finite(curve.values)) for curve, _ in self._curves if curve.label]
        unit = (self.ylim[1] - self.ylim[0]) / self.box[3]
        gap = LABEL_GAP * unit
        inside = self.ylim[0] + HALF_LINE * unit, self.ylim[1] - HALF_LINE * unit  # off the title and the ticks
        heights = apart(np.clip([end for _, end in named], *self.ylim), gap, inside)
        x = self.xlim[1] + 8 * (self.xlim[1] - self.xlim[0]) / self.box[2]
        colors = ["muted" if curve.bound else curve.color for curve, _ in named]
        return [
            Text(x, float(y), curve.label, color=color, size=11.0)
            for (curve, _), y, color in zip(named, heights, colors, strict=True)
        ]


def _last_finite(values: np.ndarray) -> float:
    finite = np.asarray(values)[np.isfinite(values)]
    return float(finite[-1]) if len(finite) else 0.0


def apart(places: np.ndarray, gap: float, within: tuple[float, float] = (-np.inf, np.inf)) -> np.ndarray:
    """The nearest places (least squares) that keep their order and are at least ``gap`` apart.

    They are then moved ``within`` two ends; where these leave no room for all, over the lower one.
    """
    order = np.argsort(places, kind="stable")
    blocks: list[list[float]] = []  # [sum of wanted starts, how many]: blocks that touch move as one
    for k, place in enumerate(np.asarray(places, dtype=float)[order]):
        blocks.append([place - k * gap, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    starts = np.concatenate([np.full(count, total / count) for total, count in blocks] or [np.empty(0)])
    result = np.empty(len(order))
    rank = gap * np.arange(len(order))
    placed = np.maximum(starts + rank, within[0] + rank)
    result[order] = np.minimum(placed, within[1] - rank[::-1])
    return result
