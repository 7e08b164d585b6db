"""A few facts in rows and columns, such as two trees compared; and any table of words and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Real

from labkit.core.story import Step
from labkit.views.items import Items
from labkit.views.tables.cells import Word
from labkit.views.tables.grid import Column, Grid, Row


def facts(read: Callable[[Step], Sequence[tuple[str, ...]]], headings: Sequence[str], *, title="", empty="",
          name="facts") -> Grid:  # fmt: skip
    """``read(step)`` gives rows of a label and one word for each heading."""

    def rows(step: Step) -> list[Row]:
        return [Row((Word(label, "muted"), *(Word(word, bold=True) for word in words))) for label, *words in read(step)]

    columns = [Column(), *(Column(heading, "right", weight=1.0) for heading in headings)]
    return Grid(rows, columns, title=title, size=11.5, tallest=30.0, empty=empty, name=name)


def table(read: Callable[[Step], Sequence[Sequence[str | float | None]]], headings: Sequence[str], *, digits=4,
          lit: Callable[[Step], Sequence[int]] = lambda step: (), key="", first=0, title="", empty="",
          name="table") -> Grid:  # fmt: skip
    """``read(step)`` gives rows of words and numbers: words stand left, numbers right with so many ``digits``; None is
    an empty cell. The rows ``lit(step)`` are lit. With a ``key`` each is such a thing, counted from ``first``: pointing
    at the row of an example shows the example elsewhere."""

    def columns(step: Step) -> list[Column]:
        cells = zip(*read(step), strict=True)
        numeric = [all(each is None or _is_number(each) for each in column) for column in cells]
        aligned = ["right" if number else "left" for number in numeric or [False] * len(headings)]
        return [Column(heading, align) for heading, align in zip(headings, aligned, strict=True)]

    def rows(step: Step) -> list[Row]:
        chosen = set(lit(step))
        return [Row([_written(cell, digits) for cell in row], lit=k in chosen,
                    items=Items(key, first + k, texts=("",)) if key else None)
                for k, row in enumerate(read(step))]  # fmt: skip

    return Grid(rows, columns, title=title, empty=empty, name=name)


def _is_number(cell) -> bool:
    return isinstance(cell, Real) and not isinstance(cell, bool)


def _written(cell: str | float | None, digits: int) -> str:
    if cell is None:
        return ""
    return f"{cell:.{digits}g}" if _is_number(cell) else str(cell)
