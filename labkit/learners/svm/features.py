"""Feature maps: where the inner product of a kernel lives, and the maps of the deck's figures.

Lecture 11; deck 001 "Generalized Linear Discriminant Functions" (figures 3 and 4), "XOR Problem". Inventory: I-001-002,
I-001-004, I-001-005, I-001-006, I-001-007, I-001-008.

    g(x) = w_0 + sum of w_i x_i                                  linear discriminant                      (1)
    g(x) = w_0 + sum of w_i x_i + sum over i <= j of w_ij x_i x_j   quadratic: its borders are conics     (2)
    g(x) = sum of a_i y_i(x)                                     generalised: any functions y_i           (3)
    phi(x) = (x1^2, sqrt 2 x1 x2, x2^2)          phi(x)'phi(z) = (x'z)^2                    figure 3      (4)
    phi(x) = (x1, x2, alpha x1 x2)               a plane there separates XOR                figure 4      (5)
    phi_k(x) = sqrt( p! / (k_0! k_1! .. k_d!) offset^k_0 gamma^(p - k_0) ) x_1^k_1 .. x_d^k_d,  k_0 + .. + k_d = p
                                                 phi(x)'phi(z) = (gamma x'z + offset)^p                   (6)

(4) is (6) with p = 2, offset = 0, gamma = 1. A map is called with a matrix of cases, so that it serves as ``basis`` of
``BasisClassifier`` as well; the rows of what it returns are the lifted points. (2) is (3) with the functions of
``basis.Polynomial(2)``.

Departures from the slides: x_i x_j once, with i <= j, so that (2) has 1 + d + d (d + 1) / 2 coefficients (E-001-08).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np

from labkit.core import inputs, params
from labkit.core.params import Checked
from labkit.learners.basis.functions import MOST_FUNCTIONS


@dataclass(frozen=True, slots=True)
class PolynomialMap(Checked):
    """(6): the features whose inner product is the polynomial kernel; with the default numbers those of figure 3."""

    degree: int = params.whole(2, least=1)
    offset: float = params.number(0.0, least=0, why="the root of a power of it is a coefficient")
    gamma: float = params.number(1.0, above=0)

    def exponents(self, features: int) -> np.ndarray:
        """(functions, features): the powers k_1 .. k_d of every product, those of the least degree first."""
        functions = comb(features + self.degree, features)
        if functions > MOST_FUNCTIONS:
            raise ValueError(
                f"degree: expected at most {MOST_FUNCTIONS} products, got {functions} of degree {self.degree} in "
                f"{features} features; lower it"
            )
        first = 0 if self.offset else self.degree
        picks = [p for k in range(first, self.degree + 1) for p in combinations_with_replacement(range(features), k)]
        return np.array([np.bincount(np.array(pick, dtype=int), minlength=features) for pick in picks])

    def coefficients(self, features: int) -> tuple[np.ndarray, np.ndarray]:
        """(exponents, the factors of x^k z^k in the kernel)."""
        exponents, p = self.exponents(features), self.degree
        numbers = []
        for k in exponents.tolist():
            rest = p - sum(k)
            ways = factorial(p) // prod(map(factorial, (rest, *k)))
            numbers.append(ways * self.offset**rest * self.gamma ** (p - rest))
        return exponents, np.array(numbers)

    def __call__(self, X) -> np.ndarray:
        X = inputs.matrix(X)
        exponents, numbers = self.coefficients(X.shape[1])
        phi = np.tile(np.sqrt(numbers), (len(X), 1))
        for x, powers in zip(X.T, exponents.T, strict=True):
            phi *= np.vander(x, self.degree + 1, increasing=True)[:, powers]  # (6)
        return phi


@dataclass(frozen=True, slots=True)
class ProductMap(Checked):
    """(5): two features and alpha times their product, a third one in which XOR is separable."""

    alpha: float = params.number(1.0)

    def __call__(self, X) -> np.ndarray:
        X = inputs.matrix(X)
        if X.shape[1] != 2:
            raise ValueError(f"X: expected 2 features, got {X.shape[1]}; choose two columns")
        return np.column_stack([X, self.alpha * X[:, 0] * X[:, 1]])  # (5)


def quadratic_coefficients(features: int) -> int:
    """How many numbers a quadratic discriminant (2) has."""
    inputs.number("features", features, least=1, whole=True)
    return comb(features + 2, 2)
