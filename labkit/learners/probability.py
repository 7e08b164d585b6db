"""The functions that turn scores into probabilities, written so that no exponential overflows.

Lectures 04, 06, 07 and 08; deck 000 "MAP Decisions: Gaussian, Equal Σ, Two Class Case", deck 004 "Logistic sigmoid
function", "Softmax". Inventory: I-000-009, I-004-063, I-004-066.

    g(a) = 1 / (1 + e^-a)                       logistic sigmoid                           (1)
    g'(a) = g(a) (1 - g(a)),  g(a) / (1 - g(a)) = e^a                                      (2)
    P(z | a) = e^(az) g(-a)  for z = 0, 1;      g(za)  for z = -1, +1                      (3)
    softmax_k(a) = b^a_k / sum over j of b^a_j  base b > 1; e unless said; argmax as b grows   (4)
    ln (sum over j of e^a_j)                    log-sum-exp                                (5)
    Phi(a)                                      normal distribution function               (6)
"""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np

from labkit.core import inputs


def sigmoid(a) -> np.ndarray:
    """Right to 1e-16; where that is too coarse, below a = -30, ``log_sigmoid`` has all digits."""
    return 0.5 + 0.5 * np.tanh(0.5 * np.asarray(a, dtype=float))  # (1), by a function that cannot overflow


def log_sigmoid(a) -> np.ndarray:
    return -softplus(-np.asarray(a, dtype=float))


def softplus(a) -> np.ndarray:
    """ln (1 + e^a), minus the logarithm of g(-a)."""
    return np.maximum(a, 0.0) + np.log1p(np.exp(-np.abs(a)))  # np.logaddexp(0, a), but quicker


def softmax(scores, base: float | None = None) -> np.ndarray:
    """Over the last axis; ``base`` None is e."""
    scores = np.asarray(scores, dtype=float)
    if base is not None:
        inputs.number("base", base, above=1)
        scores = scores * np.log(base)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)  # (4)


def log_sum_exp(scores) -> np.ndarray:
    """Over the last axis."""
    scores = np.asarray(scores, dtype=float)
    top = scores.max(axis=-1)
    return top + np.log(np.exp(scores - top[..., None]).sum(axis=-1))  # (5)


def normal_cdf(a) -> np.ndarray:
    a = np.asarray(a, dtype=float)
    return np.array([0.5 * erfc(-x / sqrt(2.0)) for x in a.ravel()]).reshape(a.shape)  # (6)


def chosen_shares(name: str, given, default: np.ndarray, of: str) -> np.ndarray:
    """Given probabilities above 0 that add up to 1, one for each class or group; None is in proportion to default."""
    if given is None:
        return inputs.frozen(default / default.sum())
    try:
        P = inputs.real_numbers(name, given)
    except (TypeError, ValueError):  # refused below, in these words
        P = np.empty(0)
    if P.shape != default.shape or not (P > 0).all() or abs(P.sum() - 1) > 1e-6:
        raise ValueError(
            f"{name}: expected {len(default)} probabilities above 0 that add up to 1, one for each {of}, "
            f"got {given!r}; pass such numbers, or None"
        )
    return inputs.frozen(P / P.sum())
