"""A small tree with the scores of its leaves, and what it costs: the structure that second-order boosting prices.

Lecture 21; deck 000 "Gradient Boosting and Regularization": Omega = gamma T + lambda / 2 sum of w squared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from labkit.core.story import Step
from labkit.views import text_fit
from labkit.views.layout import Size
from labkit.views.scene import Boxes, Mark, Panel, Path, Target, Text, coordinates

Shape = tuple[str, "Shape | int", "Shape | int"]  # (question, what follows yes, what follows no); a number is a leaf
ASK, LINE, PAD = 24.0, 17.0, 8.0  # heights of a question and of a line of text; room within
SIZE, SMALL, TOTAL = 11.0, 9.5, 12.0  # text sizes
FOOT, BAR = 30.0, 8.0  # heights of the line below the tree, and of a score's bar
WIDEST = 180.0  # of a leaf


@dataclass(frozen=True, slots=True)
class Leaf:
    """What to say of a leaf: its ``score``, as a bar from the middle too, and lines of words such as "G -4, H 3"."""

    score: float
    lines: tuple[str, ...] = ()
    lit: bool = False


class Leaves:
    """``(step, size) -> Panel``: ``read(step)`` gives the leaves by their numbers in ``shape``, which may depend on the
    step, ``total(step)`` the line below the tree; a score of ``full`` has the longest bar. The leaves are targets,
    named by their numbers.
    """

    sized = True

    def __init__(self, shape: Shape | int | Callable[[Step], Shape | int], read: Callable[[Step], Sequence[Leaf]], *,
                 full: float, total: Callable[[Step], str] = lambda step: "", title="", name="leaves"):  # fmt: skip
        self.shape, self.read, self.full, self.total, self.title, self.name = shape, read, full, total, title, name

    def __call__(self, step: Step, size: Size) -> Panel:
        leaves, shape, total = self.read(step), self.shape, self.total(step)
        drawing = _LeafDrawing(shape(step) if callable(shape) else shape, leaves, self.full, size)
        if total:
            text = text_fit.fitted(total, size[0], TOTAL, bold=True)
            drawing.marks.append(Text(size[0] / 2, FOOT / 2, text, "ink", TOTAL, "center", bold=True))
        limits = (0.0, size[0]), (0.0, size[1])  # units, from the lower left corner
        return Panel(*limits, tuple(drawing.marks), name=self.name, title=self.title, targets=tuple(drawing.targets))


class _LeafDrawing:
    """The tree in a box of one size, with the leaves in their order from left to right."""

    def __init__(self, shape: Shape | int, leaves: Sequence[Leaf], full: float, size: Size):
        self.leaves, self.full, (self.width, self.height) = leaves, full, size
        count, depth = _extent(shape)
        self.slot = self.width / count
        self.half = min((self.slot - PAD) / 2, WIDEST / 2)
        self.tall = LINE * (1 + max(len(leaf.lines) for leaf in leaves)) + BAR + PAD
        self.level = (self.height - FOOT - self.tall - ASK / 2 - PAD) / max(depth, 1)
        self.marks: list[Mark] = []
        self.targets: list[Target] = []
        self._part(shape, 0)

    def _part(self, shape: Shape | int, depth: int) -> float:
        """Draws a part of the tree; returns the x of its middle."""
        y = self.height - PAD / 2 - depth * self.level
        if isinstance(shape, int):
            x = (len(self.targets) + 0.5) * self.slot
            self.targets.append(Target(str(shape), x - self.half, y - self.tall, x + self.half, y))
            self.marks += self._leaf(self.leaves[shape], x, y)
            return x
        question, *answers = shape
        ends = [self._part(answer, depth + 1) for answer in answers]
        x = sum(ends) / 2
        for end, word in zip(ends, ("yes", "no"), strict=True):
            self.marks += _branch(x, y - ASK, end, y - self.level, word)
        self.marks += self._question(x, y, question)
        return x

    def _question(self, x: float, y: float, question: str) -> list[Mark]:
        half = min(text_fit.width(question, SIZE) / 2 + PAD, self.width / 2)
        text = text_fit.fitted(question, 2 * half - PAD, SIZE)
        frame = Boxes(x - half, y - ASK, x + half, y, "card", "muted", 1.0, 5.0)
        return [frame, Text(x, y - ASK / 2, text, "ink", SIZE, "center")]

    def _leaf(self, leaf: Leaf, x: float, y: float) -> list[Mark]:
        half, top = self.half, y - PAD / 2 - LINE
        stroke, width = ("accent", 2.4) if leaf.lit else ("muted", 1.0)
        length = (half - PAD) * min(max(leaf.score / self.full, -1.0), 1.0)
        marks = [
            Boxes(x - half, y - self.tall, x + half, y, "card", stroke, width, 5.0),
            Text(x, y - PAD / 2 - LINE / 2, f"w = {leaf.score:+.4g}", "ink", SIZE, "center", bold=True),
            Boxes(x - half + PAD, top - BAR, x + half - PAD, top, "grid"),
            Boxes(x, top - BAR, x + length, top, "class1" if leaf.score > 0 else "class0"),
        ]
        for k, line in enumerate(leaf.lines):
            text = text_fit.fitted(line, 2 * half - PAD, SMALL)
            marks.append(Text(x, top - BAR - LINE * (k + 0.5), text, "muted", SMALL, "center"))
        return marks


def _extent(shape: Shape | int) -> tuple[int, int]:
    """(leaves, longest path)."""
    if isinstance(shape, int):
        return 1, 0
    (yes, deep), (no, deeper) = _extent(shape[1]), _extent(shape[2])
    return yes + no, 1 + max(deep, deeper)


def _branch(x0: float, y0: float, x1: float, y1: float, word: str) -> list[Mark]:
    """Across and down, with the answer beside it."""
    bend = y0 + 0.3 * (y1 - y0)
    line = Path(coordinates([x0, x0, x1, x1]), coordinates([y0, bend, bend, y1]), "muted", 1.4)
    outward = 6.0 if x1 > x0 else -6.0
    return [line, Text(x1 + outward, (bend + y1) / 2, word, "muted", SMALL, "left" if x1 > x0 else "right")]
