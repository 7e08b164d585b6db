"""Bars: one number for each of a few things, at this step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from labkit.core.story import Step
from labkit.views.frame import ticks
from labkit.views.scene import Bars, Panel, Path, codes, coordinates

LABELS = 16  # more bars than this are not named one by one


class BarChart:
    """``step -> Panel``: ``read(step)`` gives the heights; ``kind`` colours the bars by class."""

    def __init__(self, read: Callable[[Step], np.ndarray], *, box, ylim, title="", labels: Sequence[str] = (),
                 kind=None, name="bars", color="accent", xlabel=""):  # fmt: skip
        self.read, self.box, self.ylim, self.title, self.name = read, box, ylim, title, name
        self.labels, self.color, self.xlabel = tuple(labels), color, xlabel
        self.kind = None if kind is None else codes(kind)

    def __call__(self, step: Step) -> Panel:
        heights = np.asarray(self.read(step), dtype=float)
        x = coordinates(np.arange(len(heights)))
        bars = Bars(x, coordinates(np.clip(heights, *self.ylim)), color=self.color, kind=self.kind)
        xlim = (-0.6, max(len(heights), 1) - 0.4)
        base = Path(coordinates(xlim), coordinates([0.0, 0.0]), color="grid", width=1.0)
        named = enumerate(self.labels) if len(self.labels) <= LABELS else ()
        return Panel(
            self.box, xlim, self.ylim, (bars, base), name=self.name, title=self.title, xlabel=self.xlabel,
            xticks=tuple((float(k), word) for k, word in named), yticks=ticks(*self.ylim, most=4),
        )  # fmt: skip
