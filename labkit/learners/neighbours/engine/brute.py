"""Every case compared with every example, in pieces that fit into the cache; by one matrix product where that pays.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN". Inventory: I-003-001.

For p = 2 and many features the squared distances come from one matrix product,

    |x - z|^2 = |x|^2 + |z|^2 - 2 x'z          about the mean of the examples                               (1)

which loses digits where x and z are close. So (1) only proposes the k + 4 best; their distances are computed anew from
the differences. All others are farther than the last one proposed, up to the error of (1), at most

    e = 8 (d + 4) eps (|x|^2 + max |z|^2)                                                                   (2)

so where the k-th exact distance is below that by more than e, the proposal holds all k neighbours. Where it is not
(many equal distances), the case is compared with every example by differences.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.learners.blocks import blocks
from labkit.learners.neighbours.distances import between, compared, rooted

PIECE = 1 << 15  # numbers worked on together
SPARE = 4  # examples that are proposed beyond k
PRODUCT_FEATURES, PRODUCT_CASES = 4, 8  # from here on the product pays, as measured
SORTED_LENGTH = 8  # a row of more than so many k values is not sorted: its least value is looked up k times

Found = tuple[np.ndarray, np.ndarray]


def brute(X: np.ndarray, cases: np.ndarray, k: int, p: float, categorical: np.ndarray | None = None) -> Found:
    """(rows of X, distances), both (cases, k), nearest first."""
    many = X.shape[1] >= PRODUCT_FEATURES and len(cases) >= PRODUCT_CASES and k + SPARE < len(X)
    product = p == 2 and many and categorical is None
    return _in_pieces(_Product(X) if product else _by_differences(X, p, categorical), len(X), cases, k)


def _in_pieces(find: Callable[[np.ndarray, int], Found], examples: int, cases: np.ndarray, k: int) -> Found:
    found = [find(cases[some], k) for some in blocks(len(cases), examples, PIECE)]
    rows, distances = zip(*found, strict=True)
    return np.concatenate(rows), np.concatenate(distances)


def _by_differences(
    X: np.ndarray, p: float, categorical: np.ndarray | None = None
) -> Callable[[np.ndarray, int], Found]:
    def find(cases: np.ndarray, k: int) -> Found:
        rows, values = smallest(between(cases, X, p, categorical), k)
        return rows, rooted(values, p)

    return find


class _Product:
    """Euclidean neighbours among all examples, by (1)."""

    def __init__(self, X: np.ndarray):
        self.X, self.mean = X, X.mean(axis=0)
        Z = X - self.mean
        squares = (Z**2).sum(axis=1)
        self.factor = np.vstack([-2.0 * Z.T, squares])
        self.largest = squares.max()

    def __call__(self, cases: np.ndarray, k: int) -> Found:
        x = np.column_stack([cases - self.mean, np.ones(len(cases))])
        proposed, values = smallest(x @ self.factor, k + SPARE)  # (1), without the |x|^2 that all share
        proposed.sort(axis=1)  # of equals the lowest row comes first
        differences = np.moveaxis(cases[:, None, :] - self.X[proposed], 2, 0)
        places, exact = smallest(compared(differences, 2), k)
        rows, distances = np.take_along_axis(proposed, places, axis=1), np.sqrt(exact)
        doubtful = np.flatnonzero(exact[:, -1] >= self._beyond(x[:, :-1], values[:, -1]))
        if doubtful.size:
            find = _by_differences(self.X, 2)
            rows[doubtful], distances[doubtful] = _in_pieces(find, len(self.X), cases[doubtful], k)
        return rows, distances

    def _beyond(self, x: np.ndarray, last: np.ndarray) -> np.ndarray:
        """The least squared distance that an example may have which was not proposed."""
        square = (x**2).sum(axis=1)
        e = 8 * (x.shape[1] + 4) * np.finfo(float).eps * (square + self.largest)  # (2)
        return last + square - e


def smallest(values: np.ndarray, k: int) -> Found:
    """(places, their values), both (rows, k): the least of every row, in order. The values are used up."""
    return _one_by_one(values, k) if values.shape[1] > SORTED_LENGTH * k else _sorted(values, k)


def _one_by_one(values: np.ndarray, k: int) -> Found:
    rows = np.arange(len(values))
    places, found = np.empty((len(values), k), dtype=np.intp), np.empty((len(values), k))
    for j in range(k):
        places[:, j] = values.argmin(axis=1)
        found[:, j] = values[rows, places[:, j]]
        values[rows, places[:, j]] = np.inf
    return places, found


def _sorted(values: np.ndarray, k: int) -> Found:
    """A stable sort costs three times another one, so only rows with ties get it."""
    order = values.argsort(axis=1)
    found = np.take_along_axis(values, order[:, : k + 1], axis=1)
    same = found[:, 1:] == found[:, :-1]
    if same.any():
        tied = np.flatnonzero(same.any(axis=1))
        order[tied] = values[tied].argsort(axis=1, kind="stable")
    return order[:, :k], found[:, :k]
