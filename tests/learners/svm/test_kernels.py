"""Kernels against loops and scikit-learn's; which are inner products (I-001-015 to I-001-018)."""

import numpy as np
import pytest
from sklearn.metrics import pairwise

from labkit.core import data
from labkit.learners import SVM
from labkit.learners.grid import points
from labkit.learners.svm.engine.kernel_matrix import _sigmoid_on_grid, among, combined, combined_on_grid
from labkit.learners.svm.kernels import (
    RBF,
    GivenKernel,
    Linear,
    PolynomialKernel,
    SigmoidKernel,
    eigenvalues,
    sample,
    smallest_eigenvalue,
)
from tests.golden import close, golden

RNG = np.random.default_rng(0)
A, B, C = RNG.normal(size=(13, 2)), RNG.normal(size=(7, 2)), RNG.normal(size=7)
THEIRS = {
    Linear(): pairwise.linear_kernel(A, B),
    PolynomialKernel(1, 0.5, 2.0): pairwise.polynomial_kernel(A, B, degree=1, coef0=0.5, gamma=2.0),
    PolynomialKernel(3): pairwise.polynomial_kernel(A, B, degree=3, coef0=1.0, gamma=1.0),
    PolynomialKernel(6, 0.0, 0.3): pairwise.polynomial_kernel(A, B, degree=6, coef0=0.0, gamma=0.3),
    PolynomialKernel(2, -0.5): pairwise.polynomial_kernel(A, B, degree=2, coef0=-0.5, gamma=1.0),
    RBF(0.7): pairwise.rbf_kernel(A, B, gamma=0.7),
    SigmoidKernel(0.5, -1.0): pairwise.sigmoid_kernel(A, B, gamma=0.5, coef0=-1.0),
}
KERNELS = pytest.mark.parametrize("kernel", THEIRS, ids=repr)


@KERNELS
def test_kernel_is_that_of_scikit_learn(kernel):
    np.testing.assert_allclose(kernel(A, B), THEIRS[kernel], rtol=1e-12, atol=1e-14)


@KERNELS
def test_diagonal_is_that_of_the_gram_matrix(kernel):
    np.testing.assert_allclose(kernel.diagonal(A), np.diag(kernel(A, A)), rtol=1e-12)


@KERNELS
def test_weighted_sum_and_field_are_those_of_all_pairs(kernel):
    np.testing.assert_allclose(combined(kernel, A, B, C), THEIRS[kernel] @ C, rtol=1e-10, atol=1e-12)
    x, y = np.linspace(-1, 2, 9), np.linspace(-2, 1, 5)
    cells = kernel(points(x, y), B) @ C
    np.testing.assert_allclose(combined_on_grid(kernel, x, y, B, C), cells.reshape(5, 9), rtol=1e-9, atol=1e-10)


def test_weighted_sum_is_the_same_in_blocks(monkeypatch):
    monkeypatch.setattr("labkit.learners.blocks.BLOCK", 15)
    np.testing.assert_allclose(combined(RBF(), A, B, C), RBF()(A, B) @ C, rtol=1e-12)


@KERNELS
def test_rows_among_themselves_are_those_of_the_gram_matrix(kernel):
    rows = among(kernel, A)
    for some in (slice(2, 5), [4, 1], np.arange(13) > 9):
        np.testing.assert_allclose(rows(some), kernel(A, A)[some], rtol=1e-12, atol=1e-14)


def test_bump_is_as_exact_far_from_the_origin():
    """I-001-016: only differences count. The offset 2^20 leaves the differences as they are."""
    near = np.round(A * 64) / 64
    np.testing.assert_allclose(RBF(2.0)(near + 2**20, near + 2**20), RBF(2.0)(near, near), rtol=1e-9, atol=1e-14)


def test_a_case_is_most_like_itself():
    assert (np.diag(RBF(1e6)(A, A)) <= 1).all()
    np.testing.assert_allclose(np.diag(RBF(1e6)(A, A)), 1.0, rtol=1e-8)


def test_sigmoid_kernel_is_no_inner_product():
    """I-001-017, SVM-18, E-001-04: all three eigenvalues as the erratum has them."""
    values = eigenvalues(SigmoidKernel(1.0, -1.0), [[0.5], [1.0], [2.0]])
    assert close(values[0], golden("SVM-18"))
    np.testing.assert_allclose(values, [-0.958, -0.114, 1.432], atol=5e-4)


@pytest.mark.parametrize("kernel", [Linear(), PolynomialKernel(3), PolynomialKernel(2, 0.0), RBF(0.3), RBF(30.0)])
def test_positive_kernel_has_no_eigenvalue_below_zero(kernel):
    assert kernel.positive
    X = RNG.normal(size=(40, 3))
    assert eigenvalues(kernel, X)[0] > -1e-9 * eigenvalues(kernel, X)[-1]
    assert smallest_eigenvalue(kernel, X) >= 0


@pytest.mark.parametrize("kernel", [PolynomialKernel(2, -1.0), SigmoidKernel(), GivenKernel(lambda a, b: -a @ b.T)])
def test_other_kernels_promise_nothing_and_are_found_out(kernel):
    assert not kernel.positive
    assert smallest_eigenvalue(kernel, RNG.normal(size=(40, 3))) < 0


def test_eigenvalue_of_some_examples_bounds_that_of_all():
    X = RNG.normal(size=(900, 2))
    some, every = smallest_eigenvalue(SigmoidKernel(), X), eigenvalues(SigmoidKernel(), X)[0]
    assert every <= some < 0


def test_sample_is_evenly_spread_and_small():
    for n in (1, 5, 200, 201, 399, 1000):
        rows = sample(np.arange(n)[:, None])
        assert 0 < len(rows) <= 200
        assert len(np.unique(np.diff(rows.ravel()))) <= 1


# ---------------------------------------------------------------- what a learner takes


@pytest.mark.parametrize("n", [30, 500])
def test_kernel_that_is_not_symmetric_is_refused(n):
    X, y = data.gaussians(n, seed=0)
    with pytest.raises(ValueError, match=r"kernel: expected a symmetric one, K\(a, b\) = K\(b, a\), got .* repair"):
        SVM(kernel=lambda a, b: a @ b.T + a[:, :1]).fit(X, y)


def test_kernel_of_the_wrong_shape_is_refused():
    X, y = data.gaussians(30, seed=0)
    with pytest.raises(ValueError, match=r"kernel: expected a matrix .* got shape \(\d+,\); return K\(a, b\) for all"):
        SVM(kernel=lambda a, b: a[:, 0]).fit(X, y)


def test_kernel_that_is_not_finite_is_refused():
    X, y = data.gaussians(30, seed=0)
    with pytest.raises(ValueError, match=r"K\(x, x\) up to 1e\+100, got nan from the function; repair it"):
        SVM(kernel=lambda a, b: np.full((len(a), len(b)), np.nan)).fit(X, y)
    with pytest.raises(ValueError, match=r"kernel: expected K.* lower the degree"):
        SVM(kernel="polynomial", degree=40).fit(1e6 * X, y)


@pytest.mark.parametrize("bad", [0.0, -1.0, np.inf, "wide", None])
def test_width_that_makes_no_bump_is_refused(bad):
    with pytest.raises(ValueError, match="gamma: expected a number > 0"):
        RBF(bad)
    with pytest.raises(ValueError, match="gamma: expected a number > 0"):
        PolynomialKernel(gamma=bad)


@pytest.mark.parametrize("bad", [0, 1.5, "two"])
def test_degree_that_makes_no_polynomial_is_refused(bad):
    with pytest.raises(ValueError, match="degree: expected a whole number >= 1"):
        PolynomialKernel(bad)


@pytest.mark.parametrize("name", ["linear", "rbf", "polynomial", "sigmoid"])
def test_kernel_may_be_named_or_given_or_a_function(name):
    X, y = data.gaussians(40, seed=3)
    objects = {
        "linear": Linear(), "rbf": RBF(0.6), "polynomial": PolynomialKernel(3, 0.5, 0.6),
        "sigmoid": SigmoidKernel(0.6, 0.5),
    }  # fmt: skip
    named = SVM(kernel=name, gamma=0.6, degree=3, offset=0.5, tolerance=1e-8, solver="smo").fit(X, y)
    given = SVM(kernel=objects[name], tolerance=1e-8, solver="smo").fit(X, y)
    function = SVM(kernel=lambda a, b: objects[name](a, b), tolerance=1e-8, solver="smo").fit(X, y)
    np.testing.assert_array_equal(named.decision_function(X), given.decision_function(X))
    np.testing.assert_allclose(function.decision_function(X), given.decision_function(X), atol=1e-6)


def test_sigmoid_field_is_right_where_powers_of_e_would_overflow():
    far = 30.0 * B
    for kernel in (SigmoidKernel(9.0, 2.0), SigmoidKernel(-1.0, 500.0)):
        x, y = np.linspace(-20, 20, 7), np.linspace(-5, 5, 4)
        assert _sigmoid_on_grid(kernel, x, y, far, C) is None
        cells = kernel(points(x, y), far) @ C
        np.testing.assert_allclose(combined_on_grid(kernel, x, y, far, C), cells.reshape(4, 7), atol=1e-12)


@pytest.mark.parametrize("kernel", [Linear(), PolynomialKernel(), RBF(0.1), SigmoidKernel()])
def test_kernels_take_lists(kernel):
    A, B = [[1, 2], [0, 1]], [[3, -1]]
    np.testing.assert_array_equal(kernel(A, B), kernel(np.array(A, dtype=float), np.array(B, dtype=float)))
