"""Independence of two events or columns, as such and given a third: what naive Bayes assumes.

Lecture 04; deck 004 "Naive Bayes: not (necessarily) a Bayesian method". Inventory: I-004-055.

    p(A, B) = p(A) p(B)                         A and B are independent                            (1)
    p(A, B | C) = p(A | C) p(B | C)             they are independent given C                       (2)
    sum of p log2 (p / what (1) or (2) has)     the dependence in bits: 0 exactly if it holds      (3)

A table of joint probabilities has one axis for A, one for B and, where there is a third, one for C. Neither of (1) and
(2) follows from the other.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs


def independent(table) -> np.ndarray:
    """The joint probabilities of the same p(A) and p(B), or p(A | C), p(B | C) and p(C), if (1) or (2) held."""
    P = _joint(table)
    A, B = P.sum(axis=1, keepdims=True), P.sum(axis=0, keepdims=True)
    C = P.sum(axis=(0, 1), keepdims=True)  # 1 where there is no third
    return A * B / np.where(C > 0, C, 1.0)  # (1), (2)


def dependence(table) -> float:
    """In bits: how far the table is from independence, given C where there is one."""
    P, Q = _joint(table), independent(table)
    there = P > 0
    return float((P[there] * np.log2(P[there] / Q[there])).sum())  # (3)


def _joint(table) -> np.ndarray:
    P = inputs.real_numbers("table", table)
    if P.ndim not in (2, 3) or not (P >= 0).all() or not abs(P.sum() - 1) <= 1e-9:
        raise ValueError(
            f"table: expected probabilities that add up to 1, with an axis for A, B and perhaps C, got shape {P.shape} "
            f"adding up to {P.sum():g}; divide counts by their sum"
        )
    return P
