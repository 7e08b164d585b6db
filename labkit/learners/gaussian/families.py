"""Densities of one column that are exponential families, with their maximum-likelihood estimates.

Lecture 04; deck 004 "Exponential Family". Inventory: I-004-074.

    p(x) = exp(theta'T(x) - A(theta) + B(x))                                                                (1)

family      parameters          theta                     T(x)         A(theta)                        B(x)
gaussian    mean m, variance v  (m / v, -1 / 2v)          (x, x^2)     -theta_1^2 / 4 theta_2          0
                                                                         + ln(-pi / theta_2) / 2
bernoulli   p                   ln(p / (1 - p))           x            ln(1 + e^theta)                 0
poisson     rate l              ln l                      x            e^theta                         -ln x!
gamma       shape a, rate b     (a - 1, -b)               (ln x, x)    ln Gamma(a) - a ln b            0

The estimates match the mean of T: sample mean and variance; share of ones; mean; for the gamma density b = a / mean and

    ln a - psi(a) = ln(mean of x) - mean of ln x                                                            (2)

solved by Newton's method for 1 / a (T. Minka's iteration).

Departures from the slides: they only name the families; beta and Dirichlet densities would be further rows. An estimate
at the edge of a family, where (1) breaks down, is replaced: a Bernoulli class of equal values and a Poisson class of
zeros get half an example of the other kind; a Gaussian class without spread is dealt with as in ``columns``; a gamma
class of nearly equal numbers gets the shape ``MOST``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from labkit.learners.gaussian import columns
from labkit.learners.gaussian.special import log_gamma, log_minus_digamma, trigamma
from labkit.learners.gaussian.spread import FLOOR
from labkit.learners.probability import softplus

MOST = 0.5 / FLOOR  # the shape of a gamma density as narrow as a Gaussian may get
Estimates = tuple[np.ndarray, np.ndarray]  # parameters (K, d, q), and (K, d) where they had to be replaced


class Family(ABC):
    """``q`` parameters of one column; arrays of parameters, theta and T have them last."""

    name: str
    parameters: tuple[str, ...]
    support: str  # what x may be, for a message

    @abstractmethod
    def holds(self, x: np.ndarray) -> np.ndarray:
        """Where x is in the support."""

    @abstractmethod
    def allowed(self, parameters: np.ndarray) -> np.ndarray:
        """Where the parameters are inside the family."""

    @abstractmethod
    def estimated(self, X: np.ndarray, y: np.ndarray, K: int) -> Estimates:
        """Maximum likelihood for every class and column."""

    @abstractmethod
    def theta(self, parameters: np.ndarray) -> np.ndarray:
        """The natural parameters."""

    @abstractmethod
    def A(self, theta: np.ndarray) -> np.ndarray:
        """The logarithm of the normaliser."""

    def T(self, x: np.ndarray) -> np.ndarray:
        return x[..., None]

    def B(self, x: np.ndarray) -> np.ndarray:
        return np.zeros_like(x)

    def within(self, x: np.ndarray) -> np.ndarray:
        """x, or where it is no number of the support the nearest for which T is defined: for painting."""
        return x

    def origin(self, X: np.ndarray) -> np.ndarray:
        """(d,) What to measure the columns from; zero where only the numbers themselves make sense."""
        return np.zeros(X.shape[1])


class Gaussian(Family):
    name, parameters, support = "gaussian", ("mean", "variance"), "any numbers"

    def holds(self, x):
        return np.isfinite(x)

    def allowed(self, parameters):
        return parameters[..., 1] > 0

    def origin(self, X):
        return np.median(X, axis=0)  # x^2 keeps its digits, whatever an outlier does

    def estimated(self, X, y, K):
        counts, means, variances = columns.moments(X, y, K)
        variances, flat = columns.usable(counts, means, variances)
        return np.stack([means, variances], axis=-1), flat

    def theta(self, parameters):
        m, v = parameters[..., 0], parameters[..., 1]
        return np.stack([m / v, -0.5 / v], axis=-1)

    def T(self, x):
        return np.stack([x, x * x], axis=-1)

    def A(self, theta):
        return -0.25 * theta[..., 0] ** 2 / theta[..., 1] + 0.5 * np.log(-np.pi / theta[..., 1])


class Bernoulli(Family):
    name, parameters, support = "bernoulli", ("p",), "0 or 1"

    def holds(self, x):
        return (x == 0) | (x == 1)

    def allowed(self, parameters):
        return (parameters[..., 0] > 0) & (parameters[..., 0] < 1)

    def estimated(self, X, y, K):
        counts, means, _ = columns.moments(X, y, K)
        edge = (means == 0) | (means == 1)
        return np.where(edge, (counts * means + 0.5) / (counts + 1), means)[..., None], edge

    def theta(self, parameters):
        return np.log(parameters) - np.log1p(-parameters)

    def A(self, theta):
        return softplus(theta[..., 0])


class Poisson(Family):
    name, parameters, support = "poisson", ("rate",), "whole numbers from 0 on"

    def holds(self, x):
        return (x >= 0) & (x == np.floor(x))

    def allowed(self, parameters):
        return parameters[..., 0] > 0

    def estimated(self, X, y, K):
        counts, means, _ = columns.moments(X, y, K)
        edge = means == 0
        return np.where(edge, 0.5 / counts, means)[..., None], edge

    def theta(self, parameters):
        return np.log(parameters)

    def A(self, theta):
        return np.exp(theta[..., 0])

    def B(self, x):
        return -log_gamma(x + 1)


class Gamma(Family):
    name, parameters, support = "gamma", ("shape", "rate"), "numbers above 0"

    def holds(self, x):
        return x > 0

    def within(self, x):
        return np.maximum(x, np.finfo(float).tiny)

    def allowed(self, parameters):
        return (parameters > 0).all(axis=-1)

    def estimated(self, X, y, K):
        means, gaps = np.empty((2, K, X.shape[1]))
        for k in range(K):
            x = X[y == k].astype(float)
            means[k] = x[0] + (x - x[0]).mean(axis=0)  # equal numbers have exactly this mean
            gaps[k] = _log_gap(x, means[k])
        edge = gaps < 0.5 / MOST
        a = np.where(edge, MOST, _shape(np.where(edge, 1.0, gaps)))
        return np.stack([a, a / means], axis=-1), edge

    def theta(self, parameters):
        return np.stack([parameters[..., 0] - 1, -parameters[..., 1]], axis=-1)

    def T(self, x):
        return np.stack([np.log(x), x], axis=-1)

    def A(self, theta):
        a = theta[..., 0] + 1
        return log_gamma(a) - a * np.log(-theta[..., 1])


def _log_gap(x: np.ndarray, mean: np.ndarray) -> np.ndarray:
    """ln(mean) - mean of ln x: what is small is not made from what is large."""
    u = (x - mean) / mean
    near = np.log1p(np.where(np.abs(u) < 0.5, u, 0.0))
    return (u - np.where(np.abs(u) < 0.5, near, np.log(x) - np.log(mean))).mean(axis=0)


def _shape(s: np.ndarray) -> np.ndarray:
    """a with ln a - psi(a) = s, for s > 0."""
    a = (3 - s + np.sqrt((s - 3) ** 2 + 24 * s)) / (12 * s)  # within 2 %
    for _ in range(8):  # four are enough for all digits
        a = 1 / (1 / a + (log_minus_digamma(a) - s) / (a - a * a * trigamma(a)))  # (2)
    return a


FAMILIES = {family.name: family for family in (Gaussian(), Bernoulli(), Poisson(), Gamma())}
