"""A code of many classes: a word of bits for each, the received word below them, and how far it is from each.

Lectures 07 and 21; deck 000 "Multi-class Case", "Error Correcting Output Codes". Inventory: I-000-017, I-000-116.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step
from labkit.views.nodes import marker
from labkit.views.scene import Box, Mark, Panel, Text

BIT = 6  # colours of the bits 0 and 1, which are not those of the first classes: BIT, BIT + 1
LEFT, RIGHT = 82.0, 64.0  # units for the names of the rows, and for the distances
HEAD, GAP = 18.0, 14.0  # units above the words, and between them and the received one
WIDEST, TALLEST = 64.0, 32.0  # of a cell
INSET = 2.0  # of a cell's frame
SIZE, SMALL = 11.5, 9.5


@dataclass(frozen=True, slots=True, eq=False)
class Received:
    """A word as it came, as far as its bits are learned, and which of them were flipped on the way."""

    bits: np.ndarray  # 0 and 1
    flipped: np.ndarray  # a mask
    distances: np.ndarray  # from the word of each class
    nearest: int


class CodeWords:
    """``step -> Panel``: ``code`` is (classes, bits) of 0, 1, and NaN for no part; ``read(step)`` is what was received.

    Bits that differ from the received word are framed; the nearest class is lit. ``bit_at`` says which bit a click
    means. Bit b is in the column whose middle is ``middle(b)``.
    """

    def __init__(self, code: np.ndarray, names: Sequence[str], read: Callable[[Step], Received], *, box, title="",
                 name="code"):  # fmt: skip
        self.code, self.names, self.read, self.box, self.title, self.name = code, names, read, box, title, name
        classes, bits = code.shape
        self.wide = min((box[2] - LEFT - RIGHT) / bits, WIDEST)
        self.tall = min((box[3] - HEAD - GAP) / (classes + 1), TALLEST)

    def __call__(self, step: Step) -> Panel:
        word = self.read(step)
        marks = self._heads(len(word.bits))
        for k in range(len(self.code)):
            marks += self._word(k, word)
        limits = (0.0, self.box[2]), (0.0, self.box[3])  # units, from the lower left corner
        return Panel(self.box, *limits, (*marks, *self._received(word)), name=self.name, title=self.title)

    def middle(self, bit: int) -> float:
        return LEFT + (bit + 0.5) * self.wide

    def bit_at(self, x: float, y: float) -> int | None:
        """The bit of the received word there."""
        bit, top = int((x - LEFT) // self.wide), self._top(len(self.code))
        return bit if 0 <= bit < self.code.shape[1] and top - self.tall <= y <= top else None

    def _top(self, row: int) -> float:
        """The received word is the row after the classes."""
        return self.box[3] - HEAD - row * self.tall - (GAP if row == len(self.code) else 0.0)

    # ---- marks

    def _heads(self, learned: int) -> list[Mark]:
        y, end = self.box[3] - HEAD / 2, LEFT + self.code.shape[1] * self.wide
        heads = [Text(self.middle(b), y, str(b + 1), "ink" if b < learned else "muted", SMALL, "center",
                      bold=b == learned - 1) for b in range(self.code.shape[1])]  # fmt: skip
        return [*heads, Text(end + RIGHT - 10.0, y, "distance", "muted", SMALL, "right")]

    def _word(self, k: int, word: Received) -> list[Mark]:
        top, learned = self._top(k), len(word.bits)
        middle, end = top - self.tall / 2, LEFT + self.code.shape[1] * self.wide
        nearest = learned > 0 and k == word.nearest
        marks: list[Mark] = [Box(4.0, top - self.tall, end + RIGHT - 4.0, top, "lit", radius=5.0)] if nearest else []
        marks += [marker(k, 20.0, middle, 5.0), Text(34.0, middle, self.names[k], "ink", SIZE, bold=nearest)]
        for b, bit in enumerate(self.code[k]):
            differs = b < learned and not np.isnan(bit) and bit != word.bits[b]
            marks += self._cell(b, top, bit, b < learned, "wrong" if differs else "")
        if learned:
            distance = f"{word.distances[k]:g}"
            marks.append(Text(end + RIGHT - 14.0, middle, distance, "ink", SIZE, "right", bold=nearest))
        return marks

    def _received(self, word: Received) -> list[Mark]:
        top = self._top(len(self.code))
        marks: list[Mark] = [Text(12.0, top - self.tall / 2, "received", "muted", SIZE)]
        for b in range(self.code.shape[1]):
            learned = b < len(word.bits)
            bit, flipped = (word.bits[b], word.flipped[b]) if learned else (np.nan, False)
            marks += self._cell(b, top, bit, learned, "accent" if flipped else "muted")
        return marks

    def _cell(self, b: int, top: float, bit: float, learned: bool, frame: str) -> list[Mark]:
        middle, half = self.middle(b), self.wide / 2 - INSET
        fill = "" if np.isnan(bit) or not learned else f"tint{BIT + int(bit)}"
        heavy = 2.2 if frame in ("wrong", "accent") else 1.0
        corners = middle - half, top - self.tall + INSET, middle + half, top - INSET
        text = "\u00b7" if np.isnan(bit) else f"{bit:.0f}"
        return [
            Box(*corners, fill, frame, heavy, 3.0),
            Text(middle, top - self.tall / 2, text, "ink" if learned else "muted", SIZE, "center", bold=learned),
        ]
