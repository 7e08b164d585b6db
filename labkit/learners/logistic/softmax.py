"""Softmax regression: many classes at once, each with a linear score, the probabilities by the softmax of the scores.

Lecture 07; deck 000 "MAP Decisions: Gaussian, Equal Σ, Two Class Case", "Multiple Class Case-1", "Multiple Class
Case-2", deck 004 "Linear Discriminant Functions: Multiple classes". Inventory: I-000-010, I-000-018, I-000-019,
I-004-031.

    p(k | x) = mu_k = e^(w_k'x) / sum over i of e^(w_i'x)          x = (1, x_1 .. x_p)               (1)
    W minimises  - sum of ln mu_(class of x)  +  (lam/2) sum over k of |w_k|^2, the bias left out    (2)
    gradient_k = sum of (mu_k - z_k) x + lam w_k                   z_k = 1 for the class of x, else 0  (3)

A vector that is added to all w_k changes neither (1) nor a border (w_k - w_j)'x = 0 (``LinearMachine.border``): only
differences of weights matter. So those of one class, the reference, may be 0, and the data tell the other C - 1. With
lam > 0 the choice matters, because (2) draws the C - 1 vectors to 0, which is where the reference is.
``reference=None`` treats all C alike: the least penalty makes the weights of a feature sum to 0, and scikit-learn's
LogisticRegression(C=1/lam) solves the same problem (of two classes it has one vector, as with a reference).

(2) goes down by any of the optimisers of ``descent``; (3) and the Hessian are in ``softmax_objective``. Without a
penalty there are no best weights if classes can be separated (``separable``): the story ends with finite ones, and says
so.

symbol   name here        symbol   name here
w_k      rows of W        C        classes
mu       probabilities    lam      lam: what the decks' lambdas are is in ``objective``

Departures from the slides: every class has its own vector w_k (E-004-08); of the bias no deck says that it is left out
of the penalty, so the lecture's numbers with one need a column of ones and ``intercept=False`` (E-000-03).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import NoneType

import numpy as np

from labkit.core import inputs, params
from labkit.core.attributes import fitted
from labkit.core.learner import Classifier, HasProbabilities, HasScores, TakesWeights, TrainingSet
from labkit.core.story import read
from labkit.learners.descent.moves import Optimiser, descend
from labkit.learners.descent.solvers import chosen
from labkit.learners.descent.step import recorded
from labkit.learners.freedom import rank
from labkit.learners.linear import HasCoefficients, LinearMachine
from labkit.learners.logistic.engine.span import spanned
from labkit.learners.logistic.objective import signed_features
from labkit.learners.logistic.penalised import LikelihoodStep
from labkit.learners.logistic.separable import until_certain
from labkit.learners.logistic.softmax_objective import SoftmaxObjective, SoftmaxPoint
from labkit.learners.probability import softmax

REFERENCES = ("last", "first")


@dataclass(frozen=True, slots=True, eq=False)
class SoftmaxModel(LinearMachine):
    """The likeliest class, the first of equals. The constant input is +1: W[:, 0] are the biases."""

    x0: float = 1.0

    def predict_proba(self, X) -> np.ndarray:
        """One column for each class."""
        return softmax(self.scores(X))  # (1)

    @property
    def free_parameters(self) -> int:
        """The weights of all classes but one: only differences between classes matter."""
        return (len(self.W) - 1) * int(np.count_nonzero(self.W.any(axis=0)))

    def shifted(self, v) -> SoftmaxModel:
        """The same vector added to the weights of all classes: another W, the same probabilities."""
        return replace(self, W=inputs.frozen(self.W + inputs.weights("v", v, self.W.shape[1])))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SoftmaxStep(LikelihoodStep):
    """One move. ``w`` lists the weights of one class after the other, without those that are always 0."""

    @property
    def point(self) -> SoftmaxPoint:
        return self.objective.at(self.w)

    probabilities = read("point.probabilities.T", "(examples, classes): mu.")
    hessian = read("point.bare_hessian", "The big matrix.")

    @property
    def blocks(self) -> np.ndarray:
        """(classes, classes, inputs, inputs): the big matrix as its blocks H_kj; the reference class has none."""
        length = len(self.objective.features)
        return self.hessian.reshape(-1, length, len(self.w) // length, length).swapaxes(1, 2)

    @property
    def mistakes(self) -> int:
        """Examples for which another class is likelier, or as likely and earlier."""
        return int(np.count_nonzero(self.point.scores.argmax(axis=0) != self.objective.y))

    def _rank(self) -> int:
        return (self.objective.classes - 1) * rank(self.objective.features, self.objective.lengths)


class SoftmaxRegression(HasCoefficients, TakesWeights, HasScores, HasProbabilities, Classifier):
    """Many classes by maximum likelihood (or with a penalty), by any optimiser.

    Parameters
    ----------
    lam : of the penalty; 0 is maximum likelihood.
    reference : the class whose weights are 0: "last" (as the lecture has it), "first", or None for no such class.
    solver : "newton", "gradient", "momentum", "line search", "conjugate gradient", "stochastic", "adam",
        "levenberg-marquardt", "bfgs", or an optimiser such as ``GradientDescent(rate=0.1)``.
    intercept : whether there is a bias; it is never penalised.
    start : the first weights, a row for each class, the bias first. None is zero. The same vector is taken off all rows
        where the reference's would not be 0 (without a reference: where they would not sum to 0).
    tolerance : the story ends where no entry of the gradient is above this share of what it could be.
    max_iterations : the budget.
    """

    n_iter_ = fitted(lambda learner: np.array([learner.last_step_.iteration]), "(1,): how many moves there were.")

    lam: float = params.number(0.0, least=0)
    reference: str | None = params.option("last", REFERENCES, "None", unless=NoneType)
    solver: str | Optimiser = params.checked("newton", lambda _, solver: chosen(solver))
    intercept: bool = params.switch(True)
    start: np.ndarray | None = None
    tolerance: float = params.number(1e-8, least=0)
    max_iterations: int = params.whole(1000, least=1)

    def _check(self, data: TrainingSet) -> None:
        self._first_weights(data)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[SoftmaxStep]:
        objective = self._objective(data)
        span = spanned(data.X) if self.start is None else None
        short = data if span is None else replace(data, X=span.X)
        below = objective if span is None else self._objective(short)
        first = self._first_weights(short)[objective.free, 1 - self.intercept :].ravel()
        moves = descend(below, chosen(self.solver), first, tolerance=self.tolerance, budget=self.max_iterations)
        for _, said in recorded(moves if self.lam else until_certain(moves, below), record):
            said = said if span is None else span.step_fields(said, self.intercept)
            yield SoftmaxStep(model=self._model(said["w"], objective, data), objective=objective, **said)

    def _objective(self, data: TrainingSet) -> SoftmaxObjective:
        X = signed_features(data.X, np.ones(len(data.y)), self.intercept)
        X.setflags(write=False)
        lams = np.full((len(data.classes) - (self.reference is not None), len(X)), float(self.lam))
        lams[:, : int(self.intercept)] = 0.0  # of the biases
        reference, y = self._reference(data), inputs.frozen(data.y, int)
        return SoftmaxObjective(
            X, inputs.frozen(lams.ravel()), y=y, classes=len(data.classes), reference=reference, weights=data.weights
        )  # (2)

    def _reference(self, data: TrainingSet) -> int | None:
        return None if self.reference is None else len(data.classes) - 1 if self.reference == "last" else 0

    def _first_weights(self, data: TrainingSet) -> np.ndarray:
        shape = len(data.classes), data.X.shape[1] + 1
        if self.start is None:
            return np.zeros(shape)
        W = inputs.weight_rows("start", self.start, shape)
        reference = self._reference(data)
        return W - (W.mean(axis=0) if reference is None else W[reference])

    def _model(self, w: np.ndarray, objective: SoftmaxObjective, data: TrainingSet) -> SoftmaxModel:
        W = np.zeros((len(data.classes), data.X.shape[1] + 1))
        W[objective.free, 1 - self.intercept :] = w.reshape(-1, len(objective.features))
        W.setflags(write=False)
        return SoftmaxModel(W, data.classes)
