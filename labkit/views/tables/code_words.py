"""A code of many classes: a word of bits for each, the received word below them, and how far it is from each.

Lectures 07 and 21; deck 000 "Multi-class Case", "Error Correcting Output Codes". Inventory: I-000-017, I-000-116.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step
from labkit.views.tables.cells import Chip, Word
from labkit.views.tables.grid import Column, Grid, Row

BIT = 6  # colours of the bits 0 and 1, which are not those of the first classes: BIT, BIT + 1
WIDEST, PAD = 64.0, 3.0  # of a bit, and beside its number


@dataclass(frozen=True, slots=True, eq=False)
class Received:
    """A word as it came, as far as its bits are learned, and which of them were flipped on the way."""

    bits: np.ndarray  # 0 and 1
    flipped: np.ndarray  # a mask
    distances: np.ndarray  # from the word of each class
    nearest: int


def code_words(code: np.ndarray, names: Sequence[str], read: Callable[[Step], Received], *, title="",
               editable=False) -> Grid:  # fmt: skip
    """``code`` is (classes, bits) of 0, 1, and NaN for no part; ``read(step)`` is what was received.

    Bits that differ from the received word are framed; the nearest class is lit. The received bits are targets, named
    by their number from 1; where the code is ``editable`` its bits are too, as "2:7", class and bit.
    """
    bits = range(code.shape[1])

    def columns(step: Step) -> list[Column]:
        learned = len(read(step).bits)
        heads = [Word(str(b + 1), "accent" if b == learned - 1 else "ink" if b < learned else "muted") for b in bits]
        return [Column(), *(Column(head, "center", weight=1.0, most=WIDEST) for head in heads),
                Column("distance", "right")]  # fmt: skip

    def words(step: Step) -> list[Row]:
        received = read(step)
        return [_word(k, names[k], word, received, editable) for k, word in enumerate(code)]

    widest = Row(("", *[_bit(0.0, True, "")] * len(bits), ""))
    return Grid(words, columns, closing=lambda step: [_received(read(step), len(bits))], sample=[widest], title=title,
                size=11.5, tallest=44.0, gap=4.0, name="code")  # fmt: skip


def _word(k: int, name: str, word: np.ndarray, received: Received, editable: bool) -> Row:
    learned = len(received.bits)
    nearest = learned > 0 and k == received.nearest
    cells = [_bit(bit, b < learned, "wrong" if b < learned and _differ(bit, received.bits[b]) else "",
                  f"{k + 1}:{b + 1}" if editable else "")
             for b, bit in enumerate(word)]  # fmt: skip
    distance = Word(f"{received.distances[k]:g}" if learned else "", bold=nearest)
    return Row((Word(name, bold=nearest, kind=k), *cells, distance), lit=nearest)


def _differ(bit: float, received: float) -> bool:
    return not np.isnan(bit) and bit != received


def _received(word: Received, bits: int) -> Row:
    cells = [_received_bit(word, b) for b in range(bits)]
    return Row((Word("received", "muted", shorter=("word",)), *cells, ""))


def _received_bit(word: Received, b: int) -> Chip:
    if b >= len(word.bits):
        return _bit(np.nan, False, "muted", str(b + 1))
    return _bit(word.bits[b], True, "accent" if word.flipped[b] else "muted", str(b + 1))


def _bit(bit: float, learned: bool, frame: str, target: str = "") -> Chip:
    unknown = bool(np.isnan(bit))
    fill = "" if unknown or not learned else f"tint{BIT + int(bit)}"
    text, color = "\u00b7" if unknown else f"{bit:.0f}", "ink" if learned else "muted"
    return Chip(text, fill, frame, color, heavy=frame in ("wrong", "accent"), bold=learned, target=target, pad=PAD)
