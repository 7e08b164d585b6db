"""Densities of one column that are exponential families, with their maximum-likelihood estimates.

Lecture 04; deck 004 "Exponential Family". Inventory: I-004-074, I-004-084.

    p(x) = exp(theta'T(x) - A(theta) + B(x))                                                                (1)

family      parameters          theta                     T(x)         A(theta)                        B(x)
gaussian    mean m, variance v  (m / v, -1 / 2v)          (x, x^2)     -theta_1^2 / 4 theta_2          0
                                                                         + ln(-pi / theta_2) / 2
bernoulli   p                   ln(p / (1 - p))           x            ln(1 + e^theta)                 0
poisson     rate l              ln l                      x            e^theta                         -ln x!
gamma       shape a, rate b     (a - 1, -b)               (ln x, x)    ln Gamma(a) - a ln b            0
beta        a, b                (a - 1, b - 1)            (ln x,       ln Gamma(a) + ln Gamma(b)       0
                                                           ln(1 - x))    - ln Gamma(a + b)
dirichlet   a of each share     a - 1                     ln x         ln Gamma(a), less this          0
                                                                         share of ln Gamma(sum of a)

The estimates match the mean of T: sample mean and variance; share of ones; mean; for the gamma density b = a / mean and

    ln a - psi(a) = ln(mean of x) - mean of ln x                                                            (2)

solved by Newton's method for 1 / a (T. Minka's iteration), and for the beta density

    psi(a) - psi(a + b) = mean of ln x,   psi(b) - psi(a + b) = mean of ln(1 - x)                           (3)

solved by Newton's method for ln a and ln b, from a and b that match mean and variance. A Dirichlet density is one of a
whole row of shares, whose sum is 1: (3) has an equation for each of them then, and psi of the sum of all a; A is one
number of the row, of which every column is given as much. Of two shares it is the beta density of the first.

Departures from the slides: they only name the families. An estimate at the edge of a family, where (1) breaks down, is
replaced: a Bernoulli class of equal values and a Poisson class of zeros get half an example of the other kind; a
Gaussian class without spread is dealt with as in ``columns``, and one that is ``NARROWEST`` as wide as it is far from
the middle of its column is widened to that, as x and x^2 would have no digits left; a gamma class of nearly equal
numbers gets the shape ``MOST_SHAPE``, a beta class that as a + b, a Dirichlet class as its sum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.learners.gaussian import columns
from labkit.learners.gaussian.special import digamma, log_gamma, log_minus_digamma, trigamma
from labkit.learners.gaussian.spread import LEAST_VARIANCE
from labkit.learners.probability import softplus

MOST_SHAPE = 0.5 / LEAST_VARIANCE  # the shape of a gamma density as narrow as a Gaussian may get
NARROWEST = 1e-8
LEAST_START, MOST_ITERATIONS, ENOUGH = 1e-3, 100, 1e-12  # of Newton's method for a and b
WHOLE = 1e-6  # a sum of shares may be off by so much
Estimated = tuple[np.ndarray, np.ndarray]  # parameters (K, d, q), and (K, d) where they had to be replaced


@dataclass(frozen=True, eq=False)
class ColumnFamily:
    """One row of the table above. Arrays of parameters, theta and T have the q numbers of a column last."""

    name: str
    parameters: tuple[str, ...]
    support: str  # what x may be, for a message
    holds: Callable[[np.ndarray], np.ndarray]  # where x is in the support
    inside: Callable  # of the parameters: where they are inside the family
    natural: Callable  # theta of the parameters
    statistics: Callable  # T of x
    log_normaliser: Callable  # A of theta_1, theta_2, ...
    estimated: Callable[[np.ndarray, np.ndarray, int], Estimated]  # of X, y and K: maximum likelihood
    B: Callable[[np.ndarray], np.ndarray] = np.zeros_like
    least: float = -np.inf  # where T is not defined at x below it, a picture takes T(least)
    most: float = np.inf  # the same above
    centred: bool = False  # whether columns may be measured from anywhere

    def allowed(self, parameters: np.ndarray) -> np.ndarray:
        return self.inside(*np.moveaxis(parameters, -1, 0))

    def theta(self, parameters: np.ndarray) -> np.ndarray:
        return np.stack(self.natural(*np.moveaxis(parameters, -1, 0)), axis=-1)

    def T(self, x: np.ndarray) -> np.ndarray:
        return np.stack(self.statistics(x), axis=-1)

    def A(self, theta: np.ndarray) -> np.ndarray:
        return self.log_normaliser(*np.moveaxis(theta, -1, 0))

    def within(self, x: np.ndarray) -> np.ndarray:
        """x, or the nearest number for which T is defined: for painting."""
        return np.clip(x, self.least, self.most)

    def origin(self, X: np.ndarray) -> np.ndarray:
        """(d,) What to measure the columns from: x^2 keeps its digits around the median, whatever an outlier does."""
        return np.median(X, axis=0) if self.centred else np.zeros(X.shape[1])

    def __reduce__(self):  # functions are not pickled
        return _named, (self.name,)


def _gaussian(X: np.ndarray, y: np.ndarray, K: int) -> Estimated:
    counts, means, variances = columns.moments(X, y, K)
    variances, flat = columns.usable(counts, means, variances)
    least = (NARROWEST * (means - np.median(X, axis=0))) ** 2
    return np.stack([means, np.maximum(variances, least)], axis=-1), flat | (variances < least)


def _bernoulli(X: np.ndarray, y: np.ndarray, K: int) -> Estimated:
    counts, means, _ = columns.moments(X, y, K)
    edge = (means == 0) | (means == 1)
    return np.where(edge, (counts * means + 0.5) / (counts + 1), means)[..., None], edge


def _poisson(X: np.ndarray, y: np.ndarray, K: int) -> Estimated:
    counts, means, _ = columns.moments(X, y, K)
    edge = means == 0
    return np.where(edge, 0.5 / counts, means)[..., None], edge


def _gamma(X: np.ndarray, y: np.ndarray, K: int) -> Estimated:
    means, gaps = np.empty((2, K, X.shape[1]))
    for k in range(K):
        x = X[y == k].astype(float)
        means[k] = x[0] + (x - x[0]).mean(axis=0)  # equal numbers have exactly this mean
        gaps[k] = _log_gap(x, means[k])
    edge = gaps < 0.5 / MOST_SHAPE
    a = np.where(edge, MOST_SHAPE, _shape(np.where(edge, 1.0, gaps)))
    return np.stack([a, a / means], axis=-1), edge


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


def _beta(X: np.ndarray, y: np.ndarray, K: int) -> Estimated:
    _, m, v = columns.moments(X, y, K)
    both = m * (1 - m)
    edge = v * MOST_SHAPE <= both
    size = np.where(edge, MOST_SHAPE, both / np.where(edge, 1.0, v) - 1)
    shapes = size[..., None] * np.stack([m, 1 - m], axis=-1)
    goals = np.stack([np.stack([np.log(X[y == k]).mean(axis=0), np.log1p(-X[y == k]).mean(axis=0)], axis=-1)
                      for k in range(K)])  # fmt: skip
    for k, d in np.argwhere(~edge):
        shapes[k, d] = _shapes(np.maximum(shapes[k, d], LEAST_START), goals[k, d])
    return shapes, edge


def _dirichlet(X: np.ndarray, y: np.ndarray, K: int) -> Estimated:
    _, m, v = columns.moments(X, y, K)
    both, spread = (m * (1 - m)).sum(axis=1), v.sum(axis=1)
    edge = spread * MOST_SHAPE <= both
    shapes = m * np.where(edge, MOST_SHAPE, both / np.where(edge, 1.0, spread) - 1)[:, None]
    for k in np.flatnonzero(~edge):
        shapes[k] = _shapes(np.maximum(shapes[k], LEAST_START), np.log(X[y == k]).mean(axis=0))
    return shapes[..., None], np.repeat(edge[:, None], X.shape[1], axis=1)


def _row_of_shares(x: np.ndarray) -> np.ndarray:
    whole = np.abs(x.sum(axis=-1, keepdims=True) - 1) <= WHOLE
    return (x > 0) & (x < 1) & whole


def _shapes(ab: np.ndarray, goal: np.ndarray) -> np.ndarray:
    """a and b (or more of them) that solve (3), from a guess."""
    for _ in range(MOST_ITERATIONS):
        missing = digamma(ab) - digamma(ab.sum()) - goal
        slopes = (np.diag(trigamma(ab)) - trigamma(ab.sum())) * ab
        step = np.clip(np.linalg.solve(slopes, missing), -1.0, 1.0)
        ab = ab * np.exp(-step)  # (3)
        if np.abs(step).max() < ENOUGH:
            break
    return ab


GAUSSIAN = ColumnFamily(
    "gaussian", ("mean", "variance"), "any numbers", np.isfinite,
    inside=lambda m, v: v > 0,
    natural=lambda m, v: (m / v, -0.5 / v),
    statistics=lambda x: (x, x * x),
    log_normaliser=lambda t1, t2: -0.25 * t1 * (t1 / t2) + 0.5 * np.log(-np.pi / t2),
    estimated=_gaussian, centred=True,
)  # fmt: skip
BERNOULLI = ColumnFamily(
    "bernoulli", ("p",), "0 or 1", lambda x: (x == 0) | (x == 1),
    inside=lambda p: (p > 0) & (p < 1),
    natural=lambda p: (np.log(p) - np.log1p(-p),),
    statistics=lambda x: (x,),
    log_normaliser=softplus,
    estimated=_bernoulli,
)  # fmt: skip
POISSON = ColumnFamily(
    "poisson", ("rate",), "whole numbers from 0 on", lambda x: (x >= 0) & (x == np.floor(x)),
    inside=lambda rate: rate > 0,
    natural=lambda rate: (np.log(rate),),
    statistics=lambda x: (x,),
    log_normaliser=np.exp,
    estimated=_poisson, B=lambda x: -log_gamma(x + 1),
)  # fmt: skip
GAMMA = ColumnFamily(
    "gamma", ("shape", "rate"), "numbers above 0", lambda x: x > 0,
    inside=lambda a, b: (a > 0) & (b > 0),
    natural=lambda a, b: (a - 1, -b),
    statistics=lambda x: (np.log(x), x),
    log_normaliser=lambda t1, t2: log_gamma(t1 + 1) - (t1 + 1) * np.log(-t2),
    estimated=_gamma, least=float(np.finfo(float).tiny),
)  # fmt: skip
BETA = ColumnFamily(
    "beta", ("a", "b"), "numbers above 0 and below 1", lambda x: (x > 0) & (x < 1),
    inside=lambda a, b: (a > 0) & (b > 0),
    natural=lambda a, b: (a - 1, b - 1),
    statistics=lambda x: (np.log(x), np.log1p(-x)),
    log_normaliser=lambda t1, t2: log_gamma(t1 + 1) + log_gamma(t2 + 1) - log_gamma(t1 + t2 + 2),
    estimated=_beta, least=float(np.finfo(float).tiny), most=1.0 - float(np.finfo(float).epsneg),
)  # fmt: skip
DIRICHLET = ColumnFamily(
    "dirichlet", ("a",), "shares above 0 whose sum is 1 in every row", _row_of_shares,
    inside=lambda a: a > 0,
    natural=lambda a: (a - 1,),
    statistics=lambda x: (np.log(x),),
    log_normaliser=lambda t: log_gamma(t + 1) - log_gamma((t + 1).sum(axis=-1, keepdims=True)) / t.shape[-1],
    estimated=_dirichlet, least=float(np.finfo(float).tiny),
)  # fmt: skip
FAMILIES = {family.name: family for family in (GAUSSIAN, BERNOULLI, POISSON, GAMMA, BETA, DIRICHLET)}


def _named(name: str) -> ColumnFamily:
    return FAMILIES[name]
