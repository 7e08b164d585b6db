"""All tests that a node could ask, one in a row: what each does to the classes and to the impurity.

Lecture 15. A step has ``tests`` (each with ``children``, ``sizes``, ``before``, ``after``, ``gain``, ``merit``),
``question(k)``, ``asked`` (the chosen row), ``best`` (the criterion's) and ``event``. The branches of a test are as
long as the weight that takes them; the bar of the impurity is full before the split and filled as far as is left after.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core.story import UPDATE, Step
from labkit.views import words
from labkit.views.scene import Box, Mark, Panel, Text

ROW, TALLEST_ROW = 21.0, 27.0
HEAD, FOOT = 24.0, 22.0  # heights
SIZE, SMALL = 10.0, 9.0
PAD, GAP = 6.0, 3.0
TAG, NUMBER = 42.0, 46.0  # widths of the first column and of the numbers
BAR = 9.0


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the columns begin and end."""

    question: tuple[float, float]
    branches: tuple[float, float]
    impurity: tuple[float, float]
    gain: float  # the right ends of the numbers
    merit: float

    @classmethod
    def of(cls, width: float, with_merit: bool) -> _Columns:
        merit = width - PAD
        gain = merit - NUMBER if with_merit else merit
        left, right = PAD + TAG, gain - NUMBER
        a, b = left + 0.42 * (right - left), left + 0.76 * (right - left)
        return cls((left, a - PAD), (a, b - 2 * PAD), (b, right - PAD), gain, merit)


class Choices:
    """``step -> Panel``. More tests than fit are shown by pages; ``row_at`` says which test a click means.

    ``numbers=False`` hides what each test gains until one is chosen. ``merit`` names the criterion's own value where
    it is not the gain.
    """

    def __init__(self, *, box, numbers=True, merit="", kinds=None, name="choices"):
        self.box, self.numbers, self.merit, self.name = box, numbers, merit, name
        self.kinds = kinds  # the colour of each class; None: their order
        self._columns = _Columns.of(box[2], bool(merit))
        self._rows = int((box[3] - HEAD - PAD) / ROW)  # at most

    def __call__(self, step: Step) -> Panel:
        first, last = self._page(step)
        marks = self._head(step)
        for place, test in enumerate(range(first, last)):
            marks += self._row(step, test, self.box[3] - HEAD - self._tall(step) * (place + 0.5))
        if last - first < len(step.tests):
            marks += self._foot(step, first, last)
        limits = (0.0, self.box[2]), (0.0, self.box[3])  # units, from the lower left corner
        return Panel(self.box, *limits, tuple(marks), name=self.name)

    def row_at(self, step: Step, x: float, y: float) -> int | None:
        """The test in the row there; at the foot the first one of the page before or after."""
        first, last = self._page(step)
        place = int((self.box[3] - HEAD - y) // self._tall(step))
        if 0 <= place < last - first:
            return first + place
        if y > FOOT or last - first == len(step.tests):
            return None
        count = self._per_page(len(step.tests))
        other = first - count if x < self.box[2] / 2 else first + count
        return other if 0 <= other < len(step.tests) else None

    def _tall(self, step: Step) -> float:
        """Few rows are taller."""
        room = self.box[3] - HEAD - PAD
        return min(max(room / len(step.tests), ROW), TALLEST_ROW)

    def _per_page(self, tests: int) -> int:
        return self._rows if tests <= self._rows else self._rows - 1  # the foot takes the room of a row

    def _page(self, step: Step) -> tuple[int, int]:
        """The page of the chosen test."""
        count = self._per_page(len(step.tests))
        first = step.asked // count * count
        return first, min(first + count, len(step.tests))

    # ---- marks

    def _head(self, step: Step) -> list[Mark]:
        c, y = self._columns, self.box[3] - HEAD / 2
        heads = [(c.question[0], "test", "left"), (c.branches[0], "branches", "left")]
        if self._told(step):
            heads += [(c.impurity[0], "impurity left", "left"), (c.gain, "gain", "right")]
            heads += [(c.merit, self.merit, "right")] if self.merit else []
        marks: list[Mark] = []
        for x, text, anchor in heads:
            marks.append(Text(x, y, text, "muted", SMALL, anchor))
        return marks

    def _told(self, step: Step) -> bool:
        return self.numbers or step.event == UPDATE

    def _row(self, step: Step, test: int, y: float) -> list[Mark]:
        c, asked = self._columns, test == step.asked
        best = test == step.best and step.event == UPDATE
        marks: list[Mark] = []
        if asked or best:
            half = self._tall(step) / 2 - 1.0
            edges = PAD / 2, y - half, self.box[2] - PAD / 2, y + half
            marks.append(Box(*edges, "lit" if asked else "", "accent" if asked else "ink", 1.6, 4.0))
        tag = ("both" if asked else "best") if best else "you" if asked else str(test + 1)
        ink = "ink" if asked or best else "muted"
        marks.append(Text(PAD + 4.0, y, tag, ink, SMALL, bold=asked or best))
        text = words.question_fitted(step.question(test), c.question[1] - c.question[0], SIZE)
        marks.append(Text(c.question[0], y, text, "ink", SIZE))
        marks += self._branches(step.tests[test], y)
        return [*marks, *self._figures(step.tests[test], y)] if self._told(step) else marks

    def _branches(self, test, y: float) -> list[Mark]:
        """Side by side, each with its classes in their order."""
        left, right = self._columns.branches
        count = len(test.sizes)
        gap = min(GAP, (right - left) / (4 * count))
        scale = (right - left - gap * (count - 1)) / float(np.sum(test.sizes))
        marks: list[Mark] = []
        for child in np.asarray(test.children):
            for k, weight in enumerate(child.tolist()):
                if weight > 0:
                    kind = k if self.kinds is None else self.kinds[k]
                    marks.append(Box(left, y - BAR / 2, left + scale * weight, y + BAR / 2, f"class{kind}"))
                    left += scale * weight
            left += gap
        return marks

    def _figures(self, test, y: float) -> list[Mark]:
        c = self._columns
        left, right = c.impurity
        share = test.after / test.before if test.before > 0 else 0.0
        marks: list[Mark] = [
            Box(left, y - BAR / 2, right, y + BAR / 2, "", "grid", 1.0),
            Box(left, y - BAR / 2, left + share * (right - left), y + BAR / 2, "muted"),
            Text(c.gain, y, f"{test.gain:.3f}", "ink", SIZE, "right"),
        ]
        return [*marks, Text(c.merit, y, f"{test.merit:.3f}", "ink", SIZE, "right")] if self.merit else marks

    def _foot(self, step: Step, first: int, last: int) -> list[Mark]:
        """The pages; and the criterion's choice, once it is told, if it is on another one."""
        y, middle, tests = FOOT / 2 + 1.0, self.box[2] / 2, len(step.tests)
        here = f"{first + 1} to {last} of {tests}"
        if step.event == UPDATE:  # the choice is made: no page is turned
            best = f"best: {step.best + 1}, {step.question(step.best)}, gain {step.tests[step.best].gain:.3f}"
            here = here if first <= step.best < last else best
            return [Text(middle, y, words.fitted(here, self.box[2] - 2 * PAD, SMALL), "muted", SMALL, "center")]
        marks: list[Mark] = [Text(middle, y, here, "muted", SMALL, "center")]
        marks += [Text(PAD + 4.0, y, "< page before", "accent", SMALL)] if first else []
        marks += [Text(self.box[2] - PAD, y, "next page >", "accent", SMALL, "right")] if last < tests else []
        return marks
