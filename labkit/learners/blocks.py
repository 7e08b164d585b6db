"""Large arrays a block of columns or rows at a time: a block stays in the cache, and one thread does it.

A matrix product of more numbers is shared by all threads of the machine. Where other programs are at work, too, these
wait for each other ten times as long as one thread needs.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

BLOCK = 2**16  # numbers worked on together
PRODUCT = 3 * 2**17  # multiplications of a block of ``class_squares``
SHORTEST = 128  # examples of a block in a product, at least


def blocks(n: int, width: int, numbers: int | None = None) -> list[slice]:
    """Slices of n rows, each of which takes ``width`` numbers; a block takes ``BLOCK`` of them unless said."""
    length = max(1, (numbers or BLOCK) // max(1, width))
    return [slice(first, first + length) for first in range(0, n, length)]


def in_blocks(answers: Callable[[np.ndarray], np.ndarray], rows, width: int, numbers: int | None = None) -> np.ndarray:
    """``answers(rows)`` of many rows, (..., columns), each of which takes ``width`` numbers."""
    rows = np.asarray(rows, dtype=float)
    flat = rows.reshape(-1, rows.shape[-1])
    parts = [answers(flat[some]) for some in blocks(len(flat), width, numbers)] or [answers(flat)]
    found = parts[0] if len(parts) == 1 else np.concatenate(parts)
    return found.reshape((*rows.shape[:-1], *found.shape[1:]))


def _of_columns(X: np.ndarray) -> list[slice]:
    """Blocks of the columns of X."""
    return blocks(X.shape[1], 1, max(SHORTEST, BLOCK // max(1, len(X))))


def scores(w: np.ndarray, X: np.ndarray) -> np.ndarray:
    """w X for the columns of X; w is one row of weights, or many."""
    if X.size <= BLOCK:
        return w @ X
    return np.concatenate([w @ X[:, some] for some in _of_columns(X)], axis=-1)


def weighted_sum(X: np.ndarray, c: np.ndarray) -> np.ndarray:
    """The sum of c x over the columns x of X; c is one row of weights, or many: (..., features)."""
    if X.size <= BLOCK:
        return c @ X.T
    return sum(c[..., some] @ X[:, some].T for some in _of_columns(X))


def square_sum(X: np.ndarray, c: np.ndarray) -> np.ndarray:
    """The sum of c x^2 over the columns x of X, entry by entry; c is one row of weights, or many: (..., features)."""
    return sum(c[..., some] @ np.square(X[:, some]).T for some in _of_columns(X))


def weighted_square(X: np.ndarray, c: np.ndarray | None = None) -> np.ndarray:
    """The sum of c x x' over the columns x of X; c is 1 where None."""
    total = np.zeros((len(X), len(X)))
    for some in _of_columns(X):
        total += (X[:, some] if c is None else X[:, some] * c[some]) @ X[:, some].T
    return total


def class_squares(mu: np.ndarray, X: np.ndarray, c: np.ndarray | None) -> np.ndarray:
    """The sum of c mu_k mu_j x x' over the columns x of X for all classes k and j: (classes, features, twice)."""
    size = len(mu) * len(X)
    mu = (mu if c is None else mu * np.sqrt(c))[:, None]
    total = np.zeros((size, size))
    for some in blocks(X.shape[1], 1, max(SHORTEST, PRODUCT // size**2)):
        weighted = (mu[..., some] * X[:, some]).reshape(size, -1)
        total += weighted @ weighted.T
    return total.reshape(2 * (len(mu), len(X)))
