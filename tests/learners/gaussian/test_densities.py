"""Maximum-likelihood moments of the classes against NumPy's own, and where they are hard to compute."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from labkit.core.data import load
from labkit.core.learner import TrainingSet
from labkit.learners.gaussian.densities import ClassMoments
from tests.golden import close, golden


def moments(X, y):
    classes, index = np.unique(y, return_inverse=True)
    return ClassMoments.of(TrainingSet(np.asarray(X), index, classes))


def lda10():
    table = load("lda10")
    return table.numeric("x1", "x2"), table["y"].astype(int)


def test_shared_covariance_is_the_average_of_the_classes_GEN_01():
    found = moments(*lda10())
    assert close(found.shared, golden("GEN-01"))
    np.testing.assert_allclose(found.shared, (5 * found.covariances[0] + 5 * found.covariances[1]) / 10)


def test_moments_are_those_of_numpy_I_004_072():  # I-004-070, I-004-071
    X, y = load_iris(return_X_y=True)
    X, y = X[:130], y[:130]  # of unequal size
    found = moments(X, y)
    for k in range(3):
        np.testing.assert_allclose(found.means[k], X[y == k].mean(axis=0))
        np.testing.assert_allclose(found.covariances[k], np.cov(X[y == k].T, bias=True), atol=1e-12)
    np.testing.assert_allclose(found.shares, np.bincount(y) / len(y))
    np.testing.assert_allclose(found.mean, X.mean(axis=0))


@pytest.mark.parametrize("shift", [0.1, 1e8, -1e15])
def test_constant_column_has_exactly_no_variance_wherever_it_lies(shift):
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=1000), np.full(1000, shift)])
    found = moments(X, np.arange(1000) % 3)
    assert (found.covariances[:, 1] == 0).all()
    assert (found.means[:, 1] == shift).all()
    assert found.units[1] == 0


def test_column_that_only_differs_between_classes_is_measured_by_the_means():
    X = np.column_stack([np.tile([0.0, 1.0, 2.0], 2), np.repeat([3.0, 5.0], 3)])
    found = moments(X, np.repeat([0, 1], 3))
    assert found.units == pytest.approx([np.sqrt(2 / 3), 1.0])
    assert found.factored().raised == 1


def test_covariance_far_from_the_origin_keeps_its_digits():
    X, y = lda10()
    np.testing.assert_allclose(moments(X + 1e9, y).shared, moments(X, y).shared, rtol=1e-6)
