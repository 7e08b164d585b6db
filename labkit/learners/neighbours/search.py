"""The k nearest examples of every case, found in one of two ways that agree to the last digit.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN", deck 004 "KNN - K nearest neighbors".
Inventory: I-003-001, I-004-014.

"brute" compares every case with every example, in pieces that fit into the cache. For p = 2 and many features the
squared distances come from one matrix product,

    |x - z|^2 = |x|^2 + |z|^2 - 2 x'z          about the mean of the examples                               (1)

which loses digits where x and z are close. So (1) only proposes the k + 4 best; their distances are computed anew from
the differences. All others are farther than the last one proposed, up to the error of (1), at most

    e = 8 (d + 4) eps (|x|^2 + max |z|^2)                                                                   (2)

so where the k-th exact distance is below that by more than e, the proposal holds all k neighbours. Where it is not
(many equal distances), the case is compared with every example by differences.

"tree" is ``case_tree``; "auto" takes it for many cases of few features, where it needs a small part of the comparisons.

Ties: of examples at equal distance (as computed) the one in the lowest row is nearer.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.neighbours.case_tree import CaseTree
from labkit.learners.neighbours.distances import between, compared, rooted, smallest

SEARCHES = ("auto", "brute", "tree")
PIECE = 1 << 15  # numbers worked on together
SPARE = 4  # examples that are proposed beyond k
# Where the other ways begin to pay, as measured:
PRODUCT_FEATURES, PRODUCT_CASES = 4, 8  # from here on
TREE_FEATURES = 4  # up to here, and from 10^(4 + d) pairs of a case and an example

Found = tuple[np.ndarray, np.ndarray]


def nearest(X: np.ndarray, cases: np.ndarray, k: int, p: float = 2, search: str = "auto") -> Found:
    """(rows of X, distances), both (cases, k), nearest first."""
    if not len(cases):
        return np.empty((0, k), dtype=np.intp), np.empty((0, k))
    if search == "tree" or (search == "auto" and _tree_pays(X, cases, k)):
        return CaseTree(cases, X, k, p).nearest()
    product = p == 2 and _product_pays(X, cases, k)
    return _in_pieces(_Product(X) if product else _Differences(X, p), cases, k)


def _tree_pays(X: np.ndarray, cases: np.ndarray, k: int) -> bool:
    d = X.shape[1]
    return d <= TREE_FEATURES and len(cases) * len(X) >= 10 ** (4 + d) and 4 * k <= len(X)


def _product_pays(X: np.ndarray, cases: np.ndarray, k: int) -> bool:
    return X.shape[1] >= PRODUCT_FEATURES and len(cases) >= PRODUCT_CASES and k + SPARE < len(X)


def _in_pieces(find: _Differences | _Product, cases: np.ndarray, k: int) -> Found:
    many = max(1, PIECE // len(find.X))
    found = [find(cases[start : start + many], k) for start in range(0, len(cases), many)]
    rows, distances = zip(*found, strict=True)
    return np.concatenate(rows), np.concatenate(distances)


class _Differences:
    """Neighbours among all examples, by the differences."""

    def __init__(self, X: np.ndarray, p: float):
        self.X, self.p = X, p

    def __call__(self, cases: np.ndarray, k: int) -> Found:
        rows, values = smallest(between(cases, self.X, self.p), k)
        return rows, rooted(values, self.p)


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
            rows[doubtful], distances[doubtful] = _in_pieces(_Differences(self.X, 2), cases[doubtful], k)
        return rows, distances

    def _beyond(self, x: np.ndarray, last: np.ndarray) -> np.ndarray:
        """All examples that were not proposed are at least so far, squared."""
        square = (x**2).sum(axis=1)
        e = 8 * (x.shape[1] + 4) * np.finfo(float).eps * (square + self.largest)  # (2)
        return last + square - e
