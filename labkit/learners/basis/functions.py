"""Basis functions: fixed functions phi_j of x, so that a learner of linear functions of phi bends in x.

Lecture 06; deck 004 "Basis Functions", deck 000 "Non-parametric Learning of Discriminant Weights", deck 001
"Generalized Linear Discriminant Functions". Inventory: I-000-035, I-004-082, I-001-005.

    y(x) = w_0 + sum over j of w_j phi_j(x)                 linear in w, whatever phi is               (1)
    phi_j(x) = x^j                                          polynomial; several features: products     (2)
    phi_j(x) = exp(-(x - mu_j)^2 / (2 s_j^2))               Gaussian, around a centre                  (3)
    phi_j(x) = g((x - mu_j) / s_j)                          sigmoid, up at a centre                    (4)
    mu_j = low + (high - low) j / (m - 1),  j = 0 .. m-1    "grid": evenly from end to end             (5)
    mu_j: (j + 1/2) / m of the examples are below it        "quantiles": as many cases to each         (6)
    s = (mu_last - mu_first) / (m' - 1)                     the mean gap of the m' different places    (7)

Several features x_1 .. x_d (the deck has one): (2) all products of total degree up to the given one, x_1, x_2, x_1^2,
x_1 x_2, x_2^2, ...; (3) a bump in space, the product of (3) over the features; (4) the features one by one.
No basis has a constant function: the learner's own bias w_0 is that one.

symbol   name here     symbol   name here
mu_j     centres       s_j      width

A basis whose ``centres`` are a number m is placed by the examples first (``placed``), m along each feature. With one
place alone (m = 1: the middle, or the median) s is half the range of the feature, or 1 if it is constant.

Departures from the slides: x_i x_j once, with i <= j (E-001-08): its two coefficients could not be told apart. Minus
the threshold w_k0 in deck 000 is our plus w_0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, log, prod, sqrt

import numpy as np

from labkit.core import inputs, params
from labkit.core.params import Checked
from labkit.learners.probability import sigmoid

MOST_FUNCTIONS = 10_000  # of a basis
PLACES = ("grid", "quantiles")


@dataclass(frozen=True, slots=True)
class Polynomial(Checked):
    """All products of features up to a total degree, by degree, then by feature."""

    degree: int = params.whole(2, least=1)

    def __call__(self, X) -> np.ndarray:
        X = inputs.matrix(X)
        n, d = X.shape
        _few(comb(d + self.degree, d) - 1, "degree", self.degree)
        self._fits(X)
        columns, phi = np.ascontiguousarray(X.T), {(): np.ones(n)}
        for k in range(1, self.degree + 1):
            for pick in combinations_with_replacement(range(d), k):  # the features of a product, ascending
                phi[pick] = columns[pick[0]] * phi[pick[1:]]  # (2)
        return np.array(list(phi.values())[1:]).T

    def _fits(self, X: np.ndarray) -> None:
        largest = float(np.abs(X).max())
        if largest > 1 and self.degree * log(largest) > log(inputs.HUGE):
            raise ValueError(
                f"X: expected numbers whose power {self.degree} is at most {inputs.HUGE:g}, got {largest:g}; "
                "measure in a larger unit, or lower the degree"
            )


@dataclass(frozen=True, slots=True, eq=False)
class Bumps:
    """Bumps at centres (bumps, features), with a width for each bump and feature."""

    centres: np.ndarray
    widths: np.ndarray

    def __call__(self, X) -> np.ndarray:
        X = inputs.matrix(X)
        inputs.same_features(X, self.centres.shape[1], self)
        exponents = np.zeros((len(self.centres), len(X)))
        with np.errstate(over="ignore"):  # infinitely far away: 0
            for x, mu, s in zip(X.T, self.centres.T, self.widths.T, strict=True):
                away = x - mu[:, None]
                away /= sqrt(2) * s[:, None]
                away *= away
                exponents -= away
        return np.exp(exponents, out=exponents).T  # (3)

    def on_grid(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """As for all ``grid.points`` of the plane: there a bump is one along x times one along y."""
        inputs.same_features(np.empty((0, 2)), self.centres.shape[1], self)
        along_x, along_y = (
            Bumps(self.centres[:, [k]], self.widths[:, [k]])(places[:, None]).T for k, places in enumerate((x, y))
        )
        return (along_y[:, :, None] * along_x[:, None]).reshape(len(self.centres), -1).T


@dataclass(frozen=True, slots=True, eq=False)
class Rises:
    """Rises of single features: function j is that of feature ``feature[j]``."""

    features: int
    feature: np.ndarray
    centres: np.ndarray
    widths: np.ndarray

    def __call__(self, X) -> np.ndarray:
        X = inputs.matrix(X)
        inputs.same_features(X, self.features, self)
        with np.errstate(over="ignore"):  # infinitely far away: 0 or 1
            return sigmoid((X.T[self.feature] - self.centres[:, None]) / self.widths[:, None]).T  # (4)


@dataclass(frozen=True, slots=True, eq=False)
class CentredBasis(ABC):
    """A basis around centres, which are given or placed by examples."""

    centres: int | np.ndarray = 5
    width: float | np.ndarray | None = None
    place: str = "grid"

    def __post_init__(self):
        inputs.option("place", self.place, PLACES)
        if not isinstance(self.centres, list | tuple) and np.ndim(self.centres) == 0:
            inputs.number("centres", self.centres, least=1, whole=True)
            if self.width is not None:
                inputs.number("width", self.width, above=0)
            return
        mu = inputs.real_numbers("centres", self.centres)
        if mu.ndim > 2 or not mu.size or not np.isfinite(mu).all():
            raise ValueError(
                f"centres: expected how many, or finite numbers of shape (centres,) or (centres, features), "
                f"got shape {mu.shape}; pass one row for each"
            )
        _widths(self.width, len(mu))

    @abstractmethod
    def placed(self, X) -> Bumps | Rises:
        """The functions themselves; X says where they are, unless the centres are given."""

    def __call__(self, X) -> np.ndarray:
        """phi(X), where the centres are given."""
        if not np.ndim(self.centres):
            raise ValueError(
                f"centres: expected where they are, got only how many, {self.centres}; "
                "place them by the examples, phi = basis.placed(X)"
            )
        return self.placed(X)(X)

    def _axes(self, X: np.ndarray) -> list[tuple[np.ndarray, float]]:
        """For each feature the places along it and their width."""
        axes = [_axis(x, self.centres, self.place) for x in X.T]
        return axes if self.width is None else [(mu, self.width) for mu, _ in axes]


class GaussianBasis(CentredBasis):
    """Bumps. ``centres``: how many along each feature (they stand at all combinations of these places), or where they
    are, (centres,) for one feature or (centres, features). ``width``: one number, one for each given centre, or None
    for the gap between the places along each feature. ``place``: "grid" or "quantiles".
    """

    __slots__ = ()

    def placed(self, X) -> Bumps:
        X = inputs.matrix(X)
        if np.ndim(self.centres):
            mu = coordinates(self.centres, X.shape[1])
            s = _widths(self.width, len(mu))[:, None]
        else:
            axes = self._axes(X)
            _few(prod(len(mu) for mu, _ in axes), "centres", self.centres)
            mu, s = inputs.frozen(list(product(*(mu for mu, _ in axes)))), [s for _, s in axes]
        return Bumps(mu, inputs.frozen(np.broadcast_to(s, mu.shape)))


class SigmoidBasis(CentredBasis):
    """Rises. ``centres``: how many along each feature, or where they are: (centres,), the same for every feature, or
    (centres, features). ``width`` and ``place`` as for ``GaussianBasis``.
    """

    __slots__ = ()

    def placed(self, X) -> Rises:
        X = inputs.matrix(X)
        if np.ndim(self.centres):
            mu = np.asarray(self.centres, dtype=float)
            mu = coordinates(np.repeat(mu[:, None], X.shape[1], axis=1) if mu.ndim == 1 else mu, X.shape[1])
            axes = [(places, _widths(self.width, len(mu))) for places in mu.T]
        else:
            axes = self._axes(X)
        counts = [len(mu) for mu, _ in axes]
        _few(sum(counts), "centres", self.centres)
        s = np.concatenate([np.broadcast_to(s, len(mu)) for mu, s in axes])
        mu = np.concatenate([mu for mu, _ in axes])
        feature = np.repeat(np.arange(len(axes)), counts)
        return Rises(len(axes), inputs.frozen(feature, int), inputs.frozen(mu), inputs.frozen(s))


def _axis(values: np.ndarray, m: int, place: str) -> tuple[np.ndarray, float]:
    """(mu, s): the different places along one feature, ascending, and their width."""
    low, high = float(values.min()), float(values.max())
    if place == "quantiles":
        mu = np.quantile(values, (np.arange(m) + 0.5) / m)  # (6)
    else:
        mu = np.linspace(low, high, m) if m > 1 else np.array([low + (high - low) / 2])  # (5)
    mu = np.unique(mu)
    if len(mu) > 1:
        return mu, float(mu[-1] - mu[0]) / (len(mu) - 1)  # (7)
    return mu, (high - low) / 2 or 1.0


def _widths(width, centres: int) -> np.ndarray:
    """The width of each given centre."""
    if width is None:
        raise ValueError("width: expected a number > 0 where centres are given, got None; say how wide they are")
    s = inputs.real_numbers("width", width)
    if s.shape not in ((), (centres,)):
        raise ValueError(
            f"width: expected one number or one for each of {centres} centres, got shape {s.shape}; give one"
        )
    if not ((s > 0) & (s < np.inf)).all():
        raise ValueError(f"width: expected numbers > 0, got {s.tolist()}; raise them")
    return np.broadcast_to(s, centres)


def coordinates(centres, features: int) -> np.ndarray:
    """(centres, features), or refused; a flat list is of one feature."""
    mu = inputs.frozen(centres)
    mu = mu[:, None] if mu.ndim == 1 else mu
    if mu.shape[1] != features:
        raise ValueError(
            f"centres: expected {features} coordinates, one per feature of X, got {mu.shape[1]}; "
            "pass the shape (centres, features)"
        )
    return mu


def _few(functions: float, name: str, value) -> None:
    if functions > MOST_FUNCTIONS:
        raise ValueError(
            f"{name}: expected at most {MOST_FUNCTIONS} basis functions, got {functions:.0f} from {name} = {value!r} "
            "with so many features; lower it or choose fewer features"
        )
