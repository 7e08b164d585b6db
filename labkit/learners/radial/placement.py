"""Where the centres of radial functions are and how wide the functions, by the examples.

Lecture 13; deck 002 "RBF Networks" (which leaves centres and widths to the reader). Inventory: I-002-024.

    centres           a number: so many, by k-means;  "data": every example;  an array: these              (1)
    "neighbours"      a_j = sqrt((t_1^2 + t_2^2) / 2)      of the distances to the two nearest other centres   (2)
    "spread"          a_j = t_max / sqrt(2 m)              of the largest distance between two of m centres    (3)

(2) is Moody and Darken's (1989): each function reaches to its neighbours, wide where centres are rare. (3) is the same
for all. Examples that are equal are one centre; of given centres that are equal (2) looks at the others. Where there
is one place alone the width is the root of the mean squared distance of the examples from it, or 1 if that is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np

from labkit.core import inputs
from labkit.learners.basis.functions import MOST
from labkit.learners.mixture.k_means import KMeans, check_places
from labkit.learners.neighbours.distances import between, smallest
from labkit.learners.radial.functions import FUNCTIONS, RadialFunctions

PLACES = ("data",)
WIDTHS = ("neighbours", "spread")
NEIGHBOURS = 2


@dataclass(frozen=True, slots=True, eq=False)
class RadialBasis:
    """Radial functions for any learner on basis functions; the parameters are those of ``RBFRegression``."""

    function: str = "gaussian"
    centres: int | str | np.ndarray = 10
    width: float | str | np.ndarray = "neighbours"
    power: float = 2.0
    seed: int = 0

    def placed(self, X) -> RadialFunctions:
        X = inputs.matrix(X)
        self.check(X)
        given = self.given(X)
        centres = self.by_k_means.fit(X).model_.centres if given is None else given
        return self.around(centres, X)

    def check(self, X: np.ndarray) -> None:
        """Refuse what cannot be placed on these examples."""
        inputs.option("function", self.function, FUNCTIONS)
        inputs.number("power", self.power, above=0)
        inputs.number("seed", self.seed, least=0, whole=True)
        _check_width(self.width, self._check_centres(X))

    def _check_centres(self, X: np.ndarray) -> int:
        """How many there will be."""
        if isinstance(self.centres, str):
            inputs.option("centres", self.centres, PLACES, "how many, an array (centres, features)")
            count = len(_different(X))
            inputs.number("centres", count, most=MOST, whole=True, why="a system of that size is solved")
            return count
        if np.ndim(self.centres) == 0:
            inputs.number("centres", self.centres, least=1, most=MOST, whole=True)
            check_places(X, self.centres, "centres")
            return self.centres
        V = inputs.matrix(self.centres, name="centres")
        if V.shape[1] != X.shape[1]:
            raise ValueError(
                f"centres: expected {X.shape[1]} coordinates, one per feature of X, got {V.shape[1]}; "
                "pass the shape (centres, features)"
            )
        return len(V)

    @property
    def by_k_means(self) -> KMeans:
        return KMeans(groups=self.centres, seed=self.seed)

    def given(self, X: np.ndarray) -> np.ndarray | None:
        """The centres, where no k-means is needed to find them."""
        if isinstance(self.centres, str):
            return inputs.frozen(X[_different(X)])  # (1)
        return inputs.frozen(self.centres) if np.ndim(self.centres) else None

    def around(self, centres: np.ndarray, X: np.ndarray) -> RadialFunctions:
        """The functions, as wide as they are to be."""
        widths = None if self.function == "linear" else self._widths(centres, X)
        return RadialFunctions(self.function, centres, widths, float(self.power))

    def _widths(self, centres: np.ndarray, X: np.ndarray) -> np.ndarray:
        widths = _by_rule(centres, X, self.width) if isinstance(self.width, str) else self.width
        return inputs.frozen(np.broadcast_to(widths, len(centres)))


def _different(X: np.ndarray) -> np.ndarray:
    """The first row of each kind of equal ones, in their order."""
    return np.sort(np.unique(X, axis=0, return_index=True)[1])


def _check_width(width, count: int) -> None:
    if isinstance(width, Real):
        inputs.number("width", width, above=0)
        return
    if np.ndim(width) == 0:
        inputs.option("width", width, WIDTHS, "a number, one for each centre")
        return
    s = inputs.real_numbers("width", width)
    if s.shape != (count,) or not ((s > 0) & (s < np.inf)).all():
        raise ValueError(
            f"width: expected a number > 0 for each of {count} centres, got {s.tolist()}; give as many, or one for all"
        )


def _by_rule(centres: np.ndarray, X: np.ndarray, rule: str) -> np.ndarray:
    squares = between(centres, centres, 2)
    if not squares.any():
        return np.array(np.sqrt(between(X, centres[:1], 2).mean()) or 1.0)
    if rule == "spread":
        return np.sqrt(squares.max() / (2 * len(centres)))  # (3)
    squares[squares == 0] = np.inf  # itself, and who stands at the same place
    near = smallest(squares, min(NEIGHBOURS, len(centres) - 1))[1]
    there = np.isfinite(near)
    return np.sqrt(np.where(there, near, 0.0).sum(axis=1) / there.sum(axis=1))  # (2)
