"""Columns one by one: means and variances of numbers, shares of categories, for every class; gaps are left out.

Lecture 04; deck 004 "Naive Bayes: not (necessarily) a Bayesian method". Inventory: I-004-056.

    mu_kd, v_kd = mean and mean squared deviation of the known numbers of column d in class k        (1)
    p_kd(v) = (N_kd(v) + laplace) / (N_kd + laplace V_d)     N_kd known cells, V_d categories        (2)

Where a class has no spread in a column (one member, equal numbers) it takes that of the classes together; where none
has any, a tiny part of the spread between their means (see ``spread``); where those are equal too, 1: such a column
says the same about every class. A class without a known cell takes the mean of the other classes, or equal shares.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.gaussian.spread import LEAST_VARIANCE, NO_VARIANCE


def moments(X: np.ndarray, y: np.ndarray, K: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(counts, means, variances), each (K, d), of the numbers that are known; NaN is a gap."""
    counts, means, variances = (np.zeros((K, X.shape[1])) for _ in range(3))
    for k in range(K):
        x = X[y == k].astype(float)
        gaps = np.isnan(x)
        first = x[gaps.argmin(axis=0), np.arange(x.shape[1])]
        x -= first  # a constant column has variance zero exactly
        x[gaps] = 0.0
        n = len(x) - gaps.sum(axis=0)
        shift = x.sum(axis=0) / np.maximum(n, 1)
        x -= shift
        x[gaps] = 0.0
        counts[k], means[k] = n, first + shift
        variances[k] = np.einsum("nd,nd->d", x, x) / np.maximum(n, 1)  # (1)
    return counts, _known_means(counts, means), variances


def _known_means(counts: np.ndarray, means: np.ndarray) -> np.ndarray:
    """Without NaN, which stands where a class knows nothing."""
    if counts.all():
        return means
    known = np.where(counts > 0, means, 0.0)
    overall = (counts * known).sum(axis=0) / np.maximum(counts.sum(axis=0), 1)
    return np.where(counts > 0, known, overall)


def usable(counts: np.ndarray, means: np.ndarray, variances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Variances above zero, and where (K, d) a class had none of its own."""
    flat = variances <= NO_VARIANCE
    if not flat.any():
        return variances, flat
    shared = (counts * variances).sum(axis=0) / np.maximum(counts.sum(axis=0), 1)
    between = LEAST_VARIANCE * (means - means[0]).var(axis=0)  # equal means: exactly 0
    shared = np.where(shared > NO_VARIANCE, shared, np.where(between > NO_VARIANCE, between, 1.0))
    return np.where(flat, shared, variances), flat


def places(where: list[tuple[int, int]], names, classes: np.ndarray) -> str:
    """The first of some (class, column) numbers in words, and how many more there are."""
    k, d = where[0]
    return f"{names[d]} of class {classes[k]}" + (f" and {len(where) - 1} more" if len(where) > 1 else "")


def shares(codes: np.ndarray, y: np.ndarray, K: int, levels: int, laplace: float) -> np.ndarray:
    """(K, levels): how often each category is seen in every class; NaN codes are gaps."""
    known = ~np.isnan(codes)
    N = np.zeros((K, levels))
    np.add.at(N, (y[known], codes[known].astype(int)), 1.0)
    total = N.sum(axis=1, keepdims=True) + laplace * levels
    return np.where(total > 0, (N + laplace) / np.where(total > 0, total, 1.0), 1.0 / max(levels, 1))  # (2)
