"""Kernels: inner products of features that need not be written down.

Lecture 11; deck 001 "Support Vector Machines" (the three kernels, the kernel trick). Inventory: I-001-015, I-001-016,
I-001-017, I-001-018.

    K(x, z) = x'z                              linear                                                        (1)
    K(x, z) = (gamma x'z + offset)^degree      polynomial; the deck has gamma = 1, offset = 1                (2)
    K(x, z) = exp(-gamma |x - z|^2)            radial basis function                                         (3)
    K(x, z) = tanh(eta x'z + nu)               sigmoid                                                       (4)

A kernel is called with two matrices of cases and gives a row for each of the first, a column for each of the second.
``positive`` kernels are positive semidefinite whatever the examples: (1), (3), and (2) for offset >= 0. Only then is
there a space in which K is an inner product, and the dual problem concave. ``shiftless`` ones can have all cases moved
alike and a support vector machine notices no more than another bias.

On the grid of a picture (3) is a product of a function of x and one of y, (2) a polynomial in x and y, and (4) takes
no more than such a product either, as tanh s = 1 - 2 / (1 + e^2s).

Departures from the slides: (4) is listed as a kernel but is not positive semidefinite in general (E-001-04).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from labkit.core import inputs
from labkit.learners.svm.features import PolynomialMap

FAR = 300  # e to the double of it is still a number
FEW = 32  # examples at a time for a diagonal: of all their pairs, few are wasted


@dataclass(frozen=True, slots=True)
class Linear:
    """(1)"""

    positive: ClassVar[bool] = True
    shiftless: ClassVar[bool] = True

    def __call__(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        return A @ B.T  # (1)

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        return np.vecdot(A, A)


@dataclass(frozen=True, slots=True)
class PolynomialKernel:
    """(2): all products of features up to the degree; with offset 0 those of exactly this degree."""

    degree: int = 2
    offset: float = 1.0
    gamma: float = 1.0
    shiftless: ClassVar[bool] = False

    def __post_init__(self):
        inputs.number("degree", self.degree, least=1, whole=True)
        inputs.number("offset", self.offset)
        inputs.number("gamma", self.gamma, above=0)

    @property
    def positive(self) -> bool:
        return self.offset >= 0

    def __call__(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        K = A @ B.T
        K *= self.gamma
        K += self.offset
        return _power(K, self.degree)  # (2)

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        return _power(self.gamma * np.vecdot(A, A) + self.offset, self.degree)

    @property
    def features(self) -> PolynomialMap:
        """The map whose inner product this kernel is."""
        return PolynomialMap(self.degree, self.offset, self.gamma)

    def combined_on_grid(self, x: np.ndarray, y: np.ndarray, B: np.ndarray, c: np.ndarray) -> np.ndarray | None:
        """sum of c K(., B) on a grid: a polynomial in x and y. None for an offset below 0, which has no map."""
        if not self.positive:
            return None
        p = self.degree + 1
        terms = np.zeros((p, p))
        for (i, j), number in zip(*self.features.coefficients(2), strict=True):
            terms[j, i] = number * (c @ (B[:, 0] ** i * B[:, 1] ** j))
        return np.vander(y, p, increasing=True) @ terms @ np.vander(x, p, increasing=True).T


@dataclass(frozen=True, slots=True)
class RBF:
    """(3): a bump around every case; the larger gamma, the narrower."""

    gamma: float = 1.0
    positive: ClassVar[bool] = True
    shiftless: ClassVar[bool] = True

    def __post_init__(self):
        inputs.number("gamma", self.gamma, above=0)

    def __call__(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        centre = B.mean(axis=0)  # far from the origin the differences would be lost in rounding
        return _bumps(self._left(A - centre), self._right(B - centre))

    def among(self, X: np.ndarray) -> Callable[[np.ndarray | slice], np.ndarray]:
        """As the function of that name: a row costs a short product and N exponentials."""
        X = X - X.mean(axis=0)
        left, right = self._left(X), self._right(X)
        return lambda rows: _bumps(left[rows], right)

    def _left(self, A: np.ndarray) -> np.ndarray:
        """(2 gamma a, -gamma |a|^2, 1): with ``_right`` the exponent of (3) is one product."""
        return np.column_stack([2.0 * self.gamma * A, self._squares(A), np.ones(len(A))])

    def _right(self, B: np.ndarray) -> np.ndarray:
        return np.vstack([B.T, np.ones(len(B)), self._squares(B)])

    def _squares(self, A: np.ndarray) -> np.ndarray:
        return (A * A) @ np.full(A.shape[1], -self.gamma)

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        return np.ones(len(A))

    def combined_on_grid(self, x: np.ndarray, y: np.ndarray, B: np.ndarray, c: np.ndarray) -> np.ndarray:
        """sum of c K(., B) on a grid."""
        across = np.exp(-self.gamma * np.subtract.outer(B[:, 0], x) ** 2)
        up = np.exp(-self.gamma * np.subtract.outer(y, B[:, 1]) ** 2)
        return (up * c) @ across


@dataclass(frozen=True, slots=True)
class SigmoidKernel:
    """(4): not positive semidefinite in general."""

    eta: float = 1.0
    nu: float = -1.0
    positive: ClassVar[bool] = False
    shiftless: ClassVar[bool] = False

    def __post_init__(self):
        inputs.number("eta", self.eta)
        inputs.number("nu", self.nu)

    def __call__(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        return np.tanh(self.eta * (A @ B.T) + self.nu)  # (4)

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        return np.tanh(self.eta * np.vecdot(A, A) + self.nu)

    def combined_on_grid(self, x: np.ndarray, y: np.ndarray, B: np.ndarray, c: np.ndarray) -> np.ndarray | None:
        """sum of c K(., B) on a grid. None where a power of e would be out of range."""
        across, up = 2 * (self.eta * np.outer(B[:, 0], x) + self.nu), 2 * self.eta * np.outer(y, B[:, 1])
        if max(np.abs(across).max(), np.abs(up).max()) > FAR:
            return None
        across, up = np.exp(across), np.exp(up)
        return c.sum() - np.array([2 * c @ (1 / (1 + across * row[:, None])) for row in up])


@dataclass(frozen=True, slots=True)
class GivenKernel:
    """Any function of two matrices of cases."""

    function: Callable[[np.ndarray, np.ndarray], np.ndarray]
    positive: ClassVar[bool] = False  # nobody knows
    shiftless: ClassVar[bool] = False

    def __call__(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        K = np.asarray(self.function(A, B), dtype=float)
        if K.shape != (len(A), len(B)):
            raise ValueError(
                f"kernel: expected a matrix {len(A)} x {len(B)}, a row for each case of the first argument, "
                f"got shape {K.shape}; return K(a, b) for all pairs"
            )
        return K

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        blocks = [A[first : first + FEW] for first in range(0, len(A), FEW)]
        return np.concatenate([np.diag(self(block, block)) for block in blocks])


Kernel = Linear | PolynomialKernel | RBF | SigmoidKernel | GivenKernel
KERNELS = ("linear", "polynomial", "rbf", "sigmoid")


def chosen(kernel, gamma: float, degree: int, offset: float) -> Kernel:
    """The kernel of that name (eta of the sigmoid is gamma, nu is the offset), or the one that was given."""
    if isinstance(kernel, Kernel):
        return kernel
    if callable(kernel) and not isinstance(kernel, type):
        return GivenKernel(kernel)
    inputs.option("kernel", kernel, KERNELS, "a kernel such as RBF(gamma=2.0), or a function of two matrices of cases")
    makes = (Linear(), PolynomialKernel(degree, offset, gamma), RBF(gamma), SigmoidKernel(gamma, offset))
    return dict(zip(KERNELS, makes, strict=True))[kernel]


def _bumps(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    K = left @ right
    return np.exp(np.minimum(K, 0.0, out=K), out=K)  # (3)


def _power(K: np.ndarray, degree: int) -> np.ndarray:
    """K^degree, in place of K; by products, which are many times as quick as a power."""
    result = K if degree % 2 else np.ones_like(K)
    square = K
    while degree := degree // 2:
        square = square * square
        if degree % 2:
            result = result * square
    return result
