"""Condensing: which examples a memory needs, so that their nearest neighbours answer all others right.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN" (data summarization, where all examples would need lots of
storage); deck 000 "Decision Trees and Instance-based Classifiers". Inventory: I-003-001,
I-003-051. The rule is P. Hart's, 1968.

    S = the first example of every class                                                      (1)
    add x_i to S where the nearest example in S is of another class, sweep by sweep           (2)
    until a sweep adds none                                                                   (3)

Then 1-NN among S answers every example right that has no equal one of another class. S depends on the order of the
examples, and there may be smaller ones. Ties: of those equally near the one that was added first is nearer.

symbol   name here
S        rows, in the order in which they were added; model.X
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.story import START, STOP, UPDATE, CountedStep, counted
from labkit.learners.neighbours.classes import VotingModel
from labkit.learners.neighbours.distances import between


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CondensingStep(CountedStep):
    """One example more is kept (or the start, or the end)."""

    noun = "sweep"
    sweep: int  # begun so far
    rows: np.ndarray  # of the examples that are kept
    examples: int  # of which there are so many

    def _begins(self) -> str:
        return f"the first example of every class is kept, {self._figures()}"

    def _happened(self) -> str:
        return f"example {self.example} would be answered wrong, so it is kept, too; {self._figures()}"

    def _figures(self) -> str:
        return f"{len(self.rows)} of {counted(self.examples, 'example')}"


def condense_steps(model: VotingModel) -> Iterator[CondensingStep]:
    """The story of a smaller memory; the models of its steps ask the nearest one of the kept examples."""
    X, y = model.X, model.y
    rows = [int((y == k).argmax()) for k in np.unique(y)]  # (1)
    distances = between(X, X[rows], model.p, model.categorical)
    nearest, near = distances.argmin(axis=1), distances.min(axis=1)
    answers, sweep = y[rows][nearest], 0

    def step(event, **more) -> CondensingStep:
        memory = replace(model, X=frozen(X[rows]), y=frozen(y[rows], int), k=1)
        return CondensingStep(event=event, model=memory, sweep=sweep, rows=frozen(rows, int), examples=len(X), **more)

    yield step(START, equation=1)
    added = True
    while added:
        sweep, added = sweep + 1, False
        for i in range(len(X)):
            if answers[i] == y[i] or i in rows:
                continue
            rows.append(i)  # (2)
            away = between(X, X[i : i + 1], model.p, model.categorical)[:, 0]
            closer = away < near
            near[closer], answers[closer], added = away[closer], y[i], True
            yield step(UPDATE, example=i, equation=2)
    yield step(STOP, equation=3, reason="no example that is left out is answered wrong")
