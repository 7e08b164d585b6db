"""Which examples will grow? A round of AdaBoost as a question: its weak learner is known, its new weights are not yet.

Lecture 20; deck 000 "AdaBoost". Inventory: I-000-107.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import UPDATE, Step, Trace
from labkit.learners.ensemble.adaboost import AdaStep

GREW = 1 + 1e-9  # times the weight before: more than rounding


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GuessStep(Step):
    """A round before its weights are known (``asked``), or after."""

    round: int  # whose weights these are
    weak: object  # the weak learner of the round in question
    next_weights: np.ndarray
    marked: np.ndarray  # rows of the examples that are guessed to grow
    grown: np.ndarray | None  # rows that did; None while that is asked

    @property
    def asked(self) -> bool:
        return self.grown is None

    @property
    def caption(self) -> str:
        if self.asked:
            return f"round {self.round + 1}: its cut is drawn; which examples will grow?"
        return f"round {self.round}: {verdict(self.grown, self.marked)}"


def guess_steps(trace: Trace, over: int, marked: Iterable[int], *, answered: bool = False) -> Trace:
    """The rounds that are over and the next one: as a question, and when it is ``answered`` with its weights.

    ``trace`` is the whole story of AdaBoost, ``marked`` are the rows that are guessed. The whole story is told where no
    round is left.
    """
    inputs.number("over", over, least=0, whole=True)
    if over >= len(trace) - 2:  # besides the start and the end
        return trace
    before, after = trace[over], trace[over + 1]
    rows = inputs.frozen([row for row in sorted(marked) if row < len(before.next_weights)], dtype=int)
    steps = [*trace[1 : over + 1], _guess(before, after, rows, None)]
    return Trace([*steps, _guess(after, after, rows, heavier_rows(after))] if answered else steps)


def _guess(shown: AdaStep, asked: AdaStep, marked: np.ndarray, grown: np.ndarray | None) -> GuessStep:
    return GuessStep(event=UPDATE, model=shown.model, round=shown.round, weak=asked.weak,
                     next_weights=shown.next_weights, marked=marked, grown=grown)  # fmt: skip


def heavier_rows(step: AdaStep) -> np.ndarray:
    """The examples whose weight is larger after the round."""
    return inputs.frozen(np.flatnonzero(step.next_weights > GREW * step.weights), dtype=int)


def verdict(grown: np.ndarray, marked: np.ndarray) -> str:
    """What grew, and how much of it was marked."""
    right, others = len(np.intersect1d(grown, marked)), len(np.setdiff1d(marked, grown))
    fact = {0: "it makes no mistake, so nothing grew", 1: "its only mistake grew"}
    what = fact.get(len(grown), f"its {len(grown)} mistakes grew")
    if right == len(grown) and not others:
        return f"{what}, just as you marked"
    return f"{what}; you marked {right} of {len(grown)}{f', and {others} that did not' if others else ''}"
