"""A normal distribution of the weights: the prior, and what stands for the posterior.

Lecture 08; deck 000 "Laplace (Gaussian) Approximation of Posterior". Inventory: I-000-029.

    w = B v,  P = V D V' the precision of v                       B = I unless said (``whitening``)  (1)
    N(w; mean, S),  S = R R',  R = B V D^(-1/2)                                                      (2)
    x'w is normal with mean x'mean and variance x'S x = |R'x|^2                                      (3)
    w = mean + T'z,  S = T'T,  T upper triangular with T_jj > 0     z standard normal               (4)

Only one T is as (4) says, while eigenvectors may turn round when the examples come in another order: draws do not. They
come in pairs z, -z, opposite about the mean.

A posterior is narrower than its prior: no eigenvalue of its precision can be below ``least``, the smallest of the
prior's precision. Where rounding says otherwise it is lifted to ``least``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from labkit.core import inputs
from labkit.core.inputs import frozen

SYMMETRIC = 1e-10  # relative: so much a covariance may differ from its transpose


@dataclass(frozen=True, eq=False)
class Normal:
    """Over the weights in one vector. What can be derived is derived when it is asked for, the root once."""

    mean: np.ndarray
    inner: np.ndarray  # P
    least: float = 0.0
    basis: np.ndarray | None = None  # B; None is I

    @cached_property
    def root(self) -> np.ndarray:
        """R."""
        values, vectors = np.linalg.eigh(self.inner)
        R = vectors / np.sqrt(np.maximum(values, max(self.least, np.finfo(float).tiny)))
        return frozen(R if self.basis is None else self.basis @ R)  # (2)

    @property
    def precision(self) -> np.ndarray:
        """The inverse of the covariance."""
        if self.basis is None:
            return self.inner
        T = np.linalg.inv(self.basis)
        return T.T @ self.inner @ T

    @property
    def covariance(self) -> np.ndarray:
        R = self.root
        return R @ R.T

    @cached_property
    def log_determinant(self) -> float:
        """ln |S|."""
        return 2.0 * float(np.linalg.slogdet(self.root)[1])

    @property
    def widest(self) -> float:
        """The standard deviation along the direction where it is largest."""
        return float(np.linalg.norm(self.root, 2))

    def scores(self, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The mean and the variance of x'w for every row x."""
        return X @ self.mean, ((X @ self.root) ** 2).sum(axis=1)  # (3)

    def draws(self, count: int, seed: int) -> np.ndarray:
        """So many weight vectors, one a row; the second half is opposite to the first."""
        z = np.random.default_rng(seed).normal(size=((count + 1) // 2, len(self.mean)))
        T = np.linalg.qr(self.root.T, mode="r")
        T *= np.sign(T.diagonal())[:, None]
        return self.mean + np.concatenate([z, -z])[:count] @ T  # (4)

    def log_density(self, w) -> np.ndarray:
        """ln N(w) of every row of w."""
        far = np.asarray(w, dtype=float) - self.mean
        square = ((far @ np.linalg.inv(self.root).T) ** 2).sum(axis=-1)
        return -0.5 * (square + self.log_determinant + len(self.mean) * np.log(2 * np.pi))

    def divergence(self, prior: Normal) -> float:
        """The Kullback-Leibler divergence from the prior: what is paid for having moved away from it."""
        d, ratio = len(self.mean), self.log_determinant - prior.log_determinant
        return self.pull(prior) - 0.5 * (ratio + d)

    def pull(self, prior: Normal) -> float:
        """The part of the divergence that a point still has: without the entropy, and without constants."""
        far, R = self.mean - prior.mean, self.root
        return 0.5 * float(((prior.precision @ R) * R).sum() + far @ prior.precision @ far)

    def times(self, count: int) -> Normal:
        """Of so many such vectors in one, each independent of the others."""
        return joined([self] * count)

    def ellipse(self, radius: float = 2.0, which: tuple[int, int] = (0, 1), points: int = 97) -> np.ndarray:
        """A closed line ``radius`` standard deviations around the mean, in two of the weights."""
        pair = list(which)
        L = np.linalg.qr(self.root[pair].T, mode="r").T  # L L' is their covariance
        angle = np.linspace(0, 2 * np.pi, points)
        return self.mean[pair] + radius * np.column_stack([np.cos(angle), np.sin(angle)]) @ L.T


def joined(parts: Sequence[Normal]) -> Normal:
    """Of all the vectors in one, each independent of the others; none has a basis."""
    d, count = len(parts[0].mean), len(parts)
    inner = np.zeros((count, d, count, d))
    inner[np.arange(count), :, np.arange(count)] = [q.inner for q in parts]
    mean = np.concatenate([q.mean for q in parts])
    return Normal(frozen(mean), frozen(inner.reshape(count * d, -1)), min(q.least for q in parts))


def prior(mean, variance, length: int, infinite: bool = False) -> Normal:
    """N(mean, variance): a number is meant for every weight; a vector of variances, or a covariance matrix, also go.

    Where variances may be ``infinite``, the prior says nothing of such a weight: its precision is 0.
    """
    m = inputs.real_numbers("prior_mean", mean)
    m = frozen(np.full(length, m)) if m.ndim == 0 else m
    inputs.weights("prior_mean", m, length)
    S = inputs.real_numbers("prior_variance", variance)
    if not infinite and S.shape in ((), (length,)) and np.isposinf(S).any():
        raise ValueError(
            "prior_variance: expected finite variances, for under an infinite one ln p(D) is minus infinity, and no "
            "bound below it tells one belief from another; pass a large number such as 1e4, or take LaplaceLogistic"
        )
    precision = _inverse(S, length, infinite)
    if precision is None:
        got = S.tolist() if S.size < 10 else f"shape {S.shape}"
        raise ValueError(
            f"prior_variance: expected a number above 0, {length} of them, or a symmetric positive definite "
            f"{length} x {length} matrix, got {got}; a weight without prior has a very large variance"
        )
    return Normal(m, frozen(precision), float(np.linalg.eigvalsh(precision)[0]))


def _inverse(S: np.ndarray, length: int, infinite: bool) -> np.ndarray | None:
    """The precision; None where S is no covariance of so many weights."""
    known = np.isfinite(S).all() or (infinite and S.ndim < 2 and not np.isnan(S).any())
    if not known or S.shape not in ((), (length,), (length, length)):
        return None
    if S.ndim < 2:
        return np.diag(1.0 / np.broadcast_to(S, length)) if (S > 0).all() else None
    if not np.allclose(S, S.T, rtol=SYMMETRIC, atol=SYMMETRIC * np.abs(S).max()):
        return None
    values, vectors = np.linalg.eigh(0.5 * (S + S.T))
    return (vectors / values) @ vectors.T if values[0] > 0 else None
