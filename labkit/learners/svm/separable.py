"""Whether there is a hard margin: whether a hyperplane in the space of the kernel's features separates the classes.

Lecture 11; deck 001 "Support Vector Machines". Inventory: I-001-009, I-001-013.

    F F' = K        the rows of F are the examples in that space            (1)

The linear kernel has F = X, the polynomial one its products (or, if these are more than the examples, what the
eigenvectors of K give, as for any other kernel); then ``perceptron.programming`` finds a separator or the proof that
there is none. Equal examples of two classes have none in any space. Gaussian bumps around different places are never
dependent, so the RBF kernel separates all others.

Departures from the slides: the maximum margin exists only where the classes are separable (E-001-03).
"""

from __future__ import annotations

from math import comb

import numpy as np

from labkit.learners.linear import signed
from labkit.learners.perceptron.programming import has_separator
from labkit.learners.svm.gram import RANK, smallest_eigenvalue
from labkit.learners.svm.kernels import RBF, Kernel, Linear, PolynomialKernel


def check(kernel: Kernel, X: np.ndarray, z: np.ndarray) -> None:
    """Raise a ValueError where no hyperplane separates the signs z."""
    if not kernel.positive and smallest_eigenvalue(kernel, X) < 0:
        raise ValueError(
            "C: expected a finite number with a kernel that is not positive semidefinite, in whose space nothing can "
            "be separated, got inf; lower it, or take another kernel"
        )
    if not (_no_twins(X, z) and (isinstance(kernel, RBF) or has_separator(signed(_features(kernel, X), 1.0, z)))):
        raise ValueError(
            "C: expected a finite number where no hyperplane of the kernel's space separates the classes, got inf, "
            "which allows no slack; lower it, or take another kernel"
        )


def _features(kernel: Kernel, X: np.ndarray) -> np.ndarray:
    """F"""
    if isinstance(kernel, Linear):
        return X
    if isinstance(kernel, PolynomialKernel) and comb(X.shape[1] + kernel.degree, kernel.degree) <= len(X):
        return kernel.features(X)
    values, vectors = np.linalg.eigh(kernel(X, X))
    there = values > RANK * values[-1]
    return vectors[:, there] * np.sqrt(values[there])  # (1)


def _no_twins(X: np.ndarray, z: np.ndarray) -> bool:
    """Whether no two equal examples have different signs."""
    place = np.unique(X, axis=0, return_inverse=True)[1].ravel()
    return bool((np.abs(np.bincount(place, z)) == np.bincount(place)).all())
