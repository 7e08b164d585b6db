"""The tests that a node could ask, one in a row, and how the chosen one comes by its gain.

Lecture 15. A step has ``tests`` (each with ``children``, ``before``, ``after``, ``gain``, ``merit``), ``question(k)``,
``branches(k)`` (answer, share of the weight, class counts and impurity of each branch), ``asked`` and ``best`` (the
rows of the person and of the criterion) and ``event``.
"""

from __future__ import annotations

from collections.abc import Sequence

from labkit.core.story import UPDATE, Step
from labkit.views.tables.cells import Bar, Word
from labkit.views.tables.grid import Column, Grid, Row


def split_choices(*, numbers=True, merit="", kinds: Sequence[int] | None = None, name="choices") -> Grid:
    """What each test does to the classes and to the impurity, of which the bar shows what is left.

    The rows are targets, named by their number from 1, until a test is asked. ``numbers=False`` hides until then what
    each test gains; ``merit`` names the criterion's own value where it is not the gain.
    """

    def columns(step: Step) -> list[Column]:
        always = [Column(), Column("test"), Column("branches", weight=1.0)]
        if not _told(step, numbers):
            return always
        left = Word("impurity left", "muted", shorter=("impurity",))
        figures = [Column(left, weight=0.8), Column("gain", "right")]
        return [*always, *figures, *([Column(merit, "right")] if merit else [])]

    def rows(step: Step) -> list[Row]:
        figures = 2 + bool(merit) if _told(step, numbers) else 0
        return [_choice(step, k, kinds, figures) for k in range(len(step.tests))]

    widest = Row((Word("both", bold=True), *[""] * 5))
    return Grid(rows, columns, foot=_best_elsewhere, size=10.0, sample=[widest], page=lambda step: step.asked,
                name=name)  # fmt: skip


def _choice(step: Step, k: int, kinds: Sequence[int] | None, figures: int) -> Row:
    """The k-th test, with the first so many of the figures: what is left, its gain, the criterion's own value."""
    test, told = step.tests[k], step.event == UPDATE
    chosen, best = k == step.asked, told and k == step.best
    tag = ("both" if chosen else "best") if best else "you" if chosen else str(k + 1)
    tagged = Word(tag, "ink" if chosen or best else "muted", chosen or best)
    left = Bar.of(test.after / test.before if test.before > 0 else 0.0, "muted")
    numbers = [left, f"{test.gain:.3f}", f"{test.merit:.3f}"][:figures]
    cells = [tagged, Word(step.question(k), question=True), Bar.of_classes(test.children, kinds=kinds), *numbers]
    return Row(cells, chosen, "accent" if chosen else "ink" if best else "", target="" if told else str(k + 1))


def _told(step: Step, numbers: bool) -> bool:
    return numbers or step.event == UPDATE


def _best_elsewhere(step: Step, shown: range) -> str:
    """The criterion's choice, once it is told, if it is on another page."""
    if step.event != UPDATE or step.best in shown:
        return ""
    return f"best: {step.best + 1}, {step.question(step.best)}, gain {step.tests[step.best].gain:.3f}"


def gain_sum(*, numbers=True, impurity="impurity", empty="") -> Grid:
    """What goes down each branch of the chosen test, and the sum; ``numbers=False`` waits with it until then."""

    def columns(step: Step) -> list[Column]:
        heads = ("share", "counts", impurity)[: 3 if _told(step, numbers) else 2]
        question = step.question(step.asked) if step.tests else ""
        return [Column(question), *(Column(head, "right", weight=1.0) for head in heads)]

    def rows(step: Step) -> list[Row]:
        branches = step.branches(step.asked) if step.tests else ()
        return [Row(_branch(*branch)[: 4 if _told(step, numbers) else 3]) for branch in branches]

    def closing(step: Step) -> list[Row]:
        if not step.tests:
            return []
        if not _told(step, numbers):
            return [Row((Word("what it gains is told when you split", "muted"),))]
        test = step.tests[step.asked]
        total = f"{test.before:.3f} - {test.after:.3f} = {test.before - test.after:.3f}"
        return [Row((Word(f"before - after = {total}", bold=True, shorter=(total,)),))]

    return Grid(rows, columns, closing=closing, size=10.0, tallest=22.0, empty=empty, name="sum")


def _branch(answer: str, share: float, counts: Sequence[float], impurity: float) -> tuple[str, ...]:
    return answer, f"{share:.3f}", " : ".join(f"{count:.3g}" for count in counts), f"{impurity:.3f}"
