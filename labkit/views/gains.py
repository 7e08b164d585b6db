"""The gain of every cut of one node, scanned from left to right, against the price of a leaf.

Lecture 21; deck 000 "Gradient Boosting Implementation". A cut pays where its gain is above gamma.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import STOP, Step
from labkit.views.fields import broken
from labkit.views.frame import ticks, value_limits
from labkit.views.scene import Mark, Panel, Path, Points, Text, codes, coordinates

FLOOR = 0.16  # of the height, below all gains, is where the examples stand


class Gains:
    """``step -> Panel``: ``gains`` (gamma not taken off) at ``thresholds``, which rise; ``at(step)`` is how many were
    scanned. ``x`` and ``kind`` are the examples, shown below. A cut that loses hangs below zero.
    """

    def __init__(self, thresholds, gains, at: Callable[[Step], int], *, box, x, kind=None, gamma: float = 0.0,
                 title="", xlabel="x", name="gains"):  # fmt: skip
        self.at, self.box, self.title, self.xlabel, self.name = at, box, title, xlabel, name
        self._t, self._gains = np.asarray(thresholds, dtype=float), np.asarray(gains, dtype=float)
        x = np.asarray(x, dtype=float)
        low, high = float(self._gains.min(initial=0.0)), max(float(self._gains.max(initial=0.0)), 1.1 * gamma)
        tall = max(high - low, 1e-9)
        self.xlim, self.ylim = value_limits(x, zero=False, pad=0.08), (low - FLOOR * tall, high + FLOOR * tall)
        self._gamma = gamma
        kinds = codes(np.zeros(len(x)) if kind is None else kind)
        floor = coordinates(np.full(len(x), low - FLOOR * tall / 2))
        zero = Path(coordinates(self.xlim), coordinates([0.0, 0.0]), color="grid", width=1.0)
        self._still = [zero, *self._price(gamma), Points(coordinates(x), floor, kinds, size=5.0)]

    def __call__(self, step: Step) -> Panel:
        seen = min(int(self.at(step)), len(self._t))
        marks = (*self._still, *(self._scanned(seen, step.event == STOP) if seen else ()))
        return Panel(
            self.box, self.xlim, self.ylim, marks, name=self.name, title=self.title, xlabel=self.xlabel,
            xticks=ticks(*self.xlim), yticks=ticks(*self.ylim, most=6),
        )  # fmt: skip

    def _price(self, gamma: float) -> list[Mark]:
        level = coordinates(self.xlim), coordinates([gamma, gamma])
        return [Path(*level, color="wrong", width=1.6, dash=True, label="\u03b3")] if gamma > 0 else []

    def _scanned(self, seen: int, over: bool) -> list[Mark]:
        """Stems; a cursor at the latest until the scan is over; the best so far in full colour, with its gain."""
        t, gains = self._t[:seen], self._gains[:seen]
        best = int(gains.argmax())
        number = self._number(float(t[best]), float(gains[best]))
        top = self.ylim[1] if best < seen - 1 else max(float(gains[best]), 0.0)  # not through the number
        cursor = Path(coordinates([t[-1], t[-1]]), coordinates([self.ylim[0], top]), "accent", 1.4, dash=True)
        marks: list[Mark] = [] if over else [cursor]
        stems = np.column_stack([t, 0 * t, t, gains])
        others = np.arange(seen) != best
        marks += broken(stems[others], color="class0", width=3.0)
        marks += broken(stems[[best]], color="accent", width=6.0)
        return [*marks, number]

    def _number(self, t: float, gain: float) -> Text:
        """Over the stem, and not on the line of gamma."""
        line = 0.09 * (self.ylim[1] - self.ylim[0])
        place = max(gain, 0.0) + line
        if self._gamma > 0 and abs(place - self._gamma) < line:
            place = self._gamma + line
        return Text(t, place, f"{gain:.4g}", "accent", 11.0, "center", bold=True)
