"""What is asked of a kernel at many cases: sums, single rows, a picture, and whether it is an inner product.

Lecture 11; deck 001 "Support Vector Machines" (kernels). Inventory: I-001-017, I-001-018.

    G_ij = K(x_i, x_j)      the Gram matrix; of an inner product it is symmetric, with no eigenvalue below 0    (1)

Departures from the slides: the sigmoid kernel's has some in general (E-001-04).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core import inputs
from labkit.learners.grid import points
from labkit.learners.svm.kernels import GivenKernel, Kernel, Linear

BLOCK = 2**18  # numbers of a Gram matrix worked on together
SAMPLE = 200  # examples that a kernel is tried on
ROUNDING = 1e-8  # of the largest: less is no asymmetry
RANK = 1e-10  # of the largest eigenvalue: less is none


def check(kernel: Kernel, X: np.ndarray) -> None:
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
    return np.linalg.eigvalsh(kernel(X, X))  # (1)


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


def combined_on_grid(kernel: Kernel, x: np.ndarray, y: np.ndarray, B: np.ndarray, c: np.ndarray) -> np.ndarray:
    """(y, x): sum of c K(., B) on a grid."""
    found = kernel.combined_on_grid(x, y, B, c) if len(B) and hasattr(kernel, "combined_on_grid") else None
    return combined(kernel, points(x, y), B, c).reshape(len(y), len(x)) if found is None else found


def among(kernel: Kernel, X: np.ndarray) -> Callable[[np.ndarray | slice], np.ndarray]:
    """The function that gives K(X[rows], X) for any rows; what X alone decides is computed once."""
    if hasattr(kernel, "among"):
        return kernel.among(X)
    return lambda rows: kernel(X[rows], X)
