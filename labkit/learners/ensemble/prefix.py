"""The first so many members of an ensemble as a model, and the story that adds one member after the other.

Lectures 07 and 19 to 21. Training makes an ``Ensemble``; each model of its story is a ``Prefix`` of it, and each step
reads what it tells off that model. So a story costs as much as its last model.

Whatever the members are (trees that vote, rounds of boosting, tasks of two classes), their answers are added up: with
a_b(x) the answer of member b, every score c of a case is

    F_c(x) = start_c + sum over the first members b of term_c(b, a_b(x))        (1)

An ensemble says what its ``start`` and its terms are, and what the scores mean. (1) is found for cases, after every
member, or on a grid of the plane, where each leaf of a tree is a box that holds its term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np

from labkit.core import inputs
from labkit.core.frames import tabled
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.core.table import Table
from labkit.learners.ensemble.members import ANSWERS, GrowingWhole, SeparateMembers, TreeMembers
from labkit.learners.grid import ClassGrids, points

CASES = 1 << 13  # asked together, so that (members, cases) stays small
EQUAL_SCORES = 1e-12  # relative to the size of the scores: what rounding may make of a tie

Term = Callable[[int, np.ndarray, np.ndarray], np.ndarray]  # (score, answers, members' numbers) -> what these add


@dataclass(frozen=True, eq=False)
class Ensemble:
    """All members, and what every prefix of them shares."""

    trained: GrowingWhole | SeparateMembers | TreeMembers  # growing while the story is told
    classes: np.ndarray | None  # None where numbers are predicted

    @property
    def members(self) -> SeparateMembers | TreeMembers:
        return self.trained.whole if isinstance(self.trained, GrowingWhole) else self.trained

    def __len__(self) -> int:
        return len(self.trained)


@dataclass(frozen=True, slots=True, eq=False)
class Prefix:
    """The first ``members`` of an ensemble, as a model; abstract."""

    ensemble: Ensemble
    members: int

    @property
    def classes(self) -> np.ndarray | None:
        return self.ensemble.classes

    def prefix(self, members: int) -> Self:
        """The model of the first so many members."""
        inputs.number("members", members, least=0, most=len(self.ensemble), whole=True)
        return type(self)(self.ensemble, members)

    def member(self, b: int):
        """The model of one member by itself, from 0."""
        inputs.number("b", b, least=0, below=len(self.ensemble), whole=True)
        return self.ensemble.members.member(b)

    # ---- the scores

    @property
    def start(self) -> np.ndarray:
        """start_c of every score."""
        raise NotImplementedError

    def _term(self, c: int, answers: np.ndarray, b: np.ndarray) -> np.ndarray:
        """term_c of these answers of the members b."""
        raise NotImplementedError

    def _adding(self, c: int) -> slice:
        """The members that have a term in score c."""
        return slice(self.members)

    def _scores(self, added: Callable) -> np.ndarray:
        """F, whose first axis are the scores; ``added(term)`` is one of the three sums below."""
        return added(self._term)

    def _sum(self, X: np.ndarray | Table, term: Term, reading: str = ANSWERS) -> np.ndarray:
        """(1) for cases: (scores, cases)."""
        return self._summed(X, reading, term, lambda terms, start: terms.sum(axis=0, dtype=float, initial=start))

    def _staged_sum(self, X: np.ndarray | Table, term: Term, reading: str = ANSWERS) -> np.ndarray:
        """(1) after one member, after two, ...: (scores, members, cases)."""

        def after_each(terms: np.ndarray, start: float) -> np.ndarray:
            return np.insert(terms, 0, start, axis=0).cumsum(axis=0)[1:]

        return self._summed(X, reading, term, after_each)

    def _summed(self, X: np.ndarray | Table, reading: str, term: Term, along: Callable) -> np.ndarray:
        """Some cases at a time."""
        X = tabled(X)
        start, adding, parts = self.start, [self._adding(c) for c in range(len(self.start))], []
        asked = max(members.stop for members in adding)
        for first in range(0, len(X), CASES):
            answers = self.ensemble.members.answers(X[first : first + CASES], asked, reading)
            b = np.arange(asked)[:, None]
            parts.append([along(term(c, answers[s], b[s]), start[c]) for c, s in enumerate(adding)])
        return np.concatenate(parts, axis=-1)  # (1)

    def _sum_on(self, x: np.ndarray, y: np.ndarray, through, term: Term, reading: str = ANSWERS, first: int = 0
                ) -> np.ndarray:  # fmt: skip
        """(1) at all (x, y), for the scores from ``first`` on: (scores, len(y), len(x)); other features are those of
        the case ``through``."""
        members, start = self.ensemble.members, self.start
        if not self.members or not isinstance(members, TreeMembers):
            return self._sum(points(x, y, through), term, reading)[first:].reshape(-1, len(y), len(x))
        answers, owner, scores = members.at_nodes(reading), members.arrays.owner, range(first, len(start))
        F = np.empty((len(scores), len(y), len(x)))
        for c, total in zip(scores, F, strict=True):
            np.add(members.painted(term(c, answers, owner), x, y, self._adding(c), through), start[c], out=total)
        return F


class SumOfNumbers(Prefix):
    """A number is predicted: the only score; abstract."""

    __slots__ = ()

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self._scores(partial(self._sum, X))[0]

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """(members, cases): the answers after one member, after two, ..."""
        return self._scores(partial(self._staged_sum, X))[0]

    def number_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None:
        """The answers at all (x, y); None where the members cannot be asked on this plane."""
        drawn = self.ensemble.members.drawable(through)
        return self._scores(partial(self._sum_on, x, y, through))[0] if drawn else None


class SumOfScores(ClassGrids, Prefix):
    """Classes by their scores: of two the second where the only score is above 0, of more the one with the largest;
    equals are the first. Abstract."""

    __slots__ = ()

    def _size(self, members: np.ndarray | int) -> np.ndarray | float:
        """How large scores are after so many members: what is closer than ``EQUAL_SCORES`` of it is equal."""
        raise NotImplementedError

    def decision_function(self, X: np.ndarray | Table) -> np.ndarray:
        """Two classes: one score, positive for the second class. More: one column each, the largest wins."""
        return self._decisive(self._scores(partial(self._sum, X)), self.members)

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self.classes[decided(self.decision_function(X))]

    def staged_decision_function(self, X: np.ndarray | Table) -> np.ndarray:
        """The scores after 1, 2, ... members: (members, cases), or (members, cases, classes)."""
        return self._decisive(self._scores(partial(self._staged_sum, X)), np.arange(1, self.members + 1)[:, None])

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """The classes after 1, 2, ... members: (members, cases)."""
        F = self.staged_decision_function(X)
        return self.classes[(F > 0).astype(int) if F.ndim == 2 else F.argmax(axis=2)]

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        drawn = self.ensemble.members.drawable(through)
        return self._decisive(self._scores(partial(self._sum_on, x, y, through)), self.members) if drawn else None

    def _decisive(self, F: np.ndarray, members) -> np.ndarray:
        """Scores (scores, ...) with exact ties, those of more than two classes along the last axis."""
        return settled(F[0] if len(F) == 1 else np.moveaxis(F, 0, -1), self._size(members), len(F) > 1)


def settled(scores: np.ndarray, size, classes: bool = False) -> np.ndarray:
    """The scores with exact ties where they are equal up to rounding; with ``classes`` one each along the last axis."""
    slack = EQUAL_SCORES * np.asarray(size)
    if not classes:
        return np.where(np.abs(scores) <= slack, 0.0, scores)
    largest = scores.max(axis=-1, keepdims=True)
    return np.where(scores >= largest - slack[..., None], largest, scores)


def decided(scores: np.ndarray) -> np.ndarray:
    """The class indices that settled scores stand for: (cases,), or (cases, classes) of more than two classes."""
    return (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)


# ---------------------------------------------------------------- the story


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PrefixStep(CountedStep):
    """One member more (or the start, or the end)."""

    @property
    def count(self) -> int:
        """Members so far."""
        return self.model.members

    @property
    def newest(self):
        """The newest member's own model; None at the start."""
        return self.model.member(self.count - 1) if self.count else None


def prefix_steps(
    kind: type[PrefixStep], model: Prefix, record: bool, *, equation: int, reason: str, first: int | None = None
) -> Iterator[PrefixStep]:
    """The story of a finished ensemble, member after member; ``first`` is the equation of the start."""
    if record:
        prefix = partial(type(model), model.ensemble)
        yield kind(event=START, model=prefix(0), equation=first)
        for k in range(1, model.members + 1):
            yield kind(event=UPDATE, model=prefix(k), equation=equation)
    yield kind(event=STOP, model=model, reason=reason)
