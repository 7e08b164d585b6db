"""Bagging: the same learner on many bootstrap samples, deciding together.

Lecture 19; deck 000 "Ensemble Trees: Bagging" and "Random Forests Algorithm". Inventory: I-000-102, I-000-104.

    for b = 1 ... B
        draw N of the N examples with replacement; those not drawn are out of bag              (1)
        train member f_b on what was drawn                                                     (2)
    classes   f(x) = the class that most members name                                          (3)
    numbers   f(x) = the mean of their answers                                                 (4)
    out-of-bag error: each example is decided by those members only that have not seen it      (5)

symbol   name here                    symbol   name here
B        members                      N        examples

(5) estimates the error on new cases without held-out data. What it takes to help, in numbers: ``bootstrap``.

Defined behaviour: equal votes go to the first class; with no member yet the most frequent class or the mean is
answered; an example that was in every bag so far is not counted in (5), which is NaN until some example is out of bag.
A sample that lacks classes trains a member that never names them, one of a single class a member that always answers
it. The first k members are the same however many there are; ``RandomForest(m="all")`` is bagging of ``CART()``, all
trees at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasProbabilities, Regressor, TrainingSet
from labkit.core.table import Table
from labkit.learners.ensemble.fitted import KnowsOutOfBag
from labkit.learners.ensemble.members import TrainsMembers, gathered, trained
from labkit.learners.ensemble.prefix import Ensemble, Prefix, PrefixStep, SumOfNumbers, prefix_steps
from labkit.learners.ensemble.weighted_vote import tied
from labkit.learners.grid import ClassGrids
from labkit.learners.tree.classics import CART
from labkit.learners.tree.regression import RegressionTree


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
        """(5) after 0, 1, 2... members: the share of examples decided wrongly, or the mean squared error."""
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
        return self.classes[self.predict_proba(X).argmax(axis=1)]  # (3)

    def predict_proba(self, X: np.ndarray | Table) -> np.ndarray:
        """The shares of the votes."""
        return self._scores(partial(self._sum, X)).T

    def ambiguous(self, X: np.ndarray | Table) -> np.ndarray:
        """Whether the votes of a case tie: then the first of these classes is its answer."""
        return tied(self.predict_proba(X))

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
        two = len(self.classes) == 2
        shares = self._scores(partial(self._sum_on, x, y, through, first=int(two)))
        return shares[0] - 0.5 if two else np.moveaxis(shares, 0, -1)


class BagAverage(SumOfNumbers):
    """The mean of the members' answers."""

    __slots__ = ()

    @property
    def start(self) -> np.ndarray:
        return np.zeros(1) if self.members else self.ensemble.prior

    def _term(self, c: int, answers: np.ndarray, b: np.ndarray) -> np.ndarray:
        return answers

    def _scores(self, added: Callable) -> np.ndarray:
        return added(self._term) / max(self.members, 1)  # (4)

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


class _Bagging(KnowsOutOfBag, TrainsMembers):
    """What bagging of classes and of numbers share; abstract."""

    members: int = params.whole(50, least=1)
    seed: int = params.seed()

    def _story(self, data: TrainingSet, record: bool) -> Iterator[BagStep]:
        drawn = draws(len(data.y), self.members, self.seed)  # (1)
        models, ballots = [], np.full(drawn.shape, np.nan if data.classes is None else -1)
        for b, counts in enumerate(drawn):
            rows, out = np.arange(len(counts)).repeat(counts), np.flatnonzero(counts == 0)
            models.append(trained(self._member(), TrainingSet(data.X[rows], data.y[rows], data.classes)))  # (2)
            if len(out):
                answers = models[-1].predict(data.X[out])
                ballots[b, out] = answers if data.classes is None else data.classes.searchsorted(answers)
        ballots.setflags(write=False)
        bag = Bag(gathered(models, data), data.classes, data, drawn, ballots)
        model = self.model(bag, self.members)
        return prefix_steps(BagStep, model, record, equation=1, reason=f"all {self.members} members are trained")


class Bagging(_Bagging, HasProbabilities, Classifier):
    """Bagging of any classifier.

    Parameters
    ----------
    learner : of the members, any learner of classes; None is ``CART()``.
    members : how many.
    seed : of the bootstrap samples.
    """

    kind, default, model = Classifier, CART(), BagVote


class RegressionBagging(_Bagging, Regressor):
    """Bagging of any learner of numbers.

    Parameters
    ----------
    learner : of the members, any learner of numbers; None is ``RegressionTree()``.
    members : how many.
    seed : of the bootstrap samples.
    """

    kind, default, model = Regressor, RegressionTree(), BagAverage
