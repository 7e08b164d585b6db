"""Cutting data apart, by seed: hold-out, folds, bootstrap. All return index arrays; none touches the data."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from labkit.core import inputs


def holdout(n: int, *, share: float = 0.25, seed: int = 0, classes=None) -> tuple[np.ndarray, np.ndarray]:
    """(training, test) rows, drawn at random, each sorted; with ``classes``, every class is cut in proportion."""
    inputs.number("n", n, least=2, whole=True)
    inputs.number("share", share, above=0, below=1)
    rank = _ranks(n, seed, classes)
    test = rank < min(max(1, round(share * n)), n - 1)  # neither part is empty
    return np.flatnonzero(~test), np.flatnonzero(test)


def folds(n: int, *, k: int = 5, seed: int = 0, classes=None) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """k pairs (training, test) whose test parts are disjoint and cover everything; ``k=n`` leaves one out."""
    inputs.number("n", n, least=2, whole=True)
    inputs.number("k", k, least=2, most=n, whole=True)
    fold = _ranks(n, seed, classes) * k // n
    return ((np.flatnonzero(fold != f), np.flatnonzero(fold == f)) for f in range(k))


def bootstrap(n: int, *, rounds: int = 100, seed: int = 0) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """``rounds`` pairs (drawn with replacement, left out)."""
    inputs.number("n", n, least=1, whole=True)
    inputs.number("rounds", rounds, least=1, whole=True)
    rng = _rng(seed)
    draws = (rng.integers(n, size=n) for _ in range(rounds))
    return ((drawn, np.setdiff1d(np.arange(n), drawn)) for drawn in draws)


def _ranks(n: int, seed: int, classes) -> np.ndarray:
    """A random rank for every row; with classes, each class is spread evenly over the ranks."""
    shuffled = _rng(seed).permutation(n)
    if classes is None:
        return np.argsort(shuffled)
    classes = inputs.vector(classes, name="classes")
    inputs.same_length(shuffled, classes)
    classes = classes[shuffled]
    _, index, counts = np.unique(classes, return_inverse=True, return_counts=True)
    by_class = np.argsort(index, kind="stable")
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    place = np.empty(n)
    place[by_class] = (np.arange(n) - starts + 0.5) / np.repeat(counts, counts)  # position inside its class, 0 to 1
    rank = np.empty(n, dtype=int)
    rank[shuffled[np.argsort(place, kind="stable")]] = np.arange(n)
    return rank


def _rng(seed: int) -> np.random.Generator:
    inputs.number("seed", seed, least=0, whole=True)
    return np.random.default_rng(seed)
