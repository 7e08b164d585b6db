"""A small tree with the scores of its leaves, and what it costs: the structure that second-order boosting prices.

Lecture 21; deck 000 "Gradient Boosting and Regularization": Omega = gamma T + lambda / 2 sum of w squared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from labkit.core.story import Step
from labkit.views import words
from labkit.views.scene import Box, Mark, Panel, Path, Text, coordinates

Shape = tuple[str, "Shape | int", "Shape | int"]  # (question, what follows yes, what follows no); a number is a leaf
ASK, LINE, PAD = 24.0, 17.0, 8.0  # heights of a question and of a line of text; room within
SIZE, SMALL, TOTAL = 11.0, 9.5, 12.0  # text sizes
FOOT, TALL = 30.0, 8.0  # heights of the line below the tree, and of a score's bar


@dataclass(frozen=True, slots=True)
class Leaf:
    """What to say of a leaf: its ``score``, as a bar from the middle too, and lines of words such as "G -4, H 3"."""

    score: float
    lines: tuple[str, ...] = ()
    lit: bool = False


class Leaves:
    """``step -> Panel``: ``read(step)`` gives the leaves by their numbers in ``shape``, ``total(step)`` the line below
    the tree; a score of ``full`` has the longest bar. ``leaf_at`` says which leaf a click means.
    """

    def __init__(self, shape: Shape | int, read: Callable[[Step], Sequence[Leaf]], *, box, full: float, lines: int = 1,
                 total: Callable[[Step], str] = lambda step: "", title="", name="leaves"):  # fmt: skip
        self.read, self.total, self.box, self.full, self.title, self.name = read, total, box, full, title, name
        self._leaves: dict[int, tuple[float, float]] = {}  # number -> the middle of its top edge
        self._asks: list[tuple[float, float, str]] = []
        self._ways: list[tuple[float, float, float, float, str]] = []
        self._count, self._depth = _size(shape)
        self._wide = box[2] / self._count
        self._tall = LINE * (lines + 1) + TALL + PAD  # of a leaf
        room = box[3] - FOOT - self._tall - ASK / 2 - PAD
        self._step = room / max(self._depth, 1)
        self._arrange(shape, 0)

    def _arrange(self, shape, depth: int) -> float:
        """Where everything stands; the middle of this part is given back."""
        y = self.box[3] - PAD / 2 - depth * self._step
        if isinstance(shape, int):
            x = (len(self._leaves) + 0.5) * self._wide
            self._leaves[shape] = (x, y)
            return x
        question, yes, no = shape
        ends = [self._arrange(part, depth + 1) for part in (yes, no)]
        x = sum(ends) / 2
        self._asks.append((x, y, question))
        self._ways += [(x, y - ASK, end, y - self._step, word) for end, word in zip(ends, ("yes", "no"), strict=True)]
        return x

    def __call__(self, step: Step) -> Panel:
        leaves, total = self.read(step), self.total(step)
        marks = [mark for way in self._ways for mark in _branch(*way)]
        marks += [mark for ask in self._asks for mark in self._question(*ask)]
        for number, (x, y) in self._leaves.items():
            marks += self._leaf(leaves[number], x, y)
        if total:
            marks.append(Text(self.box[2] / 2, FOOT / 2, total, "ink", TOTAL, "center", bold=True))
        limits = (0.0, self.box[2]), (0.0, self.box[3])  # units, from the lower left corner
        return Panel(self.box, *limits, tuple(marks), name=self.name, title=self.title)

    def leaf_at(self, x: float, y: float) -> int | None:
        for number, (middle, top) in self._leaves.items():
            if abs(x - middle) <= self._half and top - self._tall <= y <= top:
                return number
        return None

    @property
    def _half(self) -> float:
        """Of a leaf's width."""
        return min(self._wide / 2 - PAD / 2, 90.0)

    def _question(self, x: float, y: float, question: str) -> list[Mark]:
        half = min(words.width(question, SIZE) / 2 + PAD, self.box[2] / 2)
        text = words.fitted(question, 2 * half - PAD, SIZE)
        frame = Box(x - half, y - ASK, x + half, y, "card", "muted", 1.0, 5.0)
        return [frame, Text(x, y - ASK / 2, text, "ink", SIZE, "center")]

    def _leaf(self, leaf: Leaf, x: float, y: float) -> list[Mark]:
        half, bottom = self._half, y - self._tall
        stroke, width = ("accent", 2.4) if leaf.lit else ("muted", 1.0)
        head = Text(x, y - PAD / 2 - LINE / 2, f"w = {leaf.score:+.4g}", "ink", SIZE, "center", bold=True)
        marks: list[Mark] = [Box(x - half, bottom, x + half, y, "card", stroke, width, 5.0), head]
        top = y - PAD / 2 - LINE
        length = (half - PAD) * min(max(leaf.score / self.full, -1.0), 1.0)
        marks.append(Box(x - half + PAD, top - TALL, x + half - PAD, top, "grid"))
        marks.append(Box(x, top - TALL, x + length, top, "class1" if leaf.score > 0 else "class0"))
        for k, line in enumerate(leaf.lines):
            text = words.fitted(line, 2 * half - PAD, SMALL)
            marks.append(Text(x, top - TALL - LINE * (k + 0.5), text, "muted", SMALL, "center"))
        return marks


def _size(shape) -> tuple[int, int]:
    """(leaves, longest path)."""
    if isinstance(shape, int):
        return 1, 0
    (yes, deep), (no, deeper) = _size(shape[1]), _size(shape[2])
    return yes + no, 1 + max(deep, deeper)


def _branch(x0: float, y0: float, x1: float, y1: float, word: str) -> list[Mark]:
    """Across and down, with the answer beside it."""
    bend = y0 + 0.3 * (y1 - y0)
    line = Path(coordinates([x0, x0, x1, x1]), coordinates([y0, bend, bend, y1]), "muted", 1.4)
    outward = 6.0 if x1 > x0 else -6.0
    return [line, Text(x1 + outward, (bend + y1) / 2, word, "muted", SMALL, "left" if x1 > x0 else "right")]
