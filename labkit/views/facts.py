"""A few facts in rows and columns, such as two trees compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from labkit.core.story import Step
from labkit.views import words
from labkit.views.scene import Mark, Panel, Path, Text, coordinates

ROW = 30.0  # at most
SIZE, SMALL = 12.0, 10.5
PAD = 14.0
LABELS = 0.4  # of the width


class Facts:
    """``step -> Panel``: ``read(step)`` gives rows of a label and one word for each heading."""

    def __init__(
        self, read: Callable[[Step], Sequence[tuple[str, ...]]], headings: Sequence[str], *, box, name="facts"
    ):
        self.read, self.headings, self.box, self.name = read, tuple(headings), box, name

    def __call__(self, step: Step) -> Panel:
        rows = [("", *self.headings), *self.read(step)]
        width, height = self.box[2:]
        tall = min(ROW, height / (len(rows) + 1))
        top = height - tall
        marks = [mark for k, row in enumerate(rows) for mark in self._row(row, top - k * tall, k == 0)]
        rule = coordinates([PAD, width - PAD]), coordinates([top - tall / 2] * 2)
        marks.append(Path(*rule, color="grid", width=1.0))
        return Panel(self.box, (0.0, width), (0.0, height), tuple(marks), name=self.name)

    def _row(self, row: tuple[str, ...], y: float, head: bool) -> list[Mark]:
        first, room = PAD + LABELS * (self.box[2] - 2 * PAD), (1 - LABELS) * (self.box[2] - 2 * PAD)
        slot = room / len(self.headings)
        label = words.fitted(row[0], first - 2 * PAD, SIZE)
        marks: list[Mark] = [Text(PAD, y, label, "muted", SIZE)] if label else []
        for k, word in enumerate(row[1:], start=1):
            text = words.fitted(word, slot - 4.0, SMALL if head else SIZE, bold=not head)
            size = SMALL if head else SIZE
            marks.append(Text(first + k * slot, y, text, "muted" if head else "ink", size, "right", bold=not head))
        return marks
