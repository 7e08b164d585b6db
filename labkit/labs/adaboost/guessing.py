"""Which examples grow next? The next weak learner is shown; a person marks examples; then the round is told.

Lecture 20; deck 000 "AdaBoost". Inventory: I-000-107.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from labkit.core.story import UPDATE, Step, Trace
from labkit.learners.ensemble.adaboost import AdaStep
from labkit.player.controls import Button, Choice, Slider
from labkit.views.plane import Plane
from labkit.views.scene import USED, Mark, Panel, Points, Text, codes

WATCH, GUESS = "watch", "guess"
CHECKED = "!"
NEAR = 16.0  # units from an example where a click still means it
BESIDE = 22.0  # units from an example to its number
GREW = 1 + 1e-9  # times the weight before: more than rounding


@dataclass(frozen=True, slots=True)
class Marks:
    """What the memory keeps: how many rounds are over, the marked rows, and whether the next round was told."""

    rounds: int = 0
    rows: frozenset[int] = frozenset()
    checked: bool = False

    @classmethod
    def read(cls, text: str) -> Marks:
        words = text.split()
        checked = words[-1:] == [CHECKED]
        numbers = words[: len(words) - checked]
        if not all(word.isdecimal() for word in numbers):
            raise ValueError(f"guess: expected numbers of examples, got {text!r}; choose {WATCH}, then {GUESS} again")
        over, *rows = map(int, numbers or ["0"])
        return cls(over, frozenset(rows), checked)

    def __str__(self) -> str:
        return " ".join(map(str, [self.rounds, *sorted(self.rows)])) + f" {CHECKED}" * self.checked

    def toggled(self, row: int) -> Marks:
        return replace(self, rows=self.rows ^ {row})

    def without(self, row: int) -> Marks:
        """When that row is gone and those after it have moved up."""
        return replace(self, rows=frozenset(each - (each > row) for each in self.rows - {row}))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GuessStep(Step):
    """A round whose weak learner is known: before its weights are told, or after."""

    round: int  # over so far
    weak: object
    next_weights: np.ndarray
    marked: np.ndarray  # rows
    waits: bool
    said: str

    @property
    def caption(self) -> str:
        return self.said


class Guessing:
    """For a lab with AdaBoost's rounds and the panel "plane": clicks and a button mark examples, another goes on."""

    clickable, points_answer = ("plane",), True
    controls_of_guessing = (
        Choice("play", "each round", (WATCH, GUESS), WATCH),
        Slider("example", "example", 1, 200, 1, 1, only=("play", (GUESS,))),
        Button("mark", "mark the example", only=("play", (GUESS,))),
        Button("on", "go on", only=("play", (GUESS,))),
    )

    def click(self, values, panel, x, y):
        if not _waits(self.steps[-1]) or self.frame < len(self.scenes) - 1:
            return {}
        seen = self.scenes[-1].panel(panel)
        examples = next(mark for mark in seen.marks if _is_examples(mark))
        away = np.hypot(examples.x - x, examples.y - y) / unit_of(seen)
        row = int(away.argmin())
        return _toggled(values, row) if away[row] <= NEAR else {}

    def press(self, values, name):
        step, marks = self.steps[-1], Marks.read(values["guess"])
        if not isinstance(step, GuessStep):
            got, repair = "the end of the story", f"choose {WATCH}, then {GUESS}, to begin again"
            if values["play"] == WATCH:
                got, repair = "rounds that are only watched", f"choose {GUESS} first"
            raise ValueError(f"{name}: expected a round to guess about, got {got}; {repair}")
        if name == "on":
            return {"guess": str(replace(marks, checked=True) if step.waits else Marks(marks.rounds + 1))}
        if not step.waits:
            raise ValueError("mark: expected a round to come, got one that was told; go on first")
        return _toggled(values, chosen(values, len(step.next_weights)))

    def deleted(self, values, index):
        return {"guess": str(Marks.read(values["guess"]).without(index))} if values["guess"] else {}

    # ---- telling

    def guessed(self, trace: Trace, values: dict) -> Sequence[Step]:
        """The story to tell: all of it, or the rounds that are over and the one to guess about."""
        marks = Marks.read(values["guess"])
        if values["play"] == WATCH or marks.rounds >= len(trace) - 2:
            return trace
        over, told = trace[marks.rounds], trace[marks.rounds + 1]
        examples = len(over.next_weights)
        marked = np.array(sorted(row for row in marks.rows if row < examples), dtype=int)
        story = [*trace[1 : marks.rounds + 1], _asked(over, told, marked)]
        return [*story, _answered(told, marked)] if marks.checked else story


def chosen(values: dict, examples: int) -> int:
    """The row that the slider means; beyond the end it is the last one."""
    return min(values["example"], examples) - 1


def unit_of(panel: Panel | Plane) -> float:
    """What one unit is in data: as much across as up."""
    return (panel.xlim[1] - panel.xlim[0]) / panel.box[2]


def _toggled(values: dict, row: int) -> dict:
    return {"guess": str(Marks.read(values["guess"]).toggled(row))}


def _waits(step: Step) -> bool:
    return isinstance(step, GuessStep) and step.waits


def _is_examples(mark: Mark) -> bool:
    return isinstance(mark, Points) and mark.editable


def _asked(over: AdaStep, told: AdaStep, marked: np.ndarray) -> GuessStep:
    count = f"{len(marked)} marked" if len(marked) else "click them"
    said = f"round {told.round}: its cut is drawn; which examples will grow? {count}, then go on"
    return GuessStep(event=UPDATE, model=over.model, round=over.round, weak=told.weak, next_weights=over.next_weights,
                     marked=marked, waits=True, said=said)  # fmt: skip


def _answered(told: AdaStep, marked: np.ndarray) -> GuessStep:
    return GuessStep(event=UPDATE, model=told.model, round=told.round, weak=told.weak, next_weights=told.next_weights,
                     marked=marked, waits=False, said=f"round {told.round}: {verdict(told, marked)}")  # fmt: skip


def verdict(told: AdaStep, marked: np.ndarray) -> str:
    """What grew, and how much of it was marked."""
    grew = np.flatnonzero(told.next_weights > GREW * told.weights)
    right, others = len(np.intersect1d(grew, marked)), len(np.setdiff1d(marked, grew))
    fact = {0: "it makes no mistake, so nothing grew", 1: "its only mistake grew"}
    said = fact.get(len(grew), f"its {len(grew)} mistakes grew")
    if right == len(grew) and not others:
        return f"{said}, just as you marked"
    return f"{said}; you marked {right} of {len(grew)}{f', and {others} that did not' if others else ''}"


class Marking:
    """``step -> Panel``: the plane with rings around the marked examples, and the number of the chosen one."""

    def __init__(self, plane: Plane, chosen: int):
        self.plane, self._chosen = plane, chosen

    def __call__(self, step: Step) -> Panel:
        panel = self.plane(step)
        if not isinstance(step, GuessStep):
            return panel
        marks = [_ringed(mark, step.marked) if _is_examples(mark) else mark for mark in panel.marks]
        return replace(panel, marks=(*marks, *self._number(step)))

    def _number(self, step: GuessStep) -> list[Mark]:
        if not step.waits:
            return []
        x, y = self.plane.X[self._chosen].tolist()
        return [Text(x + BESIDE * unit_of(self.plane), y, str(self._chosen + 1), "accent", 11.0, bold=True)]


def _ringed(points: Points, rows: np.ndarray) -> Points:
    flag = points.flag.copy()
    flag[rows] |= USED
    return replace(points, flag=codes(flag))
