"""Where one member of an ensemble cuts the plane: an accent line, with the colour of its answer on either side.

Lectures 19 to 21: this round's stump over what all rounds say together. A member ``HasLeafBoxes`` (a tree), or
``HasHyperplane`` (the second class is where its score is above 0), or else is asked to ``predict`` on a grid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from labkit.core.drawable import HasHyperplane, HasLeafBoxes
from labkit.core.story import Step
from labkit.views.axes import centres, places_among
from labkit.views.layout import Size
from labkit.views.plane.fields import border, cases
from labkit.views.plane.leaf_boxes import borders
from labkit.views.scene import Boxes, Mark, segments_of
from labkit.views.trees.nodes import marker

ASKED = 60  # cells along each side where a member only predicts
ASIDE, SIDE, LINE = 3.2, 2.4, 4.0  # units from the line to the middle of its sides, their width, its own
MARKER, BADGE = 3.6, 7.5  # radii of the shapes of both sides, and of the discs around them
APART, INSET = 13.0, 14.0  # units from the line to these, and from its end


class Cuts:
    """``(step, size) -> marks``, for ``Plane(cuts=...)`` of the same limits: ``member(step)`` is a model, or None.

    ``labels`` are the classes in the order of their colours, as the plane's. A member that predicts numbers has the
    colour of the first class where they are at most 0, else of the second.
    """

    def __init__(self, member: Callable[[Step], object | None], *, limits, labels: Sequence):
        self.member, self.labels = member, np.asarray(labels).tolist()
        self.xlim, self.ylim = limits
        self._unit = np.ones(2)

    def __call__(self, step: Step, size: Size) -> list[Mark]:
        model = self.member(step)
        if model is None:
            return []
        self._unit = np.array([np.ptp(self.xlim), np.ptp(self.ylim)]) / size  # what one unit is in data
        segments, one, other = self._cuts(model)
        if segments is None:
            return border(self._asked(model), self.xlim, self.ylim, color="accent", width=LINE)
        return self._ribbons(segments, one, other)

    def _cuts(self, model) -> tuple:
        """(segments, colour on one side, on the other); the first side is left of a line, or below it."""
        leaves = model.leaf_boxes(self.xlim, self.ylim) if isinstance(model, HasLeafBoxes) else None
        if leaves is not None:
            kinds = self._kinds(model, leaves.predictions)
            segments, one, other = borders(leaves.boxes)
            kept = (kinds[one] != kinds[other]) | (len(kinds) == 2)  # of a stump the cut is seen in any case
            return segments[kept], kinds[one][kept], kinds[other][kept]
        if isinstance(model, HasHyperplane):
            return self._line(model)
        return None, None, None

    def _kinds(self, model, answers: np.ndarray) -> np.ndarray:
        if model.classes is None:
            return (answers > 0).astype(int)
        return np.array(places_among(self.labels, np.asarray(model.classes).tolist()))[answers.astype(int)]

    def _line(self, model) -> tuple:
        normal, offset = model.hyperplane
        segment = line_within(normal, offset, self.xlim, self.ylim)
        kinds = self._kinds(model, np.arange(2))
        upwards = self._aside(segment) @ normal > 0  # whether the other side is where the score is above 0
        return segment, kinds[1 - upwards], kinds[0 + upwards]

    def _asked(self, model) -> np.ndarray:
        answers = model.predict(cases(centres(self.xlim, ASKED), centres(self.ylim, ASKED)))
        kinds = answers > 0 if model.classes is None else np.unique(answers, return_inverse=True)[1]
        return kinds.reshape(ASKED, ASKED)

    # ---- marks

    def _ribbons(self, segments: np.ndarray, one: np.ndarray, other: np.ndarray) -> list[Mark]:
        aside = self._aside(segments)
        marks: list[Mark] = []
        for side, kinds in ((-1.0, one), (1.0, other)):
            for kind in np.unique(kinds).tolist():
                beside = (segments + side * ASIDE * np.tile(aside, 2))[kinds == kind]
                marks += segments_of(beside, color=f"class{kind}", width=SIDE)
        marks += segments_of(segments, color="accent", width=LINE)
        return marks + self._markers(segments, aside, one, other)

    def _aside(self, segments: np.ndarray) -> np.ndarray:
        """One unit from each segment towards its other side: right of an upright one, above a level one."""
        way = (segments[:, 2:] - segments[:, :2]) / self._unit
        way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-300)
        right = np.column_stack([way[:, 1], -way[:, 0]])
        level = np.abs(way[:, 0]) > np.abs(way[:, 1])
        return np.where((level & (right[:, 1] < 0))[:, None], -right, right) * self._unit

    def _markers(self, segments, aside, one, other) -> list[Mark]:
        """The shapes of both classes, at one end of the longest piece."""
        if not len(segments):
            return []
        long = np.linalg.norm((segments[:, 2:] - segments[:, :2]) / self._unit, axis=1)
        k = int(long.argmax())
        end, way = segments[k, 2:], (segments[k, :2] - segments[k, 2:]) / max(long[k], 1e-300)
        at = end + INSET * way
        sides = (at - APART * aside[k], one[k]), (at + APART * aside[k], other[k])
        return [mark for place, kind in sides for mark in self._badge(*place.tolist(), int(kind))]

    def _badge(self, x: float, y: float, kind: int) -> list[Mark]:
        """A shape in a disc, so that nobody takes it for an example."""
        across, up = (BADGE * self._unit).tolist()
        disc = Boxes(x - across, y - up, x + across, y + up, "card", "accent", 1.2, BADGE)
        return [disc, marker(kind, x, y, MARKER)]


def line_within(normal: np.ndarray, offset: float, xlim, ylim) -> np.ndarray:
    """The piece of the line normal'x + offset = 0 that is within the limits: one row x0, y0, x1, y1, or none."""
    length = float(np.linalg.norm(normal))
    if not length > 0:
        return np.empty((0, 4))
    low, high = np.array([xlim, ylim]).T
    middle, way = (low + high) / 2, np.array([-normal[1], normal[0]]) / length
    foot = middle - (normal @ middle + offset) / length * (normal / length)
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.sort([(low - foot) / way, (high - foot) / way], axis=0)  # where it enters and leaves, by axis
    first, last = np.nanmax(ends[0]), np.nanmin(ends[1])
    inside = np.all((way != 0) | ((low <= foot) & (foot <= high))) and first < last
    return np.concatenate([foot + first * way, foot + last * way])[None] if inside else np.empty((0, 4))
