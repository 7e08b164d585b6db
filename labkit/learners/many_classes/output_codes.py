"""Many classes by tasks of two: one learner for each bit of a code, and the class with the nearest word.

Lectures 07 and 21; deck 000 "Multi-class Case", "Error Correcting Output Codes", deck 004 "Linear Discriminant
Functions: Multiple classes".
Inventory: I-000-016, I-000-017, I-000-116, I-004-029, I-004-030.

The code (``coding``) gives class c the word M_c of B bits.

    bit b:  train f_b on the examples whose class takes part, their labels being M_cb        (1)
    received word of x:  (f_1(x), ..., f_B(x))                                               (2)
    class of x:  the one whose word is nearest; of equals as ``ties`` says                   (3)

How near, and on what scale, is ``decoding``. Two codes have learners of their own:

    one-vs-rest   K tasks          class k against all others; the class that claims the case wins
    one-vs-one    K (K - 1) / 2    each two classes, on their examples alone; the class with most votes wins

A case is ambiguous where none or several of the classes claim it, or where the most votes are tied. Then the largest
summed score ((3) of ``decoding``) decides, or the first class. For one-vs-rest with K tasks it is the largest where the
score of the own task is: S_k = 2 f_k - (the sum of all f).

Departures from the slides: one symbol B for the number of bits (E-000-42); deck 004 counts K - 1 tasks for one-vs-rest,
the last class being what no other claims, deck 000 counts K: both are here, ``last_task`` (E-004-07).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasScores, TrainingSet
from labkit.core.story import counted
from labkit.learners.ensemble.fitted import KnowsMembers, fitted_model
from labkit.learners.ensemble.members import TrainsMembers, check, gathered, trained
from labkit.learners.ensemble.prefix import PrefixStep, prefix_steps
from labkit.learners.logistic.regression import LogisticRegression
from labkit.learners.many_classes import coding
from labkit.learners.many_classes.decoding import DECODINGS, TIES, CodedMembers, CodedModel
from labkit.learners.tree.classics import CART

BITS = inputs.frozen([0, 1], int)  # the two classes of every member


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BitStep(PrefixStep):
    """One bit more (or the start, or the end)."""

    noun = "bit"
    bit = PrefixStep.count

    @property
    def column(self) -> np.ndarray | None:
        """Which label each class has for the newest bit; NaN where it takes no part."""
        return self.model.ensemble.code[:, self.bit - 1] if self.bit else None

    @property
    def error(self) -> float:
        """The share of training examples that is decoded wrongly."""
        return float(self.model.ensemble.errors[self.bit])

    @property
    def distance(self) -> float:
        """The least distance of two words, as far as they are learned."""
        return coding.least_distance(self.model.code) if self.bit else 0.0

    def _begins(self) -> str:
        classes, bits = self.model.ensemble.code.shape
        return f"words of {counted(bits, 'bit')} for {classes} classes, none of them learned"

    def _happened(self) -> str:
        sides = [", ".join(map(str, self.model.classes[self.column == side])) for side in (1, 0)]
        return f"{sides[0]} against {sides[1]}; training error {self.error:.4g}"


class CodedClassifier(KnowsMembers, TrainsMembers, HasScores, Classifier):
    """A member for every bit of a code; a learner says which code. Abstract."""

    step, default, decoding = BitStep, CART(), "hamming"

    @abstractmethod
    def _code(self, classes: int) -> np.ndarray:
        """The words of so many classes; refuses hyper-parameters that cannot work."""

    def _check(self, data: TrainingSet) -> None:
        check(self._member(), _of_bit(data, self._code(len(data.classes))[:, 0]))

    def _story(self, data: TrainingSet, record: bool) -> Iterator[BitStep]:
        code = self._code(len(data.classes))
        models = [trained(self._member(), _of_bit(data, column)) for column in code.T]  # (1)
        members = gathered(models, replace(data, classes=BITS))
        coded = CodedMembers(members, data.classes, code, self.decoding, self.ties, np.empty(0))
        wrong = (CodedModel(coded, len(models)).staged_predict(data.X) != data.classes[data.y]).mean(axis=1)
        errors = inputs.frozen([np.mean(data.y != 0), *wrong])
        model = CodedModel(replace(coded, errors=errors), len(models))
        reason = f"all {self.step.noun}s are learned; training error {errors[-1]:.4g}"
        return prefix_steps(self.step, model, record, equation=1, reason=reason)


class OutputCodes(CodedClassifier):
    """Many classes by any learner of two.

    Parameters
    ----------
    learner : of the bits, any learner of two classes; None is ``CART()``.
    code : "exhaustive", "one-vs-rest", "one-vs-one", "random", or a matrix (classes, bits) of 0, 1, and NaN for a class
        that takes no part in a bit; its rows are those of the sorted classes. None is a few dozen bits: the exhaustive
        code of up to 6 classes, a random one of more, for every class doubles the exhaustive code (10 have 511 bits).
    decoding : "hamming" counts bits, "loss" weighs them by how sure the members are.
    ties : of classes that are equally near by "hamming", the "first" wins, or the one with the largest summed "scores".
    bits : of a random code; None is 10 log2(classes), or as many as there are.
    seed : of a random code.
    """

    code: str | np.ndarray | None = None
    decoding: str = params.option("hamming", DECODINGS)
    ties: str = params.option("first", TIES)
    bits: int | None = params.whole(None, least=1, nothing=True)
    seed: int = params.seed()

    @property
    def code_book_(self) -> np.ndarray:
        """(classes, bits): the words."""
        return fitted_model(self).code

    def _code(self, classes: int) -> np.ndarray:
        return coding.code_of(self.code, classes, self.bits, self.seed)


def _of_bit(data: TrainingSet, column: np.ndarray) -> TrainingSet:
    """The examples whose classes take part in this bit, with its labels."""
    label = column[data.y]
    there = np.flatnonzero(~np.isnan(label))
    return TrainingSet(data.X[there], label[there].astype(int), BITS)


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
