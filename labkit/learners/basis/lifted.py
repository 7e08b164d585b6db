"""Any learner on basis functions: it learns from phi(x) instead of x, so what is linear in phi bends in x.

Lecture 06; deck 004 "Basis Functions", deck 000 "Non-parametric Learning of Discriminant Weights".
Inventory: I-000-035, I-004-082.

    (phi(x_1), z_1), ..., (phi(x_N), z_N)      the examples that the inner learner sees                (1)
    y(x) = w_0 + sum over j of w_j phi_j(x)    what a linear one makes of x                            (2)

The story is that of the inner learner; the model of each step is asked through phi, so that a picture of x shows the
boundary bend step by step. The bases are in ``functions``; their centres are placed by the training examples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter, methodcaller
from typing import ClassVar

import numpy as np

from labkit.core import inputs
from labkit.core.frames import unnamed
from labkit.core.learner import Classifier, Learner, Regressor, TrainingSet
from labkit.core.story import read
from labkit.learners.basis.functions import Polynomial
from labkit.learners.descent.second_order import MOST_SOLVED
from labkit.learners.ensemble import members
from labkit.learners.grid import ClassGrids, image, points
from labkit.learners.least_squares.regression import LinearRegression
from labkit.learners.logistic.softmax import SoftmaxRegression
from labkit.learners.retold import RetoldStep, retold, where_inner_has


@dataclass(frozen=True, slots=True, eq=False)
class Lifted:
    """What the ``inner`` model says of phi(x)."""

    inner: object
    basis: object  # phi: a matrix of cases in, a matrix with their basis functions out

    def predict(self, X) -> np.ndarray:
        return self.inner.predict(self.basis(unnamed(X)))

    def lifted_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray:
        """phi of all points of a grid; a basis may have a quick way in the plane."""
        quick = through is None and hasattr(self.basis, "on_grid")
        return self.basis.on_grid(x, y) if quick else self.basis(points(x, y, through))


class LiftedPredictor(Lifted):
    """A number."""

    __slots__ = ()

    def number_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray:
        return image(self.inner.predict(self.lifted_grid(x, y, through)), x, y)


class LiftedModel(Lifted, ClassGrids):
    """A class. It has scores and probabilities where the inner model has them."""

    __slots__ = ()

    classes = read("inner.classes")

    @where_inner_has(attrgetter("inner"))
    def decision_function(self, X) -> np.ndarray:
        return self.inner.decision_function(self.basis(unnamed(X)))

    @where_inner_has(attrgetter("inner"))
    def predict_proba(self, X) -> np.ndarray:
        return self.inner.predict_proba(self.basis(unnamed(X)))

    @property
    def score_limit(self) -> float:
        return np.inf if hasattr(self, "decision_function") else 0.5

    def class_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray:
        return image(self.classes.searchsorted(self.inner.predict(self.lifted_grid(x, y, through))), x, y)

    def _scores_on(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None) -> np.ndarray:
        """1/2 and -1/2 of two classes without scores: the inner model is always sure."""
        if not hasattr(self, "decision_function"):
            return self.class_grid(x, y, through) - 0.5
        return image(self.inner.decision_function(self.lifted_grid(x, y, through)), x, y)


class BasisLearner(Learner):
    """Abstract: any learner on basis functions."""

    lifted: ClassVar[type[Lifted]]
    kind: ClassVar[type[Learner]]
    default: ClassVar[Learner]  # where ``learner`` is None

    learner: Learner | None = None
    basis: object | None = None

    def _member(self) -> Learner:
        """The inner learner."""
        return members.chosen(self.learner, self.default, self.kind)

    def _for(self, examples: TrainingSet) -> Learner:
        """The inner learner of these examples of phi(x)."""
        return self._member()

    def _lift(self, data: TrainingSet) -> tuple[object, TrainingSet]:
        """(phi, examples of phi(x))."""
        basis = Polynomial() if self.basis is None else self.basis
        if isinstance(basis, type) or not (callable(basis) or hasattr(basis, "placed")):
            raise ValueError(
                f"basis: expected one such as {Polynomial()!r}, or a function of X, got {basis!r}; make one"
            )
        if hasattr(basis, "placed"):
            basis = basis.placed(data.X)
        phi = inputs.matrix(basis(data.X), name="basis")
        if len(phi) != len(data.X):
            raise ValueError(f"basis: expected a row for each of {len(data.X)} cases, got {len(phi)}; keep the rows")
        return basis, replace(data, X=phi)  # (1)

    def _check(self, data: TrainingSet) -> None:
        members.check(self._member(), self._lift(data)[1])

    def _story(self, data: TrainingSet, record: bool) -> Iterator[RetoldStep]:
        basis, examples = self._lift(data)
        for step in self._for(examples)._story(examples, record):
            yield retold(step, self.lifted(step.model, basis))


class BasisClassifier(BasisLearner, Classifier):
    """Any learner of classes on basis functions.

    Parameters
    ----------
    learner : any learner of classes from numbers; None is ``SoftmaxRegression(lam=1.0)``: a basis has so many functions
        that without a penalty they would fit every example; more than ``MOST_SOLVED`` weights are found by BFGS, as
        far as scikit-learn would find them.
    basis : phi, such as ``Polynomial(degree=3)``, ``GaussianBasis(centres=5)``, ``SigmoidBasis()`` or any function of a
        matrix of cases; None is ``Polynomial(degree=2)``.
    """

    lifted, kind, default = LiftedModel, Classifier, SoftmaxRegression(lam=1.0)
    many: ClassVar[Learner] = SoftmaxRegression(lam=1.0, solver="bfgs", tolerance=1e-6)  # the default for many weights

    def _for(self, examples: TrainingSet) -> Learner:
        many = examples.X.shape[1] * (len(examples.classes) - 1) > MOST_SOLVED
        return self.many if self.learner is None and many else self._member()

    @where_inner_has(methodcaller("_member"))
    def decision_function(self, X) -> np.ndarray:
        """Scores, where the inner learner has them."""
        X = self._examples(X)
        return self.model_.decision_function(X)

    @where_inner_has(methodcaller("_member"))
    def predict_proba(self, X) -> np.ndarray:
        """Probabilities, where the inner learner has them."""
        X = self._examples(X)
        return self.model_.predict_proba(X)


class BasisRegression(BasisLearner, Regressor):
    """Any learner of numbers on basis functions.

    Parameters
    ----------
    learner : any learner of numbers from numbers; None is ``LinearRegression()``.
    basis : phi, as for ``BasisClassifier``.
    """

    lifted, kind, default = LiftedPredictor, Regressor, LinearRegression()
