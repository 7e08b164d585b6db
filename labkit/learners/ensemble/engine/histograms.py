"""Columns as bins, sums over the bins of some nodes, and the best cut of each node.

Lecture 21; deck 000 "Gradient Boosting Implementation". Inventory: I-000-113, I-000-114.

Bins are made once, before the first tree: one for each value (``most`` None, or where there are no more: exact), or
``most`` bins of about equally many examples. A split between bins a < b is the threshold midway between the largest
value in a and the smallest one in b.

The scan from left to right over sorted values becomes one running sum over bins, for all columns of all nodes of a
level at once. Of two siblings only the smaller one is counted: the other is their parent less that.

The best cut of a node has the largest

    score = G_L^2 / (H_L + lambda) + G_R^2 / (H_R + lambda)                                    (1)
    gain  = 1/2 [score - G^2 / (H + lambda)] - gamma         equation (4) of ``second_order``  (2)

Gradients are counted in whole units, of which all of them together have 2^52. Whole numbers add without rounding, so
that siblings are exact, equal cuts have equal sums and empty bins sum to 0; and their running sums take a tenth of the
time. Cuts that part the examples alike, by whichever column and way round, have the same score to the last digit: of
those the first is taken, without a tolerance. A unit is fine enough for gains, but where lambda is 0 and a node is ten
powers of ten lighter than the whole; scores of leaves are summed anew, from the gradients themselves (``boost_tree``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.tree.tree import between

TOGETHER = 1 << 16  # cells up to which all columns are counted at once; beyond, one at a time stays in the cache
TIE = 1e-9  # a fall below this part of a node's own score is rounding
FINEST = 2.0**52  # whole numbers up to twice this are exact as floats
NOTHING = 1e-16  # units of H: 0 / 0 on an empty side is 0, and nothing beside the 1 of any example
LIGHTEST = np.finfo(float).tiny  # a unit of gain: below it, no product of numbers is one


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """As many for every column; those that a column does not need hold nothing."""

    codes: np.ndarray  # int (columns, examples): the bin of each value
    low: np.ndarray  # float (columns, bins): the smallest value in each; infinite where there is none
    high: np.ndarray  # float (columns, bins): the largest

    @classmethod
    def of(cls, values: np.ndarray, most: int | None = None) -> Bins:
        """Of columns (columns, examples); ``most`` None is exact."""
        ends = [_ends(column, most) for column in values]
        codes = np.array([high.searchsorted(column) for column, (_, high) in zip(values, ends, strict=True)])
        low, high = (np.full((len(values), int(codes.max()) + 1), np.inf) for _ in range(2))
        for c, (lows, highs) in enumerate(ends):
            low[c, : len(lows)], high[c, : len(highs)] = lows, highs
        return cls(codes, low, high)

    def parted(self, column: np.ndarray, below: np.ndarray, above: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(the last bin that goes left, the threshold) of cuts between two bins of a column each.

        Bins between them go where the threshold sends their values; it never falls inside one.
        """
        threshold = between(self.high[column, below], self.low[column, above])
        if (above <= below + 1).all():
            return below, threshold
        last = below.copy()
        for c in np.unique(column):
            here = column == c
            last[here] = np.maximum(below[here], self.low[c].searchsorted(threshold[here], side="right") - 1)
        inside = self.high[column, last] > threshold
        after = between(self.high[column, last], self.low[column, np.minimum(last + 1, above)])
        return last, np.where(inside, after, threshold)


def _ends(column: np.ndarray, most: int | None) -> tuple[np.ndarray, np.ndarray]:
    """(the smallest, the largest) value of each bin."""
    ordered = np.sort(column)
    starts = np.flatnonzero(np.append(True, ordered[1:] > ordered[:-1]))
    values = ordered[starts]
    if most is None or len(values) <= most:
        return values, values
    middle = (starts + np.append(starts[1:], len(ordered))) / 2  # of the ranks of equal values
    group = (middle * (most / len(ordered))).astype(int)
    opens = np.flatnonzero(np.append(True, group[1:] > group[:-1]))
    return values[opens], values[np.append(opens[1:], len(values)) - 1]


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """What is summed for one tree: G, H, and the examples themselves where their number matters, in this order."""

    values: tuple[np.ndarray | None, ...]  # whole, of every example; None: each counts 1
    sizes: tuple[float, ...]  # of one unit

    @classmethod
    def of(cls, g: np.ndarray, h: np.ndarray | None, counted: bool) -> Units:
        """``h`` None is all 1; an h too small for a unit is one all the same, so that it can be seen."""
        G, size = _whole(g)
        if h is None:
            return cls((G, None), (size, 1.0))
        H, its_size = _whole(h)
        np.maximum(H, 1.0, out=H)
        sizes = size, its_size or 1.0
        return cls((G, H, None), (*sizes, 1.0)) if counted else cls((G, H), sizes)


def _whole(values: np.ndarray) -> tuple[np.ndarray, float]:
    """(the values in units, the size of a unit); units of size 0 where all values are 0."""
    size = float(np.abs(values).sum()) / FINEST
    return np.rint(values / (size or 1.0)), size


@dataclass(frozen=True, slots=True, eq=False)
class BestCuts:
    """The best cut of some nodes, between two bins of ``column``."""

    column: np.ndarray
    below: np.ndarray  # the last bin with examples on the left
    above: np.ndarray  # the first one on the right
    gain: np.ndarray  # -inf where there is none
    left: np.ndarray  # (sums, nodes): of the examples that go left


class Histograms:
    """Of one set of examples, for all trees. Sums are whole numbers over (sums, nodes, columns, bins)."""

    def __init__(self, bins: Bins):
        self.bins, self.shape = bins, bins.low.shape
        self.together = bins.codes.size <= TOGETHER
        if self.together:
            self.places = bins.codes + self.shape[1] * np.arange(self.shape[0])[:, None]
            self.room = np.empty(bins.codes.size)

    def empty(self, units: Units, nodes: int) -> np.ndarray:
        """Room for the sums of so many nodes."""
        return np.zeros((len(units.values), nodes, *self.shape), dtype=np.int64)

    def fill(self, sums: np.ndarray, units: Units, rows=None, node=None, columns=None) -> None:
        """Count the examples ``rows``, each in its ``node``; None: all examples, in one node.

        Bins of other than the given ``columns`` are left alone; None is all columns.
        """
        values = [v if rows is None or v is None else v.take(rows) for v in units.values]
        nodes, size = sums.shape[1], self.shape[1]
        if self.together and columns is None:
            self._fill_all_columns(sums, values, rows, node)
            return
        for column in range(self.shape[0]) if columns is None else columns:
            place = self.bins.codes[column] if rows is None else self.bins.codes[column].take(rows)
            if nodes > 1:
                place += size * node
            for table, v in zip(sums, values, strict=True):
                table[:, column] = np.bincount(place, v, minlength=nodes * size).reshape(nodes, size)

    def _fill_all_columns(self, sums: np.ndarray, values, rows, node) -> None:
        """The same, quicker where there are few examples: a single count."""
        place = self.places if rows is None else self.places.take(rows, axis=1)
        if len(sums[0]) > 1:
            place += self.shape[0] * self.shape[1] * node
        spread = self.room[: place.size].reshape(place.shape)
        for table, v in zip(sums, values, strict=True):
            if v is not None:
                spread[:] = v
            counted = np.bincount(place.ravel(), None if v is None else spread.ravel(), minlength=table.size)
            table[:] = counted.reshape(table.shape)

    def best(
        self, inside: np.ndarray, whole: np.ndarray, place: np.ndarray, sizes: tuple[float, ...], limits
    ) -> BestCuts:
        """The best cut of every node: ``inside`` are its sums over columns and bins, ``whole`` over everything, both
        at the node's ``place``.

        Ties: the lowest column, then the lowest bin.
        """
        left = inside.cumsum(axis=-1).astype(float)  # exact: below 2^53
        right = whole[:, :, None, None] - left
        lam, size = max(limits.lam / sizes[1], NOTHING), max(sizes[0] * (sizes[0] / sizes[1]), LIGHTEST)
        scores = _scores(left, lam)
        scores += _scores(right, lam)  # (1)
        if not limits.any_cut:
            np.copyto(scores, -np.inf, where=~_fits(left, right, sizes, limits))
        scores = scores.reshape(len(place), -1)
        at = scores.argmax(axis=1).take(place)
        column, code = np.divmod(at, self.shape[1])
        own = size * _scores(whole, lam).take(place)
        fall = 0.5 * (size * scores[place, at] - own)
        gain = np.where(np.abs(fall) <= TIE * own + limits.rounding, 0.0, fall) - limits.gamma  # (2)
        sums = left[:, place, column, code]
        above = (left[1, place, column] > sums[1][:, None]).argmax(axis=1)  # the next bin that is not empty
        return BestCuts(column, code, above, gain, sums)


def _scores(sums: np.ndarray, lam: float) -> np.ndarray:
    """G^2 / (H + lambda), in units."""
    scores = np.square(sums[0])
    scores /= sums[1] + lam
    return scores


def _fits(left: np.ndarray, right: np.ndarray, sizes: tuple[float, ...], limits) -> np.ndarray:
    """Where a cut may be: with enough on both sides."""
    fits = (left[1] > 0) & (right[1] > 0)
    if limits.min_leaf > 1:
        fits &= np.minimum(left[-1], right[-1]) >= limits.min_leaf
    if limits.min_hessian > 0:
        fits &= np.minimum(left[1], right[1]) * sizes[1] >= limits.min_hessian * (1 - TIE)
    return fits
