"""One case, attribute by attribute: what it may be, what it is, and "?" where that is not known.

Lecture 17. A category is one of a few chips, a number a dot on a line. The attribute that the step asks for is lit.
``at`` says what lies under a click, so that a lab can let a person change the case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step
from labkit.views import words
from labkit.views.scene import Box, Mark, Panel, Path, Text, coordinates

UNKNOWN = "?"
ROW = 31.0  # units from one attribute to the next
CHIP, PAD, GAP = 21.0, 6.0, 5.0  # height of a chip, room beside its word, room between chips
NAME, WORD, END = 11.0, 10.0, 9.0  # text sizes
NAMES = 0.4  # of the width, at most, are for the names
LINE_PAD = 20.0  # from the ends of a line to what is beside it: half a number
DROP = 6.0  # from the middle of a row down to its line


@dataclass(frozen=True, slots=True)
class Offer:
    """A value that the case may have, in units of the panel: where it stands, and how far to both sides it reaches."""

    value: str
    x: float
    reach: float


class CaseView:
    """``step -> Panel``: ``offers`` lists the values of each attribute, numbers ascending; ``case`` holds those chosen,
    as words; ``numeric`` names the attributes that are numbers."""

    def __init__(self, offers: Mapping[str, Sequence[str]], case: Mapping[str, str], *, box, numeric=(), title="",
                 name="case"):  # fmt: skip
        self.case, self.numeric, self.box, self.title, self.name = dict(case), frozenset(numeric), box, title, name
        longest = max((words.width(name, NAME) for name in offers), default=0.0)
        self._names = min(longest + 2 * PAD, NAMES * box[2])  # room for the names
        self._rows = {name: self._placed(name, values) for name, values in offers.items()}

    def __call__(self, step: Step) -> Panel:
        asked = _asked(step)
        marks = [mark for name in self._rows for mark in self._row(name, name in asked)]
        limits = (0.0, self.box[2]), (0.0, self.box[3])  # units, from the lower left corner
        return Panel(self.box, *limits, tuple(marks), name=self.name, title=self.title)

    def at(self, x: float, y: float) -> tuple[str, str] | None:
        """The attribute and the value at a place of the panel; of numbers the nearest one."""
        for name, offers in self._rows.items():
            if abs(y - self._middle(name)) <= ROW / 2:
                under = [offer for offer in offers if abs(x - offer.x) <= offer.reach]
                return (name, min(under, key=lambda offer: abs(x - offer.x)).value) if under else None
        return None

    # ---- places

    def _middle(self, name: str) -> float:
        return self.box[3] - ROW * (list(self._rows).index(name) + 0.5)

    def _placed(self, name: str, values: Sequence[str]) -> list[Offer]:
        unknown = words.width(UNKNOWN, WORD) / 2 + PAD
        left = self._names + 2 * unknown + GAP
        others = self._on_line(values, left) if name in self.numeric else self._in_chips(values, left)
        return [Offer(UNKNOWN, self._names + unknown, unknown), *others]

    def _in_chips(self, values: Sequence[str], left: float) -> list[Offer]:
        wanted = [words.width(value, WORD) + 2 * PAD for value in values]
        room = self.box[2] - left - GAP * len(values)
        offers = []
        for value, wide in zip(values, wanted, strict=True):
            wide *= min(room / sum(wanted), 1.0)
            offers.append(Offer(value, left + wide / 2, wide / 2))
            left += wide + GAP
        return offers

    def _on_line(self, values: Sequence[str], left: float) -> list[Offer]:
        numbers = np.array([float(value) for value in values])
        start, end = left + LINE_PAD, self.box[2] - LINE_PAD
        places = start + (end - start) * (numbers - numbers[0]) / max(numbers[-1] - numbers[0], 1e-300)
        beside = np.maximum(np.diff(places, prepend=left), np.diff(places, append=self.box[2]))  # to the neighbours
        return [Offer(*offer) for offer in zip(values, places.tolist(), beside.tolist(), strict=True)]

    # ---- marks

    def _row(self, name: str, asked: bool) -> list[Mark]:
        y = self._middle(name)
        marks: list[Mark] = [Box(0.0, y - ROW / 2, self.box[2], y + ROW / 2, "lit")] if asked else []
        marks.append(Text(PAD, y, words.fitted(name, self._names - 2 * PAD, NAME), "ink", NAME))
        unknown, *others = self._rows[name]
        chosen = self.case[name]
        marks += _chip(unknown, y, chosen)
        if name in self.numeric:
            return marks + _line(others, y - DROP, chosen)
        return marks + [mark for offer in others for mark in _chip(offer, y, chosen)]


def _asked(step: Step) -> set[str]:
    """The name of the attribute that the step's node asks for, if there is one."""
    node = getattr(step, "node", None)
    return set() if node is None else {step.model.attributes[int(step.model.tree.feature[node])].name}


def _chip(offer: Offer, y: float, chosen: str) -> list[Mark]:
    on = offer.value == chosen
    fill, stroke, width = ("card", "accent", 2.4) if on else ("", "muted", 0.6)
    text = words.fitted(offer.value, 2 * offer.reach - PAD, WORD)
    return [
        Box(offer.x - offer.reach, y - CHIP / 2, offer.x + offer.reach, y + CHIP / 2, fill, stroke, width, 5.0),
        Text(offer.x, y, text, "ink" if on else "muted", WORD, "center"),
    ]


def _line(offers: Sequence[Offer], y: float, chosen: str) -> list[Mark]:
    """A dot for every number; written are the chosen one, and the ends where they are not in its way."""
    x = coordinates([offer.x for offer in offers])
    marks: list[Mark] = [Path(x, coordinates(np.full(len(x), y)), "muted", 0.8, dots=True)]
    here = [offer for offer in offers if offer.value == chosen]
    ends = [offer for offer in (offers[0], offers[-1]) if all(abs(offer.x - on.x) > 2 * LINE_PAD for on in here)]
    marks += [Text(offer.x, y + 2 * DROP, offer.value, "muted", END, "center") for offer in ends]
    for on in here:
        marks.append(Box(on.x - 4.0, y - 4.0, on.x + 4.0, y + 4.0, "accent", "card", 1.0, 4.0))
        marks.append(Text(on.x, y + 2 * DROP, on.value, "ink", WORD, "center"))
    return marks
