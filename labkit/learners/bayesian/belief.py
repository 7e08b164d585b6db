"""A belief about the weights: what the Bayesian learners have in common, and what a posterior predicts.

Lecture 08; deck 000 "Laplace (Gaussian) Approximation of Posterior", "Contours of Posterior Predictive Distribution".
Inventory: I-000-029, I-000-030.

    ln p(w, D) = sum of ln P(class of x | x, w) + ln N(w; w0, S0)                                             (1)
    P(k | x, D) = integral of P(k | x, w) p(w | D) dw               p(w | D) normal: N(w*, S)                 (2)
    plug-in        P(k | x, w*)                                     as if the weights were known              (3)
    Monte Carlo    (1/M) sum over m of P(k | x, w^m)                w^m drawn from the normal, M samples      (4)
    probit         g(mu / sqrt(1 + pi s^2 / 8))                     mu = x'w*, s^2 = x'S x; two classes       (5)
                   1 / (1 + sum over j of e^-m_kj), normalised      m_kj is (5)'s score for w_k - w_j; many   (6)

The posterior p(w | D) is (1) up to a constant, the logarithm of the evidence p(D); (3) to (6) stand for (2). Of two
classes (3), (4) and (5) have the same straight boundary, x'w* = 0: x'w is normal and g - 1/2 is odd, so that its mean
is 0 exactly where mu is (E-000-47); the draws of (4) are pairs opposite about w*, and keep to it however few they are.
But (4) and (5) are less sure, the less so the farther away from the examples. Only the boundary of the exact posterior,
which is not normal, bends. All cases are asked with the same draws, so that the picture is smooth.

(6) couples the pairs of classes, each by (5): 1 / P(k) is the sum over all j but k of 1 / P(k | k or j), less C - 2
(Price and others 1995). Of two classes it is (5); where the weights are known it is the softmax; and it needs no draws,
of which many weights that are hardly known take thousands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core import params
from labkit.core.attributes import fitted
from labkit.core.frames import cases
from labkit.core.inputs import frozen, option
from labkit.core.learner import Classifier, HasProbabilities, HasScores, TrainingSet
from labkit.learners.bayesian.normal import Normal, prior
from labkit.learners.bayesian.probit import moderated
from labkit.learners.blocks import blocks, in_blocks
from labkit.learners.grid import ClassGrids
from labkit.learners.linear import augmented
from labkit.learners.probability import log_sigmoid, log_sum_exp, sigmoid

KINDS = PROBIT, PLUG_IN, MONTE_CARLO = "probit", "plug-in", "Monte Carlo"
SMALLEST_PROBABILITY = 1e-300  # one below it has no logarithm
MOST_COLUMNS = 8192  # then a precision takes half a gigabyte
COUPLED = 2**20  # numbers of (6) that are worked on together


@dataclass(frozen=True, slots=True, eq=False)
class Belief(ClassGrids):
    """Abstract: a normal distribution of the weights, and how to predict by it."""

    posterior: Normal
    classes: np.ndarray
    intercept: bool = True  # whether the weights have a bias, which comes first
    kind: str = PLUG_IN
    samples: int = 100
    seed: int = 0

    def inputs(self, X) -> np.ndarray:
        """What the weights are multiplied with."""
        X = cases(X)
        return augmented(X, 1.0) if self.intercept else X

    @property
    def draws(self) -> np.ndarray:
        """The weights of (4), one vector a row."""
        return self.posterior.draws(self.samples, self.seed)

    def predict(self, X) -> np.ndarray:
        scores = self.decision_function(X)
        return self.classes[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)]

    def predict_proba(self, X) -> np.ndarray:
        """One column for each class."""
        return self.predictive(X, self.kind)

    def _sampled(self, X) -> np.ndarray:
        """(4), a row for each class that has weights, and the last for the one that has none."""
        inputs, count = self.inputs(X), len(self.classes) - 1
        draws = self.draws.reshape(self.samples, count, -1).transpose(1, 2, 0)  # (classes, weights, samples)
        sums = np.empty((count + 1, len(inputs)))
        for some in blocks(len(inputs), self.samples * (count + 1)):
            a = inputs[some] @ draws  # (classes, cases, samples)
            top = np.maximum(a.max(axis=0), 0.0)
            e, reference = np.exp(np.subtract(a, top, out=a), out=a), np.exp(-top)
            g = 1.0 / (e.sum(axis=0) + reference)
            sums[:-1, some], sums[-1, some] = np.einsum("kij,ij->ki", e, g), np.einsum("ij,ij->i", reference, g)
        return np.maximum(sums / self.samples, SMALLEST_PROBABILITY)


@dataclass(frozen=True, slots=True, eq=False)
class LogisticBelief(Belief):
    """Two classes; the weights are those of the second, whose probability is g(w'x)."""

    @property
    def w(self) -> np.ndarray:
        """The mean of the weights, the bias first (0 where there is none)."""
        return self.posterior.mean if self.intercept else frozen([0.0, *self.posterior.mean])

    def scores(self, X) -> tuple[np.ndarray, np.ndarray]:
        """The mean and the variance of w'x: mu and s^2 of (5)."""
        return self.posterior.scores(self.inputs(X))

    def log_odds(self, X, kind: str) -> np.ndarray:
        """ln (P(second class) / P(first class))."""
        option("kind", kind, KINDS)
        if kind == MONTE_CARLO:
            second, first = np.log(self._sampled(X))
            return second - first
        return moderated(*self.scores(X)) if kind == PROBIT else self.inputs(X) @ self.posterior.mean  # (5), (3)

    def predictive(self, X, kind: str) -> np.ndarray:
        """The probabilities by "plug-in", "probit" or "Monte Carlo"."""
        odds = self.log_odds(X, kind)
        return np.column_stack([sigmoid(-odds), sigmoid(odds)])

    def decision_function(self, X) -> np.ndarray:
        return self.log_odds(X, self.kind)


@dataclass(frozen=True, slots=True, eq=False)
class SoftmaxBelief(Belief):
    """Many classes; the weights are those of all classes but the last, one after the other. The last has 0."""

    @property
    def W(self) -> np.ndarray:
        """The mean of the weights, one row per class, the bias first (0 where there is none)."""
        rows = self.posterior.mean.reshape(len(self.classes) - 1, -1)
        bias = np.zeros((len(rows), 0 if self.intercept else 1))
        return frozen(np.vstack([np.hstack([bias, rows]), np.zeros(rows.shape[1] + bias.shape[1])]))

    def predictive(self, X, kind: str) -> np.ndarray:
        """The probabilities by "plug-in", "probit" or "Monte Carlo"."""
        return np.exp(self._logarithms(X, kind))

    def decision_function(self, X) -> np.ndarray:
        """The logarithm of every class's probability; for two classes the difference, as scikit-learn has it."""
        logarithms = self._logarithms(X, self.kind)
        return logarithms[:, 1] - logarithms[:, 0] if len(self.classes) == 2 else logarithms

    def _logarithms(self, X, kind: str) -> np.ndarray:
        option("kind", kind, KINDS)
        if kind == MONTE_CARLO:
            return np.log(self._sampled(X).T)
        scores = self.inputs(X) @ (self.W if self.intercept else self.W[:, 1:]).T
        if kind == PROBIT:
            inputs, width = self.inputs(X), len(self.classes) * len(self.posterior.root)
            parts = [self._coupled(inputs[some], scores[some]) for some in blocks(len(inputs), width, COUPLED)]
            scores = np.concatenate(parts)
        return scores - log_sum_exp(scores)[:, None]  # (3), (6)

    def _coupled(self, inputs: np.ndarray, scores: np.ndarray) -> np.ndarray:
        """(6) as logarithms, before they are normalised."""
        R = self.posterior.root.reshape(len(self.classes) - 1, inputs.shape[1], -1)
        along = np.zeros((*scores.shape, R.shape[2]))
        along[:, :-1] = (inputs @ R).swapaxes(0, 1)
        products = along @ along.swapaxes(1, 2)  # (cases, classes, classes): x'S_kj x
        own = np.diagonal(products, axis1=1, axis2=2)
        s2 = np.maximum(0.0, own[:, :, None] + own[:, None] - 2.0 * products)
        return -log_sum_exp(-moderated(scores[:, :, None] - scores[:, None], s2))  # (6)


class BayesianClassifier(HasScores, HasProbabilities, Classifier):
    """Abstract: a learner with a normal prior of the weights.

    Parameters
    ----------
    prior_mean : w0 of every weight: a number, or one for each weight of a class (the bias first).
    prior_variance : S0: a number for every weight, one for each weight, or a covariance matrix.
    predictive : "probit", "plug-in" or "Monte Carlo".
    samples : how many weights "Monte Carlo" draws; an even number is whole pairs of opposite ones.
    seed : of these draws.
    intercept : whether there is a bias.
    """

    infinite = False  # whether variances may be
    softmax = False  # whether two classes, too, are told apart by softmax, with the second as the reference
    n_iter_ = fitted("last_step_.iteration", "How many iterations there were.")

    prior_mean: float | np.ndarray = 0.0
    prior_variance: float | np.ndarray = 100.0
    predictive: str = params.option(PROBIT, KINDS)
    samples: int = params.whole(100, least=1)
    seed: int = params.seed()
    intercept: bool = params.switch(True)
    tolerance: float = params.number(1e-10, least=0)
    max_iterations: int = params.whole(500, least=1)

    def _check(self, data: TrainingSet) -> None:
        self._prior(data)

    def log_joint(self, X, y) -> Callable[[np.ndarray], np.ndarray]:
        """(1) as a function of weights, one vector or many as rows: contours of the true posterior are its contours."""
        data = self._checked(X, y)
        X, before = self._inputs(data), self._prior(data).times(self._count(data))
        likelihood = _logistic if self._logistic(data) else _softmax

        def joint(rows: np.ndarray) -> np.ndarray:
            return likelihood(rows, X, data.y) + before.log_density(rows)  # (1)

        def log_joint(w) -> np.ndarray:
            w, d = np.asarray(w, dtype=float), len(before.mean)
            if w.shape[-1:] != (d,):
                raise ValueError(f"w: expected {d} weights, or rows of so many, got shape {w.shape}; the bias is first")
            return in_blocks(joint, w, len(X) * len(data.classes))

        return log_joint

    def _logistic(self, data: TrainingSet) -> bool:
        return len(data.classes) == 2 and not self.softmax

    def _inputs(self, data: TrainingSet) -> np.ndarray:
        """A copy: steps and functions keep it."""
        return augmented(data.X, 1.0) if self.intercept else np.array(data.X, dtype=float)

    def _prior(self, data: TrainingSet) -> Normal:
        """Of the weights of one class."""
        if data.X.shape[1] > MOST_COLUMNS:
            raise ValueError(
                f"X: expected at most {MOST_COLUMNS} columns, for the precision of a belief has a row and a column for "
                f"each, got {data.X.shape[1]}; pass the first few principal components, or take LogisticRegression"
            )
        return prior(self.prior_mean, self.prior_variance, data.X.shape[1] + bool(self.intercept), self.infinite)

    def _count(self, data: TrainingSet) -> int:
        """How many classes have weights: of two the second, of many all but the last, whose weights are 0."""
        return 1 if self._logistic(data) else len(data.classes) - 1

    def _model(self, data: TrainingSet, posterior: Normal) -> Belief:
        make = LogisticBelief if self._logistic(data) else SoftmaxBelief
        return make(posterior, data.classes, bool(self.intercept), self.predictive, self.samples, self.seed)


def _logistic(w: np.ndarray, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The log-likelihood of two classes for every row of w."""
    return log_sigmoid((w @ X.T) * (2.0 * y - 1.0)).sum(axis=1)


def _softmax(w: np.ndarray, X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The log-likelihood of many classes for every row of w."""
    scores = np.zeros((len(w), len(X), w.shape[1] // X.shape[1] + 1))
    scores[..., :-1] = (w.reshape(-1, X.shape[1]) @ X.T).reshape(len(w), -1, len(X)).swapaxes(1, 2)
    return (scores[:, np.arange(len(X)), y] - log_sum_exp(scores)).sum(axis=1)
