"""How a test comes by its gain: what goes down each branch, its impurity, and the weighted sum.

Lecture 15. A step has ``branches(k)``: for each branch of its test k the answer, its share of the weight, its class
counts and its impurity; and ``tests``, ``question`` and ``asked`` as in ``choices``.
"""

from __future__ import annotations

from labkit.core.story import UPDATE, Step
from labkit.views import words
from labkit.views.scene import Mark, Panel, Text

LINE, LEAST_LINE = 22.0, 17.0
SIZE, SMALL = 10.0, 9.0
PAD = 10.0


class SplitSum:
    """``step -> Panel``; ``numbers=False`` waits with the sum until a test is chosen."""

    def __init__(self, *, box, numbers=True, impurity="impurity", name="sum"):
        self.box, self.numbers, self.impurity, self.name = box, numbers, impurity, name

    def __call__(self, step: Step) -> Panel:
        limits = (0.0, self.box[2]), (0.0, self.box[3])  # units, from the lower left corner
        return Panel(self.box, *limits, tuple(self._lines(step, self.numbers or step.event == UPDATE)), name=self.name)

    def _lines(self, step: Step, told: bool) -> list[Mark]:
        branches = step.branches(step.asked)
        tall = min(LINE, max(self.box[3] / (len(branches) + 2.5), LEAST_LINE))
        fit = int(self.box[3] / tall - 2.5)
        heads = (step.question(step.asked), "share", "counts", self.impurity)
        rows = [heads, *(_words(branch) for branch in branches[:fit])]
        y = self.box[3] - 0.75 * tall
        marks: list[Mark] = []
        for k, row in enumerate(rows):
            marks += self._row(row if told else row[:-1], y - k * tall, "muted" if k == 0 else "ink")
        foot = y - len(rows) * tall
        if len(branches) > fit:
            marks.append(Text(PAD, foot, f"and {len(branches) - fit} more", "muted", SMALL))
        return [*marks, self._sum(step.tests[step.asked], foot) if told else self._hidden(foot)]

    def _sum(self, test, y: float) -> Text:
        text = f"before - after = {test.before:.3f} - {test.after:.3f} = {test.before - test.after:.3f}"
        return Text(self._ends[-1], y, text, "ink", SIZE, "right", bold=True)

    def _hidden(self, y: float) -> Text:
        return Text(self._ends[-1], y, "what it gains is told when you split", "muted", SMALL, "right")

    @property
    def _ends(self) -> tuple[float, ...]:
        """The right ends of the last three columns."""
        return tuple(self.box[2] * share - PAD for share in (0.56, 0.78, 1.0))

    def _row(self, row: tuple[str, ...], y: float, color: str) -> list[Mark]:
        label, *cells = row
        room = 0.40 * self.box[2] - 2 * PAD
        marks: list[Mark] = [Text(PAD, y, words.fitted(label, room, SIZE), color, SIZE)]
        return marks + [Text(x, y, cell, color, SIZE, "right") for x, cell in zip(self._ends, cells, strict=False)]


def _words(branch) -> tuple[str, ...]:
    answer, share, counts, impurity = branch
    return answer, f"{share:.3f}", " : ".join(f"{count:.3g}" for count in counts), f"{impurity:.3f}"
