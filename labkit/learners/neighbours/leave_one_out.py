"""Leaving one out, for every k at once: each example is asked of all the others.

Lecture 02; deck 003 "K - NEAREST NEIGHBORS (K - NN)". Inventory: I-003-006.

The neighbours of an example among the others are sorted once; what the first 1, 2, 3, ... of them say are running votes
or running means. So all k together cost hardly more than the largest one.

    e(k) = sum over n of L(y_n, answer of the k nearest examples other than n)                           (1)

L is 1 for a wrong class, or the squared difference of numbers. An example that equals another one, class and all, is
its neighbour at distance 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.learners.blocks import blocks
from labkit.learners.neighbours.search import Found, nearest


@dataclass(frozen=True, slots=True, eq=False)
class LeaveOneOut:
    """``errors[j]`` is that of k = j + 1: how many were wrong, or the sum of the squared errors."""

    errors: np.ndarray
    examples: int

    @property
    def k(self) -> np.ndarray:
        """1, 2, ...: the k of each error."""
        return np.arange(1, len(self.errors) + 1)

    @property
    def rates(self) -> np.ndarray:
        """Errors per example."""
        return self.errors / self.examples

    @property
    def best_k(self) -> int:
        """The k with the least error, of equals the smallest."""
        return int(self.errors.argmin()) + 1


def leave_one_out(model, most: int | None = None) -> LeaveOneOut:
    """Of the examples that a model of neighbours remembers, for k = 1, ..., ``most`` (None: all examples but one)."""
    n = len(model.X)
    if n < 2:
        raise ValueError("X: expected at least 2 examples, got 1; one that is left out needs others to be asked")
    most = n - 1 if most is None else most
    inputs.number("most", most, least=1, most=n - 1, whole=True, why="all examples but one")
    errors = np.zeros(most)
    for some in blocks(n, most + 1):
        own = np.arange(n)[some]
        answers = model.staged(*_others(model, own, most))
        errors += model.losses(answers, own).sum(axis=0)  # (1)
    return LeaveOneOut(inputs.frozen(errors), n)


def _others(model, own: np.ndarray, most: int) -> Found:
    """The nearest examples but the own one; that is last, or not even there, where enough others are equal to it."""
    rows, distances = nearest(model.X, model.X[own], most + 1, model.p, model.search, model.categorical)
    other = rows != own[:, None]
    other[other.all(axis=1), -1] = False
    return rows[other].reshape(-1, most), distances[other].reshape(-1, most)
