"""The learner's own source, with the line that acted lit. A step names its equation, the source lines carry them."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Sequence

from labkit.core.story import Step
from labkit.views.scene import Box, Panel, Text

NUMBER = re.compile(r"#\s*\((\d+)\)")


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
    """``step -> Panel``: the lines as they stand, the one whose number is ``step.equation`` lit."""

    def __init__(self, lines: Sequence[str], *, box, title="The rule", size=10.5):
        self.lines, self.box, self.title, self.size = tuple(lines), box, title, size
        numbers = [NUMBER.search(line) for line in self.lines]
        self._line_of = {int(found.group(1)): i for i, found in enumerate(numbers) if found}

    def __call__(self, step: Step) -> Panel:
        rows = len(self.lines)
        lit = self._line_of.get(step.equation)
        marks = [] if lit is None else [Box(0, rows - lit - 1, 1, rows - lit, fill="lit", radius=3.0)]
        for i, text in enumerate(self.lines):
            color = "ink" if lit == i else "muted"
            marks.append(Text(0.025, rows - i - 0.5, text, color=color, size=self.size, mono=True))
        return Panel(self.box, (0.0, 1.0), (0.0, float(rows)), tuple(marks), name="code", title=self.title)
