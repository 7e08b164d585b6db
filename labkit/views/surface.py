"""Numbers over the plane: what a model predicts everywhere as shades, and how far each example is from it.

Lectures 19 and 21. A circle is an example that the model puts too low, a triangle one that it puts too high; the
larger, the farther. A model is asked for ``field`` (see ``fields``), or else for ``predict`` on a grid.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Step
from labkit.views.fields import centres, heights
from labkit.views.frame import plane_limits
from labkit.views.scene import Panel, Points, codes, coordinates

ASKED = 100  # cells along each side where a model only predicts
LEAST, MOST = 1.8, 10.0  # radii of no distance and of the largest in y's range


class Surface:
    """``step -> Panel`` for examples X, two columns, with numbers y; the shades reach over the range of y."""

    def __init__(self, X, y, *, box, limits=None, title="", editable=False, name="surface"):
        self.X, self.y, self.box = np.asarray(X, dtype=float), np.asarray(y, dtype=float), box
        self.title, self.editable, self.name = title, editable, name
        self.xlim, self.ylim = limits or plane_limits(self.X, aspect=box[2] / box[3])
        self.range = float(self.y.min()), float(self.y.max())
        self._columns = coordinates(self.X[:, 0]), coordinates(self.X[:, 1])

    def __call__(self, step: Step) -> Panel:
        marks = (*heights(self._field(step.model), self.range, self.xlim, self.ylim), self._examples(step.model))
        return Panel(self.box, self.xlim, self.ylim, marks, name=self.name, title=self.title)

    def _field(self, model) -> np.ndarray:
        field = model.field(centres(self.xlim), centres(self.ylim)) if hasattr(model, "field") else None
        if field is not None:
            return field
        x, y = np.meshgrid(centres(self.xlim, ASKED), centres(self.ylim, ASKED))
        return model.predict(np.column_stack([x.ravel(), y.ravel()])).reshape(ASKED, ASKED)

    def _examples(self, model) -> Points:
        left = self.y - model.predict(self.X)
        share = np.clip(np.abs(left) / (self.range[1] - self.range[0] or 1.0), 0.0, 1.0)
        size = LEAST + (MOST - LEAST) * np.sqrt(share)
        return Points(*self._columns, codes(left < 0), size=coordinates(size), editable=self.editable)
