"""The gain of every cut of one node, scanned from left to right, against the price of a leaf.

Lecture 21; deck 000 "Gradient Boosting Implementation". A cut pays where its gain is above gamma.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views.fields import broken
from labkit.views.frame import ticks, value_limits
from labkit.views.scene import Mark, Panel, Path, Points, Text, codes, coordinates

FLOOR = 0.16  # of the height is below zero: there the examples stand


class Gains:
    """``step -> Panel``: ``gains`` (gamma not taken off) at ``thresholds``, which rise; ``at(step)`` is how many were
    scanned. ``x`` and ``kind`` are the examples, shown below; ``top`` is the highest gain to make room for.
    """

    def __init__(self, thresholds, gains, at: Callable[[Step], int], *, box, x, kind=None, gamma: float = 0.0,
                 top: float | None = None, title="", xlabel="x", name="gains"):  # fmt: skip
        self.at, self.box, self.title, self.xlabel, self.name = at, box, title, xlabel, name
        self._t, self._gains = np.asarray(thresholds, dtype=float), np.asarray(gains, dtype=float)
        x = np.asarray(x, dtype=float)
        high = max(float(self._gains.max(initial=0.0)) if top is None else top, 1.1 * gamma, 1e-9)
        self.xlim, self.ylim = value_limits(x, zero=False, pad=0.08), (-FLOOR * high, 1.16 * high)
        kinds = codes(np.zeros(len(x)) if kind is None else kind)
        floor = coordinates(np.full(len(x), self.ylim[0] / 2))
        zero = Path(coordinates(self.xlim), coordinates([0.0, 0.0]), color="grid", width=1.0)
        self._still = [zero, *self._price(gamma), Points(coordinates(x), floor, kinds, size=5.0)]

    def __call__(self, step: Step) -> Panel:
        seen = min(int(self.at(step)), len(self._t))
        marks = (*self._still, *(self._scanned(seen) if seen else ()))
        return Panel(
            self.box, self.xlim, self.ylim, marks, name=self.name, title=self.title, xlabel=self.xlabel,
            xticks=ticks(*self.xlim), yticks=ticks(0.0, self.ylim[1], most=4),
        )  # fmt: skip

    def _price(self, gamma: float) -> list[Mark]:
        level = coordinates(self.xlim), coordinates([gamma, gamma])
        return [Path(*level, color="wrong", width=1.6, dash=True, label="\u03b3")] if gamma > 0 else []

    def _scanned(self, seen: int) -> list[Mark]:
        """Stems with dots; a cursor at the latest; the best so far in full colour, with its gain."""
        t, gains = self._t[:seen], self._gains[:seen]
        best = int(gains.argmax())
        top = self.ylim[1] if best < seen - 1 else max(float(gains[best]), 0.0)  # not through the number
        cursor = Path(coordinates([t[-1], t[-1]]), coordinates([self.ylim[0], top]), "accent", 1.4, dash=True)
        marks: list[Mark] = [cursor]
        stems = np.column_stack([t, 0 * t, t, np.maximum(gains, 0.0)])
        others = np.arange(seen) != best
        marks += broken(stems[others], color="class0", width=3.0)
        marks += broken(stems[[best]], color="accent", width=6.0)
        lifted = gains[best] + 0.09 * (self.ylim[1] - self.ylim[0])
        return [*marks, Text(float(t[best]), float(lifted), f"{gains[best]:.4g}", "accent", 11.0, "center", bold=True)]
