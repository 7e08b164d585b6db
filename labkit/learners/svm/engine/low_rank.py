"""A kernel matrix as F F' with few columns: what smooth kernels really depend on.

Lecture 11; deck 001 "Support Vector Machines" (the kernel trick, which it undoes: f_i is a short feature row of example
i). Inventory: I-001-018. Pivoted Cholesky decomposition, as S. Fine and K. Scheinberg (2001) use it.

    p = argmax of r_i,  r_i = K_ii - |f_i|^2       the example that F explains worst; the first of equals         (1)
    f_new = (K_p - F f_p) / sqrt(r_p)              one more column, after which r_p = 0                           (2)
    max r_i <= tolerance max K_ii                  stop: no entry of K - F F' is larger                           (3)

A kernel whose (2) leaves a negative r_i is not positive semidefinite.
"""

from __future__ import annotations

import numpy as np

from labkit.learners.svm.engine.kernel_matrix import among
from labkit.learners.svm.kernels import Kernel


def low_rank(kernel: Kernel, X: np.ndarray, tolerance: float, most: int) -> np.ndarray | None:
    """F (examples, rank); None if more than ``most`` columns would be needed."""
    left = np.array(kernel.diagonal(X), dtype=float)
    enough = max(tolerance, np.finfo(float).eps) * float(left.max())
    rows = among(kernel, X)
    columns = np.empty((min(most, len(X)), len(X)))
    for rank, column in enumerate(columns):
        p = int(left.argmax())  # (1)
        if left[p] <= enough:  # (3)
            return columns[:rank].T
        np.subtract(rows(slice(p, p + 1))[0], columns[:rank, p] @ columns[:rank], out=column)
        column /= np.sqrt(left[p])  # (2)
        left -= column * column
        left[p] = 0.0
    return columns.T if left.max() <= enough else None
