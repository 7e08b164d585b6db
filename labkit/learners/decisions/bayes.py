"""Bayes decisions: the class of the least risk, by the posteriors of any learner that has them.

Lecture 01; deck 000 "Minimum Distance versus Maximum a Posteriori Decisions", deck 004 "Classification".
Inventory: I-000-005, I-000-006, I-004-013.

A classifier is a function from cases to classes. This one is made of two parts: a learner of P(k|x), generative (it
models every class and applies Bayes' rule) or discriminative (it models P(k|x) itself), and what mistakes cost:

    R(i|x) = sum over k of P(k|x) L_ki         risk of deciding i                                    (1)
    class of x:  argmin R(i|x)                 the first of equals                                   (2)
    x is rejected where min R(i|x) > r                                                               (3)

symbol   name here      symbol   name here
L_ki     losses[k, i]   r        reject
R        risks(X)

The story is that of the inner learner. ``predict`` names the class of the least risk for rejected cases too, so that it
always names a class; ``rejected(X)`` says which these are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from labkit.core import params
from labkit.core.learner import Classifier, HasProbabilities, TrainingSet
from labkit.core.story import read
from labkit.core.table import Table
from labkit.learners.decisions import risk
from labkit.learners.ensemble import members
from labkit.learners.gaussian.lda import LDA
from labkit.learners.grid import ClassGrids, image, points
from labkit.learners.retold import RetoldStep, retold

DEFAULT = LDA()


@dataclass(frozen=True, slots=True, eq=False)
class BayesModel(ClassGrids):
    """Decides by the posteriors of the ``inner`` model."""

    inner: object
    losses: np.ndarray | None
    reject: float | None
    score_limit: ClassVar[float] = 0.5

    classes = read("inner.classes")

    def predict_proba(self, X: np.ndarray | Table) -> np.ndarray:
        return self.inner.predict_proba(X)

    def risks(self, X: np.ndarray | Table) -> np.ndarray:
        """(cases, classes): what to decide for each class is expected to cost."""
        return risk.risks(self.predict_proba(X), self.losses)  # (1)

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        return self.classes[self.risks(X).argmin(axis=1)]  # (2)

    def rejected(self, X: np.ndarray | Table) -> np.ndarray:
        """Which cases are better left undecided."""
        return risk.rejected(self.risks(X), self.reject)  # (3)

    def rejected_on(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """(rows, columns): where on a grid cases are better left undecided."""
        return image(self.rejected(points(x, y)), x, y)

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray:
        """By how much the second of two classes is better (0/1 loss: P(2|x) - 1/2); of more minus the risks."""
        R = self.risks(points(x, y, through))
        return image((R[:, 0] - R[:, 1]) / 2 if R.shape[1] == 2 else -R, x, y)


class BayesDecision(HasProbabilities, Classifier):
    """The least expected loss by the posteriors of any learner.

    Parameters
    ----------
    learner : any learner of classes that has probabilities; None is ``LDA()``.
    losses : (classes, classes): what it costs (row: the true class, in sorted order) to decide (column); None is 1 for
        every mistake.
    reject : what it costs to decide nothing; None: that is not allowed.
    """

    learner: Classifier | None = None
    losses: np.ndarray | None = None
    reject: float | None = params.number(None, least=0, nothing=True)

    def rejected(self, X) -> np.ndarray:
        """Which cases are better left undecided."""
        X = self._examples(X)
        return self.model_.rejected(X)

    def risks(self, X) -> np.ndarray:
        """(cases, classes): what to decide for each class is expected to cost."""
        X = self._examples(X)
        return self.model_.risks(X)

    def _member(self) -> Classifier:
        learner = members.chosen(self.learner, DEFAULT, Classifier)
        if not hasattr(learner, "predict_proba"):
            raise ValueError(
                f"learner: expected one that has probabilities such as {DEFAULT!r}, got {learner!r}; choose another"
            )
        return learner

    def _features(self, X) -> np.ndarray | Table:
        return self._member()._features(X)

    def _check(self, data: TrainingSet) -> None:
        if self.losses is not None:
            risk.loss_matrix(self.losses, len(data.classes))
        members.check(self._member(), data)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[RetoldStep]:
        losses = None if self.losses is None else risk.loss_matrix(self.losses, len(data.classes))
        for step in self._member()._story(data, record):
            yield retold(step, BayesModel(step.model, losses, self.reject))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self._member().__sklearn_tags__().input_tags.allow_nan
        return tags
