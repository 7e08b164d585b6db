"""A list of rules as a table: the conditions of each, its class, how much it covers and how often it is right.

Lecture 16. Conditions that were dropped stay where they were, struck out; the one just dropped is lit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from labkit.core.story import Step
from labkit.views.tables.cells import Bar, Cell, Chip, Word
from labkit.views.tables.grid import Column, Grid, Row

HELD, DROPPED, DROPPING = "", "muted", "accent"  # what is with a condition: the colour in which it is struck out
LONGEST = 160.0  # of a bar
LEAST = 600.0  # a narrower table has no bars


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule, for the eye."""

    conditions: tuple[tuple[str, str], ...]  # words, and HELD, DROPPED or DROPPING
    label: str
    kind: int  # the class of the label
    support: float  # the share of the training examples that it covers
    right: int  # validation cases that it covers and gets right
    covered: int
    before: float | None = None  # its accuracy before the condition was dropped

    @property
    def accuracy(self) -> float:
        return self.right / self.covered if self.covered else 0.0


def rule_table(read: Callable[[Step], Sequence[RuleLine]], start: Sequence[RuleLine], *, title="") -> Grid:
    """``read(step)`` gives the lines; ``start`` are the first ones, which have all conditions."""
    most = max(max(len(line.conditions) for line in start), 1)
    conditions = [Column("if" if k == 0 else "") for k in range(most)]
    right = Word("held-out right", "muted", shorter=("right",))
    figures = [Column("support"), Column(weight=0.42, most=LONGEST, least=LEAST),
               Column(right), Column(weight=0.58, most=LONGEST, least=LEAST)]  # fmt: skip
    columns, sample = [*conditions, Column("then"), *figures], [_row(line, most) for line in start]
    return Grid(lambda step: [_row(line, most) for line in read(step)], columns, title=title, size=10.0, tallest=40.0,
                sample=sample, gap=7.0, name="rules")  # fmt: skip


def _row(line: RuleLine, most: int) -> Row:
    chips: list[str | Cell] = [_condition(*condition) for condition in line.conditions]
    said = Word(f"{line.right} of {line.covered}" if line.covered else "none", "muted")
    cells = [*chips, *[""] * (most - len(chips)), Word(line.label, bold=True, kind=line.kind),
             Word(f"{line.support:.0%}", "muted"), Bar.of(line.support, f"class{line.kind}"),
             said, Bar.of(line.accuracy, before=line.before)]  # fmt: skip
    return Row(cells, lit=any(state == DROPPING for _, state in line.conditions))


def _condition(text: str, state: str) -> Chip:
    return Chip(text, color=state or "ink", heavy=state == DROPPING, struck=bool(state))
