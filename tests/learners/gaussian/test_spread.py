"""The matrix that makes a cloud round, and what happens to one that has no spread."""

import numpy as np
import pytest

from labkit.learners.gaussian.spread import LEAST_VARIANCE, ellipse, factored


def random_covariances(K=4, d=3):
    A = np.random.default_rng(1).normal(size=(K, d, d))
    return A @ np.swapaxes(A, 1, 2)


def test_whitening_makes_covariance_round_and_gives_its_determinant_I_000_007():
    S = random_covariances()
    factor = factored(S)
    for s, W, log_det in zip(S, factor.whitening, factor.log_det, strict=True):
        np.testing.assert_allclose(W.T @ s @ W, np.eye(3), atol=1e-9)
        np.testing.assert_allclose(W @ W.T, np.linalg.inv(s), rtol=1e-7)
        assert log_det == pytest.approx(np.linalg.slogdet(s)[1])
    np.testing.assert_array_equal(factor.covariance, S)
    assert not factor.raised.any()


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_whether_a_matrix_is_singular_does_not_depend_on_units(scale):
    units = np.array([1.0, scale, 1.0 / scale])
    S = np.array([[2.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 1.0]])
    assert factored(S * np.outer(units, units)).raised == 0
    copy = S[np.ix_([0, 1, 0], [0, 1, 0])]  # the third column is the first again
    assert factored(copy * np.outer(units, units)).raised == 1


def test_singular_matrix_gets_a_tiny_variance_in_the_direction_that_has_none():
    S = np.array([[1.0, 1.0], [1.0, 1.0]])
    factor = factored(S)
    values = np.linalg.eigvalsh(factor.covariance)
    assert values == pytest.approx([LEAST_VARIANCE, 2.0], rel=1e-5)
    np.testing.assert_allclose(factor.covariance, S, atol=LEAST_VARIANCE)
    assert factor.log_det == pytest.approx(np.log(2 * LEAST_VARIANCE), rel=1e-6)


def test_column_without_any_unit_counts_as_of_unit_one():
    factor = factored(np.diag([4.0, 0.0]))
    assert factor.raised == 1
    np.testing.assert_allclose(factor.covariance, np.diag([4.0, LEAST_VARIANCE]))


def test_ellipse_is_at_one_distance_from_its_mean():
    S, mean = np.array([[2.0, 0.8], [0.8, 1.0]]), np.array([3.0, -1.0])
    around = ellipse(mean, S, radius=1.5)
    z = (around - mean) @ factored(S).whitening
    np.testing.assert_allclose(np.linalg.norm(z, axis=1), 1.5)
    np.testing.assert_allclose(around[0], around[-1])


def test_ellipse_of_a_singular_matrix_is_a_segment_I_004_043():
    difference = np.array([3.0, -4.0])
    around = ellipse([1.0, 1.0], np.outer(difference, difference), radius=1.0) - 1.0
    np.testing.assert_allclose(around @ [4.0, 3.0], 0.0, atol=1e-12)
    assert np.linalg.norm(around, axis=1).max() == pytest.approx(5.0)
    np.testing.assert_array_equal(ellipse([1.0, 2.0], np.zeros((2, 2))), np.tile([1.0, 2.0], (73, 1)))
    with pytest.raises(ValueError, match=r"covariance: expected a matrix of the plane, \(2, 2\), got shape \(3, 3\)"):
        ellipse(np.zeros(3), np.eye(3))
