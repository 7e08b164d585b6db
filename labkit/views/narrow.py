"""The parts of a picture below each other, for a narrow card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from labkit.views.style import EDGE, GAP, NARROW, WIDTH

if TYPE_CHECKING:
    from labkit.views.layout import Box, Part, Size

HALF = 0.33  # of the width: a narrower part shares its row if its texts take less than half of it
TALLER = 1.25  # how much a chart may grow with its width there
LOWEST, TALLEST = 70.0, 0.75  # of a chart there, in units and in widths


def narrow_boxes(parts: Sequence[Part], wide: Sequence[Box]) -> tuple[list[Box], Size]:
    """All parts below each other in their order; of small ones two share a row."""
    boxes, y = [], EDGE
    for row in _rows(parts, wide):
        width = (NARROW - 2 * EDGE - GAP * (len(row) - 1)) / len(row)
        heights = [_height(part, width, box) for part, box in row]
        for k, (part, _) in enumerate(row):
            boxes += part.place(EDGE + k * (width + GAP), y, width, heights[k])
        y += max(heights) + GAP
    return boxes, (NARROW, round(y - GAP + EDGE))


def _rows(parts: Sequence[Part], wide: Sequence[Box]) -> list[list[tuple[Part, Box]]]:
    """One or two parts a row; two where both are small and their labels leave room."""
    rows: list[list[tuple[Part, Box]]] = []
    alone = True  # whether the last row is full
    for part, box in zip(parts, wide, strict=True):
        around = part.room.left + part.room.right
        small = box[2] < HALF * WIDTH and len(parts) > 3 and around < NARROW / 5
        if small and not alone:
            rows[-1].append((part, box))
        else:
            rows.append([(part, box)])
        alone = not small or len(rows[-1]) == 2
    return rows


def _height(part: Part, width: float, box: Box) -> float:
    """A table or a tree keeps its height; a chart grows with its width, and is neither a slit nor a tower."""
    inner, around = width - part.room.left - part.room.right, part.room.top + part.room.bottom
    if part.aspect:
        return inner / part.aspect + around
    if getattr(part.view, "sized", False):
        return box[3] + around
    return min(max(box[3] * min(max(inner / box[2], 1.0), TALLER), LOWEST), TALLEST * inner) + around
