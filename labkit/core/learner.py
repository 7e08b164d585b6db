"""The Learner: hyper-parameters in, a story of steps out; fitting is reading the story to its end.

A learner declares its hyper-parameters as fields (see ``params``) and writes ``_story(data, record)``, which yields the
steps; ``_check(data)`` where more must be refused than a field can say, ``_features`` where it takes a ``Table`` as it
is. Everything else is here and final. Learners behave as scikit-learn estimators (its ``check_estimator`` passes on
each) without importing scikit-learn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import Self, final

import numpy as np

from labkit.core import inputs, metrics
from labkit.core.frames import known_columns, names, tabled
from labkit.core.params import Params
from labkit.core.story import Step, Trace
from labkit.core.table import Table


@dataclass(frozen=True, slots=True, eq=False)
class TrainingSet:
    """Checked examples: ``y`` holds class indices where there are ``classes``, numbers otherwise."""

    X: np.ndarray | Table  # a Table only for learners whose ``_features`` let it pass
    y: np.ndarray | None  # None for a learner without a teacher
    classes: np.ndarray | None = None
    weights: np.ndarray | None = None  # of the examples, all above zero; None where they are all 1

    @property
    def signs(self) -> np.ndarray:
        """+1 for the second class, -1 for the first: the lectures' two-class coding."""
        return 2.0 * self.y - 1.0


class Learner(Params, ABC):
    """Abstract; ``Classifier``, ``Regressor`` and ``Unsupervised`` below are its kinds."""

    def _check(self, data: TrainingSet) -> None:
        """Raise a ValueError for hyper-parameters that do not go together, or cannot work on these data."""

    @abstractmethod
    def _story(self, data: TrainingSet, record: bool) -> Iterator[Step]:
        """Yield the steps; without ``record`` the last one is enough."""

    @abstractmethod
    def _training_set(self, X, y) -> TrainingSet:
        """Check X and y."""

    def _features(self, X) -> np.ndarray | Table:
        """Check X, for learning as for prediction. A learner of categories and missing values returns a Table."""
        return inputs.matrix(X)

    @final
    def _cells(self, X) -> np.ndarray | Table:
        """X checked, for learning as for prediction; any table with named columns may come."""
        X = self._features(tabled(X))
        inputs.nonempty(X)
        return X

    def steps(self, X, y) -> Iterator[Step]:
        """The story: inputs are checked now, the steps come as they are asked for."""
        return self._steps(X, y)

    def trace(self, X, y) -> Trace:
        """The story, kept."""
        return Trace(self._steps(X, y))

    def fit(self, X, y) -> Self:
        """Read the story to its end and keep the last step's model; no history is stored."""
        return self._fit(X, y)

    def _steps(self, X, y, weights=None) -> Iterator[Step]:
        # Copies: the hyper-parameters and the examples may be changed before the story is read to its end.
        learner = object.__new__(type(self))
        learner.__dict__.update(self.__dict__)  # as copy.copy does, ten times as quickly
        data = learner._checked(X, y, weights)
        data = TrainingSet(copy(data.X), data.y, data.classes, data.weights)
        return learner._story(data, record=True)

    def _fit(self, X, y, weights=None) -> Self:
        data = self._checked(X, y, weights)
        (self.last_step_,) = deque(self._story(data, record=False), maxlen=1)
        self.model_ = self.last_step_.model
        self._remember_features(X, data)
        if data.classes is not None:
            self.classes_ = data.classes
        return self

    @final
    def predict(self, X) -> np.ndarray:
        X = self._examples(X)
        return self.model_.predict(X)

    def _checked(self, X, y, weights=None) -> TrainingSet:
        data = self._training_set(X, y)
        if weights is not None:
            data = _weighted(data, weights)
        self._check_params()
        self._check(data)
        return data

    def _remember_features(self, X, data: TrainingSet) -> None:
        """How many there were; of named columns also the names, so that later tables may have them in another order."""
        self.n_features_in_ = np.shape(data.X)[1]
        if (found := names(X)) is not None:
            self.feature_names_in_ = np.array(found, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _examples(self, X) -> np.ndarray | Table:
        """X for prediction: checked, with the features that were fitted."""
        if not hasattr(self, "model_"):
            raise inputs.not_fitted(self)
        if hasattr(self, "feature_names_in_"):
            X = known_columns(tabled(X), self)
        X = self._cells(X)
        inputs.same_features(X, self.n_features_in_, self)
        return X


def _weighted(data: TrainingSet, weights) -> TrainingSet:
    """With weights; an example that weighs nothing is no example."""
    weights = inputs.sample_weights(weights, len(data.y))
    if weights is None:
        return data
    there = weights > 0
    if there.all():
        return replace(data, weights=weights)
    return TrainingSet(data.X[there], data.y[there], data.classes, weights[there])


class Classifier(Learner):
    """A learner of classes. ``two_classes`` learners refuse more than two."""

    two_classes = False

    @final
    def _training_set(self, X, y) -> TrainingSet:
        X = self._cells(X)
        classes, index = inputs.labels(y, most_classes=2 if self.two_classes else None)
        inputs.same_length(X, index)
        return TrainingSet(X, index, classes)

    @final
    def score(self, X, y) -> float:
        """The share of examples that are predicted right."""
        return metrics.accuracy(inputs.known_labels(y), self.predict(X))

    def __sklearn_tags__(self):
        from sklearn.utils import ClassifierTags

        return self._tags("classifier", classifier_tags=ClassifierTags(multi_class=not self.two_classes))


class Regressor(Learner):
    """A learner of numbers."""

    @final
    def _training_set(self, X, y) -> TrainingSet:
        X = self._cells(X)
        y = inputs.numbers(y)
        inputs.same_length(X, y)
        return TrainingSet(X, y)

    @final
    def score(self, X, y) -> float:
        """R squared: the share of the variance of y that is explained."""
        return metrics.r_squared(inputs.numbers(y), self.predict(X))

    def __sklearn_tags__(self):
        from sklearn.utils import RegressorTags

        return self._tags("regressor", regressor_tags=RegressorTags())


class Unsupervised(Learner):
    """A learner without a teacher: it groups the examples. ``y`` may be passed, as pipelines do, and is ignored.

    Its models ``predict`` the number of the group, and say by ``score(X)`` how well they fit: more is better.
    """

    @final
    def steps(self, X, y=None) -> Iterator[Step]:
        return self._steps(X, y)

    @final
    def trace(self, X, y=None) -> Trace:
        return Trace(self._steps(X, y))

    @final
    def fit(self, X, y=None) -> Self:
        return self._fit(X, y)

    def fit_predict(self, X, y=None) -> np.ndarray:
        """The group of every example."""
        return self.fit(X).predict(X)

    @final
    def _training_set(self, X, y) -> TrainingSet:
        return TrainingSet(self._cells(X), None)

    @final
    def score(self, X, y=None) -> float:
        """How well the model fits X; more is better."""
        X = self._examples(X)
        return self.model_.score(X)

    def __sklearn_tags__(self):
        return self._tags("clusterer", taught=False)


class HasScores:
    """For classifiers whose models have scores: positive for the second class, or one column per class."""

    @final
    def decision_function(self, X) -> np.ndarray:
        X = self._examples(X)
        return self.model_.decision_function(X)


class HasProbabilities:
    """For classifiers whose models have probabilities, one column per class."""

    @final
    def predict_proba(self, X) -> np.ndarray:
        X = self._examples(X)
        return self.model_.predict_proba(X)


class TakesWeights:
    """For learners that take a weight for every example; weight 2 is the same example twice, 0 is none."""

    @final
    def steps(self, X, y, sample_weight=None) -> Iterator[Step]:
        return self._steps(X, y, sample_weight)

    @final
    def trace(self, X, y, sample_weight=None) -> Trace:
        return Trace(self._steps(X, y, sample_weight))

    @final
    def fit(self, X, y, sample_weight=None) -> Self:
        return self._fit(X, y, sample_weight)
