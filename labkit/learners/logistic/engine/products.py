"""Sums of products over many examples, a block at a time: a block stays in the cache, and one thread does it.

Lectures 06 and 07. The same numbers as one matrix product, which is slower.

    sum of s x x'                                                       (1)
    sum of c mu_k mu_j x x'       for all classes k and j at once       (2)
"""

from __future__ import annotations

import numpy as np

BLOCK = 2**16  # numbers of a block of (1)
PRODUCT = 3 * 2**17  # multiplications of a block of (2): above it two threads would wait for each other
SHORTEST = 128  # examples of a block of (2), at least


def weighted_square(X: np.ndarray, s: np.ndarray) -> np.ndarray:
    """(1), (features, features), for the columns of X."""
    length = max(1, BLOCK // len(X))
    if len(s) <= length:
        return (X * s) @ X.T
    total = np.zeros((len(X), len(X)))
    for first in range(0, len(s), length):
        block = X[:, first : first + length]
        total += (block * s[first : first + length]) @ block.T
    return total


def class_squares(mu: np.ndarray, X: np.ndarray, c: np.ndarray | None) -> np.ndarray:
    """(2), (classes, features, classes, features), for mu (classes, examples) and the columns of X."""
    shape = len(mu), len(X)
    size = len(mu) * len(X)
    mu = (mu if c is None else mu * np.sqrt(c))[:, None]
    total, length = np.zeros((size, size)), max(SHORTEST, PRODUCT // size**2)
    for first in range(0, X.shape[1], length):
        some = slice(first, first + length)
        weighted = (mu[..., some] * X[:, some]).reshape(size, -1)
        total += weighted @ weighted.T
    return total.reshape(2 * shape)
