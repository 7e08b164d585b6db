"""Many classes by tasks of two: one class against the rest, or every class against every other.

Lecture 07; deck 000 "Multi-class Case", deck 004 "Linear Discriminant Functions: Multiple classes".
Inventory: I-000-016, I-004-029, I-004-030.

    one-vs-rest   K tasks          class k against all others; the class that claims the case wins
    one-vs-one    K (K - 1) / 2    each two classes, on their examples alone; the class with most votes wins

Both are output codes: the winner is the class whose word is nearest to the answers (see ``output_codes``). A case is
ambiguous where none or several of the classes claim it, or where the most votes are tied. Then the largest summed score

    S_k = sum over the tasks b of s_kb f_b    s = +1 where class k is the one, -1 the other, 0 without it

((3) of ``decoding``) decides, or the first class. f_b is the decision_function of task b's model, or 2 P - 1. For
one-vs-rest with K tasks it is the largest where the score of the own task is: S_k = 2 f_k - (the sum of all f).

Departures from the slides: deck 004 counts K - 1 tasks for one-vs-rest, the last class being what no other claims;
deck 000 counts K. Both are here, ``last_task`` (E-004-07).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import params
from labkit.core.story import counted
from labkit.learners.logistic.regression import LogisticRegression
from labkit.learners.many_classes import coding
from labkit.learners.many_classes.decoding import TIES, CodedModel
from labkit.learners.many_classes.output_codes import BitStep, CodedClassifier


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TaskStep(BitStep):
    """One task more (or the start, or the end)."""

    noun = "task"
    task = BitStep.count

    def _begins(self) -> str:
        classes, tasks = self.model.ensemble.code.shape
        return f"{counted(tasks, 'task')} for {classes} classes, none of them learned"


class _OneVs(CodedClassifier):
    """What both share; abstract."""

    step, default = TaskStep, LogisticRegression()

    ties: str = params.option("scores", TIES)


class OneVsRest(_OneVs):
    """Every class against the rest.

    Parameters
    ----------
    learner : of the tasks, any learner of two classes; None is ``LogisticRegression()``.
    ties : where none or several claim a case, the largest of their "scores" decides, or the "first".
    last_task : whether the last class has a task of its own; if not, it is what no other class claims.
    """

    last_task: bool = params.option(True, (True, False))

    def _code(self, classes: int) -> np.ndarray:
        code = coding.one_vs_rest(classes)
        return code if self.last_task else code[:, :-1]


class OneVsOne(_OneVs):
    """Every class against every other.

    Parameters
    ----------
    learner : of the tasks, any learner of two classes; None is ``LogisticRegression()``.
    ties : of classes with equally many votes, the largest of their summed "scores" decides, or the "first".
    """

    def _code(self, classes: int) -> np.ndarray:
        return coding.one_vs_one(classes)


def duels(model: CodedModel, X) -> np.ndarray:
    """(cases, classes, classes) of one-vs-one: 1 where the row's class beats the column's, as far as they have met."""
    won = np.zeros((len(X), len(model.classes), len(model.classes)), dtype=int)
    for column, one in zip(model.code.T, model.received(X).T, strict=True):
        (i,), (j,) = np.flatnonzero(column == 1), np.flatnonzero(column == 0)
        won[:, i, j], won[:, j, i] = one, 1 - one
    return won
