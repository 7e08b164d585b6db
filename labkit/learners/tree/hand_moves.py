"""The moves of a person who grows a tree by hand: a test for each node, in words that outlive a change of the examples.

Lecture 15; deck 003 "DECISION TREE LEARNING ALGORITHM". Inventory: I-003-033.

A move is "outlook" (a branch for each category), "outlook = sunny", "humidity <= 77.5" or "outlook in {sunny, rain}";
what a page keeps of it is shorter: "0:", "0:2", "2:77.5", "0:1,2". A threshold means the nearest one that there is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import UPDATE, Step
from labkit.learners.tree.attributes import Attribute, Attributes
from labkit.learners.tree.node_tests import CandidateTest
from labkit.learners.tree.tree import SUBSET, THRESHOLD, subset_of

VALUE = r"(?:\s*(?:<=|\u2264|=|\bin\b|\u2208)\s*(.+))?"  # what follows the name of an attribute
OPEN = "open"  # the event of the step that waits for a test
JUDGED, FINISHED = "?", "+"  # the last words of the moves
SPLIT, THEIRS, NEXT, GROW, ANEW = ACTS = ("split", "theirs", "next", "grow", "anew")  # what a person may do


@dataclass(frozen=True, slots=True)
class HandMove:
    """A test: ``value`` is its threshold or category, or the categories of a subset; None where each has a branch."""

    feature: int
    value: float | tuple[int, ...] | None = None

    @classmethod
    def of(cls, test: CandidateTest) -> HandMove:
        if test.kind == SUBSET:
            return cls(test.feature, tuple(subset_of(test.threshold)))
        return cls(test.feature, None if np.isnan(test.threshold) else float(f"{test.threshold:.6g}"))

    @classmethod
    def read(cls, word: str) -> HandMove:
        """ "2:0.05", "0:1", "3:", "0:1,2"."""
        feature, colon, value = word.partition(":")
        try:
            several = tuple(int(code) for code in value.split(",")) if "," in value else None
            move = cls(int(feature), several or (float(value) if value else None))
        except ValueError:
            move = None
        if move is None or not colon or move.feature < 0 or not np.isfinite(move.value or 0.0).all():
            raise ValueError(f"move: expected a feature and a value such as '2:0.05', got {word!r}; start anew")
        return move

    @classmethod
    def said(cls, words: str | HandMove, attributes: Attributes) -> HandMove:
        """ "outlook", "outlook = sunny", "humidity <= 77.5", "outlook in {sunny, rain}"."""
        if isinstance(words, HandMove):
            return words
        for feature, attribute in enumerate(attributes):
            asked = re.fullmatch(re.escape(attribute.name) + VALUE, str(words))
            if asked:
                return cls(feature, None if asked[1] is None else _value(attribute, asked[1].strip()))
        raise ValueError(
            f"move: expected a test of {', '.join(attributes.names)} in words such as 'x', 'x = a', 'x <= 2' or "
            f"'x in {{a, b}}', got {words!r}; name one of them"
        )

    def __str__(self) -> str:
        if isinstance(self.value, tuple):
            return f"{self.feature}:{','.join(map(str, self.value))}"
        return f"{self.feature}:" if self.value is None else f"{self.feature}:{self.value:g}"

    def found(self, tests: Sequence[CandidateTest]) -> int | None:
        """Its place among the tests of a node; None if the node cannot ask it."""
        alike = [k for k, test in enumerate(tests) if test.feature == self.feature]
        if isinstance(self.value, tuple):
            return next((k for k in alike if HandMove.of(tests[k]).value == self.value), None)
        if self.value is not None and alike and tests[alike[0]].kind == THRESHOLD:
            return min(alike, key=lambda k: abs(tests[k].threshold - self.value))
        value, alike = np.nan if self.value is None else self.value, [k for k in alike if tests[k].kind != SUBSET]
        return next((k for k in alike if np.array_equal(tests[k].threshold, value, equal_nan=True)), None)


def _value(attribute: Attribute, word: str) -> float | tuple[int, ...]:
    """A threshold, a category's code, or the codes of several."""
    if not attribute.categorical:
        try:
            return float(word)
        except ValueError:
            raise ValueError(f"move: expected a number for {attribute.name}, got {word!r}; write one") from None
    words = [each.strip() for each in word.strip("{}").split(",")]
    for each in words:
        inputs.option(attribute.name, each, attribute.levels)
    codes = sorted(attribute.levels.index(each) for each in words)
    return tuple(codes) if len(codes) > 1 else float(codes[0])


@dataclass(frozen=True, slots=True)
class Moves:
    """All moves so far. A ``judged`` story ends with the verdict on the last one, in a ``finished`` one the criterion
    asks on to the end; any other waits at the next node."""

    moves: tuple[HandMove, ...] = ()
    judged: bool = False
    finished: bool = False

    @classmethod
    def read(cls, text: str) -> Moves:
        words = text.split()
        moves = tuple(HandMove.read(word) for word in words if word not in (JUDGED, FINISHED))
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
            return Moves((*made[:-1], HandMove.of(step.tests[step.best])))
        if step.event != OPEN:
            return _refuse(step, "an open node")
        test = step.tests[step.asked if act == SPLIT else step.best]
        return Moves((*made, HandMove.of(test)), judged=True)


def _refuse(step: Step, expected: str):
    got = {OPEN: "a node that waits for its test", UPDATE: "a split that was just made"}.get(step.event, "a whole tree")
    repair = {OPEN: "choose a test, then split", UPDATE: "press next node"}.get(step.event, "start anew, or undo")
    raise ValueError(f"button: expected {expected}, got {got}; {repair}")
