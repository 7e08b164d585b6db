"""A few things in order: a name, some numbers, and a bar for the number that ranks them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from labkit.core.story import Step
from labkit.views.tables.cells import Bar, Word
from labkit.views.tables.grid import Column, Grid, Row


@dataclass(frozen=True, slots=True)
class Ranked:
    """``numbers`` as words, ``value`` is the length of its bar; lit is what was chosen, quiet what stands beside."""

    label: str
    numbers: tuple[str, ...]
    value: float
    lit: bool = False
    quiet: bool = False


def ranking(read: Callable[[Step], Sequence[Ranked]], headings: Sequence[str], *, full: float | None = None,
            title: str | Callable[[Step], str] = "", empty="nothing", name="ranking") -> Grid:  # fmt: skip
    """``read(step)`` gives them in their order; a bar of ``full`` is as long as there is room, None is the longest of
    the step. ``headings`` name the label and the numbers."""

    def rows(step: Step) -> list[Row]:
        ranked = read(step)
        longest = full or max((each.value for each in ranked), default=0.0) or 1.0
        return [
            Row(
                (
                    Word(each.label, "muted" if each.quiet else "ink", bold=each.lit),
                    *each.numbers,
                    Bar.of(each.value / longest, "muted" if each.quiet else "accent"),
                ),
                each.lit,
            )
            for each in ranked
        ]

    numbers = [Column(heading, "right") for heading in headings[1:]]
    return Grid(rows, [Column(headings[0]), *numbers, Column(weight=1.0)], title=title, empty=empty, name=name)
