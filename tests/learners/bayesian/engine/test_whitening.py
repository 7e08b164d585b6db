"""Weights without harm from rounding: features far from 0, multiples of one another, of any size."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import LaplaceLogistic, VariationalLogistic, VariationalSoftmax
from labkit.learners.bayesian.bounds import curvature
from labkit.learners.bayesian.engine.whitening import Whitening
from labkit.learners.bayesian.normal import Normal, prior

FAR = [0.0, 1e4, 1e6, 1e8]  # what is added to the features, which spread over about 1


def overlapping(far, n=60):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 2))
    return X + far, (X[:, 0] + 0.5 * rng.normal(size=n) > 0).astype(int)


def ones(X):
    return np.column_stack([np.ones(len(X)), X])


def rooted(X, c, variance):
    """R with R R' the inverse of I / variance + sum of c x x': from singular values, nothing is squared."""
    _, s, Vt = np.linalg.svd(np.vstack([np.eye(X.shape[1]) / np.sqrt(variance), np.sqrt(c)[:, None] * X]))
    return Vt.T / s


@pytest.mark.parametrize("far", FAR)
def test_examples_and_prior_are_orthonormal_when_white(far):
    X, before = ones(overlapping(far)[0]), prior([1.0, 2.0, 3.0], [4.0, 9.0, 16.0], 3)
    white = Whitening(X, before)
    np.testing.assert_allclose(white.X.T @ white.X + white.prior.precision, np.eye(3), atol=1e-6)
    np.testing.assert_allclose(white.X @ white.prior.mean, X @ before.mean, rtol=1e-9)


def test_normal_of_white_weights_is_the_same_normal():
    """Density, precision and determinant, of one class and of two."""
    rng = np.random.default_rng(1)
    X, before = rng.normal(size=(20, 3)), prior(0.3, 2.0, 3)
    white = Whitening(X, before, count=2)
    for count in (1, 2):
        q, w = white.back(white.prior.times(count)), rng.normal(size=(5, 3 * count))
        plain = before.times(count)
        np.testing.assert_allclose(q.mean, plain.mean)
        np.testing.assert_allclose(q.precision, plain.precision, atol=1e-12)
        np.testing.assert_allclose(q.log_density(w), plain.log_density(w))
        np.testing.assert_allclose(q.ellipse(), plain.ellipse()[0] + (q.ellipse() - q.ellipse()[0]))
        assert q.log_determinant == pytest.approx(plain.log_determinant)


@pytest.mark.parametrize("far", FAR)
def test_laplace_stands_features_far_from_0(far):
    """At the peak the residuals of the working least-squares problem have nothing to say about the weights."""
    X, y = overlapping(far)
    step = LaplaceLogistic().fit(X, y).last_step_
    assert "gradient has vanished" in step.reason
    A, mean = ones(X), step.model.posterior.mean
    mu = 1 / (1 + np.exp(-A @ mean))
    c = mu * (1 - mu)
    B, r = np.vstack([np.eye(3) / 10, np.sqrt(c)[:, None] * A]), np.concatenate([-mean / 10, (y - mu) / np.sqrt(c)])
    move = np.linalg.lstsq(B, r, rcond=1e-18)[0]  # Newton's, from there
    np.testing.assert_allclose(A @ move, 0, atol=1e-5)
    np.testing.assert_allclose(step.model.scores(X)[1], ((A @ rooted(A, c, 100.0)) ** 2).sum(axis=1), rtol=1e-5)


@pytest.mark.parametrize("far", FAR)
def test_variational_stands_features_far_from_0(far):
    X, y = overlapping(far)
    step = VariationalLogistic(max_iterations=30).fit(X, y).last_step_
    A, xi = ones(X), np.ones(len(y))
    for _ in range(30):
        R = rooted(A, 2 * curvature(xi), 100.0)
        mean = A @ R @ (R.T @ A.T @ (y - 0.5))
        xi = np.sqrt(((A @ R) ** 2).sum(axis=1) + mean**2)
    np.testing.assert_allclose(step.xi, xi, rtol=1e-6)
    np.testing.assert_allclose(step.model.scores(X)[0], mean, atol=1e-6)


@pytest.mark.parametrize("learner", [VariationalLogistic, VariationalSoftmax])
@pytest.mark.parametrize("far", FAR[1:])
def test_bound_climbs_wherever_the_features_have_their_0(learner, far):
    bounds = learner(max_iterations=25).trace(*overlapping(far)).curve("bound")
    assert (np.diff(bounds) >= -1e-7 * np.abs(bounds).max()).all()


@pytest.mark.parametrize("learner", [LaplaceLogistic, VariationalLogistic, VariationalSoftmax])
def test_large_multiples_of_one_feature_are_told_apart_by_the_prior_alone(learner):
    """Features of 1e8: of a, 3a only a + 3 * 3a is learned; across it the prior's mean and deviation stay."""
    X, y = data.gaussians(40, seed=1)
    a = 1e8 * X[:, :1]
    posterior = learner(prior_mean=-5.0, prior_variance=1e4, intercept=False).fit(np.hstack([a, 3 * a]), y)
    posterior = posterior.model_.posterior
    across = np.array([3.0, -1.0]) / np.sqrt(10)
    assert across @ posterior.mean == pytest.approx(across @ [-5.0, -5.0], rel=1e-4)
    assert np.linalg.norm(posterior.root.T @ across) == pytest.approx(100.0, rel=1e-4)


def test_ellipse_stands_weights_that_only_their_sum_tells():
    """Where the covariance of two weights is singular to the last digit, it still has a root."""
    q = Normal(np.zeros(2), np.eye(2), basis=np.array([[1.0, 0.0], [-1e9, 1.0]]))
    assert np.isfinite(q.ellipse()).all()
    assert np.abs(q.ellipse(1.0)[:, 0]).max() == pytest.approx(1.0)
