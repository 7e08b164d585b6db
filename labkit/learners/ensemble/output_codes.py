"""Error-correcting output codes: one learner of two classes for each bit, and the class with the nearest word.

Lectures 07 and 21; deck 000 "Multi-class Case", "Error Correcting Output Codes".
Inventory: I-000-016, I-000-017, I-000-116.

The code (``coding``) gives class c the word M_c of B bits.

    bit b:  train f_b on the examples whose class takes part, their labels being M_cb        (1)
    received word of x:  (f_1(x), ..., f_B(x))                                               (2)
    class of x:  the one whose word is nearest; of equals as ``ties`` says                   (3)

How near, and on what scale, is ``decoding``. After k bits the first k columns decide; with none it is the first class.
Where several words are equally near by (2) alone, the code is ambiguous, whatever (3) makes of it.

Departures from the slides: one symbol B for the number of bits (E-000-42).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Decides, Learner, TrainingSet
from labkit.core.story import START, STOP, UPDATE, CountedStep, counted
from labkit.core.table import Table
from labkit.learners.ensemble import coding, members
from labkit.learners.ensemble.decoding import DECODINGS, TIES, Coded, nearest, tied
from labkit.learners.grid import ClassGrids
from labkit.learners.tree.classics import CART

BITS = inputs.frozen([0, 1], int)  # the two classes of every member


@dataclass(frozen=True, slots=True, eq=False)
class CodedModel(ClassGrids, members.Prefix):
    """Decodes by the first bits of a code; its members are the bits, whose classes are 0 and 1."""

    coded: Coded
    members: int

    @property
    def classes(self) -> np.ndarray:
        return self.coded.classes

    @property
    def code(self) -> np.ndarray:
        """(classes, bits): the words, as far as they are learned."""
        return self.coded.code[:, : self.members]

    @property
    def _all(self) -> members.Singles | members.Trees:
        return self.coded.members

    def received(self, X: np.ndarray | Table) -> np.ndarray:
        """(cases, bits): what the members say, 0 or 1."""
        return self.coded.members.answers(X, self.members).T.astype(int)  # (2)

    def distances(self, X: np.ndarray | Table) -> np.ndarray:
        """(cases, classes): how far the received words are from those of the classes."""
        none = np.zeros((len(X), len(self.classes)))
        *_, last = none, *self.coded.distances(X, self.members)
        return last

    def votes(self, X: np.ndarray | Table) -> np.ndarray:
        """(cases, classes): of the members that know the class, how many say the bit of its word."""
        s, r = coding.signs(self.code), coding.signs(self.received(X))
        return ((np.abs(s).sum(axis=1) + r @ s.T) / 2).astype(int)

    def ambiguous(self, X: np.ndarray | Table) -> np.ndarray:
        """Whether the received word is equally near to several classes, none being nearer."""
        return tied(coding.distances(self.code, self.received(X)), axis=1)

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self.classes[nearest(self._settled(X), axis=1)]  # (3)

    def decision_function(self, X: np.ndarray | Table) -> np.ndarray:
        """How near each class is, as minus its distance (ties broken); of two classes how much nearer the second."""
        d = self._settled(X).round(9)
        return d[:, 0] - d[:, 1] if len(self.classes) == 2 else -d

    def _settled(self, X: np.ndarray | Table) -> np.ndarray:
        none = np.zeros((len(X), len(self.classes)))
        *_, last = none, *self.coded.settled(X, self.members)
        return last

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """(bits, cases): the classes decoded by one bit, by two, ..."""
        index = [nearest(d, axis=1) for d in self.coded.settled(X, self.members)]
        return self.classes[np.array(index, dtype=int).reshape(self.members, len(X))]

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        if through is not None or not self.coded.members.plane:
            return None
        none = np.zeros((len(self.classes), len(y), len(x)))
        d = self.coded.settled_on(x, y, self.members) if self.members else none
        return (d[0] - d[1]).round(9) if len(d) == 2 else np.moveaxis(-d.round(9), 0, -1)

    def ambiguous_on(self, x: np.ndarray, y: np.ndarray) -> np.ndarray | None:
        """(rows, columns): where on a grid the code is ambiguous."""
        if not self.coded.members.plane:
            return None
        if not self.members:
            return np.ones((len(y), len(x)), dtype=bool)
        return tied(replace(self.coded, decoding="hamming").distances_on(x, y, self.members), axis=0)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BitStep(CountedStep):
    """One bit more (or the start, or the end); everything is read off the shared members."""

    noun = "bit"
    bit: int  # bits so far

    @property
    def column(self) -> np.ndarray | None:
        """Which label each class has for the newest bit; NaN where it takes no part."""
        return self.model.coded.code[:, self.bit - 1] if self.bit else None

    @property
    def newest(self):
        """The newest bit's own model."""
        return self.model.member(self.bit - 1) if self.bit else None

    @property
    def error(self) -> float:
        """The share of training examples that is decoded wrongly."""
        return float(self.model.coded.errors[self.bit])

    @property
    def distance(self) -> float:
        """The least distance of two words, as far as they are learned."""
        return coding.least_distance(self.model.code) if self.bit else 0.0

    def _begins(self) -> str:
        classes, bits = self.model.coded.code.shape
        return f"words of {counted(bits, 'bit')} for {classes} classes, none of them learned"

    def _happened(self) -> str:
        sides = [", ".join(map(str, self.model.classes[self.column == side])) for side in (1, 0)]
        return f"{sides[0]} against {sides[1]}; training error {self.error:.4g}"


class Codes(Decides, Classifier):
    """Abstract: a member for every bit of a code. A learner says which code, and which learner the members are of."""

    step: ClassVar[type[BitStep]] = BitStep
    decoding: str
    ties: str

    @abstractmethod
    def _code(self, classes: int) -> np.ndarray:
        """The words of so many classes; refuses hyper-parameters that cannot work."""

    @abstractmethod
    def _member(self) -> Learner:
        """The learner of the bits."""

    def _features(self, X) -> np.ndarray | Table:
        return self._member()._features(X)

    def _check(self, data: TrainingSet) -> None:
        inputs.option("ties", self.ties, TIES)
        code = self._code(len(data.classes))
        members.check(self._member(), _of_bit(data, code[:, 0]))

    def _story(self, data: TrainingSet, told: bool) -> Iterator[BitStep]:
        model = self._coded(data)
        bits = model.members
        if told:
            yield self.step(event=START, model=model.prefix(0), bit=0)
            for b in range(1, bits + 1):
                yield self.step(event=UPDATE, model=model.prefix(b), bit=b, equation=1)
        reason = f"all {self.step.noun}s are learned; training error {model.coded.errors[-1]:.4g}"
        yield self.step(event=STOP, model=model, bit=bits, reason=reason)

    def _coded(self, data: TrainingSet) -> CodedModel:
        code = self._code(len(data.classes))
        models = [members.trained(self._member(), _of_bit(data, column)) for column in code.T]  # (1)
        gathered = members.gathered(models, replace(data, classes=BITS))
        coded = Coded(gathered, code, data.classes, self.decoding, self.ties, np.empty(0))
        wrong = (CodedModel(coded, len(models)).staged_predict(data.X) != data.classes[data.y]).mean(axis=1)
        errors = inputs.frozen([np.mean(data.y != 0), *wrong])
        return CodedModel(replace(coded, errors=errors), len(models))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self._member().__sklearn_tags__().input_tags.allow_nan
        return tags


class OutputCodes(Codes):
    """Many classes by any learner of two.

    Parameters
    ----------
    learner : of the bits, any learner of two classes; None is ``CART()``.
    code : "exhaustive", "one-vs-rest", "one-vs-one", "random", or a matrix (classes, bits) of 0, 1, and NaN for a class
        that takes no part in a bit; its rows are those of the sorted classes.
    decoding : "hamming" counts bits, "loss" weighs them by how sure the members are.
    ties : of classes that are equally near by "hamming", the "first" wins, or the one with the largest summed "scores".
    bits : of a random code; None is 10 log2(classes), or as many as there are.
    seed : of a random code.
    """

    def __init__(self, *, learner=None, code="exhaustive", decoding="hamming", ties="first", bits=None, seed=0):
        self.learner = learner
        self.code = code
        self.decoding = decoding
        self.ties = ties
        self.bits = bits
        self.seed = seed

    def _member(self) -> Learner:
        return members.chosen(self.learner, CART(), Classifier)

    def _code(self, classes: int) -> np.ndarray:
        inputs.option("decoding", self.decoding, DECODINGS)
        inputs.number("seed", self.seed, least=0, whole=True)
        if self.bits is not None:
            inputs.number("bits", self.bits, least=1, whole=True)
        return coding.code_of(self.code, classes, self.bits, self.seed)


def _of_bit(data: TrainingSet, column: np.ndarray) -> TrainingSet:
    """The examples whose classes take part in this bit, with its labels."""
    label = column[data.y]
    there = np.flatnonzero(~np.isnan(label))
    return TrainingSet(data.X[there], label[there].astype(int), BITS)
