"""The single members of an ensemble side by side, each with its own plane: how much they differ.

Lecture 19; deck 000 "Ensemble Trees: Bagging". A model ``HasMembers``, and a member is asked for its classes
on a grid, or else for ``predict`` there.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.drawable import ClassesOnGrid, HasMembers
from labkit.core.story import Step
from labkit.views.axes import centres, few_classes, places_among, plane_limits
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.plane.fields import cases
from labkit.views.scene import Boxes, Field, Mark, Panel, Points, Text, codes, coordinates

CELLS = 40  # along each side of a thumbnail: twelve are asked while a point is dragged
GAP, NAME = 10.0, 14.0  # units between thumbnails, and above each for its number


class MemberGrid:
    """``(step, size) -> Panel``: ``at(step)`` members so far, in ``columns`` x ``rows`` thumbnails. A full panel is
    begun again from the first place; the newest member is framed. ``labels`` are the classes in the order of their
    colours; ``through`` is a case of all features, where members know more than the two seen; ``key`` is what a member
    is called.
    """

    sized = True

    def __init__(self, X, y, at: Callable[[Step], int], *, columns=4, rows=3, limits=None, labels=None,
                 through=None, key="tree", title="", name="fan"):  # fmt: skip
        self.key = key
        self.at, self.columns, self.rows, self.title, self.name = at, columns, rows, title, name
        X = np.asarray(X, dtype=float)
        self.labels = few_classes(np.unique(y) if labels is None else np.asarray(labels)).tolist()
        self.xlim, self.ylim = limits or plane_limits(X)
        self._centres = centres(self.xlim, CELLS), centres(self.ylim, CELLS)
        self._through = None if through is None else np.asarray(through, dtype=float)
        self._unit = (X - [self.xlim[0], self.ylim[0]]) / [np.ptp(self.xlim), np.ptp(self.ylim)]  # within 0 to 1
        self._kind = codes(places_among(self.labels, np.asarray(y).tolist()))
        self._drawn: dict[tuple, list[Mark]] = {}  # steps share them, so that each member travels once

    def __call__(self, step: Step, size: Size) -> Panel:
        many, places = int(self.at(step)), self.columns * self.rows
        marks = [mark for b in range(max(many - places, 0), many) for mark in self._thumbnail(step.model, b, size)]
        if many:
            left, low, side = self._place((many - 1) % places, size)
            marks.append(Boxes(left, low, left + side, low + side, stroke="accent", width=3.0))
        limits = (0.0, size[0]), (0.0, size[1])  # units, from the lower left corner
        return Panel(
            *limits,
            tuple(marks),
            name=self.name,
            title=self.title,
            surface="",
            acts=((self.key, many),) if many else (),
        )

    def _place(self, place: int, size: Size) -> tuple[float, float, float]:
        """The lower left corner and the side of a thumbnail."""
        wide, tall = (size[0] + GAP) / self.columns - GAP, (size[1] + GAP) / self.rows - GAP - NAME
        side, (row, column) = min(wide, tall), divmod(place, self.columns)
        return column * (side + GAP), size[1] - (row + 1) * (side + NAME) - row * GAP, side

    def _thumbnail(self, model: HasMembers, b: int, size: Size) -> list[Mark]:
        if (b, size) not in self._drawn:
            place = self._place(b % (self.columns * self.rows), size)
            self._drawn[b, size] = self._draw(self._kinds(model.member(b)), b, *place)
        return self._drawn[b, size]

    def _kinds(self, model) -> np.ndarray:
        plane = *self._centres, self._through
        grid = model.class_grid(*plane) if isinstance(model, ClassesOnGrid) else None
        if grid is not None:
            return np.array(places_among(self.labels, np.asarray(model.classes).tolist()))[grid]
        classes, answers = np.unique(model.predict(cases(*plane)), return_inverse=True)
        return np.array(places_among(self.labels, classes.tolist()))[answers].reshape(CELLS, CELLS)

    def _draw(self, kinds: np.ndarray, b: int, left: float, low: float, side: float) -> list[Mark]:
        xlim, ylim = (left, left + side), (low, low + side)
        inside = np.all((self._unit >= 0) & (self._unit <= 1), axis=1)
        x, y = (np.array([left, low]) + side * self._unit[inside]).T
        member = Items(self.key, b + 1, texts=("",))
        return [
            Field(codes(kinds), (*xlim, *ylim), border=1.2),
            Boxes(*xlim[:1], *ylim[:1], *xlim[1:], *ylim[1:], items=member),
            Points(coordinates(x), coordinates(y), codes(self._kind[inside]), size=1.6, items=None),
            Text(left, low + side + NAME / 2, f"{b + 1}", "muted", 9.5),
        ]
