"""What logistic regression goes down: the negative logarithm of the likelihood of two classes, and a penalty.

Lecture 06; deck 000 "Maximum Likelihood Estimation of Weights"; deck 003 "LOGISTIC REGRESSION: THE LOSS FUNCTION",
"ESTIMATING THE WEIGHT VECTOR W"; deck 004 "Logistic Regression", "Maximum Likelihood", "Hessian", "Regularization".
Inventory: I-000-011, I-000-012, I-003-043, I-003-044, I-004-075, I-004-076, I-004-078, I-004-080.

With z the example x times its sign (+1 for the second class, -1 for the first), a margin m = w'z is above 0 where the
example is on its right side, and g is the logistic sigmoid:

    J(w) = sum of c ln (1 + e^-m)  +  (w - w0)' A (w - w0) / 2           (1)
    gradient = - sum of c g(-m) z  +  A (w - w0)                         (2)
    Hessian  =   sum of c g(m) g(-m) z z'  +  A                          (3)

(1) is the cross-entropy - sum of [t ln mu + (1 - t) ln (1 - mu)] with mu = g(w'x) and t = 0, 1: for t = 1 the term is
-ln g(m), for t = 0 it is -ln (1 - g(-m)), the same. (2) is then the sum of (mu - t) x, and (3) the sum of
mu (1 - mu) x x'. No curvature of (1) is above that of sum of c x x' / 4 + A, because mu (1 - mu) <= 1/4.

As a function of the score a = w'x of one example, mu = g(a) and s = mu (1 - mu):

    cross-entropy   ln (1 + e^a) - t a      slope  mu - t              curvature  s >= 0                             (4)
    squared         (mu - t)^2              slope  2 s (mu - t)        curvature  2 s [s + (mu - t) (1 - 2 mu)]      (5)

(4) is convex. (5) is not: where the example is wrong and sure of it, its curvature is below 0 and its slope vanishes:
a way downhill that starts there starts on a plateau.

symbol   name here                                       symbol   name here
z        columns of features: a row for every weight     m        margins
c        examples' weights, 1 where None                 A        precision: a diagonal as vector, or a matrix
w0       centre, 0 where None                            g(-m)    doubts: the probability of the wrong class

Ridge has A = lam on the diagonal, 0 for the bias. A Gaussian prior N(w0, S) has A = S^-1.

What "lambda" is:
    here and in deck 004     J + (lam/2) |w|^2     gradient + lam w       Hessian + lam I
    decks 000 and 003        J + lam |w|^2         gradient + 2 lam w     Hessian + 2 lam I: ours with 2 lam

Departures from the slides: the bias is never penalised, as no deck says (E-000-03, E-004-30). (3) is positive
definite only where X has full column rank (E-000-03). The likelihood is that of the classes given the inputs; it does
not follow from the joint one (E-004-24), whose printed form has a wrong sign besides (E-004-21). The chain rule's
middle lines have wrong signs, the gradient is right (E-004-25); (3) is minus the Hessian of ln L (E-004-26), written
X'RX with the examples as rows, XRX' with the examples as columns (E-004-27).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from labkit.learners.blocks import scores, square_sum, weighted_square, weighted_sum
from labkit.learners.descent.objective import once
from labkit.learners.logistic.penalised import PenalisedObjective, PenalisedPoint
from labkit.learners.probability import sigmoid, softplus

FARTHEST = 700.0  # a margin below minus this counts as this in the exponential, which would overflow soon after
CUT_OFF = math.exp(FARTHEST)


class LogisticPoint(PenalisedPoint):
    """The objective at w. One exponential of every margin serves the value, the gradient and the Hessian; nothing else
    as long as the examples is kept."""

    @property
    def margins(self) -> np.ndarray:
        return self.objective.margins(self.w)

    @once
    def _exp(self) -> np.ndarray:
        """e^-m."""
        m = self.margins
        np.minimum(np.negative(m, out=m), FARTHEST, out=m)
        return np.exp(m, out=m)

    @once
    def value(self) -> float:
        loss = float(self.objective.weighted(np.log1p(self._exp)).sum())
        if self._exp.max() >= CUT_OFF:
            loss += float(self.objective.weighted(np.maximum(0.0, -self.margins - FARTHEST)).sum())
        return loss + self.penalty  # (1)

    @property
    def doubts(self) -> np.ndarray:
        """g(-m): the probability of the wrong class."""
        return self._exp / (1.0 + self._exp)

    @once
    def gradient(self) -> np.ndarray:
        doubts = self.objective.weighted(self.doubts)
        return self.pull - weighted_sum(self.objective.features, doubts)  # (2)

    @property
    def spread(self) -> np.ndarray:
        """mu (1 - mu): the variance of the class, the weight of the example in the Hessian."""
        right = 1.0 + self._exp  # one over the probability of the right class
        return np.divide(self._exp / right, right, out=right)

    @once
    def hessian(self) -> np.ndarray:
        spread = self.objective.weighted(self.spread)
        curvature = self.objective.curvature  # of the penalty
        return weighted_square(self.objective.features, spread) + curvature  # (3)

    def hessian_times(self, v: np.ndarray) -> np.ndarray:
        along = self.objective.weighted(self.spread) * self.objective.margins(v)
        return weighted_sum(self.objective.features, along) + self.pulled(v)

    @once
    def hessian_diagonal(self) -> np.ndarray:
        spread = self.objective.weighted(self.spread)
        return square_sum(self.objective.features, spread) + self.objective.precisions

    @once
    def scale(self) -> np.ndarray:
        """What no entry of the sum in (2) can be above, with these doubts and the best bias (Cauchy and Schwarz)."""
        doubts = self.doubts
        return self.objective.lengths * math.sqrt(np.einsum("i,i", self.objective.weighted(doubts), doubts))


class LogisticObjective(PenalisedObjective):
    """(1) for examples whose signed features are the columns of ``features``; one row for every weight."""

    point = LogisticPoint

    def margins(self, w: np.ndarray) -> np.ndarray:
        return scores(w, self.features)

    def _values(self, W: np.ndarray) -> np.ndarray:
        m, moved = self.margins(W), self.moved(W)
        return self.weighted(softplus(-m)).sum(axis=1) + 0.5 * np.vecdot(moved @ self.curvature, moved)  # (1)

    @once
    def smoothness(self) -> float:
        """No curvature is above it."""
        return float(np.linalg.eigvalsh(0.25 * self.products + self.curvature)[-1])

    @property
    def smooth(self) -> LogisticObjective:
        """Without what has kinks: itself."""
        return self


def signed_features(X: np.ndarray, signs: np.ndarray, intercept: bool = True) -> np.ndarray:
    """Z: a row for the constant input +1 (where there is an ``intercept``) and for each feature, times the signs."""
    Z = np.empty((X.shape[1] + intercept, X.shape[0]))
    if intercept:
        Z[0] = signs
    np.multiply(X.T, signs, out=Z[int(intercept) :])
    return Z


class LossAtScore(NamedTuple):
    """The loss of an example at its score, and its first two derivatives there."""

    value: np.ndarray
    slope: np.ndarray
    curvature: np.ndarray


def cross_entropy(a, t) -> LossAtScore:
    a, t = np.asarray(a, dtype=float), np.asarray(t, dtype=float)
    mu = sigmoid(a)
    return LossAtScore(softplus(a) - t * a, mu - t, mu * (1 - mu))  # (4)


def squared_error(a, t) -> LossAtScore:
    mu, t = sigmoid(a), np.asarray(t, dtype=float)
    s, off = mu * (1 - mu), mu - t
    return LossAtScore(off**2, 2 * s * off, 2 * s * (s + off * (1 - 2 * mu)))  # (5)
