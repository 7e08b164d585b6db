"""What the Bayesian learners have in common: a normal prior, a way to predict, and ln p(w, D) for any weights.

Lecture 08; deck 000 "Laplace (Gaussian) Approximation of Posterior". Inventory: I-000-029, I-000-030.

    ln p(w, D) = sum of ln P(class of x | x, w) + ln N(w; w0, S0)                                        (1)

The posterior p(w | D) is (1) up to a constant, the logarithm of the evidence p(D).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Decides, Estimates, TrainingSet
from labkit.learners.bayesian import normal
from labkit.learners.bayesian.models import MANY_CLASSES, TWO_CLASSES, Belief, LogisticBelief, SoftmaxBelief
from labkit.learners.bayesian.normal import Normal
from labkit.learners.descent.objective import in_blocks
from labkit.learners.linear import augmented
from labkit.learners.probability import log_sigmoid, log_sum_exp


class Believes(Decides, Estimates, Classifier):
    """Abstract: a learner with a normal prior of the weights."""

    softmax = False  # whether two classes, too, are told apart by softmax, with the second as the reference

    def __init__(self, *, prior_mean=0.0, prior_variance=100.0, predictive="auto", samples=100, seed=0,
                 intercept=True, tolerance=1e-10, max_iterations=500):  # fmt: skip
        self.prior_mean = prior_mean
        self.prior_variance = prior_variance
        self.predictive = predictive
        self.samples = samples
        self.seed = seed
        self.intercept = intercept
        self.tolerance = tolerance
        self.max_iterations = max_iterations

    def _check(self, data: TrainingSet) -> None:
        inputs.option("intercept", self.intercept, (True, False))
        self._prior(data)
        inputs.option("predictive", self.predictive, ("auto", *self._kinds(data)))
        inputs.number("samples", self.samples, least=1, whole=True)
        inputs.number("seed", self.seed, least=0, whole=True)
        inputs.number("tolerance", self.tolerance, least=0)
        inputs.number("max_iterations", self.max_iterations, least=1, whole=True)

    def log_joint(self, X, y) -> Callable[[np.ndarray], np.ndarray]:
        """(1) as a function of weights, one vector or many as rows: contours of the true posterior are its contours."""
        data = self._checked(X, y)
        X, prior = self._inputs(data), self._prior(data).times(self._count(data))
        likelihood = _logistic if self._logistic(data) else _softmax

        def joint(rows: np.ndarray) -> np.ndarray:
            return likelihood(rows, X, data.y) + prior.log_density(rows)  # (1)

        def log_joint(w) -> np.ndarray:
            w, d = np.asarray(w, dtype=float), len(prior.mean)
            if w.shape[-1:] != (d,):
                raise ValueError(f"w: expected {d} weights, or rows of so many, got shape {w.shape}; the bias is first")
            return in_blocks(joint, w, len(X) * len(data.classes))

        return log_joint

    def _logistic(self, data: TrainingSet) -> bool:
        return len(data.classes) == 2 and not self.softmax

    def _kinds(self, data: TrainingSet) -> tuple[str, ...]:
        return TWO_CLASSES if self._logistic(data) else MANY_CLASSES

    def _inputs(self, data: TrainingSet) -> np.ndarray:
        """A copy: steps and functions keep it."""
        return augmented(data.X, 1.0) if self.intercept else np.array(data.X, dtype=float)

    def _prior(self, data: TrainingSet) -> Normal:
        """Of the weights of one class."""
        return normal.prior(self.prior_mean, self.prior_variance, data.X.shape[1] + bool(self.intercept))

    def _count(self, data: TrainingSet) -> int:
        """How many classes have weights: of two the second, of many all but the last, whose weights are 0."""
        return 1 if self._logistic(data) else len(data.classes) - 1

    def _model(self, data: TrainingSet, posterior: Normal) -> Belief:
        kind = self._kinds(data)[0] if self.predictive == "auto" else self.predictive
        make = LogisticBelief if self._logistic(data) else SoftmaxBelief
        return make(posterior, data.classes, bool(self.intercept), kind, self.samples, self.seed)


def _logistic(w: np.ndarray, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The log-likelihood of two classes for every row of w."""
    return log_sigmoid((w @ X.T) * (2.0 * y - 1.0)).sum(axis=1)


def _softmax(w: np.ndarray, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The log-likelihood of many classes for every row of w."""
    scores = np.zeros((len(w), len(X), w.shape[1] // X.shape[1] + 1))
    scores[..., :-1] = (w.reshape(-1, X.shape[1]) @ X.T).reshape(len(w), -1, len(X)).swapaxes(1, 2)
    return (scores[:, np.arange(len(X)), y] - log_sum_exp(scores)).sum(axis=1)
