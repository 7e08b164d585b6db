"""A few things in order: a name, some numbers, and a bar for the number that ranks them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from labkit.core.story import Step
from labkit.views import words
from labkit.views.scene import Box, Mark, Panel, Text

ROW, LEAST_ROW = 26.0, 15.0  # height of a row
HEAD = 18.0  # height of the headings
SIZE, SMALL = 10.5, 9.5  # text sizes
PAD = 6.0
CELL = 56.0  # width of a number


@dataclass(frozen=True, slots=True)
class Row:
    """``cells`` are its numbers as words, ``value`` is the length of its bar; lit is what was chosen."""

    label: str
    cells: tuple[str, ...]
    value: float
    lit: bool = False


class Ranking:
    """``step -> Panel``: ``read(step)`` gives the rows in their order; a bar of ``full`` is as long as there is room,
    None is the longest of the step.

    ``headings`` name the label and the cells; ``wide`` is the room for the labels; ``empty`` is said when nothing is
    ranked; the title may depend on the step.
    """

    def __init__(
        self,
        read: Callable[[Step], Sequence[Row]],
        *,
        box,
        headings: Sequence[str],
        full: float | None = None,
        title: str | Callable[[Step], str] = "",
        wide: float = 130.0,
        empty: str = "nothing",
        name: str = "ranking",
    ):
        self.read, self.box, self.headings, self.full, self.title = read, box, tuple(headings), full, title
        self.wide, self.empty, self.name = wide, empty, name

    def __call__(self, step: Step) -> Panel:
        rows = self.read(step)
        title = self.title(step) if callable(self.title) else self.title
        full = self.full or max((row.value for row in rows), default=0.0)
        room = self.box[3] - HEAD
        tall = min(ROW, max(room / max(len(rows), 1), LEAST_ROW))
        fit = int(room / tall + 1e-9)
        shown = rows if len(rows) <= fit else rows[: fit - 1]
        marks = self._head() if rows else [Text(PAD, self.box[3] - HEAD, self.empty, "muted", SIZE)]
        for k, row in enumerate(shown):
            marks += self._row(row, room - tall * (k + 0.5), tall, full)
        if len(shown) < len(rows):
            text = f"and {len(rows) - len(shown)} more"
            marks.append(Text(PAD, room - tall * (len(shown) + 0.5), text, "muted", SMALL))
        limits = (0.0, self.box[2]), (0.0, self.box[3])  # units, from the lower left corner
        return Panel(self.box, *limits, tuple(marks), name=self.name, title=title)

    @property
    def _bars(self) -> tuple[float, float]:
        """Where bars begin and how long they may be."""
        left = self.wide + CELL * (len(self.headings) - 1) + PAD
        return left, self.box[2] - PAD - left

    def _head(self) -> list[Mark]:
        y = self.box[3] - HEAD / 2
        first, *others = self.headings
        marks: list[Mark] = [Text(PAD, y, first, "muted", SMALL)]
        return marks + [Text(self._end(k), y, text, "muted", SMALL, "right") for k, text in enumerate(others)]

    def _end(self, cell: int) -> float:
        """The right end of a number."""
        return self.wide + CELL * (cell + 1) - PAD

    def _row(self, row: Row, y: float, tall: float, full: float) -> list[Mark]:
        left, long = self._bars
        marks: list[Mark] = [Box(0.0, y - tall / 2, self.box[2], y + tall / 2, "lit")] if row.lit else []
        label = words.fitted(row.label, self.wide - 2 * PAD, SIZE, bold=row.lit)
        marks.append(Text(PAD, y, label, "ink", SIZE, bold=row.lit))
        marks += [Text(self._end(k), y, cell, "ink", SIZE, "right") for k, cell in enumerate(row.cells)]
        length = long * min(max(row.value / full, 0.0), 1.0) if full > 0 else 0.0
        half = min(0.3 * tall, 7.0)
        marks.append(Box(left, y - half, left + long, y + half, "", "grid", 0.8))
        return [*marks, Box(left, y - half, left + length, y + half, "accent")] if length else marks
