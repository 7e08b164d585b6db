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

TOGETHER = 1 << 16  # cells up to which all columns are counted at once; beyond, one at a time stays in the cache
TIE = 1e-9  # scores of both sides closer than this, relative to the larger, are equal


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Arrays of one shape, over nodes or over nodes, columns and bins. G + iH: two sums for the time of one."""

    count: np.ndarray  # int: examples, whatever they weigh
    GH: np.ndarray  # complex

    def __getitem__(self, key) -> Sums:
        return Sums(self.count[key], self.GH[key])

    def __sub__(self, other: Sums) -> Sums:
        return Sums(self.count - other.count, self.GH - other.GH)


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """The best cut of some nodes, between two bins of ``column``."""

    column: np.ndarray
    below: np.ndarray  # the last bin with examples on the left
    above: np.ndarray  # the first one on the right
    gain: np.ndarray  # -inf where there is none
    left: Sums  # of the examples that go left


class Histograms:
    """Of one set of examples, for all trees. Sums are over (nodes, columns, bins)."""

    def __init__(self, bins: Bins):
        self.bins, self.shape = bins, bins.low.shape
        self.together = bins.codes.size <= TOGETHER
        if self.together:
            self.places = bins.codes + self.shape[1] * np.arange(self.shape[0])[:, None]

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
        """The sums of each of the ``values``; None counts."""
        if self.together and columns is None:
            return self._of_all_columns(values, rows, node, nodes)
        tables = [np.zeros((nodes, *self.shape), dtype=np.intp if v is None else float) for v in values]
        size = self.shape[1]
        for column in range(self.shape[0]) if columns is None else columns:
            place = self.bins.codes[column]
            if rows is not None:
                place = place.take(rows)
            if nodes > 1:
                place += size * node
            for table, v in zip(tables, values, strict=True):
                table[:, column] = np.bincount(place, v, minlength=nodes * size).reshape(nodes, size)
        return tables

    def _of_all_columns(self, values, rows, node, nodes: int) -> list[np.ndarray]:
        """The same, quicker where there are few examples: a single count."""
        place = self.places if rows is None else self.places.take(rows, axis=1)
        if nodes > 1:
            place += self.shape[0] * self.shape[1] * node
        spread = [None if v is None else np.broadcast_to(v, place.shape).ravel() for v in values]
        place, size = place.ravel(), nodes * self.shape[0] * self.shape[1]
        return [np.bincount(place, v, minlength=size).reshape(nodes, *self.shape) for v in spread]

    def best(self, inside: Sums, whole: Sums, limits) -> Cuts:
        """The best cut of every node: ``inside`` are sums over nodes, columns and bins, ``whole`` over nodes.

        Ties, within a tolerance that rounding cannot reach: the lowest column, then the lowest bin.
        """
        left = Sums(inside.count.cumsum(axis=2), inside.GH.cumsum(axis=2))
        scores = self._scores(left.GH, whole.GH[:, None, None], limits.lam)
        scores = np.where(self._fits(inside, left, whole, limits), scores, -np.inf).reshape(len(whole.count), -1)
        most = scores.max(axis=1)
        at = (scores >= (most - TIE * np.abs(most))[:, None]).argmax(axis=1)
        node, (column, code) = np.arange(len(at)), np.divmod(at, self.shape[1])
        own = whole.GH.real**2 / (whole.GH.imag + max(limits.lam, SMALLEST))
        fall = 0.5 * (scores[node, at] - own)
        gain = np.where(np.abs(fall) <= TIE * own + limits.rounding, 0.0, fall) - limits.gamma
        left = left[node, column]
        above = (left.count > left.count[node, code][:, None]).argmax(axis=1)  # the next bin that is not empty
        return Cuts(column, code, above, gain, left[node, code])

    @staticmethod
    def _scores(left: np.ndarray, whole: np.ndarray, lam: float) -> np.ndarray:
        """G_L^2 / (H_L + lambda) + G_R^2 / (H_R + lambda), also where a side is empty and lambda is 0."""
        lam = max(lam, SMALLEST)
        right = whole - left
        return left.real**2 / (left.imag + lam) + right.real**2 / (right.imag + lam)

    @staticmethod
    def _fits(inside: Sums, left: Sums, whole: Sums, limits) -> np.ndarray:
        """Where a cut may be: after a bin that is not empty, with enough on both sides."""
        most = (whole.count - limits.min_leaf)[:, None, None]
        fits = (inside.count > 0) & (left.count <= most)
        if limits.min_leaf > 1:
            fits &= left.count >= limits.min_leaf
        if limits.min_hessian > 0:
            H = left.GH.imag
            fits &= np.minimum(H, whole.GH.imag[:, None, None] - H) >= limits.min_hessian * (1 - TIE)
        return fits
