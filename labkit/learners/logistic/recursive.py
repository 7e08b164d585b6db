"""Recursive logistic regression: one example at a time, by weighted least squares.

Lecture 06; deck 000 "Iteratively Reweighted Least Squares (IRLS)". Inventory: I-000-015.

P is what is still unknown of the weights; x has its constant input +1 in front, t is 1 for the second class, else 0:

    P(0) = I / delta                           the ridge penalty delta, the bias included           (1)
    mu = g(w'x),  s = mu (1 - mu)              what the weights so far say, and its variance        (2)
    r = w'x + (t - mu) / s                     the working response                                 (3)
    k = P x / (1/s + x'P x)                    the gain                                             (4)
    w <- w + k (r - w'x)                       the update                                           (5)
    P <- P - k x'P                             what is known now                                    (6)

Each update is one Newton step: from where the examples before have led, with P^-1 in the place of their Hessian, which
grows by s x x'. So one pass comes near the ridge fit with lam = delta and a penalised bias, but not to it: old examples
are not looked at again when the weights, and with them mu, have moved. The pass is ``RecursiveLeastSquares``'s.

symbol   name here     symbol   name here
delta    ridge         P        covariance
r - w'x  error / s     k        gain

Departures from the slides: deck 000 only names it. (5) is computed as P x (t - mu) / (1 + s x'P x), which is the same
and stays finite where s has vanished.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasProbabilities, HasScores, TrainingSet
from labkit.learners.least_squares.recursive import RecursiveLearner, RecursiveStep
from labkit.learners.linear import HasCoefficients
from labkit.learners.logistic.regression import LogisticModel
from labkit.learners.probability import sigmoid


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RecursiveLogisticStep(RecursiveStep):
    """One example taken in (or the start, or the end); its ``error`` is t - mu."""

    probability: float | None = None  # mu of the second class, before the update

    @property
    def weight(self) -> float | None:
        """s of the example."""
        return None if self.probability is None else self.probability * (1 - self.probability)

    def _happened(self) -> str:
        own = self.model.classes[int(self.error > 0)]
        return f"example {self.example} is of class {own}, which had the probability {1 - abs(self.error):.3g}"


class RecursiveLogistic(HasCoefficients, RecursiveLearner, HasScores, HasProbabilities, Classifier):
    """Logistic regression in one pass; the second class in sorted order is the positive one.

    Parameters
    ----------
    ridge : delta > 0. The smaller, the further the first examples move the weights.
    """

    two_classes, step = True, RecursiveLogisticStep

    ridge: float = params.number(1.0, above=0)

    def _taken_in(self, w: np.ndarray, P: np.ndarray, x: np.ndarray, t: int) -> tuple:
        mu = float(sigmoid(w @ x))
        s, Px = mu * (1 - mu), P @ x  # (2)
        scale = 1 + s * float(x @ Px)
        gain = inputs.frozen(Px * (s / scale))
        more = {"equation": 5, "probability": mu, "error": t - mu, "gain": gain}
        P = P - np.outer(Px, Px) * (s / scale)  # (6), written so that P stays symmetric
        return w + Px * ((t - mu) / scale), P, more  # (3), (4), (5)

    def _model(self, w: np.ndarray, data: TrainingSet) -> LogisticModel:
        return LogisticModel(w, data.classes)
