"""The hard margin: where there is none, one clear error (E-001-03)."""

import math

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris

from labkit.core import data
from labkit.learners import SVM
from labkit.learners.svm.kernels import RBF, PolynomialKernel, SigmoidKernel

REFUSED = "C: expected a finite number where no hyperplane of the kernel's space separates the classes, got inf"


@pytest.mark.parametrize("make", [data.gaussians, data.moons, data.rings, data.xor])
def test_line_is_refused_where_classes_overlap(make):
    with pytest.raises(ValueError, match=REFUSED):
        SVM(kernel="linear", C=math.inf).fit(*make(60, seed=1))


@pytest.mark.parametrize(
    ("make", "kernel"),
    [(data.rings, PolynomialKernel(2)), (data.xor, PolynomialKernel(2)), (data.gaussians, RBF(100.0)),
     (data.rings, PolynomialKernel(2, 1.0).features), (data.gaussians, lambda a, b: RBF(100.0)(a, b))],
)  # fmt: skip
def test_kernel_that_separates_is_taken(make, kernel):
    X, y = make(60, seed=1)
    if isinstance(kernel, type(PolynomialKernel().features)):
        phi = kernel
        kernel = lambda a, b: phi(a) @ phi(b).T  # noqa: E731  a function, not a kernel: the eigenvectors decide
    learner = SVM(kernel=kernel, C=math.inf, tolerance=1e-6).fit(X, y)
    assert learner.score(X, y) == 1.0
    assert learner.last_step_.kkt.worst < 1e-5


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_products_are_refused_where_classes_overlap_in_their_space(degree):
    X, y = data.gaussians(80, distance=0.5, seed=3)
    with pytest.raises(ValueError, match=REFUSED):
        SVM(kernel="polynomial", degree=degree, C=math.inf).fit(X, y)
    with pytest.raises(ValueError, match=REFUSED):  # as a function: by eigenvectors
        SVM(kernel=lambda a, b: PolynomialKernel(degree)(a, b), C=math.inf).fit(X, y)


def test_equal_examples_of_two_classes_have_no_margin():
    X, y = data.xor(20, seed=1)
    X[3] = X[y != y[3]][0]
    for kernel in ("rbf", "linear", "polynomial"):
        with pytest.raises(ValueError, match=REFUSED):
            SVM(kernel=kernel, C=math.inf, degree=3).fit(X, y)


@pytest.mark.parametrize("n", [3, 5])
def test_all_examples_in_one_place_have_no_margin(n):
    """Fewer than the products: eigenvectors would tell them apart by their rounding."""
    for kernel in ("polynomial", lambda a, b: PolynomialKernel(3)(a, b)):
        with pytest.raises(ValueError, match=REFUSED):
            SVM(kernel=kernel, C=math.inf, degree=3).fit(np.full((n, 2), 0.3), np.arange(n) > 0)


@pytest.mark.parametrize("degree", [1, 2])
def test_examples_on_a_line_are_judged_on_it(degree):
    """More features than examples, and yet + - + - has no margin by products up to the second degree."""
    direction = np.random.default_rng(1).normal(size=50)
    X, y = np.outer([0.0, 1.0, 2.0, 3.0], direction), [0, 1, 0, 1]
    with pytest.raises(ValueError, match=REFUSED):
        SVM(kernel="polynomial", degree=degree, C=math.inf).fit(X, y)
    SVM(kernel="polynomial", degree=3, C=math.inf).fit(X, y)


def test_hard_margin_needs_an_inner_product():
    X, y = data.separable(30, seed=1)
    with pytest.raises(ValueError, match="C: expected a finite number with a kernel that is not positive semidefinite"):
        SVM(kernel=SigmoidKernel(3.0, -1.0), C=math.inf).fit(X, y)


def test_soft_margin_takes_what_a_hard_one_refuses():
    X, y = data.gaussians(60, seed=1)
    assert SVM(kernel="linear", C=1e3).fit(X, y).score(X, y) > 0.7


def test_shipped_data_are_judged_as_they_are():
    X, y = load_iris(return_X_y=True)
    SVM(kernel="linear", C=math.inf).fit(X[y < 2], y[y < 2])
    with pytest.raises(ValueError, match=REFUSED):
        SVM(kernel="linear", C=math.inf).fit(X[y > 0], y[y > 0])
    X, y = load_digits(return_X_y=True)
    two = np.isin(y, (3, 8))
    learner = SVM(kernel="linear", C=math.inf).fit(X[two], y[two])
    assert learner.score(X[two], y[two]) == 1.0
