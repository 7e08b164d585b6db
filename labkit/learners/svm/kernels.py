"""Kernels: inner products of features that need not be written down.

Lecture 11; deck 001 "Support Vector Machines" (the three kernels, the kernel trick). Inventory: I-001-015, I-001-016,
I-001-017, I-001-018.

    K(x, z) = x'z                              linear                                                        (1)
    K(x, z) = (gamma x'z + offset)^degree      polynomial; the deck has gamma = 1, offset = 1                (2)
    K(x, z) = exp(-gamma |x - z|^2)            radial basis function                                         (3)
    K(x, z) = tanh(eta x'z + nu)               sigmoid                                                       (4)

A kernel is called with two matrices of cases and gives a row for each of the first, a column for each of the second.
``positive`` kernels are positive semidefinite whatever the examples: (1), (3), and (2) for offset >= 0. Only then is
there a space in which K is an inner product, and the dual problem concave. Where ``shift_is_bias``, moving all cases
alike changes no more than the bias.

    G_ij = K(x_i, x_j)      the Gram matrix; of an inner product it is symmetric, with no eigenvalue below 0 (5)

Departures from the slides: (4) is listed as a kernel but is not positive semidefinite in general (E-001-04).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.params import Checked
from labkit.learners.blocks import blocks
from labkit.learners.svm.engine.arithmetic import bumps, left, power, right
from labkit.learners.svm.features import PolynomialMap

DIAGONAL_BLOCK = 32  # examples at a time for a diagonal: of all their pairs, few are wasted
SAMPLE = 200  # examples that a kernel is tried on
ROUNDING = 1e-8  # of the largest: less is no asymmetry
RANK = 1e-10  # of the largest eigenvalue: less is none


class Kernel(Checked):
    """Abstract: K(a, b) for the rows of two matrices, and its ``diagonal``, K(a, a)."""

    __slots__ = ()
    positive = shift_is_bias = False


def cells(*cases) -> list[np.ndarray]:
    """Rows of cases, which may come as lists."""
    return [rows if isinstance(rows, np.ndarray) else inputs.matrix(rows) for rows in cases]


@dataclass(frozen=True, slots=True)
class Linear(Kernel):
    """(1)"""

    positive = shift_is_bias = True

    def __call__(self, A, B) -> np.ndarray:
        A, B = cells(A, B)
        return A @ B.T  # (1)

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        return np.vecdot(A, A)


@dataclass(frozen=True, slots=True)
class PolynomialKernel(Kernel):
    """(2): all products of features up to the degree; with offset 0 those of exactly this degree."""

    degree: int = params.whole(2, least=1)
    offset: float = params.number(1.0)
    gamma: float = params.number(1.0, above=0)

    @property
    def positive(self) -> bool:
        return self.offset >= 0

    def __call__(self, A, B) -> np.ndarray:
        A, B = cells(A, B)
        K = A @ B.T
        K *= self.gamma
        K += self.offset
        return power(K, self.degree)  # (2)

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        return power(self.gamma * np.vecdot(A, A) + self.offset, self.degree)

    @property
    def features(self) -> PolynomialMap:
        """The map whose inner product this kernel is."""
        return PolynomialMap(self.degree, self.offset, self.gamma)


@dataclass(frozen=True, slots=True)
class RBF(Kernel):
    """(3): a bump around every case; the larger gamma, the narrower."""

    positive = shift_is_bias = True
    gamma: float = params.number(1.0, above=0)

    def __call__(self, A, B) -> np.ndarray:
        A, B = cells(A, B)
        centre = B.mean(axis=0)  # far from the origin the differences would be lost in rounding
        return bumps(left(A - centre, self.gamma), right(B - centre, self.gamma))  # (3)

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        return np.ones(len(A))


@dataclass(frozen=True, slots=True)
class SigmoidKernel(Kernel):
    """(4): not positive semidefinite in general."""

    eta: float = params.number(1.0)
    nu: float = params.number(-1.0)

    def __call__(self, A, B) -> np.ndarray:
        A, B = cells(A, B)
        return np.tanh(self.eta * (A @ B.T) + self.nu)  # (4)

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        return np.tanh(self.eta * np.vecdot(A, A) + self.nu)


@dataclass(frozen=True, slots=True)
class GivenKernel(Kernel):
    """Any function of two matrices of cases; nobody knows whether it is positive."""

    function: Callable[[np.ndarray, np.ndarray], np.ndarray]

    def __call__(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        K = np.asarray(self.function(A, B), dtype=float)
        if K.shape != (len(A), len(B)):
            raise ValueError(
                f"kernel: expected a matrix {len(A)} x {len(B)}, a row for each case of the first argument, "
                f"got shape {K.shape}; return K(a, b) for all pairs"
            )
        return K

    def diagonal(self, A: np.ndarray) -> np.ndarray:
        parts = [A[some] for some in blocks(len(A), 1, DIAGONAL_BLOCK)]
        return np.concatenate([np.diag(self(part, part)) for part in parts])


KERNELS = ("linear", "polynomial", "rbf", "sigmoid")


def chosen(kernel, gamma: float, degree: int, offset: float) -> Kernel:
    """The kernel of that name (eta of the sigmoid is gamma, nu is the offset), or the one that was given."""
    if isinstance(kernel, Kernel):
        return kernel
    if callable(kernel) and not isinstance(kernel, type):
        return GivenKernel(kernel)
    inputs.option("kernel", kernel, KERNELS, "a kernel such as RBF(gamma=2.0), or a function of two matrices of cases")
    made = (Linear(), PolynomialKernel(degree, offset, gamma), RBF(gamma), SigmoidKernel(gamma, offset))
    return made[KERNELS.index(kernel)]


def check_kernel(kernel: Kernel, X: np.ndarray) -> None:
    """Raise a ValueError for a kernel that is not symmetric (seen at SAMPLE of the examples) or not finite."""
    with np.errstate(over="ignore", invalid="ignore"):
        largest = np.abs(kernel.diagonal(X)).max()
    given = isinstance(kernel, GivenKernel)
    if not largest <= inputs.HUGE:  # false for NaN too
        source = "the function; repair it" if given else f"{kernel}; measure X in a larger unit, or lower the degree"
        raise ValueError(f"kernel: expected K(x, x) up to {inputs.HUGE:g}, got {largest:g} from {source}")
    if not given:
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
    return np.linalg.eigvalsh(kernel(X, X))  # (5)


def smallest_eigenvalue(kernel: Kernel, X: np.ndarray) -> float:
    """At SAMPLE of the examples; 0 where it is only rounding that puts it below. That of all examples is no larger, so
    a number below 0 proves that the kernel is not positive semidefinite."""
    values = eigenvalues(kernel, sample(X))
    least = float(values[0])
    return least if least > 0 or least < -RANK * float(np.abs(values).max()) else 0.0
