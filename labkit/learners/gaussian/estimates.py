"""Maximum-likelihood estimates of every class: how many, where, how spread.

Lectures 04 and 05; deck 004 "Maximum Likelihood Solution - parameter π", "- parameter μ", "- parameter Σ", "Fisher's
linear discriminant". Inventory: I-004-070, I-004-071, I-004-072, I-004-040, I-004-042.

    P_k = N_k / N                                         share of the examples                  (1)
    mu_k = sum over class k of x / N_k                    mean                                   (2)
    S_k = sum over class k of (x - mu_k)(x - mu_k)' / N_k covariance                             (3)
    S = sum over k of N_k S_k / N                         shared (pooled) covariance             (4)

symbol   name here     symbol   name here
P, pi    priors        mu, m    means
N_k      counts        S_k      covariances (N_k S_k is the scatter matrix of lecture 05)

Departures from the slides: "Fisher's linear discriminant Summary" divides the first mean by N and the second by N_1,
each belongs to its own class (E-004-12); (15) on "parameter μ" lacks a minus sign, which changes nothing (E-004-22).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.learner import TrainingSet
from labkit.learners.gaussian.spread import Factor, factored


@dataclass(frozen=True, slots=True, eq=False)
class ClassMoments:
    """Counts (K), means (K, d) and maximum-likelihood covariances (K, d, d) of the classes."""

    counts: np.ndarray
    means: np.ndarray
    covariances: np.ndarray

    @classmethod
    def of(cls, data: TrainingSet) -> ClassMoments:
        K, d = len(data.classes), data.X.shape[1]
        counts, means, covariances = np.empty(K), np.empty((K, d)), np.empty((K, d, d))
        for k in range(K):
            x = data.X[data.y == k].astype(float)
            first = x[0].copy()
            x -= first  # a column that is constant in the class now has variance zero exactly
            shift = x.mean(axis=0)
            x -= shift
            counts[k] = len(x)
            means[k] = first + shift  # (2)
            covariances[k] = x.T @ x / len(x)  # (3)
        return cls(*map(inputs.frozen, (counts, means, covariances)))

    @property
    def shares(self) -> np.ndarray:
        return self.counts / self.counts.sum()  # (1)

    @property
    def mean(self) -> np.ndarray:
        """Of all examples; a column in which the means agree has exactly theirs."""
        return self.means[0] + self.shares @ (self.means - self.means[0])

    @property
    def shared(self) -> np.ndarray:
        """The covariance inside the classes, all of them together."""
        return np.tensordot(self.shares, self.covariances, axes=1)  # (4)

    @property
    def units(self) -> np.ndarray:
        """(d,) The spread of every column inside the classes; where there is none, that of the means."""
        inside = np.sqrt(np.diagonal(self.shared))
        return np.where(inside > 0, inside, (self.means - self.means[0]).std(axis=0))  # equal means: exactly 0

    def factored(self) -> Factor:
        """The shared covariance, ready to be used."""
        return factored(self.shared, self.units)
