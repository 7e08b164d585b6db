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

from labkit.core import params
from labkit.core.learner import Classifier, HasProbabilities, Regressor, TrainingSet
from labkit.learners.ensemble.bag import Bag, BagAverage, BagStep, BagVote, draws
from labkit.learners.ensemble.members import TrainsMembers, gathered, trained
from labkit.learners.ensemble.prefix import prefix_steps
from labkit.learners.tree.classics import CART
from labkit.learners.tree.regression import RegressionTree


class _Bagging(TrainsMembers):
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
        return prefix_steps(BagStep, model, record, equation=1, reason="as many as were asked for")


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
