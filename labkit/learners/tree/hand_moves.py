"""The moves of a person who grows a tree: the test that each node asks, and what may be done next.

Lecture 15; deck 003 "DECISION TREE LEARNING ALGORITHM". Inventory: I-003-033. ``by_hand`` tells their story.

All moves are one line of words, "2: 0:0.05 ?", so that whoever keeps a state can keep it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import UPDATE, Step
from labkit.learners.tree.candidates import Candidate
from labkit.learners.tree.tree import THRESHOLD

OPEN = "open"  # the event of the step that waits for a test
JUDGED, FINISHED = "?", "+"  # the last words of the moves
SPLIT, THEIRS, NEXT, GROW, ANEW = ACTS = ("split", "theirs", "next", "grow", "anew")  # what a person may do


@dataclass(frozen=True, slots=True)
class Move:
    """A test: ``value`` is its threshold or category, None where every category has a branch."""

    feature: int
    value: float | None = None

    @classmethod
    def of(cls, test: Candidate) -> Move:
        return cls(test.feature, None if np.isnan(test.threshold) else float(f"{test.threshold:.6g}"))

    @classmethod
    def read(cls, word: str) -> Move:
        """ "2:0.05", "0:1", "3:"."""
        feature, colon, value = word.partition(":")
        try:
            move = cls(int(feature), float(value) if value else None)
        except ValueError:
            move = None
        if move is None or not colon or move.feature < 0 or not np.isfinite(move.value or 0.0):
            raise ValueError(f"move: expected a feature and a value such as '2:0.05', got {word!r}; start anew")
        return move

    def __str__(self) -> str:
        return f"{self.feature}:" if self.value is None else f"{self.feature}:{self.value:g}"

    def found(self, tests: Sequence[Candidate]) -> int | None:
        """Its place among the tests of a node; None if the node cannot ask it."""
        alike = [k for k, test in enumerate(tests) if test.feature == self.feature]
        if self.value is not None and alike and tests[alike[0]].kind == THRESHOLD:
            return min(alike, key=lambda k: abs(tests[k].threshold - self.value))
        value = np.nan if self.value is None else self.value
        return next((k for k in alike if np.array_equal(tests[k].threshold, value, equal_nan=True)), None)


@dataclass(frozen=True, slots=True)
class Moves:
    """All moves so far. A ``judged`` story ends with the verdict on the last one, in a ``finished`` one the criterion
    asks on to the end; any other waits at the next node."""

    moves: tuple[Move, ...] = ()
    judged: bool = False
    finished: bool = False

    @classmethod
    def read(cls, text: str) -> Moves:
        words = text.split()
        moves = tuple(Move.read(word) for word in words if word not in (JUDGED, FINISHED))
        return cls(moves, words[-1:] == [JUDGED], FINISHED in words)

    def __str__(self) -> str:
        return " ".join([*map(str, self.moves), *[JUDGED] * self.judged, *[FINISHED] * self.finished])

    def after(self, act: str, story: Sequence[Step]) -> Moves:
        """What becomes of them when a person, who sees the last step of their story, asks the chosen test (SPLIT) or
        the criterion's (THEIRS, also in place of the one just asked), goes on to the NEXT node, lets the criterion GROW
        the rest, or begins ANEW."""
        inputs.option("act", act, ACTS)
        step, made = story[-1], self.moves[: sum(step.event == UPDATE for step in story)]  # others had no node to ask
        if act == ANEW:
            return Moves()
        if act == GROW:
            return Moves(made, finished=True)
        if act == NEXT:
            return Moves(made) if step.event == UPDATE else _refuse(step, "a split to go on from")
        if act == THEIRS and step.event == UPDATE:
            return Moves((*made[:-1], Move.of(step.tests[step.best])))
        if step.event != OPEN:
            return _refuse(step, "an open node")
        test = step.tests[step.asked if act == SPLIT else step.best]
        return Moves((*made, Move.of(test)), judged=True)


def _refuse(step: Step, expected: str):
    got = {OPEN: "a node that waits for its test", UPDATE: "a split that was just made"}.get(step.event, "a whole tree")
    repair = {OPEN: "choose a test, then split", UPDATE: "press next node"}.get(step.event, "start anew, or undo")
    raise ValueError(f"button: expected {expected}, got {got}; {repair}")
