"""Weak learners for boosting: stumps, or any learner that takes weights, asked round after round.

Lecture 20; deck 000 "AdaBoost". Inventory: I-000-107.

``fit(w)`` learns from the examples with these weights and returns its answers to all of them, as class indices; what
was found is kept. When the rounds are over ``members(k)`` hands over the first k of them.
"""

from __future__ import annotations

import numpy as np

from labkit.core.learner import Learner, TrainingSet
from labkit.learners.ensemble.columns import Columns
from labkit.learners.ensemble.members import Singles, Trees, gathered, trained
from labkit.learners.ensemble.stumps import StumpSearch
from labkit.learners.tree.attributes import Attributes


class WeakStumps:
    """Finds the best stump for the weights."""

    def __init__(self, data: TrainingSet):
        self._attributes, self._classes = Attributes.of(data.X), data.classes
        columns = Columns.of(self._attributes, self._attributes.cells(data.X))
        self._search = StumpSearch(columns, data.y, len(data.classes))
        self.refusal, self.fit = self._search.refusal(), self._search.fit

    def members(self, k: int) -> Trees:
        return Trees(self._search.grove(k), self._attributes, self._classes, "gain")


class WeakFits:
    """Fits a learner anew in every round; examples that weigh nothing are left out."""

    refusal = ""

    def __init__(self, learner: Learner, data: TrainingSet):
        self._learner, self._data, self._models = learner, data, []

    def fit(self, w: np.ndarray) -> np.ndarray:
        X, y, classes = self._data.X, self._data.y, self._data.classes
        some = slice(None) if w.all() else w > 0
        model = trained(self._learner, TrainingSet(X[some], y[some], classes, w[some]))
        self._models.append(model)
        return classes.searchsorted(model.predict(X))

    def members(self, k: int) -> Trees | Singles:
        return gathered(self._models[:k], self._data)
