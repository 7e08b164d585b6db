"""Gaussian classes: their densities, with priors, and the maximum-likelihood estimates of all that they need.

Lectures 04 and 05; deck 000 "MAP Decisions: Gaussian Case", deck 004 "Generative Approach", "Parameter Estimation",
"Maximum Likelihood Solution", "- parameter π", "- parameter μ", "- parameter Σ", "Fisher's linear discriminant".
Inventory: I-000-007, I-004-040, I-004-042, I-004-060, I-004-067, I-004-068, I-004-069, I-004-070, I-004-071, I-004-072.

    g_k(x) = -(x - mu_k)'S_k^-1(x - mu_k) / 2 - ln|S_k| / 2 + ln P_k        discriminant                     (1)
    ln p(x, k) = g_k(x) - (d / 2) ln 2 pi                                   log joint density                (2)
    P(k | x) = e^g_k / sum over j of e^g_j                                  posterior, the softmax           (3)
    ln L = sum over the examples of ln p(x_n, k_n)                          log-likelihood                   (4)

    P_k = N_k / N                                                           share of the examples            (5)
    mu_k = sum over class k of x / N_k                                      mean                             (6)
    S_k = sum over class k of (x - mu_k)(x - mu_k)' / N_k                   covariance                       (7)
    S = sum over k of N_k S_k / N                                           shared (pooled) covariance       (8)

symbol     name here          symbol     name here
P_k, pi    priors             mu_k, m    means
S_k        covariances        g_k        discriminants
N_k        counts             (N_k S_k is the scatter matrix of lecture 05)

Departures from the slides: deck 004 "Softmax" leaves ln|S_k| out, which is wrong where the covariances differ
(E-004-20): ``determinant=False`` shows it. Its (12) subtracts the second class's log density; every class adds its own
in (4) (E-004-21). Its prior is categorical, a multinomial of one trial (E-004-29). "Fisher's linear discriminant
Summary" divides the first mean by N and the second by N_1, each belongs to its own class (E-004-12); (15) on "parameter
μ" lacks a minus sign, which changes nothing (E-004-22).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi
from typing import Self

import numpy as np

from labkit.core import inputs
from labkit.core.frames import cases
from labkit.core.learner import TrainingSet
from labkit.core.story import Step
from labkit.learners.gaussian.models import chosen_priors
from labkit.learners.gaussian.spread import NO_VARIANCE, Factor, deviations, factored

LOWEST = -1e300  # a discriminant: farther away no two classes differ any more


@dataclass(frozen=True, slots=True, eq=False)
class Gaussians:
    """One density for each of K classes; a shared covariance is the same one K times."""

    means: np.ndarray  # (K, d)
    covariances: np.ndarray  # (K, d, d)
    priors: np.ndarray  # (K,)
    whitenings: np.ndarray  # (K, d, d)
    log_dets: np.ndarray  # (K,)

    @classmethod
    def of(cls, means: np.ndarray, factor: Factor, priors: np.ndarray) -> Gaussians:
        """With a factor of one shared covariance, or of one each."""
        K, d = means.shape
        parts = (factor.covariance, (K, d, d)), (factor.whitening, (K, d, d)), (factor.log_det, (K,))
        S, W, log_dets = (np.broadcast_to(inputs.frozen(part), shape) for part, shape in parts)
        return cls(inputs.frozen(means), S, inputs.frozen(priors), W, log_dets)

    @classmethod
    def given(cls, means, covariances, priors=None) -> Gaussians:
        """From chosen numbers: ``covariances`` is one matrix, or one for each class; priors None are equal."""
        means = inputs.matrix(means, name="means").astype(float)
        K, d = means.shape
        return cls.of(means, factored(_regular(covariances, K, d)), chosen_priors(priors, np.ones(K)))

    def discriminants(self, X, determinant: bool = True) -> np.ndarray:
        """(cases, K): g_k(x)."""
        X = cases(X)
        g = np.empty((len(X), len(self.means)))
        for k, (mean, W) in enumerate(zip(self.means, self.whitenings, strict=True)):
            z = (X - mean) @ W
            with np.errstate(over="ignore"):
                np.einsum("nd,nd->n", z, z, out=g[:, k])
        g *= -0.5
        np.maximum(g, LOWEST, out=g)
        g += np.log(self.priors) - (0.5 * self.log_dets if determinant else 0.0)  # (1)
        return g

    def log_joint(self, X) -> np.ndarray:
        """(cases, K): ln p(x, k)."""
        return self.discriminants(X) - 0.5 * self.means.shape[1] * log(2 * pi)  # (2)


def _regular(covariances, K: int, d: int) -> np.ndarray:
    """Symmetric and positive definite, or refused."""
    S = inputs.real_numbers("covariances", covariances)
    if S.shape not in ((d, d), (K, d, d)):
        raise ValueError(
            f"covariances: expected shape {(d, d)} for one shared matrix or {(K, d, d)} for one each, got {S.shape}; "
            "pass as many rows and columns as the means have"
        )
    symmetric = np.isfinite(S).all() and np.allclose(S, np.swapaxes(S, -1, -2), rtol=1e-9, atol=0)
    if not symmetric or (np.diagonal(S, axis1=-2, axis2=-1) <= 0).any() or factored(S).raised.any():
        raise ValueError(
            f"covariances: expected symmetric positive definite matrices, got {S.tolist()}; "
            "make the variances larger or the covariances between columns smaller"
        )
    return S


@dataclass(frozen=True, slots=True, eq=False)
class ClassMoments:
    """Counts (K), means (K, d) and maximum-likelihood covariances (K, d, d) of the classes."""

    counts: np.ndarray
    means: np.ndarray
    covariances: np.ndarray

    @classmethod
    def of(cls, data: TrainingSet) -> Self:
        K, d = len(data.classes), data.X.shape[1]
        counts, means, covariances = np.empty(K), np.empty((K, d)), np.empty((K, d, d))
        for k in range(K):
            x = data.X[data.y == k].astype(float)
            first = x[0].copy()
            x -= first  # a column that is constant in the class now has variance zero exactly
            shift = x.mean(axis=0)
            x -= shift
            counts[k] = len(x)
            means[k] = first + shift  # (6)
            covariances[k] = x.T @ x / len(x)  # (7)
        return cls(*map(inputs.frozen, (counts, means, covariances)))

    @property
    def shares(self) -> np.ndarray:
        return self.counts / self.counts.sum()  # (5)

    @property
    def mean(self) -> np.ndarray:
        """Of all examples; a column in which the means agree has exactly theirs."""
        return self.means[0] + self.shares @ (self.means - self.means[0])

    @property
    def shared(self) -> np.ndarray:
        """The covariance inside the classes, all of them together."""
        return np.tensordot(self.shares, self.covariances, axes=1)  # (8)

    @property
    def units(self) -> np.ndarray:
        """(d,) The spread of every column inside the classes; where there is none, that of the means."""
        inside = deviations(self.shared)
        between = (self.means - self.means[0]).std(axis=0)  # equal means: exactly 0
        return np.where(inside > 0, inside, np.where(between**2 > NO_VARIANCE, between, 0.0))

    def factored(self) -> Factor:
        """The shared covariance, ready to be used."""
        return factored(self.shared, self.units)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GaussianStep(Step):
    """Solved: every class's moments as estimated; the model may use others (``reason`` says why)."""

    moments: ClassMoments

    @property
    def terms(self) -> np.ndarray:
        """(K,): what the examples of every class add to the log-likelihood."""
        densities, d = self.model.gaussians, self.moments.means.shape[1]
        W = densities.whitenings
        far = np.einsum("kij,kil,klj->k", W, self.moments.covariances, W)  # mean of |W'(x - mu)|^2 over the class
        return self.moments.counts * (np.log(densities.priors) - 0.5 * (d * log(2 * pi) + densities.log_dets + far))

    @property
    def log_likelihood(self) -> float:
        return float(self.terms.sum())
