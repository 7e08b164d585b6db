"""Which examples grow next? The next weak learner is shown; a person marks examples; then the round is told.

Lecture 20; deck 000 "AdaBoost". Inventory: I-000-107.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs
from labkit.core.story import Step, Trace
from labkit.learners.ensemble.guessing import GuessStep, guess_steps
from labkit.player.controls import Button, Choice, Slider

WATCH, GUESS = "watch", "guess"
CHECKED = "!"
NEAR = 0.04  # of the plane's width: how far from an example a click still means it


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


class Guessing:
    """For a lab with AdaBoost's rounds and the panel "plane": clicks and a button mark examples, another goes on."""

    clickable, points_answer = ("plane",), True
    controls_of_guessing = (
        Choice("play", "each round", (WATCH, GUESS), WATCH),
        Slider("example", "example", 1, 200, 1, 1, only=("play", (GUESS,))),
        Button("mark", "mark the example", only=("play", (GUESS,))),
        Button("on", "go on", only=("play", (GUESS,))),
    )

    def click(self, values, at):
        if not asked(self.steps[-1]) or self.frame < len(self.scenes) - 1:
            return {}
        X, _ = self.examples
        away = np.hypot(*(X - (at.x, at.y)).T)
        row, (low, high) = int(away.argmin()), self.scenes[-1].panel(at.panel).xlim
        return _toggled(values, row) if away[row] <= NEAR * (high - low) else {}

    def press(self, values, name):
        step, marks = self.steps[-1], Marks.read(values["guess"])
        if not isinstance(step, GuessStep):
            got, repair = "the end of the story", f"choose {WATCH}, then {GUESS}, to begin again"
            if values["play"] == WATCH:
                got, repair = "rounds that are only watched", f"choose {GUESS} first"
            raise ValueError(f"{name}: expected a round to guess about, got {got}; {repair}")
        if name == "on":
            return {"guess": str(replace(marks, checked=True) if step.asked else Marks(marks.rounds + 1))}
        if not step.asked:
            raise ValueError("mark: expected a round to come, got one that was told; go on first")
        inputs.number("example", values["example"], least=1, most=len(step.next_weights), whole=True)
        return _toggled(values, chosen(values, len(step.next_weights)))

    def deleted(self, values, index):
        return {"guess": str(Marks.read(values["guess"]).without(index))} if values["guess"] else {}


def guessed(trace: Trace, values: dict) -> Trace:
    """The story to tell: all of it, or the rounds that are over and the one to guess about."""
    marks = Marks.read(values["guess"])
    if values["play"] == WATCH:
        return trace
    return guess_steps(trace, marks.rounds, marks.rows, answered=marks.checked)


def marked(step: Step) -> np.ndarray | tuple:
    """The rows with a square around them."""
    return step.marked if isinstance(step, GuessStep) else ()


def asked(step: Step) -> bool:
    """Whether the card waits for marks."""
    return isinstance(step, GuessStep) and step.asked


def caption(step: Step) -> str:
    """The step's, with what to do where it is a question."""
    if not asked(step):
        return step.caption
    return f"{step.caption} {f'{len(step.marked)} marked' if len(step.marked) else 'click them'}, then go on"


def chosen(values: dict, examples: int) -> int:
    """The row that the slider means; beyond the end it is the last one."""
    return min(values["example"], examples) - 1


def _toggled(values: dict, row: int) -> dict:
    return {"guess": str(Marks.read(values["guess"]).toggled(row))}
