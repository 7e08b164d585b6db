"""Sums over the bins of some nodes, and the best cut of each node.

Lecture 21; deck 000 "Gradient Boosting Implementation". Inventory: I-000-113, I-000-114.

The scan from left to right over sorted values becomes one running sum over bins, for all columns of all nodes of a
level at once. Of two siblings only the smaller one is counted: the other is their parent less that. The gain is the
equation (4) of ``second_order``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from labkit.learners.ensemble.bins import Bins
from labkit.learners.ensemble.losses import SMALLEST

TIE = 1e-9  # scores of both sides closer than this, relative to the larger, are equal


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Arrays of one shape, over nodes or over nodes and bins. G + iH: two sums for the time of one."""

    count: np.ndarray  # int: examples, whatever they weigh
    GH: np.ndarray  # complex

    def __getitem__(self, key) -> Sums:
        return Sums(self.count[key], self.GH[key])

    def __sub__(self, other: Sums) -> Sums:
        return Sums(self.count - other.count, self.GH - other.GH)


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """The best cut of some nodes: codes of ``column`` up to ``code`` go left."""

    column: np.ndarray
    code: np.ndarray
    threshold: np.ndarray
    gain: np.ndarray  # -inf where there is none
    left: Sums  # of the examples that go left


class Histograms:
    """Of one set of examples, for all trees."""

    def __init__(self, bins: Bins):
        self.bins = bins
        self.of_bin = bins.column

    @cached_property
    def everyone(self) -> np.ndarray:
        """The counts of a node that holds all examples."""
        return self._sums([None], None, None, 1, None)[0]

    def of(self, g, h, rows, node, nodes: int, columns=None) -> Sums:
        """Of the examples ``rows``, each in its ``node``; None: of all examples, in one node. ``h`` None is all 1.

        Bins of other than the given ``columns`` stay empty; None is all columns.
        """
        values = [v if rows is None else v.take(rows) for v in (g, h) if v is not None]
        if rows is None and columns is None:
            count, sums = self.everyone, self._sums(values, rows, node, nodes, columns)
        else:
            count, *sums = self._sums([None, *values], rows, node, nodes, columns)
        GH = np.empty(count.shape, dtype=complex)
        GH.real, GH.imag = sums[0], count if h is None else sums[1]
        return Sums(count, GH)

    def _sums(self, values, rows, node, nodes: int, columns) -> list[np.ndarray]:
        """The sums of each of the ``values`` over (nodes, bins); None counts. A column at a time stays in the cache."""
        first, codes = self.bins.first, self.bins.codes
        tables = [np.zeros((nodes, len(self.of_bin)), dtype=np.intp if v is None else float) for v in values]
        for column in range(len(codes)) if columns is None else columns:
            start, end = first[column], first[column + 1]
            code = codes[column]
            if rows is not None:
                code = code.take(rows)
                if nodes > 1:
                    code += node * (end - start)
            for table, v in zip(tables, values, strict=True):
                sums = np.bincount(code, v, minlength=nodes * (end - start))
                table[:, start:end] = sums.reshape(nodes, -1)
        return tables

    def _to_the_left(self, table: np.ndarray) -> np.ndarray:
        """For every bin the sum over the bins of its column up to it."""
        running, first = table.cumsum(axis=1), self.bins.first
        if len(first) > 2:
            before = running.take(first[1:-1] - 1, axis=1)
            running[:, first[1] :] -= before.take(self.of_bin[first[1] :] - 1, axis=1)
        return running

    def best(self, inside: Sums, whole: Sums, limits) -> Cuts:
        """The best cut of every node: ``inside`` are sums over nodes and bins, ``whole`` over nodes.

        Ties, within a tolerance that rounding cannot reach: the lowest column, then the lowest bin.
        """
        left = Sums(self._to_the_left(inside.count), self._to_the_left(inside.GH))
        scores = self._scores(left.GH, whole.GH[:, None], limits.lam)
        scores[~self._fits(inside, left, whole, limits)] = -np.inf
        most = scores.max(axis=1)
        at = (scores >= (most - TIE * np.abs(most))[:, None]).argmax(axis=1)
        here = np.arange(len(at)), at
        own = whole.GH.real**2 / (whole.GH.imag + max(limits.lam, SMALLEST))
        fall = 0.5 * (scores[here] - own)
        gain = np.where(np.abs(fall) <= TIE * own + limits.rounding, 0.0, fall) - limits.gamma
        above = (left.count > left.count[here][:, None]) & (self.of_bin == self.of_bin[at][:, None])
        threshold = self.bins.threshold(at, np.where(gain > -np.inf, above.argmax(axis=1), at))
        column = self.of_bin[at]
        return Cuts(column, at - self.bins.first[column], threshold, gain, left[here])

    @staticmethod
    def _scores(left: np.ndarray, whole: np.ndarray, lam: float) -> np.ndarray:
        """G_L^2 / (H_L + lambda) + G_R^2 / (H_R + lambda), also where a side is empty and lambda is 0."""
        lam = max(lam, SMALLEST)
        right = whole - left
        return left.real**2 / (left.imag + lam) + right.real**2 / (right.imag + lam)

    @staticmethod
    def _fits(inside: Sums, left: Sums, whole: Sums, limits) -> np.ndarray:
        """Where a cut may be: after a bin that is not empty, with enough on both sides."""
        most = (whole.count - limits.min_leaf)[:, None]
        fits = (inside.count > 0) & (left.count <= most)
        if limits.min_leaf > 1:
            fits &= left.count >= limits.min_leaf
        if limits.min_hessian > 0:
            H = left.GH.imag
            fits &= np.minimum(H, whole.GH.imag[:, None] - H) >= limits.min_hessian * (1 - TIE)
        return fits
