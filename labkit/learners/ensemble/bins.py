"""Columns of numbers as whole numbers: the bin of every value, so that a split is found by counting.

Lecture 21; deck 000 "Gradient Boosting Implementation", where one scan from left to right over the sorted values finds
the best split: bins are sorted once, before the first tree. Inventory: I-000-114.

    at most ``most`` different values      a bin for each: every split of the examples can be found (exact)
    more                                   ``most`` bins of about equally many examples

A split between bins a < b is the threshold midway between the largest value in a and the smallest one in b.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.tree.tree import between


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
