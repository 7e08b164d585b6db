"""Columns as bins.

Lecture 21; deck 000 "Gradient Boosting Implementation". Inventory: I-000-113, I-000-114.

Bins are made once, before the first tree: one for each value (``most`` None, or where there are no more: exact), or
``most`` bins of about equally many examples. A split between bins a < b is the threshold midway between the largest
value in a and the smallest one in b.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.learners.tree.tree import between

GRID = 1 << 13  # cells of an even grid over the values of a column
TRIES = 2  # bins that are looked at after the one which the grid says
BLOCK = 1 << 15  # examples that are looked up together, so that they stay in the cache
LIGHTEST = np.finfo(float).tiny  # below it, no product of numbers is one


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """As many for every column; those that a column does not need hold nothing."""

    codes: np.ndarray  # whole (columns, examples), as small as can be: the bin of each value
    low: np.ndarray  # float (columns, bins): the smallest value in each; infinite where there is none
    high: np.ndarray  # float (columns, bins): the largest

    @classmethod
    def of(cls, values: np.ndarray, most: int | None = None) -> Bins:
        """Of columns (columns, examples); ``most`` None is exact."""
        ends = [_ends(column, most) for column in values]
        size = max(len(highs) for _, highs in ends)
        codes = np.empty(values.shape, dtype=np.min_scalar_type(size - 1))
        low, high = (np.full((len(values), size), np.inf) for _ in range(2))
        for c, (lows, highs) in enumerate(ends):
            low[c, : len(lows)], high[c, : len(highs)] = lows, highs
            for some, place in _places(highs, values[c]):
                codes[c, some] = place
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
    n, new = len(ordered), ordered[1:] > ordered[:-1]
    if most is None or np.count_nonzero(new) < most:
        values = ordered[np.append(True, new)]
        return values, values
    share, wanted = most / n, np.arange(1, most)  # a bin holds the values whose middle rank is within its share
    there = ordered[(wanted / share).astype(int)]
    starts, ends = ordered.searchsorted(there), ordered.searchsorted(there, side="right")
    opens = np.where(((starts + ends) / 2 * share).astype(int) >= wanted, starts, ends)
    opens = np.unique(np.append(0, opens[opens < n]))
    return ordered[opens], ordered[np.append(opens[1:], n) - 1]


def _places(highs: np.ndarray, column: np.ndarray) -> Iterator[tuple[slice, np.ndarray]]:
    """``highs.searchsorted(column)`` part by part; looked up on an even grid where that is quicker."""
    low, high = float(column.min()), float(highs[-1])
    if len(column) < GRID or not LIGHTEST * GRID < high - low < np.inf:
        yield slice(None), highs.searchsorted(column)
        return
    scale = (GRID - 1) / (high - low)
    least = np.maximum(highs.searchsorted(low + np.arange(GRID) / scale) - 1, 0)  # an edge may be rounded
    for some in blocks(len(column), BLOCK):
        values = column[some]
        place = least.take(((values - low) * scale).astype(np.intp))
        for _ in range(TRIES):
            place += highs.take(place) < values
        wrong = (highs.take(place) < values) | ((place > 0) & (highs.take(place - 1) >= values))
        rest = np.flatnonzero(wrong)
        place[rest] = highs.searchsorted(values[rest])
        yield some, place


def blocks(n: int, most: int) -> Iterator[slice]:
    """Examples that are looked at together."""
    return (slice(first, first + most) for first in range(0, n, most))
