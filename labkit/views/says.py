"""What each member of an ensemble has to say: one bar a member, the newest lit.

Lecture 20; deck 000 "AdaBoost in Action": alpha of every round.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views.frame import ticks, value_limits
from labkit.views.scene import Bars, Mark, Panel, Path, Text, coordinates

HEAD = 20.0  # units above the highest bar, for the number over the newest
LEAST = 8  # bars that there is always room for, so that a short story has slender ones


class Says:
    """``step -> Panel``: ``alphas`` of all members; ``at(step)`` is how many there are so far."""

    def __init__(self, alphas: np.ndarray, at: Callable[[Step], int], *, box, title="", xlabel="round", name="says"):
        self.at, self.box, self.title, self.xlabel, self.name = at, box, title, xlabel, name
        self._alphas = np.asarray(alphas, dtype=float)
        self._x, self._tops = coordinates(1 + np.arange(len(self._alphas))), coordinates(self._alphas)
        self.xlim = (0.4, max(len(self._alphas), LEAST) + 0.6)
        low, high = value_limits(self._alphas)
        self.ylim = (low, high + (high - low) * HEAD / (box[3] - HEAD))
        self._base = Path(coordinates(self.xlim), coordinates([0.0, 0.0]), color="grid", width=1.0)

    def __call__(self, step: Step) -> Panel:
        k = min(int(self.at(step)), len(self._alphas))
        marks = (*self._bars(max(k - 1, 0), k), self._base)
        last = self.xlim[1] - 0.6
        return Panel(
            self.box, self.xlim, self.ylim, marks, name=self.name, title=self.title, xlabel=self.xlabel,
            xticks=tuple((at, word) for at, word in ticks(1, last) if at == round(at)),
            yticks=ticks(*self.ylim, most=4),
        )  # fmt: skip

    def _bars(self, old: int, k: int) -> list[Mark]:
        marks: list[Mark] = [Bars(self._x[:old], self._tops[:old], color="class0")] if old else []
        if k == old:
            return marks
        value = float(self._alphas[k - 1])
        unit = (self.ylim[1] - self.ylim[0]) / self.box[3]
        wide = 18.0 * (self.xlim[1] - self.xlim[0]) / self.box[2]  # half a number
        x = min(max(float(k), self.xlim[0] + wide), self.xlim[1] - wide)
        below = self._alphas[:k][self._x[:k] >= x - wide].max(initial=0.0)  # of the bars under the number
        number = Text(x, float(below) + 9.0 * unit, f"{value:.2f}", "accent", 10.5, "center", bold=True)
        return [*marks, Bars(self._x[old:k], self._tops[old:k], color="accent"), number]
