"""Smoothers: functions of one feature that follow given numbers more or less closely.

Lecture 18; deck 002 "Backfitting Algorithm" and "Backfitting Algorithm(cont'd)". Inventory: I-002-052, I-002-053.

Of examples (x_i, r_i) and any place x:

    NeighbourSmoother    s(x) = mean of r over the k examples nearest to x, ties sharing what is left of k   (1)
    KernelSmoother       s(x) = sum_i K_i r_i / sum_i K_i,   K_i = exp(-(x - x_i)^2 / (2 h^2))               (2)
    LevelMeans           s(x) = mean of r over the examples whose x_i is the level nearest to x              (3)
    PolynomialSmoother   s = the polynomial of this degree with the least sum over i of (r_i - s(x_i))^2     (4)

symbol   name here                      symbol   name here
k        k, an example counts itself    h        width, times the range of the examples
r        residuals

All four are linear in r. (3) and (4) are projections, the least squares of a space of functions; (1) and (2) are not,
so refitting can make the error of a sum of them larger, which (1) does (BFT-05).

Ties: where more examples are equally far than there are places left among the k, (1) takes all of them, each by the
same share, so that the order of the rows does not matter and of few different places (0 and 1) each has the mean of its
own; distances that differ by rounding are equal. (3) takes the lower of equally near levels. Where there are fewer
different places than (4) has coefficients, its degree is as high as they determine, and what of its shape they hardly
determine (many places close together, one far away) is left out: else rounding would be fitted. Beyond the examples
(1) and (3) answer as at their edge, (2) soon as the outermost example, (4) goes on as polynomials do, steeply.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.polynomial.legendre import legvander

from labkit.core import params
from labkit.core.inputs import frozen
from labkit.learners.additive.curve import PlacedSmoother, Smoother
from labkit.learners.blocks import blocks
from labkit.learners.neighbours.memory import check_k

MOST_WEIGHTS = 1 << 24  # of a kernel, kept: 4096 examples
LEAST_SHAPE = 1e-10  # the part of the strongest shape of a polynomial below which one is left out

Reach = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True, slots=True)
class NeighbourSmoother(Smoother):
    """The mean of the k nearest examples."""

    k: int = params.whole(7, least=1)

    def check(self, x: np.ndarray) -> None:
        check_k(self.k, len(x), name="k of the smoother")

    def placed(self, x: np.ndarray) -> PlacedSmoother:
        order = x.argsort(kind="stable")
        row = x[order]
        return _Neighbours(frozen(order, int), frozen(row), self.k, _reach(row, x, self.k))


@dataclass(frozen=True, slots=True, eq=False)
class _Neighbours(PlacedSmoother):
    """What it keeps of residuals are their running sums from left to right: a mean is a difference of two."""

    order: np.ndarray  # of the examples, from left to right
    row: np.ndarray  # their places in that order
    k: int
    reach: Reach  # of every example

    def learned(self, r: np.ndarray) -> np.ndarray:
        return frozen(np.concatenate([[0.0], r[self.order].cumsum()]))

    def at_examples(self, learned: np.ndarray) -> np.ndarray:
        return self._means(learned, self.reach)

    def at(self, learned: np.ndarray, x: np.ndarray) -> np.ndarray:
        return self._means(learned, _reach(self.row, x, self.k))

    def _means(self, sums: np.ndarray, reach: Reach) -> np.ndarray:
        first, start, stop, last = reach
        nearer, equal = sums[stop] - sums[start], sums[start] - sums[first] + sums[last] - sums[stop]
        share = (self.k - (stop - start)) / (start - first + last - stop)  # of each that is as far as the k-th
        return (nearer + share * equal) / self.k  # (1)


def _reach(row: np.ndarray, x: np.ndarray, k: int) -> Reach:
    """Where, in a row of rising places, those begin and end that are nearer to x than the k-th, and those as far."""
    x = x.clip(row[0], row[-1])  # from beyond, the same are near as from the edge
    low, high = np.zeros(len(x), dtype=int), np.full(len(x), len(row) - k)
    while (low < high).any():  # the k nearest are row[low : low + k]
        middle = (low + high) // 2
        right = x - row[middle] > row[np.minimum(middle + k, len(row) - 1)] - x
        right &= low < high
        low, high = np.where(right, middle + 1, low), np.where(right, high, np.minimum(high, middle))
    away = np.maximum(x - row[low], row[low + k - 1] - x)
    rounding = 4 * np.finfo(float).eps * max(abs(row[0]), abs(row[-1]))
    first, last = row.searchsorted(x - away - rounding), row.searchsorted(x + away + rounding, side="right")
    start = row.searchsorted(x - away + rounding, side="right")
    return first, start, np.maximum(row.searchsorted(x + away - rounding), start), last


@dataclass(frozen=True, slots=True)
class KernelSmoother(Smoother):
    """A mean of all examples in which near ones count more; ``width`` is a share of their range."""

    width: float = params.number(0.05, above=0)

    def check(self, x: np.ndarray) -> None:
        if len(x) ** 2 > MOST_WEIGHTS:
            most = int(MOST_WEIGHTS**0.5)
            raise ValueError(
                f"smoother: expected at most {most} examples for {self!r}, got {len(x)}; take NeighbourSmoother"
            )

    def placed(self, x: np.ndarray) -> PlacedSmoother:
        h = self.width * (float(np.ptp(x)) or 1.0)  # of equal places every one counts the same, whatever h is
        return _Kernel(frozen(x), h, frozen(_weights(x, x, h)))


@dataclass(frozen=True, slots=True, eq=False)
class _Kernel(PlacedSmoother):
    x: np.ndarray
    h: float
    weights: np.ndarray  # (examples, examples): each row adds up to 1

    def at_examples(self, learned: np.ndarray) -> np.ndarray:
        return self.weights @ learned  # (2)

    def at(self, learned: np.ndarray, x: np.ndarray) -> np.ndarray:
        pieces = (x[some] for some in blocks(len(x), len(self.x)))
        return np.concatenate([np.empty(0), *(_weights(self.x, piece, self.h) @ learned for piece in pieces)])


def _weights(x: np.ndarray, cases: np.ndarray, h: float) -> np.ndarray:
    """(cases, examples). The nearest one has K = 1, so that far away some weight is left."""
    squares = ((cases[:, None] - x) / h) ** 2
    K = np.exp((squares.min(axis=1, keepdims=True) - squares) / 2)
    return K / K.sum(axis=1, keepdims=True)


@dataclass(frozen=True, slots=True)
class LevelMeans(Smoother):
    """The mean of each level: for a feature with few different values."""

    def placed(self, x: np.ndarray) -> PlacedSmoother:
        levels, level, sizes = np.unique(x, return_inverse=True, return_counts=True)
        return _Levels(frozen(levels), frozen(level, int), frozen(sizes))


@dataclass(frozen=True, slots=True, eq=False)
class _Levels(PlacedSmoother):
    levels: np.ndarray  # rising
    level: np.ndarray  # of every example
    sizes: np.ndarray

    def learned(self, r: np.ndarray) -> np.ndarray:
        return frozen(np.bincount(self.level, r) / self.sizes)  # (3)

    def at_examples(self, learned: np.ndarray) -> np.ndarray:
        return learned[self.level]

    def at(self, learned: np.ndarray, x: np.ndarray) -> np.ndarray:
        above = self.levels.searchsorted(x).clip(max=len(self.levels) - 1)
        below = (above - 1).clip(min=0)
        lower = x - self.levels[below] <= self.levels[above] - x
        return learned[np.where(lower, below, above)]


@dataclass(frozen=True, slots=True)
class PolynomialSmoother(Smoother):
    """The polynomial of least squares; degree 1 is a line, 0 flat."""

    degree: int = params.whole(3, least=0, most=20)

    def placed(self, x: np.ndarray) -> PlacedSmoother:
        low, high = float(x.min()), float(x.max())
        middle, half = (low + high) / 2, (high - low) / 2 or 1.0
        powers = legvander((x - middle) / half, min(self.degree, len(np.unique(x)) - 1))
        return _Polynomial(middle, half, frozen(powers), frozen(np.linalg.pinv(powers, LEAST_SHAPE)))


@dataclass(frozen=True, slots=True, eq=False)
class _Polynomial(PlacedSmoother):
    """In Legendre's polynomials over the range of the examples: powers of x itself would soon look all alike."""

    middle: float
    half: float
    powers: np.ndarray  # (examples, coefficients)
    inverse: np.ndarray

    def learned(self, r: np.ndarray) -> np.ndarray:
        return frozen(self.inverse @ r)  # (4)

    def at_examples(self, learned: np.ndarray) -> np.ndarray:
        return self.powers @ learned

    def at(self, learned: np.ndarray, x: np.ndarray) -> np.ndarray:
        return legvander((x - self.middle) / self.half, len(learned) - 1) @ learned
