"""Feature maps: their inner products are kernels, and what is linear in them bends in x."""

import numpy as np
import pytest
from sklearn.preprocessing import PolynomialFeatures

from labkit.core import data
from labkit.learners import SVM, BasisClassifier
from labkit.learners.svm.features import PolynomialMap, ProductMap, quadratic_coefficients
from labkit.learners.svm.kernels import PolynomialKernel
from tests.golden import close, golden

RNG = np.random.default_rng(1)


def test_map_of_figure_3_squares_the_inner_product():
    """I-001-007, SVM-16."""
    x, z = PolynomialMap()([[1.0, 2.0], [3.0, -1.0]])
    np.testing.assert_allclose(x, [1.0, 2 * np.sqrt(2), 4.0])
    assert close(x @ z, golden("SVM-16"))


@pytest.mark.parametrize("features", [1, 2, 5])
@pytest.mark.parametrize("kernel", [PolynomialKernel(2, 0.0), PolynomialKernel(3, 1.0, 0.5), PolynomialKernel(5, 2.0)])
def test_inner_product_of_the_map_is_the_kernel(kernel, features):
    A, B = RNG.normal(size=(6, features)), RNG.normal(size=(4, features))
    np.testing.assert_allclose(kernel.features(A) @ kernel.features(B).T, kernel(A, B), rtol=1e-10, atol=1e-12)


def test_quadratic_discriminant_has_each_product_once():
    """I-001-004, I-001-005, SVM-19, E-001-08: 1 + d + d (d + 1) / 2, not d^2 + d + 1."""
    counts = [quadratic_coefficients(d) for d in (2, 3, 10)]
    assert close(counts, golden("SVM-19"))
    for d, count in zip((2, 3, 10), counts, strict=True):
        assert PolynomialFeatures(2).fit(np.zeros((1, d))).n_output_features_ == count
        assert PolynomialMap(2, offset=1.0)(np.ones((1, d))).shape == (1, count)


def test_circle_becomes_a_plane_in_figure_3():
    """I-001-007: on the circle y1 + y3 is constant."""
    angle = np.linspace(0, 6, 20)
    y = PolynomialMap()(np.column_stack([np.cos(angle), np.sin(angle)]))
    np.testing.assert_allclose(y[:, 0] + y[:, 2], 1.0)


@pytest.mark.parametrize("alpha", [1.0, 0.5, -2.0])
def test_plane_separates_xor_in_figure_4(alpha):
    """I-001-002, I-001-006, I-001-008: of (x1, x2, alpha x1 x2) only the third counts, and f = -x1 x2."""
    table = data.load("xor_pm1")
    X, y = table.numeric("x1", "x2"), table["y"].astype(int)
    lifted = ProductMap(alpha)(X)
    np.testing.assert_allclose(lifted, np.column_stack([X, alpha * X[:, 0] * X[:, 1]]))
    machine = SVM(kernel="linear", C=np.inf, tolerance=1e-12)
    learner = BasisClassifier(learner=machine, basis=ProductMap(alpha)).fit(X, y)
    np.testing.assert_allclose(learner.model_.inner.w, [0.0, 0.0, 0.0, -1 / alpha], atol=1e-9)
    cases = RNG.uniform(-1, 1, (50, 2))
    np.testing.assert_allclose(learner.decision_function(cases), -cases[:, 0] * cases[:, 1], atol=1e-9)


def test_polynomial_kernel_is_the_linear_one_on_its_map():
    """I-001-018: the kernel trick."""
    X, y = data.rings(60, seed=2)
    kernel = PolynomialKernel(2, 1.0)
    direct = SVM(kernel=kernel, C=3.0, tolerance=1e-9).fit(X, y)
    lifted = SVM(kernel="linear", C=3.0, tolerance=1e-9).fit(kernel.features(X), y)
    np.testing.assert_allclose(direct.decision_function(X), lifted.decision_function(kernel.features(X)), atol=1e-6)
    assert direct.model_.margin == pytest.approx(lifted.model_.margin, rel=1e-7)


def test_maps_refuse_what_they_cannot_lift():
    with pytest.raises(ValueError, match="X: expected 2 features, got 3; choose two columns"):
        ProductMap()(np.ones((4, 3)))
    with pytest.raises(ValueError, match="offset: expected a number >= 0"):
        PolynomialMap(2, -1.0)
    with pytest.raises(ValueError, match=r"degree: expected at most 10000 products, got \d+ of degree 6"):
        PolynomialMap(6)(np.ones((4, 20)))
