"""What a belief about the weights predicts: the probability of a class, averaged over the weights.

Lecture 08; deck 000 "Laplace (Gaussian) Approximation of Posterior", "Contours of Posterior Predictive Distribution".
Inventory: I-000-030.

    P(k | x, D) = integral of P(k | x, w) p(w | D) dw               p(w | D) normal: N(w*, S)
    plug-in        P(k | x, w*)                                     as if the weights were known              (1)
    Monte Carlo    (1/M) sum over m of P(k | x, w^m)                w^m drawn from the normal, M samples      (2)
    probit         g(mu / sqrt(1 + pi s^2 / 8))                     mu = x'w*, s^2 = x'S x; two classes       (3)

(1) and (3) have the same straight boundary, x'w* = 0; but (3) is less sure, the less so the farther away from the
examples. The boundary of (2) may bend. All cases are asked with the same draws, so that the picture is smooth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.inputs import frozen, option
from labkit.learners.bayesian.normal import Normal
from labkit.learners.bayesian.probit import moderated
from labkit.learners.grid import ClassGrids
from labkit.learners.linear import augmented
from labkit.learners.probability import log_sum_exp, sigmoid

PLUG_IN, PROBIT, MONTE_CARLO = "plug-in", "probit", "monte carlo"
TWO_CLASSES, MANY_CLASSES = (PROBIT, PLUG_IN, MONTE_CARLO), (MONTE_CARLO, PLUG_IN)  # the first is what "auto" means
BLOCK = 2**16  # numbers at a time: scores of some cases under all draws, so that they stay in the cache
FARTHEST = 700.0  # a score beyond it is as good as this one, and e^700 is still a number
FAINTEST = 1e-300  # a probability below it has no logarithm


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
        X = np.asarray(X, dtype=float)
        return augmented(X, 1.0) if self.intercept else X

    @property
    def draws(self) -> np.ndarray:
        """The weights of (2), one vector a row."""
        return self.posterior.draws(self.samples, self.seed)

    def predict(self, X) -> np.ndarray:
        scores = self.decision_function(X)
        return self.classes[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)]

    def predict_proba(self, X) -> np.ndarray:
        """One column for each class."""
        return self.predictive(X, self.kind)

    def _blocks(self, cases: int, width: int) -> Iterator[slice]:
        """Some cases at a time, each of which takes ``width`` numbers."""
        length = max(1, BLOCK // width)
        return (slice(first, first + length) for first in range(0, cases, length))


@dataclass(frozen=True, slots=True, eq=False)
class LogisticBelief(Belief):
    """Two classes; the weights are those of the second, whose probability is g(w'x)."""

    @property
    def w(self) -> np.ndarray:
        """The mean of the weights, the bias first (0 where there is none)."""
        return self.posterior.mean if self.intercept else frozen([0.0, *self.posterior.mean])

    def scores(self, X) -> tuple[np.ndarray, np.ndarray]:
        """The mean and the variance of w'x: mu and s^2 of (3)."""
        return self.posterior.scores(self.inputs(X))

    def log_odds(self, X, kind: str) -> np.ndarray:
        """ln (P(second class) / P(first class))."""
        option("kind", kind, TWO_CLASSES)
        if kind == MONTE_CARLO:
            return self._sampled(self.inputs(X))
        return moderated(*self.scores(X)) if kind == PROBIT else self.inputs(X) @ self.posterior.mean  # (3), (1)

    def _sampled(self, inputs: np.ndarray) -> np.ndarray:
        draws, odds = self.draws.T, np.empty(len(inputs))
        for some in self._blocks(len(inputs), self.samples):
            a = inputs[some] @ draws
            e = np.exp(-np.clip(a, -FARTHEST, FARTHEST, out=a), out=a)
            g = 1.0 / (1.0 + e)  # of the second class; of the first it is e g, not 1 less a rounded number
            odds[some] = np.log(g.sum(axis=1)) - np.log(np.einsum("ij,ij->i", e, g))  # (2), both M times
        return odds

    def predictive(self, X, kind: str) -> np.ndarray:
        """The probabilities by "plug-in", "probit" or "monte carlo"."""
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
        """The probabilities by "plug-in" or "monte carlo"."""
        return np.exp(self._logarithms(X, kind))

    def decision_function(self, X) -> np.ndarray:
        """The logarithm of every class's probability; for two classes the difference, as scikit-learn has it."""
        logarithms = self._logarithms(X, self.kind)
        return logarithms[:, 1] - logarithms[:, 0] if len(self.classes) == 2 else logarithms

    def _logarithms(self, X, kind: str) -> np.ndarray:
        option("kind", kind, MANY_CLASSES)
        inputs = self.inputs(X)
        if kind == MONTE_CARLO:
            return self._sampled(inputs)
        W = self.W if self.intercept else self.W[:, 1:]
        scores = inputs @ W.T
        return scores - log_sum_exp(scores)[:, None]  # (1)

    def _sampled(self, inputs: np.ndarray) -> np.ndarray:
        C = len(self.classes)
        draws = self.draws.reshape(self.samples, C - 1, -1).transpose(1, 2, 0)  # (classes, weights, samples)
        shares = np.empty((C, len(inputs)))
        for some in self._blocks(len(inputs), self.samples * C):
            a = inputs[some] @ draws  # (classes, cases, samples)
            top = np.maximum(a.max(axis=0), 0.0)
            e, reference = np.exp(np.subtract(a, top, out=a), out=a), np.exp(-top)
            g = 1.0 / (e.sum(axis=0) + reference)
            shares[:-1, some], shares[-1, some] = np.einsum("kij,ij->ki", e, g), np.einsum("ij,ij->i", reference, g)
        return np.log(np.maximum(shares.T / self.samples, FAINTEST))  # (2)
