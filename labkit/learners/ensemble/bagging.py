"""Bagging: the same learner on many bootstrap samples, deciding together.

Lecture 19; deck 000 "Ensemble Trees: Bagging". Inventory: I-000-102.

For b = 1 ... B:

    draw N of the N examples with replacement; those not drawn are out of bag      (1)
    train member f_b on what was drawn                                             (2)

and decide together (``bag``).

symbol   name here                    symbol   name here
B        members                      N        examples

What it takes to help, in numbers: ``averaging``. Defined behaviour: a sample that lacks classes trains a member that
never names them, one of a single class a member that always answers it. The first k members are the same however many
there are; ``RandomForest(m="all")`` is bagging of ``CART()``, all trees at once.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Estimates, Learner, Regressor, TrainingSet
from labkit.core.table import Table
from labkit.learners.ensemble import members
from labkit.learners.ensemble.bag import AveragingModel, Bag, BagModel, BagStep, VotingModel, bag_steps, draws
from labkit.learners.tree.classics import CART
from labkit.learners.tree.regression import RegressionTree


class _Bagging(Learner):
    """What bagging of classes and of numbers share; abstract."""

    _KIND: type[Learner]  # of the members
    _DEFAULT: Learner
    _MODEL: type[BagModel]

    def __init__(self, *, learner=None, members=50, seed=0):
        self.learner = learner
        self.members = members
        self.seed = seed

    def _member(self) -> Learner:
        return members.chosen(self.learner, self._DEFAULT, self._KIND)

    def _features(self, X) -> np.ndarray | Table:
        return self._member()._features(X)

    def _check(self, data: TrainingSet) -> None:
        inputs.number("members", self.members, least=1, whole=True)
        inputs.number("seed", self.seed, least=0, whole=True)
        members.check(self._member(), data)

    def _story(self, data: TrainingSet, told: bool) -> Iterator[BagStep]:
        drawn = draws(len(data.y), self.members, self.seed)  # (1)
        models, ballots = [], _empty(drawn.shape, data)
        for b, counts in enumerate(drawn):
            rows, out = np.arange(len(counts)).repeat(counts), np.flatnonzero(counts == 0)
            models.append(members.trained(self._member(), TrainingSet(data.X[rows], data.y[rows], data.classes)))  # (2)
            if len(out):
                said = models[-1].predict(data.X[out])
                ballots[b, out] = said if data.classes is None else data.classes.searchsorted(said)
        ballots.setflags(write=False)
        bag = Bag(members.gathered(models, data), data, drawn, ballots)
        return bag_steps(self._MODEL(bag, self.members), told)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self._member().__sklearn_tags__().input_tags.allow_nan
        return tags


def _empty(shape: tuple[int, int], data: TrainingSet) -> np.ndarray:
    """Ballots that nobody has filled in."""
    return np.full(shape, np.nan) if data.classes is None else np.full(shape, -1)


class Bagging(_Bagging, Estimates, Classifier):
    """Bagging of any classifier.

    Parameters
    ----------
    learner : of the members, any learner of classes; None is ``CART()``.
    members : how many.
    seed : of the bootstrap samples.
    """

    _KIND, _DEFAULT, _MODEL = Classifier, CART(), VotingModel


class RegressionBagging(_Bagging, Regressor):
    """Bagging of any learner of numbers.

    Parameters
    ----------
    learner : of the members, any learner of numbers; None is ``RegressionTree()``.
    members : how many.
    seed : of the bootstrap samples.
    """

    _KIND, _DEFAULT, _MODEL = Regressor, RegressionTree(), AveragingModel
