"""A penalty over how wrong an example is: its curve, and every example as a dot on it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views.frame import ticks
from labkit.views.scene import Band, Panel, Path, Points, codes, coordinates

PLACES = 161  # of the curve
YLIM = (-0.06, 1.08)


class PenaltyCurve:
    """``step -> Panel``: ``wrongness(step)`` is one d per example, ``shape(d, step)`` the penalty and its slope there.

    The hill behind the curve is the slope, as high as the panel at its peak: how far an example there moves w.
    """

    def __init__(
        self, y, wrongness: Callable[[Step], np.ndarray], shape: Callable, *, reach: float, box, title="", xlabel=""
    ):
        self.wrongness, self.shape, self.reach = wrongness, shape, reach
        self.box, self.title, self.xlabel = box, title, xlabel
        self._kind = codes(y)
        self._grid = coordinates(np.linspace(-reach, reach, PLACES))
        self._floor = coordinates(np.zeros(PLACES))
        self._middle = Path(coordinates([0, 0]), coordinates(YLIM), color="grid", width=1.0)

    def __call__(self, step: Step) -> Panel:
        g, slope = self.shape(self._grid.astype(float), step)
        hill = Band(self._grid, self._floor, coordinates(slope / max(slope.max(), 1e-12)))
        curve = Path(self._grid, coordinates(g), color="ink", width=2.2)
        marks = (hill, self._middle, curve, self._examples(step))
        return Panel(
            self.box, (-self.reach, self.reach), YLIM, marks, name="penalty", title=self.title, xlabel=self.xlabel,
            xticks=ticks(-self.reach, self.reach), yticks=((0.0, "0"), (0.5, "0.5"), (1.0, "1")),
        )  # fmt: skip

    def _examples(self, step: Step) -> Points:
        # An example beyond the ends waits at the edge: the curve is flat there.
        d = np.clip(self.wrongness(step), -0.98 * self.reach, 0.98 * self.reach)
        return Points(coordinates(d), coordinates(self.shape(d, step)[0]), self._kind, size=4.5)
