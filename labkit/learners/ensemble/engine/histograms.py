"""Sums over the bins of some nodes, and the best cut of each node.

Lecture 21; deck 000 "Gradient Boosting Implementation". Inventory: I-000-113, I-000-114.

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

Where examples are many, a few columns are counted as one: a table with an axis for each takes as long as that of one
column, and summing over its other axes next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.ensemble.engine.bins import LIGHTEST, Bins, blocks

MOST_CELLS_AT_ONCE = 1 << 17  # up to which all columns are counted at once; beyond, a few at a time stay in the cache
TABLE_CELLS = 1 << 16  # of the table in which a few columns are counted as one
ROWS_AT_ONCE = (
    1 << 18
)  # examples that are counted together: more than its cells, or clearing it takes longer than counting
TIE = 1e-9  # a fall below this part of a node's own score is rounding
FINEST = 2.0**52  # whole numbers up to twice this are exact as floats
LEAST_PRICE = 1e-16  # units of H: 0 / 0 on an empty side is 0, and nothing beside the 1 of any example


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
        self.together = bins.codes.size <= MOST_CELLS_AT_ONCE
        columns = np.arange(self.shape[0])
        self.singles = [(columns[c : c + 1], codes) for c, codes in enumerate(bins.codes)]
        if self.together:
            self.places = bins.codes + self.shape[1] * columns[:, None]
            self.room = np.empty(bins.codes.size)
        else:
            many = max(1, int(np.log2(TABLE_CELLS) / np.log2(max(self.shape[1], 2))))
            self.groups = [self._group(columns[first : first + many]) for first in range(0, len(columns), many)]

    def _group(self, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(these columns, their codes as one): counted together, in one table with an axis for each."""
        first, *others = self.bins.codes[columns]
        codes = first.astype(np.uint16) if others else first
        for other in others:
            codes *= np.uint16(self.shape[1])
            codes += other
        return columns, codes

    def empty(self, units: Units, nodes: int) -> np.ndarray:
        """Room for the sums of so many nodes."""
        return np.zeros((len(units.values), nodes, *self.shape), dtype=np.int64)

    def fill(self, sums: np.ndarray, units: Units, rows=None, node=None, columns=None) -> None:
        """Count the examples ``rows``, each in its ``node``; None: all examples, in one node.

        Bins of other than the given ``columns`` are left alone; None is all columns.
        """
        values = [v if rows is None or v is None else v.take(rows) for v in units.values]
        if self.together and columns is None:
            self._fill_all_columns(sums, values, rows, node)
            return
        few = self._few(self.bins.codes.shape[1] if rows is None else len(rows), sums.shape[1])
        for group, codes in self.singles if few else self.groups:
            asked = [c for c in group if columns is None or c in columns]
            if asked:
                counted = self._counted(
                    codes, len(group), values, rows, node if sums.shape[1] > 1 else None, sums.shape[1]
                )
                for column in asked:
                    others = tuple(2 + k for k, c in enumerate(group) if c != column)
                    sums[:, :, column] = counted.sum(axis=others)

    def _few(self, examples: int, nodes: int) -> bool:
        """Whether there are fewer examples than cells that several columns as one would take."""
        return self.together or examples < nodes * TABLE_CELLS

    def _counted(self, codes: np.ndarray, many: int, values, rows, node, nodes: int) -> np.ndarray:
        """The sums over the bins of a group: (sums, nodes, bins of the first column, of the second...)."""
        size = self.shape[1] ** many
        counted = np.zeros((len(values), nodes * size))
        for some in blocks(len(codes) if rows is None else len(rows), ROWS_AT_ONCE):
            place = (codes[some] if rows is None else codes.take(rows[some])).astype(np.intp)
            if node is not None:
                place += size * node[some]
            for table, v in zip(counted, values, strict=True):
                table += np.bincount(place, None if v is None else v[some], minlength=len(table))
        return counted.reshape(len(values), nodes, *[self.shape[1]] * many)

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
        lam, size = max(limits.lam / sizes[1], LEAST_PRICE), max(sizes[0] * (sizes[0] / sizes[1]), LIGHTEST)
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
