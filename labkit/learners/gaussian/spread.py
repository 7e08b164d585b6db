"""What a covariance matrix does to lengths: the matrix that makes its cloud round, and its determinant.

Lectures 04 and 05; deck 000 "MAP Decisions: Gaussian Case", deck 004 "Parameter Estimation". Inventory: I-000-007.

    S = U V L V' U                  U: the columns' units on a diagonal; V, L: eigenvectors, eigenvalues      (1)
    W = U^-1 V L^-1/2               so that W'SW = I: (x - mu)'S^-1(x - mu) = |W'(x - mu)|^2                  (2)
    ln |S| = sum of ln L + 2 sum of ln U                                                                      (3)
    mu + r C (cos t, sin t)         in the plane: the points at distance r from mu, for C with CC' = S        (4)

Departures from the slides: they take S^-1 for granted. A matrix is *singular* here when, in units in which every column
has variance 1, some direction has a variance below ``LEAST_VARIANCE``; the units make the rule the same for metres and
for nanometres. ``factored`` raises such a variance to ``LEAST_VARIANCE`` and says how many it raised. A variance up to
``NO_VARIANCE`` is none: it has lost digits, and what is divided by it overflows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

LEAST_VARIANCE = 1e-10  # a spread of 1e-5 of its column's: far above rounding, far below anything measured
NO_VARIANCE = 1e-290
OUTLINE = 2.0  # standard deviations from a mean to the ellipse that is drawn
MOST_NUMBERS = 2**27  # in all covariances together: a gigabyte


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """Of one matrix, or of a stack of them."""

    covariance: np.ndarray  # (..., d, d), regular
    whitening: np.ndarray  # (..., d, d): W
    log_det: np.ndarray  # (...)
    raised: np.ndarray  # (...) how many directions had too small a variance


def check_columns(X: np.ndarray, matrices: int) -> None:
    """Refuse examples of so many columns that so many covariances find no place."""
    columns, most = X.shape[1], math.isqrt(MOST_NUMBERS // matrices)
    if columns > most:
        raise ValueError(
            f"X: expected at most {most} columns for {matrices} covariance matrices, which have a row and a column for "
            f"each, got {columns}; pass the first few principal components instead, Z @ V[:20].T with Z = X - mean and "
            "V = numpy.linalg.svd(Z, full_matrices=False)[2], or take NaiveBayes, which has variances only"
        )


def factored(S: np.ndarray, units: np.ndarray | None = None) -> Factor:
    """``units`` (..., d) are the columns' standard deviations unless given; a unit of zero counts as 1."""
    if units is None:
        units = deviations(S)
    u = np.where(units > 0, units, 1.0)
    L, V = np.linalg.eigh(S / u[..., :, None] / u[..., None, :])  # (1)
    low = L < LEAST_VARIANCE
    if low.any():
        raised = np.where(low, LEAST_VARIANCE - L, 0.0)
        T = u[..., :, None] * V
        S = S + (T * raised[..., None, :]) @ np.swapaxes(T, -1, -2)
        L = L + raised
    W = V / np.sqrt(L)[..., None, :] / u[..., :, None]  # (2)
    log_det = np.log(L).sum(axis=-1) + 2 * np.log(u).sum(axis=-1)  # (3)
    return Factor(S, W, log_det, low.sum(axis=-1))


def deviations(S: np.ndarray) -> np.ndarray:
    """(..., d): the columns' standard deviations; 0 where there is no variance."""
    variances = np.diagonal(S, axis1=-2, axis2=-1)
    return np.sqrt(np.where(variances > NO_VARIANCE, variances, 0.0))


def ellipse(mean, covariance, radius: float = OUTLINE, points: int = 73) -> np.ndarray:
    """(points, 2) The closed curve around a mean in the plane at so many standard deviations in every direction.

    Of a singular matrix, as a class on a line or the scatter between two means has it, the curve is a segment.
    """
    S = np.asarray(covariance, dtype=float)
    if S.shape != (2, 2):
        raise ValueError(f"covariance: expected a matrix of the plane, (2, 2), got shape {S.shape}; take two columns")
    u, v = np.sqrt(np.diagonal(S))
    r = np.clip(S[0, 1] / u / v, -1.0, 1.0) if u * v > 0 else 0.0  # the correlation
    C = np.array([[u, 0.0], [r * v, np.sqrt(1.0 - r * r) * v]])
    t = np.linspace(0.0, 2 * np.pi, points)
    return np.asarray(mean, dtype=float) + radius * np.column_stack([np.cos(t), np.sin(t)]) @ C.T  # (4)


def singular_remark(shared: Factor) -> str:
    """What a reason ends with where the shared covariance was singular; else nothing."""
    if not shared.raised:
        return ""
    which = "1 direction has" if shared.raised == 1 else f"{shared.raised} directions have"
    return f"; the shared covariance is singular: {which} no spread inside the classes, so a tiny one is taken"
