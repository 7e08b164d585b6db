"""A few facts in rows and columns, such as two trees compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from labkit.core.story import Step
from labkit.views.tables.cells import Word
from labkit.views.tables.grid import Column, Grid, Row


def facts(read: Callable[[Step], Sequence[tuple[str, ...]]], headings: Sequence[str], *, title="", empty="",
          name="facts") -> Grid:  # fmt: skip
    """``read(step)`` gives rows of a label and one word for each heading."""

    def rows(step: Step) -> list[Row]:
        return [Row((Word(label, "muted"), *(Word(word, bold=True) for word in words))) for label, *words in read(step)]

    columns = [Column(), *(Column(heading, "right", weight=1.0) for heading in headings)]
    return Grid(rows, columns, title=title, size=11.5, tallest=30.0, empty=empty, name=name)
