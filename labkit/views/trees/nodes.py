"""The marks of one node of a drawn tree: what it asks or decides, its classes as a bar, its numbers.

How much is written depends on the room: a full node has three rows (question or class, bar, numbers), a brief one
two, a glyph only its bar, or the marker of its class. Bars have the classes in the order of the legend, so that colour
is never the only cue.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.views import text_fit as words
from labkit.views.items import Items
from labkit.views.scene import Boxes, Mark, Path, Points, Segments, Text, codes, coordinates
from labkit.views.trees.arrangement import FULL, GLYPH

PAD = (4.0, 2.5, 1.0)  # by detail
HEADING = (10.5, 9.0)
FACTS, COUNT = 9.0, 8.6  # text sizes
BAR = (6.0, 5.0, 7.0)  # height by detail
BAR_AT = (22.5, 19.5, 3.5)  # from the top of the node, by detail
STRIP = 3.0  # height of the bar under a stub
POINTER = 3.0
PART = 1.2  # between classes in a bar: their colours may be alike to an eye
CORNER = 4.0
MARKER = 3.6


@dataclass(frozen=True, slots=True)
class Place:
    """The rectangle of a node: the middle of its top edge, y upwards."""

    x: float
    top: float
    width: float
    height: float
    detail: int

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2

    @property
    def bottom(self) -> float:
        return self.top - self.height

    @property
    def room(self) -> float:
        """For one line of text."""
        return self.width - 2 * PAD[self.detail]


@dataclass(frozen=True, slots=True)
class Content:
    """What there is to say about a node; ``facts`` are alternatives, the fullest first."""

    heading: str
    facts: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()  # of the classes, in the order of the legend
    level: float | None = None  # of a number between the least and the most that the tree predicts, 0 to 1
    kind: int | None = None  # the class of a leaf
    leaf: bool = False


def node_marks(place: Place, content: Content, lit: bool, items: Items | None = None) -> list[Mark]:
    """``lit`` is for what acts now."""
    marks: list[Mark] = [_frame(place, content, lit, items)]
    if place.detail == GLYPH and content.kind is not None:
        return [*marks, marker(content.kind, place.x, place.top - place.height / 2, min(MARKER, place.width / 3))]
    marks += _bar(place, content)
    if place.detail < GLYPH:
        marks += _heading(place, content)
    if place.detail == FULL:
        text = words.first_fitting(content.facts, place.room, FACTS)
        marks.append(Text(place.x, place.bottom + 9.0, text, "muted", FACTS, "center"))
    return _written(marks)


def stub_marks(place: Place, content: Content, leaves: int, lit: bool, items: Items | None = None) -> list[Mark]:
    """A skirt in place of branches that there is no room for, and the bar of what is in them."""
    half, base = min(place.width, 3.2 * place.height) / 2, place.bottom + STRIP
    x = coordinates(place.x + half * np.array([-0.35, 0.35, 1.0, -1.0, -0.35]))
    y = coordinates([place.top, place.top, base, base, place.top])
    outline = Path(x, y, "accent" if lit else "muted", 2.2 if lit else 1.1)
    text = words.first_fitting((f"{leaves} leaves", str(leaves)), (1.4 if place.detail < GLYPH else 2.0) * half, COUNT)
    number = Text(place.x, base + words.height(COUNT) / 2, text, "muted", COUNT, "center")
    around = Boxes(place.x - half, place.bottom, place.x + half, place.top, items=items)
    return _written([*_mix(content, place.x - half, place.bottom, 2 * half, STRIP), outline, around, number])


def _written(marks: list[Mark]) -> list[Mark]:
    """Without the words that there was no room for."""
    return [mark for mark in marks if not isinstance(mark, Text) or mark.text]


def _frame(place: Place, content: Content, lit: bool, items: Items | None) -> Boxes:
    fill = "card" if content.kind is None else f"tint{content.kind}"
    stroke = "grid" if content.kind is None else f"class{content.kind}"
    if lit:
        fill, stroke = "lit" if not content.leaf else fill, "accent"
    radius = CORNER if place.detail < GLYPH else 2.0
    box = place.left, place.bottom, place.right, place.top
    return Boxes(*box, fill, stroke, 2.4 if lit else 1.0, radius, items=items)


def _heading(place: Place, content: Content) -> list[Mark]:
    y, size = place.top - 11.0, HEADING[place.detail]
    if not content.leaf:
        return [Text(place.x, y, words.question_fitted(content.heading, place.room, size), "ink", size, "center")]
    if content.kind is None:
        text = words.fitted(content.heading, place.room, size, bold=True)
        return [Text(place.x, y, text, "ink", size, "center", True)]
    space = 2 * MARKER + 4.0  # for the marker and the gap to the name
    text = words.fitted(content.heading, place.room - space, size, bold=True)
    wide = words.width(text, size, bold=True)
    left = place.x - (wide / words.LECTURE + space) / 2  # in the middle where text has its own size
    left = min(left, place.right - PAD[place.detail] - wide - space)
    return [
        marker(content.kind, left + MARKER, y, MARKER),
        Text(left + space, y, text, "ink", size, "left", True),
    ]


def marker(kind: int, x: float, y: float, size: float) -> Points:
    """The shape and colour of a class."""
    return Points(coordinates([x]), coordinates([y]), codes([kind]), size=size, items=None)


def _bar(place: Place, content: Content) -> list[Mark]:
    tall = BAR[place.detail]
    bottom = place.top - BAR_AT[place.detail] - tall
    return _mix(content, place.left + PAD[place.detail], bottom, place.room, tall)


def _mix(content: Content, left: float, bottom: float, length: float, height: float) -> list[Mark]:
    """The classes side by side, or a pointer at the number."""
    top = bottom + height
    if content.level is not None:
        at = left + content.level * (length - POINTER)
        return [Boxes(left, bottom, left + length, top, "grid"), Boxes(at, bottom, at + POINTER, top, "accent")]
    ends = (left + length * np.cumsum([0.0, *content.shares])).tolist()
    seen = [k for k, share in enumerate(content.shares) if share > 0]
    parts: list[Mark] = [Boxes(ends[k], bottom, ends[k + 1], top, f"class{k}") for k in seen]
    return parts + [Segments(ends[k], bottom, ends[k], top, "card", PART) for k in seen[1:]]
