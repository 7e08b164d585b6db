"""The learner's own source, with the line that acted lit. A step names its equation, the source lines carry them."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Sequence
from functools import cache

from labkit.core.story import Step
from labkit.views import text_fit
from labkit.views.layout import Size
from labkit.views.scene import Boxes, Mark, Panel, Text

NUMBER = re.compile(r"#\s*\((\d+)\)")
WIDTH = 0.61 * text_fit.LECTURE  # of a letter, in text sizes
PAD = 8.0  # at the edges
LINE = 2.4  # the tallest line, in text sizes
LARGEST, SMALLEST = 10.5, 7.5  # letters; smaller ones cannot be read


@cache  # a lab asks again with every glance
def source_lines(function: Callable, first: str = "", last: str = "") -> tuple[str, ...]:
    """The source of a function without its docstring, from the line with ``first`` to the line with ``last``."""
    text = textwrap.dedent(inspect.getsource(function))
    text = re.sub(r'\n\s*"""(?:[^"]|"(?!""))*"""', "", text, count=1)
    lines = [line for line in text.splitlines() if line.strip()]
    start = _place("first", first, lines)
    end = start + _place("last", last, lines[start:]) if last else len(lines) - 1
    return tuple(textwrap.dedent("\n".join(lines[start : end + 1])).splitlines())


def _place(name: str, words: str, lines: Sequence[str]) -> int:
    """The number of the first line with these words."""
    for place, line in enumerate(lines):
        if words in line:
            return place
    raise ValueError(f"{name}: expected words of a line of the source, got {words!r}; the lines begin {lines[0]!r}")


class Code:
    """``(step, size) -> Panel``: lines of the function that ran, the one whose number is ``step.equation`` lit.

    ``without`` leaves out lines with these words, such as the ``yield`` of a story.
    """

    sized = True

    def __init__(self, function: Callable, first="", last="", *, without=""):
        lines = source_lines(function, first, last)
        self.function = function
        self.lines = tuple(line for line in lines if not without or without not in line)
        numbers = [NUMBER.search(line) for line in self.lines]
        self.line_of = {int(found.group(1)): i for i, found in enumerate(numbers) if found}  # an equation

    def __call__(self, step: Step, size: Size) -> Panel:
        (wide, tall), letter = size, self._letter(size)
        room, line = int((wide - 2 * PAD) / (letter * WIDTH)), min(tall / len(self.lines), LINE * letter)
        lit, top = self.line_of.get(step.equation), (tall + line * len(self.lines)) / 2
        marks: list[Mark] = []
        if lit is not None:
            y = top - line * (lit + 1)
            marks.append(Boxes(PAD / 2, y, wide - PAD / 2, y + line, fill="lit", radius=3.0))
        for i, text in enumerate(self.lines):
            color = "ink" if lit == i else "muted"
            marks.append(Text(PAD, top - line * (i + 0.5), _cut(text, room), color=color, size=letter, mono=True))
        return Panel((0.0, wide), (0.0, tall), tuple(marks), name="code", title="The rule")

    def _letter(self, size: Size) -> float:
        """The size at which all lines fit; but no smaller than can be read, unless they are too many."""
        across = (size[0] - 2 * PAD) / (WIDTH * max(map(len, self.lines)))
        return min(LARGEST, max(across, SMALLEST), size[1] / len(self.lines) / text_fit.height(1.0))


def _cut(line: str, room: int) -> str:
    """As many letters as there is room for; the number of the equation goes first."""
    short = line if len(line) <= room else NUMBER.sub("", line).rstrip()
    return short if len(short) <= room else short[: max(room - 1, 0)] + "\u2026"
