"""The single members of an ensemble side by side, each with its own plane: how much they differ.

Lecture 19; deck 000 "Ensemble Trees: Bagging". A model is asked for ``member(b)``, and that for ``painted(x, y)``
or, where it has none or that is None, for ``predict`` on a grid.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views.fields import border, centres
from labkit.views.frame import few_classes, places_among, plane_limits
from labkit.views.scene import Box, Field, Mark, Panel, Points, Text, codes, coordinates

CELLS = 40  # along each side of a thumbnail: twelve are asked while a point is dragged
GAP, NAME = 10.0, 14.0  # units between thumbnails, and above each for its number


class Fan:
    """``step -> Panel``: ``at(step)`` members so far, in ``columns`` x ``rows`` thumbnails. A full panel is begun again
    from the first place; the newest member is framed. ``labels`` are the classes in the order of their
    colours; ``through`` is a case of all features, where members know more than the two seen.
    """

    def __init__(self, X, y, at: Callable[[Step], int], *, box, columns=4, rows=3, limits=None, labels=None,
                 through=None, title="", name="fan"):  # fmt: skip
        self.at, self.box, self.columns, self.rows, self.title, self.name = at, box, columns, rows, title, name
        X = np.asarray(X, dtype=float)
        self.labels = few_classes(np.unique(y) if labels is None else np.asarray(labels)).tolist()
        self.side = min((box[2] - GAP * (columns - 1)) / columns, (box[3] - GAP * (rows - 1)) / rows - NAME)
        self.xlim, self.ylim = limits or plane_limits(X)
        self._centres = centres(self.xlim, CELLS), centres(self.ylim, CELLS)
        self._through = np.zeros(2) if through is None else np.asarray(through, dtype=float)
        self._unit = (X - [self.xlim[0], self.ylim[0]]) / [np.ptp(self.xlim), np.ptp(self.ylim)]  # within 0 to 1
        self._kind = codes(places_among(self.labels, np.asarray(y).tolist()))
        self._drawn: dict[int, list[Mark]] = {}  # steps share them, so that each member travels once

    def __call__(self, step: Step) -> Panel:
        many, places = int(self.at(step)), self.columns * self.rows
        marks = [mark for b in range(max(many - places, 0), many) for mark in self._thumbnail(step, b)]
        if many:
            marks.append(self._frame((many - 1) % places))
        limits = (0.0, self.box[2]), (0.0, self.box[3])  # units, from the lower left corner
        return Panel(self.box, *limits, tuple(marks), name=self.name, title=self.title, surface="")

    def _corner(self, place: int) -> tuple[float, float]:
        """The lower left one of a thumbnail."""
        row, column = divmod(place, self.columns)
        return column * (self.side + GAP), self.box[3] - (row + 1) * (self.side + NAME) - row * GAP

    def _frame(self, place: int) -> Box:
        left, low = self._corner(place)
        return Box(left, low, left + self.side, low + self.side, stroke="accent", width=3.0)

    def _thumbnail(self, step: Step, b: int) -> list[Mark]:
        if b not in self._drawn:
            self._drawn[b] = self._draw(self._kinds(step.model.member(b)), b)
        return self._drawn[b]

    def _kinds(self, model) -> np.ndarray:
        painted = model.painted(*self._centres, self._through) if hasattr(model, "painted") else None
        said = model.predict(self._grid()) if painted is None else painted
        classes, answers = np.unique(said, return_inverse=True)
        return np.array(places_among(self.labels, classes.tolist()))[answers].reshape(CELLS, CELLS)

    def _grid(self) -> np.ndarray:
        """The cells as cases, those of the lowest row first."""
        across, up = self._centres
        cases = np.tile(self._through, (CELLS**2, 1))
        cases[:, :2] = np.column_stack([np.tile(across, CELLS), np.repeat(up, CELLS)])
        return cases

    def _draw(self, kinds: np.ndarray, b: int) -> list[Mark]:
        left, low = self._corner(b % (self.columns * self.rows))
        xlim, ylim = (left, left + self.side), (low, low + self.side)
        inside = np.all((self._unit >= 0) & (self._unit <= 1), axis=1)
        x, y = (np.array([left, low]) + self.side * self._unit[inside]).T
        return [
            Field(codes(kinds), (*xlim, *ylim)),
            *border(kinds, xlim, ylim, width=1.2),
            Points(coordinates(x), coordinates(y), codes(self._kind[inside]), size=1.6),
            Text(left, low + self.side + NAME / 2, f"{b + 1}", "muted", 9.5),
        ]
