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
    """The bins of all columns, one after the other: those of column c begin at ``first[c]``."""

    codes: np.ndarray  # int (columns, examples): the bin within the column
    first: np.ndarray  # int (columns + 1,)
    low: np.ndarray  # float (bins,): the smallest value in each
    high: np.ndarray  # float (bins,): the largest

    @classmethod
    def of(cls, values: np.ndarray, most: int | None = None) -> Bins:
        """Of columns (columns, examples); ``most`` None is exact."""
        ends = [_ends(column, most) for column in values]
        codes = np.array([high.searchsorted(column) for column, (_, high) in zip(values, ends, strict=True)])
        first = np.cumsum([0, *(len(low) for low, _ in ends)])
        low, high = (np.concatenate(part) for part in zip(*ends, strict=True))
        return cls(codes, first, low, high)

    def __len__(self) -> int:
        return int(self.first[-1])

    @property
    def column(self) -> np.ndarray:
        """The column of each bin."""
        return np.arange(len(self.first) - 1).repeat(np.diff(self.first))

    def threshold(self, below: np.ndarray, above: np.ndarray) -> np.ndarray:
        """What parts two bins of one column."""
        return between(self.high[below], self.low[above])


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
