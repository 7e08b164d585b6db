"""A bag of members: each was trained on a bootstrap sample of its own, all of them decide together.

Lecture 19; deck 000 "Ensemble Trees: Bagging" and "Random Forests Algorithm". Inventory: I-000-102, I-000-104.

    draw N of the N examples with replacement; those not drawn are out of bag                  (1)
    classes   f(x) = the class that most members name                                          (2)
    numbers   f(x) = the mean of their answers                                                   (3)
    out-of-bag error: each example is decided by those members only that have not seen it      (4)

(4) estimates the error on new cases without held-out data. Defined behaviour: equal votes go to the first class; with
no member yet the most frequent class or the mean is answered; an example that was in every bag so far is not counted in
(4), which is NaN until some example is out of bag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from labkit.core import inputs
from labkit.core.learner import TrainingSet
from labkit.core.table import Table
from labkit.learners.ensemble.prefix import Ensemble, Prefix, PrefixStep, SumOfNumbers
from labkit.learners.grid import ClassGrids


def draws(examples: int, members: int, seed: int) -> np.ndarray:
    """(members, examples): how often each was drawn; the first members' samples do not depend on how many follow."""
    drawn = np.random.default_rng(seed).integers(examples, size=(members, examples))  # (1)
    places = drawn + examples * np.arange(members)[:, None]
    counts = np.bincount(places.ravel(), minlength=members * examples).reshape(members, examples)
    counts.setflags(write=False)
    return counts


@dataclass(frozen=True, eq=False)
class Bag(Ensemble):
    """All members, the examples, and who has seen which of them."""

    data: TrainingSet
    drawn: np.ndarray  # (members, examples): how often each example was drawn
    ballots: np.ndarray  # (members, examples): answers to examples that a member has not seen, else -1 or NaN

    def __post_init__(self):
        X, y = self.data.X, self.data.y  # the reader's own: they may change under the story
        X = X if isinstance(X, Table) else inputs.frozen(X)
        object.__setattr__(self, "data", replace(self.data, X=X, y=inputs.frozen(y, y.dtype)))

    @property
    def out_of_bag(self) -> np.ndarray:
        """(members, examples): who has not seen whom."""
        return self.drawn == 0

    @cached_property
    def prior(self) -> np.ndarray:
        """The shares of the classes among the examples, or their mean."""
        y = self.data.y
        return y.mean(keepdims=True) if self.classes is None else np.bincount(y) / len(y)

    @cached_property
    def oob_error(self) -> np.ndarray:
        """(4) after 0, 1, 2... members: the share of examples decided wrongly, or the mean squared error."""
        heard = self.out_of_bag.cumsum(axis=0, dtype=np.int32)
        if self.classes is None:
            total = np.where(self.out_of_bag, self.ballots, 0.0).cumsum(axis=0)
            wrong = (total / np.maximum(heard, 1) - self.data.y) ** 2
        else:
            wrong = leading(_tallies(self.ballots, len(self.classes))) != self.data.y
        there = heard > 0
        counted = np.count_nonzero(there, axis=1)
        return np.append(np.nan, (wrong * there).sum(axis=1) / np.where(counted, counted, np.nan))


def leading(votes: Iterator[np.ndarray]) -> np.ndarray:
    """The index of the class with most votes, the first of equals; the votes come class after class."""
    most = next(votes)
    leader = np.zeros(most.shape, dtype=np.intp)
    for k, count in enumerate(votes, start=1):
        leader[count > most] = k
        most = np.maximum(count, most)
    return leader


def _tallies(answers: np.ndarray, classes: int) -> Iterator[np.ndarray]:
    """Of each class the votes after the first member, the second..."""
    return ((answers == k).cumsum(axis=0, dtype=np.int32) for k in range(classes))


# ---------------------------------------------------------------- models


class BagVote(ClassGrids, Prefix):
    """The class that most members name."""

    __slots__ = ()
    score_limit = 0.5

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self.classes[self.predict_proba(X).argmax(axis=1)]  # (2)

    def predict_proba(self, X: np.ndarray | Table) -> np.ndarray:
        """The shares of the votes."""
        return self._scores(partial(self._sum, X)).T

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """(members, cases): the classes by the first member, by the first two, ..."""
        return self.classes[self._scores(partial(self._staged_sum, X)).argmax(axis=0)]

    @property
    def start(self) -> np.ndarray:
        return np.zeros(len(self.classes), dtype=int) if self.members else self.ensemble.prior

    def _term(self, c: int, answers: np.ndarray, b: np.ndarray) -> np.ndarray:
        return (answers == c).astype(int)

    def _scores(self, added: Callable) -> np.ndarray:
        return added(self._term) / max(self.members, 1)

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray | None:
        """The shares; of two classes the second one's, less 1/2."""
        if not self.ensemble.members.drawable(through):
            return None
        shares = self._scores(partial(self._sum_on, x, y, through))
        return shares[1] - 0.5 if len(shares) == 2 else np.moveaxis(shares, 0, -1)


class BagAverage(SumOfNumbers):
    """The mean of the members' answers."""

    __slots__ = ()

    @property
    def start(self) -> np.ndarray:
        return np.zeros(1) if self.members else self.ensemble.prior

    def _term(self, c: int, answers: np.ndarray, b: np.ndarray) -> np.ndarray:
        return answers

    def _scores(self, added: Callable) -> np.ndarray:
        return added(self._term) / max(self.members, 1)  # (3)

    def staged_predict(self, X: np.ndarray | Table) -> np.ndarray:
        """(members, cases): the answer of the first member, the mean of the first two, ..."""
        return self._staged_sum(X, self._term)[0] / np.arange(1, self.members + 1)[:, None]


# ---------------------------------------------------------------- story


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BagStep(PrefixStep):
    """One member more (or the start, or the end)."""

    noun = "member"
    member = PrefixStep.count

    @property
    def drawn(self) -> np.ndarray | None:
        """How often each example was drawn for the newest member."""
        return self.model.ensemble.drawn[self.member - 1] if self.member else None

    @property
    def out_of_bag(self) -> np.ndarray | None:
        """Which examples the newest member has not seen."""
        return self.drawn == 0 if self.member else None

    @property
    def oob_error(self) -> float:
        """The share of examples decided wrongly, or the mean squared error, by the members that have not seen them."""
        return float(self.model.ensemble.oob_error[self.member])

    def _begins(self) -> str:
        return f"{self.model.ensemble.drawn.shape[1]} examples, no {self.noun} yet"

    def _happened(self) -> str:
        out, n = np.count_nonzero(self.out_of_bag), len(self.out_of_bag)
        return f"{out} of {n} examples are out of its bag; out-of-bag error {self.oob_error:.4g}"
