"""One case, attribute by attribute: what it may be, what it is, and "?" where that is not known.

Lecture 17. A category is one of a few chips, a number a dot on a line. The attribute that the step asks for is lit.
Every value is a target named "attribute=value", so that a lab can let a person change the case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from labkit.core.story import Step
from labkit.views.scene import Boxes, Mark, Path, Target, Text, coordinates
from labkit.views.tables.cells import Beside, Cell, Chip, Slot
from labkit.views.tables.grid import Column, Grid, Row

UNKNOWN = "?"
LINE_PAD = 20.0  # from the ends of a line to what is beside it: half a number
DROP = 6.0  # from the middle of a row down to its line


def case_table(offers: Mapping[str, Sequence[str]], case: Mapping[str, str], *, numeric: Sequence[str] = (), title=""
               ) -> Grid:  # fmt: skip
    """``offers`` lists the values of each attribute, numbers ascending; ``case`` holds those chosen, as words;
    ``numeric`` names the attributes that are numbers."""

    def values(attribute: str) -> Cell:
        chosen, words = case[attribute], offers[attribute]
        if attribute in numeric:
            return NumberLine(tuple(words), chosen, attribute)
        return Beside([_value(attribute, word, chosen) for word in words])

    def row(attribute: str, asked: str | None) -> Row:
        unknown = _value(attribute, UNKNOWN, case[attribute])
        return Row((attribute.replace("_", " "), unknown, values(attribute)), lit=attribute == asked)

    columns = [Column(), Column(align="center"), Column(align="center", weight=1.0)]
    return Grid(lambda step: [row(attribute, _asked(step)) for attribute in offers], columns, title=title, size=10.0,
                tallest=31.0, name="case")  # fmt: skip


def _value(attribute: str, word: str, chosen: str) -> Chip:
    fill, frame, color = ("card", "accent", "ink") if word == chosen else ("", "muted", "muted")
    return Chip(word, fill, frame, color, heavy=word == chosen, target=f"{attribute}={word}")


def _asked(step: Step) -> str | None:
    """The name of the attribute that the step's node asks for, if there is one."""
    node = getattr(step, "node", None)
    return None if node is None else step.model.attributes[int(step.model.tree.feature[node])].name


@dataclass(frozen=True, slots=True)
class NumberLine:
    """A dot for every number; written are the chosen one, and the ends where they are not in its way."""

    values: tuple[str, ...]
    chosen: str
    attribute: str

    def wide(self, size: float) -> float:
        return 10 * size

    def draw(self, slot: Slot) -> list[Mark | Target]:
        places, y = self._places(slot), slot.y - DROP
        marks: list[Mark] = [Path(coordinates(places), coordinates(np.full(len(places), y)), "muted", 0.8, dots=True)]
        at = {value: x for value, x in zip(self.values, places.tolist(), strict=True)}
        on = at.get(self.chosen)
        for end in (self.values[0], self.values[-1]):
            if on is None or abs(at[end] - on) > 2 * LINE_PAD:
                marks.append(Text(at[end], y + 2 * DROP, end, "muted", slot.size - 1.0, "center"))
        if on is not None:
            marks.append(Boxes(on - 4.0, y - 4.0, on + 4.0, y + 4.0, "accent", "card", 1.0, 4.0))
            marks.append(Text(on, y + 2 * DROP, self.chosen, "ink", slot.size, "center"))
        return [*marks, *self._targets(slot, places)]

    def _places(self, slot: Slot) -> np.ndarray:
        numbers = np.array([float(value) for value in self.values])
        return np.interp(numbers, numbers[[0, -1]], (slot.left + LINE_PAD, slot.right - LINE_PAD))

    def _targets(self, slot: Slot, places: np.ndarray) -> list[Target]:
        """A click means the nearest number."""
        ends = [slot.left, *((places[1:] + places[:-1]) / 2).tolist(), slot.right]
        slots = [replace(slot, left=left, right=right) for left, right in pairwise(ends)]
        names = [f"{self.attribute}={value}" for value in self.values]
        return [target for each, name in zip(slots, names, strict=True) for target in each.target(name)]
