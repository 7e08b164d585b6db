"""Powers and Gaussian bumps of whole matrices.

exp(-gamma |a - b|^2) = exp( (2 gamma a, -gamma |a|^2, 1)'(b, 1, -gamma |b|^2) )        one product of matrices   (1)
"""

from __future__ import annotations

import numpy as np

from labkit.learners.blocks import blocks


def power(K: np.ndarray, degree: int) -> np.ndarray:
    """K^degree, in place of K; by products, which are many times as quick as a power."""
    result = K if degree % 2 else np.ones_like(K)
    square = K
    while degree := degree // 2:
        square = square * square
        if degree % 2:
            result = result * square
    return result


def left(A: np.ndarray, gamma: float) -> np.ndarray:
    """A row of (1) for every case."""
    return np.column_stack([2.0 * gamma * A, _squares(A, gamma), np.ones(len(A))])


def right(B: np.ndarray, gamma: float) -> np.ndarray:
    """A column of (1) for every case."""
    return np.vstack([B.T, np.ones(len(B)), _squares(B, gamma)])


def bumps(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    K = np.empty((len(left), right.shape[1]))
    for some in blocks(*K.shape):
        part = np.matmul(left[some], right, out=K[some])
        np.exp(np.minimum(part, 0.0, out=part), out=part)  # (1)
    return K


def _squares(A: np.ndarray, gamma: float) -> np.ndarray:
    return (A * A) @ np.full(A.shape[1], -gamma)
