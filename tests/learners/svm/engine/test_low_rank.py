"""Pivoted Cholesky against the whole kernel matrix."""

import numpy as np
import pytest
from scipy.linalg import lapack

from labkit.core import data
from labkit.learners.svm.engine.kernel_matrix import among
from labkit.learners.svm.engine.low_rank import low_rank
from labkit.learners.svm.kernels import RBF, Linear, PolynomialKernel


def examples(n=150, d=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


@pytest.mark.parametrize("kernel", [RBF(0.5), PolynomialKernel(3), Linear()])
@pytest.mark.parametrize("tolerance", [1e-2, 1e-6, 1e-10])
def test_no_entry_is_wrong_by_more_than_the_tolerance(kernel, tolerance):
    """I-001-018: F holds features whose inner products are the kernel."""
    X = examples()
    K, F = kernel(X, X), low_rank(kernel, X, tolerance, 150)
    assert np.abs(K - F @ F.T).max() <= tolerance * K.max() * (1 + 1e-6)


@pytest.mark.parametrize(("degree", "features"), [(1, 3), (2, 6), (3, 10)])
def test_rank_is_the_number_of_features_that_a_polynomial_has(degree, features):
    assert low_rank(PolynomialKernel(degree), examples(), 1e-10, 150).shape == (150, features)


def test_pivots_are_those_of_lapack():
    """dpstrf pivots by the same rule; the column of rank k is 0 but for rounding where an earlier pivot stands."""
    X = examples(40)
    K = RBF(1.0)(X, X)
    _, pivots, rank, _ = lapack.dpstrf(K, tol=1e-4, lower=1)
    F = low_rank(RBF(1.0), X, 1e-4, 40)
    assert F.shape[1] == rank
    order = pivots[:rank] - 1
    assert np.allclose(np.triu(F[order], 1), 0, atol=1e-10)  # triangular in the order of the pivots
    assert np.allclose(F[order] @ F[order].T, K[np.ix_(order, order)])


def test_first_of_equal_examples_is_the_pivot():
    X = np.array([[0.0], [5.0], [5.0], [0.0]])
    F = low_rank(RBF(1.0), X, 1e-3, 4)
    assert F.shape[1] == 2 and F[0, 0] == F[3, 0] == 1.0 and F[1, 1] == F[2, 1] > 0.9


def test_rank_above_the_most_is_none():
    X = examples()
    rank = low_rank(RBF(1.0), X, 1e-6, 150).shape[1]
    assert low_rank(RBF(1.0), X, 1e-6, rank - 1) is None
    assert low_rank(RBF(1.0), X, 1e-6, rank).shape[1] == rank


def test_smooth_kernels_have_a_low_rank_and_narrow_ones_do_not():
    """What decides between the solvers: I-001-016, the bumps of a small gamma overlap."""
    X, _ = data.blobs(500)
    ranks = [low_rank(RBF(gamma), X, 1e-4, 500).shape[1] for gamma in (0.01, 0.1, 1.0, 100.0)]
    assert ranks == sorted(ranks) and ranks[0] < 5 and ranks[-1] > 200


def test_equal_examples_have_rank_one():
    assert low_rank(RBF(1.0), np.ones((5, 2)), 1e-6, 5).shape == (5, 1)
    assert low_rank(Linear(), np.zeros((5, 2)), 1e-6, 5).shape == (5, 0)


@pytest.mark.parametrize("kernel", [RBF(0.5), PolynomialKernel(3), Linear()])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_rows_among_the_examples_are_those_of_the_kernel(kernel, offset):
    """For the bumps by their definition, as far as the examples themselves can be told apart."""
    X = examples(30) + offset
    K = among(kernel, X)(slice(4, 9))
    if isinstance(kernel, RBF):
        assert np.allclose(K, np.exp(-0.5 * ((X[4:9, None] - X) ** 2).sum(axis=2)), rtol=1e-8)
    else:
        assert np.array_equal(K, kernel(X[4:9], X))
