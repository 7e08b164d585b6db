"""Separability in floating point: features that are kind to rounding, and proofs that allow for it.

Lecture 09; deck 000 "LP Formulation-2", "Dual Problem".

The rows of Z are signed examples +-(x0, x) with x0 = -1 or +1, so that moving and stretching the features is
a product with an invertible T, and changes no question about them:

    Y = Z T,  w = T v:  Yv = Zw,  and Y'lambda = 0 just where Z'lambda = 0                  (1)
    z'w > m u |z|'|w|               the computed z'w is positive for certain                 (2)
    |Z'lambda| <= r |Z|'lambda      examples that differ by the share r from these balance   (3)

with m columns and the unit round-off u (Higham, "Accuracy and Stability of Numerical Algorithms", section 3.1).
"""

from __future__ import annotations

import numpy as np

ROUND_OFF = np.finfo(float).eps  # twice u: room for the rounding of (2) itself
BALANCE_TOLERANCE = 1e-12  # r: a few thousand roundings
LEAST_SHARE = 1e-3  # of the largest multiplier: a smaller one is dropped


def conditioned(Z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(Y, T): every feature moved to the middle of its range and stretched to about 1."""
    constant, features = Z[:, :1], Z[:, 1:]
    unsigned = features * constant  # x or -x
    middle = unsigned.min(axis=0) / 2 + unsigned.max(axis=0) / 2
    moved = features - constant * middle
    reach = np.abs(moved).max(axis=0)
    # Powers of two: the lectures' whole numbers stay exact.
    scale = np.exp2(np.round(np.log2(np.where(reach > np.finfo(float).tiny, reach, 1.0))))
    T = np.diag(np.concatenate([[1.0], 1.0 / scale]))
    T[0, 1:] = -middle / scale
    return np.hstack([constant, moved / scale]), T  # (1)


def separates(Z: np.ndarray, w: np.ndarray) -> bool:
    """Whether w'z > 0 for every row z, rounding allowed for."""
    return bool((Z @ w > ROUND_OFF * len(w) * (np.abs(Z) @ np.abs(w))).all())  # (2)


def balances(Z: np.ndarray, multipliers: np.ndarray) -> bool:
    """Whether Z'lambda = 0 with lambda >= 0 that are not all 0, as near as the examples themselves are known."""
    if not multipliers.any() or (multipliers < 0).any():
        return False
    return bool((np.abs(multipliers @ Z) <= BALANCE_TOLERANCE * (multipliers @ np.abs(Z))).all())  # (3)


def polished(Y: np.ndarray, multipliers: np.ndarray) -> np.ndarray:
    """The nearest lambda with Y'lambda = 0 on the examples that carry most of it; it may have entries below 0."""
    carries = multipliers > LEAST_SHARE * multipliers.max()
    part, some = Y[carries], multipliers[carries]
    inverse = np.linalg.pinv(part)
    for _ in range(2):  # again, for what rounding left over
        some = some - part @ (inverse @ some)
    found = np.zeros_like(multipliers)
    found[carries] = some
    return found
