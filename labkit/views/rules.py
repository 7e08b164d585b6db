"""A list of rules as a table: the conditions of each, its class, how much it covers and how often it is right.

Lecture 16. Conditions that were dropped stay where they were, struck out; the one just dropped is lit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from labkit.core.story import Step
from labkit.views import words
from labkit.views.nodes import marker
from labkit.views.scene import Box, Mark, Panel, Path, Text, coordinates

HELD, DROPPED, DROPPING = range(3)  # what is with a condition
HEAD, ROW = 26.0, 40.0  # heights of the row of headings, and of a rule at most
GAP, PAD = 6.0, 5.0
CHIP = 24.0  # height of a condition
SAID, SMALL = 10.0, 9.5  # text sizes
PERCENT, COUNTS = 40.0, 60.0  # room for the words beside the bars
SHORTEST, LONGEST = 80.0, 320.0  # both bars together
BAR = 8.0


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule, for the eye."""

    conditions: tuple[tuple[str, int], ...]  # words, and HELD, DROPPED or DROPPING
    label: str
    kind: int  # the class of the label
    support: float  # the share of the training examples that it covers
    right: int  # validation cases that it covers and gets right
    covered: int
    before: float | None = None  # its accuracy before the condition was dropped

    @property
    def accuracy(self) -> float:
        return self.right / self.covered if self.covered else 0.0


class RuleTable:
    """``step -> Panel``: ``read(step)`` gives the lines, ``title(step)`` the words above.

    ``start`` are the first lines, which have all conditions.
    """

    def __init__(self, read: Callable[[Step], Sequence[RuleLine]], title: Callable[[Step], str], *, box,
                 start: Sequence[RuleLine], name="rules"):  # fmt: skip
        self.read, self.title, self.box, self.name = read, title, box, name
        named = min(max(words.width(line.label, SAID, bold=True) for line in start) + 24.0, 0.25 * box[2])
        most = max(max(len(line.conditions) for line in start), 1)
        wanted = max((words.width(text, SAID) for line in start for text, _ in line.conditions), default=0.0) + 2 * PAD
        free = box[2] - named - PERCENT - COUNTS - 7 * GAP  # for conditions and bars
        self._chip = min((free - SHORTEST) / most - GAP, wanted)
        bars = min(free - most * (self._chip + GAP), LONGEST)
        self._lengths = 0.42 * bars, 0.58 * bars
        self._label = 3 * GAP + most * (self._chip + GAP)
        self._support = self._label + named + GAP
        self._right = self._support + self._lengths[0] + PERCENT + 2 * GAP

    def __call__(self, step: Step) -> Panel:
        lines, top = self.read(step), self.box[3] - HEAD
        tall = min(ROW, top / max(len(lines), 1))
        marks: list[Mark] = self._headings()
        for row, line in enumerate(lines):
            marks += self._line(line, top - (row + 0.5) * tall, tall)
        limits = (0.0, self.box[2]), (0.0, self.box[3])  # units, from the lower left corner
        return Panel(self.box, *limits, tuple(marks), name=self.name, title=self.title(step))

    def _headings(self) -> list[Mark]:
        y = self.box[3] - HEAD / 2
        places = (
            (2 * GAP, "if"),
            (self._label, "then"),
            (self._support, "support"),
            (self._right, "held-out right"),
        )
        return [Text(x, y, text, "muted", SMALL) for x, text in places]

    def _line(self, line: RuleLine, y: float, tall: float) -> list[Mark]:
        marks: list[Mark] = []
        if any(state == DROPPING for _, state in line.conditions):
            marks.append(Box(GAP, y - tall / 2, self.box[2] - GAP, y + tall / 2, "lit", radius=4.0))
        for place, (text, state) in enumerate(line.conditions):
            marks += self._condition(text, state, 2 * GAP + place * (self._chip + GAP), y, min(CHIP, tall - 4.0))
        room = self._support - self._label - 24.0
        label = words.fitted(line.label, room, SAID, bold=True)
        marks += [
            marker(line.kind, self._label + 5.0, y, 4.5),
            Text(self._label + 14.0, y, label, "ink", SAID, bold=True),
        ]
        marks += _bar(self._support, y, self._lengths[0], line.support, f"class{line.kind}", f"{line.support:.0%}")
        return marks + self._accuracy(line, y)

    def _condition(self, text: str, state: int, left: float, y: float, tall: float) -> list[Mark]:
        right, low, high = left + self._chip, y - tall / 2, y + tall / 2
        said = words.question_fitted(text, self._chip - 2 * PAD, SAID)
        if state == HELD:
            return [Box(left, low, right, high, "card", "grid", radius=4.0), Text(left + PAD, y, said, "ink", SAID)]
        color, width = ("accent", 1.8) if state == DROPPING else ("muted", 1.0)
        ends = coordinates([left + 2.0, left + PAD + words.width(said, SAID)]), coordinates([y, y])
        return [Text(left + PAD, y, said, color, SAID), Path(*ends, color, width)]

    def _accuracy(self, line: RuleLine, y: float) -> list[Mark]:
        said = f"{line.right} of {line.covered}" if line.covered else "none"
        marks = _bar(self._right, y, self._lengths[1], line.accuracy, "accent", said)
        if line.before is None:
            return marks
        at = self._right + self._lengths[1] * line.before
        return [*marks, Path(coordinates([at, at]), coordinates([y - BAR, y + BAR]), "ink", 2.0)]


def _bar(left: float, y: float, length: float, share: float, color: str, said: str) -> list[Mark]:
    low, high = y - BAR / 2, y + BAR / 2
    filled = [Box(left, low, left + length * share, high, color)] if share > 0 else []
    return [Box(left, low, left + length, high, "grid"), *filled, Text(left + length + GAP, y, said, "muted", SMALL)]
