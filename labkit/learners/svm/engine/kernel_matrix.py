"""Sums, single rows and pictures of a kernel at many cases.

On the grid of a picture the RBF kernel is a product of a function of x and one of y, the polynomial kernel a polynomial
in x and y, and the sigmoid takes no more than such a product either, as tanh s = 1 - 2 / (1 + e^2s).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.learners.blocks import in_blocks
from labkit.learners.grid import points
from labkit.learners.svm.engine.arithmetic import bumps, left, right
from labkit.learners.svm.kernels import RBF, Kernel, Linear, PolynomialKernel, SigmoidKernel

LARGEST_EXPONENT = 300  # e to the double of it is still a number
WHOLE_MATRIX = 3000  # examples up to which all of the kernel matrix is computed at the start
MOST_NUMBERS = 2**26  # of kernel rows kept, else
FLAT = 1e-12  # of the largest K_ii: a smaller curvature counts as none


def combined(kernel: Kernel, A: np.ndarray, B: np.ndarray, c: np.ndarray) -> np.ndarray:
    """(cases of A,): sum of c K(., B), without ever holding a large matrix."""
    if isinstance(kernel, Linear):
        return A @ (c @ B)
    if not len(B):
        return np.zeros(len(A))
    return in_blocks(lambda cases: kernel(cases, B) @ c, A, len(B))


def among(kernel: Kernel, X: np.ndarray) -> Callable[[np.ndarray | slice], np.ndarray]:
    """The function that gives K(X[rows], X) for any rows; what X alone decides is computed once."""
    if not isinstance(kernel, RBF):
        return lambda rows: kernel(X[rows], X)
    X = X - X.mean(axis=0)
    L, R = left(X, kernel.gamma), right(X, kernel.gamma)
    return lambda rows: bumps(L[rows], R)


class KernelRows:
    """Rows of the kernel matrix, and of 1 / sqrt(K_ii + K_jj - 2 K_ij); each computed once, if memory allows."""

    def __init__(self, kernel: Kernel, X: np.ndarray):
        n, self._among = len(X), among(kernel, X)
        self.whole = self._among(slice(n)) if n <= WHOLE_MATRIX else None
        self._rows = [None] * n if self.whole is None else list(self.whole)
        self._inverse_roots, self._kept = [None] * n, 0
        self._diagonal = kernel.diagonal(X)
        self.diagonal = self._diagonal.tolist()
        self.flat = max(FLAT * float(np.abs(self._diagonal).max()), np.finfo(float).tiny)

    def __getitem__(self, i: int) -> np.ndarray:
        """K_i"""
        if self._rows[i] is None:
            self._make_room()
            self._rows[i] = self._among(slice(i, i + 1))[0]
        return self._rows[i]

    def curvature(self, i: int, j: int) -> float:
        return self.diagonal[i] + self.diagonal[j] - 2.0 * float(self[i][j])

    def inverse_roots(self, i: int) -> np.ndarray:
        """1 / sqrt(curvature) of i with every j, the flat ones as large as counts."""
        if self._inverse_roots[i] is None:
            self._make_room()
            curvature = self._diagonal - 2.0 * self[i]
            curvature += self.diagonal[i]
            np.maximum(curvature, self.flat, out=curvature)
            self._inverse_roots[i] = np.reciprocal(np.sqrt(curvature, out=curvature), out=curvature)
        return self._inverse_roots[i]

    def _make_room(self) -> None:
        n = len(self._rows)
        self._kept += n
        if self.whole is None and self._kept > MOST_NUMBERS:
            self._rows, self._inverse_roots, self._kept = [None] * n, [None] * n, n


def combined_on_grid(kernel: Kernel, x: np.ndarray, y: np.ndarray, B: np.ndarray, c: np.ndarray) -> np.ndarray:
    """(y, x): sum of c K(., B) on a grid."""
    found = None
    if len(B) and isinstance(kernel, RBF):
        across = np.exp(-kernel.gamma * np.subtract.outer(B[:, 0], x) ** 2)
        found = (np.exp(-kernel.gamma * np.subtract.outer(y, B[:, 1]) ** 2) * c) @ across
    elif len(B) and isinstance(kernel, PolynomialKernel) and kernel.positive:  # else it has no map
        found = _polynomial_on_grid(kernel, x, y, B, c)
    elif len(B) and isinstance(kernel, SigmoidKernel):
        found = _sigmoid_on_grid(kernel, x, y, B, c)
    return combined(kernel, points(x, y), B, c).reshape(len(y), len(x)) if found is None else found


def _polynomial_on_grid(kernel: PolynomialKernel, x, y, B: np.ndarray, c: np.ndarray) -> np.ndarray:
    p = kernel.degree + 1
    terms = np.zeros((p, p))
    for (i, j), number in zip(*kernel.features.coefficients(2), strict=True):
        terms[j, i] = number * (c @ (B[:, 0] ** i * B[:, 1] ** j))
    return np.vander(y, p, increasing=True) @ terms @ np.vander(x, p, increasing=True).T


def _sigmoid_on_grid(kernel: SigmoidKernel, x, y, B: np.ndarray, c: np.ndarray) -> np.ndarray | None:
    """None where a power of e would be out of range."""
    across, up = 2 * (kernel.eta * np.outer(B[:, 0], x) + kernel.nu), 2 * kernel.eta * np.outer(y, B[:, 1])
    if max(np.abs(across).max(), np.abs(up).max()) > LARGEST_EXPONENT:
        return None
    across, up = np.exp(across), np.exp(up)
    return c.sum() - np.array([2 * c @ (1 / (1 + across * row[:, None])) for row in up])
