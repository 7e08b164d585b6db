"""What a cell of a ``Grid`` can hold: words, a bar, a chip (a framed word), or several of them beside each other.

A cell says how wide it wants to be and draws itself in the slot that it gets: marks, and a target where it answers
clicks. A table that needs another kind writes one with these two methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from labkit.views import text_fit
from labkit.views.items import Items
from labkit.views.scene import Boxes, Mark, Segments, Target, Text
from labkit.views.trees.nodes import marker

PAD, GAP = 6.0, 5.0  # beside the word of a chip, and between cells that share a slot
BAR, CHIP = 8.0, 2.4  # heights: of a bar in units, of a chip in text sizes
MARKER = 0.43  # radius of a class's marker, in text sizes
BRANCH_GAP = 0.02  # between the branches of a bar, as a share of its length
LEAST = 1e-9  # what is less is rounding


@dataclass(frozen=True, slots=True)
class Slot:
    """The room of a cell, in units of its panel: from left to right, and ``tall`` around the middle ``y``."""

    left: float
    right: float
    y: float
    tall: float
    size: float  # of text
    align: str = "left"  # or center, or right

    @property
    def width(self) -> float:
        return self.right - self.left

    def text(self, text: str, color: str = "ink", bold: bool = False) -> list[Mark]:
        x = {"left": self.left, "center": (self.left + self.right) / 2, "right": self.right}[self.align]
        return [Text(x, self.y, text, color, self.size, self.align, bold)] if text else []

    def whole(self, text: str, written: str) -> list[Mark]:
        """Where words were cut short, all of them for who points at them."""
        return [] if written == text else [self.box(self.tall, items=Items(texts=(text,)))]

    def box(self, tall: float, **style) -> Boxes:
        return Boxes(self.left, self.y - tall / 2, self.right, self.y + tall / 2, **style)

    def part(self, start: float, end: float) -> Slot:
        """Between two shares of the width."""
        return replace(self, left=self.left + start * self.width, right=self.left + end * self.width)

    def target(self, name: str) -> list[Target]:
        return [Target(name, self.left, self.y - self.tall / 2, self.right, self.y + self.tall / 2)] if name else []


class Cell(Protocol):
    def wide(self, size: float) -> float:
        """The width that it wants."""

    def draw(self, slot: Slot) -> Sequence[Mark | Target]:
        """What is seen of it."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a number, with the marker of the class ``kind``; the first of the ``shorter`` ways to say it that fits.

    A ``question`` such as "x1 <= 0.3721" may lose digits.
    """

    text: str
    color: str = "ink"
    bold: bool = False
    shorter: tuple[str, ...] = ()
    question: bool = False
    kind: int | None = None

    def wide(self, size: float) -> float:
        return self._marked(size) + text_fit.width(self.text, size, bold=self.bold)

    def draw(self, slot: Slot) -> list[Mark]:
        inner, radius = replace(slot, left=slot.left + self._marked(slot.size)), MARKER * slot.size
        marks: list[Mark] = [] if self.kind is None else [marker(self.kind, slot.left + radius, slot.y, radius)]
        text = self._fitted(inner.width + LEAST, slot.size)
        return [*marks, *inner.whole(self.text, text), *inner.text(text, self.color, self.bold)]

    def _marked(self, size: float) -> float:
        """The room of the marker."""
        return 0.0 if self.kind is None else 2 * MARKER * size + GAP

    def _fitted(self, room: float, size: float) -> str:
        if self.question:
            return text_fit.question_fitted(self.text, room, size)
        texts = self.text, *self.shorter
        whole = text_fit.first_fitting(texts, room, size, bold=self.bold)
        return whole or text_fit.fitted(texts[-1], room, size, bold=self.bold)


@dataclass(frozen=True, slots=True)
class Bar:
    """Pieces of a full length, each between two shares of it and in a colour; ``before`` marks what a share was."""

    pieces: Sequence[tuple[float, float, str]]
    before: float | None = None
    framed: bool = True

    @classmethod
    def of(cls, share: float, color: str = "accent", before: float | None = None) -> Bar:
        share = min(max(share, 0.0), 1.0)
        return cls([(0.0, share, color)] if share > 0 else [], before)

    @classmethod
    def of_classes(cls, weights: np.ndarray, full: float | None = None, kinds: Sequence[int] | None = None) -> Bar:
        """Rows are branches: each with its classes in their order, as long as their weights, of which ``full``, or
        else their sum, is the whole length. ``kinds`` are the colours, None is the order of the classes."""
        branches = np.atleast_2d(weights)
        gap = min(BRANCH_GAP, 0.25 / len(branches))
        scale = (1.0 - gap * (len(branches) - 1)) / max(full or float(branches.sum()), LEAST)
        ends = scale * np.cumsum(branches).reshape(branches.shape) + gap * np.arange(len(branches))[:, None]
        pieces = [(float(ends[b, k] - scale * weight), float(ends[b, k]), f"class{k if kinds is None else kinds[k]}")
                  for (b, k), weight in np.ndenumerate(branches) if weight > LEAST]  # fmt: skip
        return cls(pieces, framed=full is not None)

    def wide(self, size: float) -> float:
        return 3 * size

    def draw(self, slot: Slot) -> list[Mark]:
        marks: list[Mark] = [slot.box(BAR, fill="grid")] if self.framed else []
        marks += [slot.part(start, end).box(BAR, fill=color) for start, end, color in self.pieces]
        if self.before is None:
            return marks
        x = slot.part(0.0, self.before).right
        return [*marks, Segments(x, slot.y - BAR, x, slot.y + BAR, width=2.0)]


@dataclass(frozen=True, slots=True)
class Chip:
    """A framed word; a heavy frame is for what is chosen or stands out; one that is struck out has none any more."""

    text: str
    fill: str = "card"
    frame: str = "grid"
    color: str = "ink"
    heavy: bool = False
    bold: bool = False
    struck: bool = False
    target: str = ""
    pad: float = PAD

    def wide(self, size: float) -> float:
        return text_fit.width(self.text, size, bold=self.bold) + 2 * self.pad

    def draw(self, slot: Slot) -> list[Mark | Target]:
        inner = replace(slot, left=slot.left + self.pad, right=slot.right - self.pad)
        text = text_fit.question_fitted(self.text, inner.width + LEAST, slot.size)
        written = inner.text(text, self.color, self.bold)
        width = 2.2 if self.heavy else 1.0
        if self.struck:
            end = inner.left + text_fit.width(text, slot.size)
            return [*written, Segments(slot.left + 2.0, slot.y, end, slot.y, self.color, width)]
        tall = min(CHIP * slot.size, slot.tall - 4.0)
        frame = slot.box(tall, fill=self.fill, stroke=self.frame, width=width, radius=4.0)
        return [frame, *inner.whole(self.text, text), *written, *slot.target(self.target)]


@dataclass(frozen=True, slots=True)
class Beside:
    """Several cells in one slot: as wide as each wants, or all as ``even``."""

    cells: Sequence[Cell]
    even: bool = False

    def wide(self, size: float) -> float:
        return sum(cell.wide(size) for cell in self.cells) + GAP * (len(self.cells) - 1)

    def draw(self, slot: Slot) -> list[Mark | Target]:
        room = slot.width - GAP * (len(self.cells) - 1)
        wanted = [room if self.even else cell.wide(slot.size) for cell in self.cells]
        left, drawn = slot.left, []
        for cell, width in zip(self.cells, at_most(wanted, room), strict=True):
            drawn += cell.draw(replace(slot, left=left, right=left + width))
            left += width + GAP
        return drawn


def at_most(wanted: Sequence[float], room: float) -> list[float]:
    """The widths that are wanted; where they are too much, the widest are cut down to one width."""
    left = max(room, 0.0)
    for k, width in enumerate(sorted(wanted)):
        cap = left / (len(wanted) - k)
        if width > cap:
            return [min(width, cap) for width in wanted]
        left -= width
    return list(wanted)
