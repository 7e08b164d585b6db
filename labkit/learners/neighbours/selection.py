"""The k smallest of every row, in order, of equals the first: the one rule by which all searches break ties.

Lecture 02; deck 004 "KNN - K nearest neighbors": N_k(x), the set with the k smallest distances. Inventory: I-004-014.
"""

from __future__ import annotations

import numpy as np

FEW = 8  # an argmin that many times as long as k is wide is quicker k times over than sorting once


def smallest(values: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """(places, their values), both (rows, k). The values are used up."""
    return _one_by_one(values, k) if values.shape[1] > FEW * k else _sorted(values, k)


def _one_by_one(values: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    rows = np.arange(len(values))
    places, found = np.empty((len(values), k), dtype=np.intp), np.empty((len(values), k))
    for j in range(k):
        places[:, j] = values.argmin(axis=1)
        found[:, j] = values[rows, places[:, j]]
        values[rows, places[:, j]] = np.inf
    return places, found


def _sorted(values: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """A stable sort costs three times another one, so only rows with ties get it."""
    order = values.argsort(axis=1)
    found = np.take_along_axis(values, order[:, : k + 1], axis=1)
    same = found[:, 1:] == found[:, :-1]
    if same.any():
        tied = np.flatnonzero(same.any(axis=1))
        order[tied] = values[tied].argsort(axis=1, kind="stable")
    return order[:, :k], found[:, :k]
