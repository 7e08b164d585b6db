"""Numbers over the plane: what a model predicts everywhere as shades, and how far each example is from it.

Lectures 19 and 21. A circle is an example that the model puts too low, a triangle one that it puts too high; the
larger, the farther. A model is asked for its numbers on a grid, or else for ``predict`` there.
"""

from __future__ import annotations

import numpy as np

from labkit.core.drawable import NumbersOnGrid
from labkit.core.story import Step
from labkit.views.axes import Limits, centres, plane_limits
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.plane.fields import cases, heights
from labkit.views.plane.plane import AXES
from labkit.views.scene import Panel, Points, codes, coordinates

ASKED = 100  # cells along each side where a model only predicts
LEAST, MOST = 1.8, 10.0  # radii of no distance and of the largest in y's range


class NumberPlane:
    """``(step, size) -> Panel`` for examples X, two columns, with numbers y; the shades reach over the range of y."""

    def __init__(self, X, y, *, limits: Limits | None = None, title="", name="surface"):
        self.X, self.y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
        self.title, self.name = title, name
        self.xlim, self.ylim = limits or plane_limits(self.X)
        self.range = float(self.y.min()), float(self.y.max())
        self._columns = coordinates(self.X[:, 0]), coordinates(self.X[:, 1])
        self._items = Items("example", label="y", values=coordinates(self.y))

    def __call__(self, step: Step, size: Size) -> Panel:
        marks = (*heights(self._numbers(step.model), self.range, self.xlim, self.ylim), self._examples(step.model))
        return Panel(self.xlim, self.ylim, marks, name=self.name, title=self.title, names=AXES,
                     classes=("predicted too low", "predicted too high"))  # fmt: skip

    def _numbers(self, model) -> np.ndarray:
        fine = centres(self.xlim), centres(self.ylim)
        numbers = model.number_grid(*fine) if isinstance(model, NumbersOnGrid) else None
        if numbers is not None:
            return numbers
        return model.predict(cases(centres(self.xlim, ASKED), centres(self.ylim, ASKED))).reshape(ASKED, ASKED)

    def _examples(self, model) -> Points:
        left = self.y - model.predict(self.X)
        share = np.clip(np.abs(left) / (self.range[1] - self.range[0] or 1.0), 0.0, 1.0)
        size = LEAST + (MOST - LEAST) * np.sqrt(share)
        return Points(*self._columns, codes(left < 0), size=coordinates(size), items=self._items)
