"""Sums in blocks against one plain product."""

import numpy as np
import pytest

from labkit.learners.logistic.engine.products import BLOCK, SHORTEST, class_squares, weighted_square


@pytest.mark.parametrize("n", [1, 50, BLOCK // 3 + 5])
def test_weighted_square_is_the_sum_of_s_x_x(n):
    rng = np.random.default_rng(0)
    X, s = rng.normal(size=(3, n)), rng.uniform(0, 1, n)
    np.testing.assert_allclose(weighted_square(X, s), np.einsum("in,n,jn->ij", X, s, X), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n", [1, 50, 40 * SHORTEST])
def test_class_squares_are_the_sums_of_mu_k_mu_j_x_x(n, weighted):
    rng = np.random.default_rng(1)
    mu, X, c = rng.uniform(0, 1, (4, n)), rng.normal(size=(9, n)), rng.uniform(0.5, 2, n)
    expected = np.einsum("kn,an,jn,bn->kajb", mu * (c if weighted else 1.0), X, mu, X, optimize=True)
    np.testing.assert_allclose(class_squares(mu, X, c if weighted else None), expected, rtol=1e-9, atol=1e-9)
