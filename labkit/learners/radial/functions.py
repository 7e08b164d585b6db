"""Radial basis functions: what they say of x depends on its distance from a centre alone; and where the centres are.

Lecture 13; deck 002 "Radial basis function", "RBF Networks". Inventory: I-002-023, I-002-024.

    t = |x - v_j|                             the distance from the centre v_j                        (1)
    g(t) = exp(-t^2 / (2 a^2))                "gaussian": a bump                                      (2)
    g(t) = (1 + t^2 / b^2)^(-beta)            "inverse power": a bump with long tails                 (3)
    g(t) = t                                  "linear": a cone, up from the centre                    (4)

    centres           a number: so many, by k-means;  "data": every example;  an array: these              (5)
    "neighbours"      a_j = sqrt((t_1^2 + t_2^2) / 2)      of the distances to the two nearest other centres   (6)
    "spread"          a_j = t_max / sqrt(2 m)              of the largest distance between two of m centres    (7)

symbol   name here     symbol   name here     symbol   name here
v_j      centres[j]    a, b     widths[j]     beta     power

(6) is Moody and Darken's (1989): each function reaches to its neighbours, wide where centres are rare. (7) is the same
for all. Examples that are equal are one centre; of given centres that are equal (6) looks at the others. Where there
is one place alone the width is the root of the mean squared distance of the examples from it, or 1 if that is 0.

Departures from the slides: t is the distance, not g's other name (E-002-05). (3) is the slide's (t^2 + b^2)^(-2) with
any power (E-002-05; 1/2 is the inverse multiquadric), times b^(2 beta): it is 1 at its centre in whatever unit x is
measured, and the weights take up the constant.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np

from labkit.core import inputs, params
from labkit.core.params import Params
from labkit.learners.basis.functions import MOST_FUNCTIONS, Bumps, coordinates
from labkit.learners.grid import points
from labkit.learners.mixture.k_means import KMeans, check_places
from labkit.learners.neighbours.distances import between

FUNCTIONS = ("gaussian", "inverse power", "linear")
PLACES = ("data",)
WIDTHS = ("neighbours", "spread")
NEIGHBOURS = 2


@dataclass(frozen=True, slots=True, eq=False)
class RadialFunctions:
    """Functions around centres (m, features), with a width each: X in, one column for each function out."""

    function: str
    centres: np.ndarray
    widths: np.ndarray | None = None  # (m,); "linear" needs none
    power: float = 2.0

    def __call__(self, X) -> np.ndarray:
        X = inputs.matrix(X)
        inputs.same_features(X, self.centres.shape[1], self)
        if self.function == "gaussian":
            return self._bumps(X)  # (2)
        t2 = between(self.centres, X, 2).T  # (1), squared
        return np.sqrt(t2, out=t2) if self.function == "linear" else self._tailed(t2)  # (4)

    def slopes(self, X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(u, dg/du), both (cases, functions): the squared distances, and how the functions change with them."""
        u = between(self.centres, X, 2).T
        if self.function == "linear":
            apart = np.sqrt(u)
            return u, np.where(u > 0, 0.5 / np.where(u > 0, apart, 1.0), 0.0)
        with np.errstate(over="ignore"):  # infinitely far away: 0
            near = u / self.widths**2
            if self.function == "gaussian":
                return u, -0.5 * np.exp(-0.5 * near) / self.widths**2
            return u, -self.power * (1 + near) ** (-self.power - 1) / self.widths**2

    def on_grid(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """As for all ``points`` of the grid."""
        return self._bumps.on_grid(x, y) if self.function == "gaussian" else self(points(x, y))

    @property
    def _bumps(self) -> Bumps:
        return Bumps(self.centres, np.broadcast_to(self.widths[:, None], self.centres.shape))

    def _tailed(self, t2: np.ndarray) -> np.ndarray:
        with np.errstate(over="ignore"):  # infinitely far away: 0
            t2 /= self.widths**2
            t2 += 1.0
            return t2**-self.power  # (3)


class RadialBasis(Params):
    """Radial functions for any learner on basis functions; the parameters are those of ``RBFRegression``."""

    function: str = params.option("gaussian", FUNCTIONS)
    centres: int | str | np.ndarray = 10
    width: float | str | np.ndarray = "neighbours"
    power: float = params.number(2.0, above=0)
    seed: int = params.seed()

    def placed(self, X) -> RadialFunctions:
        X = inputs.matrix(X)
        self._check_params()
        self._check_places(X)
        centres = self._given_centres(X)
        return self._around(self._k_means.fit(X).model_.centres if centres is None else centres, X)

    def _check_places(self, X: np.ndarray) -> None:
        """Refuse what cannot be placed on these examples."""
        _check_width(self.width, self._check_centres(X))

    def _check_centres(self, X: np.ndarray) -> int:
        """How many there will be."""
        if isinstance(self.centres, str):
            inputs.option("centres", self.centres, PLACES, "how many, an array (centres, features)")
            count = len(_different(X))
            inputs.number("centres", count, most=MOST_FUNCTIONS, whole=True, why="a system of that size is solved")
            return count
        if np.ndim(self.centres) == 0:
            inputs.number("centres", self.centres, least=1, most=MOST_FUNCTIONS, whole=True)
            check_places(X, self.centres, "centres")
            return self.centres
        return len(coordinates(inputs.matrix(self.centres, name="centres"), X.shape[1]))

    @property
    def _k_means(self) -> KMeans:
        return KMeans(groups=self.centres, seed=self.seed)

    def _given_centres(self, X: np.ndarray) -> np.ndarray | None:
        """The centres, where no k-means is needed to find them."""
        if isinstance(self.centres, str):
            return inputs.frozen(X[_different(X)])  # (5)
        return inputs.frozen(self.centres) if np.ndim(self.centres) else None

    def _around(self, centres: np.ndarray, X: np.ndarray) -> RadialFunctions:
        """The functions, as wide as they are to be."""
        if self.function == "linear":
            return RadialFunctions(self.function, centres)
        widths = _width_by_rule(centres, X, self.width) if isinstance(self.width, str) else self.width
        widths = inputs.frozen(np.broadcast_to(widths, len(centres)))
        return RadialFunctions(self.function, centres, widths, float(self.power))


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


def _width_by_rule(centres: np.ndarray, X: np.ndarray, rule: str) -> np.ndarray:
    squares = between(centres, centres, 2)
    if not squares.any():
        return np.array(np.sqrt(between(X, centres[:1], 2).mean()) or 1.0)
    if rule == "spread":
        return np.sqrt(squares.max() / (2 * len(centres)))  # (7)
    squares[squares == 0] = np.inf  # itself, and who stands at the same place
    near = np.sort(squares, axis=1)[:, : min(NEIGHBOURS, len(centres) - 1)]
    there = np.isfinite(near)
    return np.sqrt(np.where(there, near, 0.0).sum(axis=1) / there.sum(axis=1))  # (6)
