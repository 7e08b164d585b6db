"""The two halves of k-means by matrix products: nearest centres and the means of groups.

Lecture 13; deck 002 "RBF Networks". Inventory: I-002-024.

    |x - c|^2 = |x|^2 + |c|^2 - 2 x'c            about the mean of the cases                               (1)
    m + mean of (x_i - m)                        the mean of a group, where m has lost digits              (2)

(1) is one matrix product for all distances, but it loses digits. Where it cannot tell which of two centres is nearer
the differences decide, as in ``k_means.nearest_centre``. Means are matrix products, too; a group that is tiny beside
the reach of all cases is looked at again, (2), so that one of equal cases is at its mean exactly.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.blocks import blocks
from labkit.learners.neighbours.distances import between

EPS = float(np.finfo(float).eps)
NARROW = 1e-10  # a variance of so little of the squared reach: rounding of a mean may count beside it


class CentreSearch:
    """Cases that look for their nearest centre, again and again."""

    def __init__(self, X: np.ndarray):
        self.X, self.mean = X, X.mean(axis=0)
        self.Z = np.subtract(X.T, self.mean[:, None], order="C")
        self.squares = np.einsum("ij,ij->j", self.Z, self.Z)
        self.largest = float(self.squares.max())

    def nearest(self, centres: np.ndarray) -> np.ndarray:
        """The number of every case's nearest centre, the first of equals."""
        C = centres - self.mean
        squares = np.einsum("ij,ij->i", C, C)[:, None]
        error = 8 * (C.shape[1] + 4) * EPS * (self.largest + float(squares.max()))
        numbers, groups = np.arange(len(C), dtype=float), np.empty(len(self.X), dtype=np.intp)
        for piece in blocks(len(self.X), len(C)):
            away = (-2.0 * C) @ self.Z[:, piece]
            away += squares  # (1), without the |x|^2 that all centres share
            near = away <= away.min(axis=0) + error
            groups[piece] = numbers @ near.astype(float)  # the number of the near one, where there is only one
            if np.count_nonzero(near) > near.shape[1]:
                doubtful = piece.start + np.flatnonzero(near.sum(axis=0) > 1)
                groups[doubtful] = between(self.X[doubtful], centres, 2).argmin(axis=1)
        return groups

    def means(self, groups: np.ndarray, k: int) -> np.ndarray:
        """(k, features): of every group, none of them empty."""
        sums, numbers, sizes = np.zeros((k, len(self.Z))), np.arange(k)[:, None], np.bincount(groups, minlength=k)
        for piece in blocks(len(self.X), k):
            sums += (groups[piece] == numbers).astype(float) @ self.Z[:, piece].T
        C = sums / sizes[:, None]
        variances = np.bincount(groups, self.squares, k) / sizes - np.einsum("ij,ij->i", C, C)
        means = self.mean + C
        narrow = variances <= NARROW * self.largest
        if narrow.any():
            rows = np.flatnonzero(narrow[groups])
            own = groups[rows]
            for column, values in enumerate((self.X[rows] - means[own]).T):
                means[:, column] += np.bincount(own, values, k) / sizes  # (2)
        return means
