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

On the grid of a picture (3) is a product of a function of x and one of y, and (2) a polynomial in x and y.

Departures from the slides: (4) is listed as a kernel but is not positive semidefinite in general (E-001-04).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from labkit.core import inputs
from labkit.learners.grid import points
from labkit.learners.svm.features import PolynomialMap

BLOCK = 2**18  # numbers of a Gram matrix worked on together
SAMPLE = 200  # examples that a kernel is tried on
FEW = 32  # examples at a time for a diagonal: of all their pairs, few are wasted
ROUNDING = 1e-8  # of the largest: less is no asymmetry
RANK = 1e-10  # of the largest eigenvalue: less is none


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

    def field(self, x: np.ndarray, y: np.ndarray, B: np.ndarray, c: np.ndarray) -> np.ndarray:
        """sum of c K(., B) on a grid: a polynomial in x and y."""
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

    def field(self, x: np.ndarray, y: np.ndarray, B: np.ndarray, c: np.ndarray) -> np.ndarray:
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


def check(kernel: Kernel, X: np.ndarray) -> None:
    """Raise a ValueError for a kernel that is not symmetric (seen at SAMPLE of the examples) or not finite."""
    with np.errstate(over="ignore", invalid="ignore"):
        largest = np.abs(kernel.diagonal(X)).max()
    if not largest <= inputs.HUGE:  # false for NaN too
        raise ValueError(
            f"kernel: expected K(x, x) up to {inputs.HUGE:g}, got more from {kernel!r}; "
            "measure X in a larger unit, or lower the degree"
        )
    if not isinstance(kernel, GivenKernel):
        return
    K = kernel(rows := sample(X), rows)
    apart = np.abs(K - K.T)
    if not apart.max() <= ROUNDING * np.abs(K).max():  # false for NaN too
        i, j = np.unravel_index(apart.argmax(), K.shape)
        raise ValueError(
            f"kernel: expected a symmetric one, K(a, b) = K(b, a), got {K[i, j]:g} and {K[j, i]:g} for two examples; "
            "repair the function"
        )


def sample(X: np.ndarray, most: int = SAMPLE) -> np.ndarray:
    """At most so many rows, evenly spread."""
    return X[:: -(-len(X) // most)]


def eigenvalues(kernel, X) -> np.ndarray:
    """Of the Gram matrix of these cases, the smallest first; one below 0 shows that the kernel is no inner product."""
    X = inputs.matrix(X)
    return np.linalg.eigvalsh(kernel(X, X))


def smallest_eigenvalue(kernel: Kernel, X: np.ndarray) -> float:
    """At SAMPLE of the examples; 0 where it is only rounding that puts it below. That of all examples is no larger, so
    a number below 0 proves that the kernel is not positive semidefinite."""
    values = eigenvalues(kernel, sample(X))
    least = float(values[0])
    return least if least > 0 or least < -RANK * float(np.abs(values).max()) else 0.0


def combined(kernel: Kernel, A: np.ndarray, B: np.ndarray, c: np.ndarray) -> np.ndarray:
    """(cases of A,): sum of c K(., B), without ever holding a large matrix."""
    if isinstance(kernel, Linear):
        return A @ (c @ B)
    if not len(B):
        return np.zeros(len(A))
    many = max(1, BLOCK // max(1, len(B)))
    if len(A) <= many:
        return kernel(A, B) @ c
    return np.concatenate([kernel(A[first : first + many], B) @ c for first in range(0, len(A), many)])


def field(kernel: Kernel, x: np.ndarray, y: np.ndarray, B: np.ndarray, c: np.ndarray) -> np.ndarray:
    """(y, x): sum of c K(., B) on a grid."""
    if len(B) and kernel.positive and hasattr(kernel, "field"):
        return kernel.field(x, y, B, c)
    return combined(kernel, points(x, y), B, c).reshape(len(y), len(x))


def among(kernel: Kernel, X: np.ndarray) -> Callable[[np.ndarray | slice], np.ndarray]:
    """The function that gives K(X[rows], X) for any rows; what X alone decides is computed once."""
    if hasattr(kernel, "among"):
        return kernel.among(X)
    return lambda rows: kernel(X[rows], X)


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
