"""A learner trained on a part of the examples or of the features, whatever that part has.

Lecture 22; deck 004 "What is Model Selection?", "Feature Selection Methods". Inventory: I-004-009, I-004-010.

The given learner is never trained itself: a copy is, of a learner that is not ours a deep one, for its ``fit`` may
change what its ``__init__`` made. Where nothing can be learned, of examples of one class, the answer is the
``Baseline``: the commonest class, of equals the first, or the mean. It is also what is left without any feature.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.frames import tabled
from labkit.core.learner import Classifier, Learner, Regressor, Unsupervised
from labkit.core.table import Table

Features = np.ndarray | Table


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """Answers without looking at the case; as a learner, it does not look at the features."""

    answer: object
    classes: np.ndarray | None = None  # of the examples; None where numbers are predicted
    shares: np.ndarray | None = None  # of the classes

    @classmethod
    def of(cls, y: np.ndarray, of_classes: bool) -> Baseline:
        if not of_classes:
            return cls(float(np.mean(y)))
        classes, counts = np.unique(y, return_counts=True)
        classes.setflags(write=False)
        return cls(classes[counts.argmax()], classes, inputs.frozen(counts / counts.sum()))

    def fit(self, X, y: np.ndarray) -> Baseline:
        return Baseline.of(y, self.classes is not None)

    def predict(self, X) -> np.ndarray:
        return np.full(len(X), self.answer)

    def predict_proba(self, X) -> np.ndarray:
        return np.tile(self.shares, (len(X), 1))


def checked(learner, X, y, *, taught: bool = False) -> tuple[Features, np.ndarray | None]:
    """Examples for a learner; y is None where it has no teacher, which ``taught`` refuses."""
    if isinstance(learner, type) or not (hasattr(learner, "fit") and hasattr(learner, "predict")):
        got = f"the class {learner.__name__}" if isinstance(learner, type) else repr(learner)
        raise ValueError(f"learner: expected one with fit and predict, got {got}; make one, such as NaiveBayes()")
    X = features(X)
    if isinstance(learner, Unsupervised):
        if taught:
            name = type(learner).__name__
            raise ValueError(f"learner: expected one that learns from y, got {name}; it groups, use cross_validate")
        return X, None
    y = inputs.numbers(y) if isinstance(learner, Regressor) else inputs.vector(y)
    inputs.same_length(X, y)
    return X, y


def learns_classes(learner, y: np.ndarray | None) -> bool:
    """Of a learner that is not ours its kind, as scikit-learn's say it, or y must tell: floats are no classes."""
    if isinstance(learner, Baseline):
        return learner.classes is not None
    if isinstance(learner, Learner) or y is None:
        return isinstance(learner, Classifier)
    if hasattr(learner, "__sklearn_tags__"):
        return learner.__sklearn_tags__().estimator_type == "classifier"
    return y.dtype.kind != "f"


def fitted(learner, X: Features, y: np.ndarray | None):
    """A trained copy of the learner, or the baseline where there is nothing to learn."""
    if y is not None and learns_classes(learner, y) and (y == y[0]).all():
        return Baseline.of(y, of_classes=True)
    trained = (copy if isinstance(learner, Learner) else deepcopy)(learner)
    trained.fit(X, y)
    return trained


def model_of(learner):
    """What a step keeps of a trained learner."""
    return getattr(learner, "model_", learner)


# ---------------------------------------------------------------- parts of a matrix or a Table alike


def features(X) -> Features:
    """A table with named columns as a Table, anything else as a matrix; what may be missing the learner decides."""
    X = tabled(X)
    return X if isinstance(X, Table) else inputs.matrix(X, missing=True)


def feature_names(X: Features) -> tuple[str, ...]:
    """Of the columns; those of a matrix are x1, x2, ..."""
    return X.names if isinstance(X, Table) else tuple(f"x{j + 1}" for j in range(X.shape[1]))


def columns(X: Features, chosen: Sequence[int]) -> Features:
    """These columns, by number, in this order."""
    return X.select(*(X.names[j] for j in chosen)) if isinstance(X, Table) else X[:, list(chosen)]


def take(X: Features, y: np.ndarray | None, rows: np.ndarray) -> tuple[Features, np.ndarray | None]:
    """The examples of these rows."""
    return X[rows], None if y is None else y[rows]
