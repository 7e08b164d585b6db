"""A normal distribution of weights against SciPy's, and what its prior refuses."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from labkit.learners.bayesian.normal import Normal, prior

MEAN = np.array([1.0, -2.0, 0.5])
S = np.array([[2.0, 0.6, -0.3], [0.6, 1.0, 0.2], [-0.3, 0.2, 0.5]])


@pytest.fixture
def normal():
    return Normal(MEAN, np.linalg.inv(S))


def test_normal_is_scipy_s(normal):
    w = np.random.default_rng(0).normal(size=(5, 3))
    np.testing.assert_allclose(normal.covariance, S, rtol=1e-12)
    assert normal.log_determinant == pytest.approx(np.linalg.slogdet(S)[1])
    np.testing.assert_allclose(normal.log_density(w), multivariate_normal(MEAN, S).logpdf(w), rtol=1e-12)


def test_scores_of_normal_weights_have_the_mean_and_variance_of_w_x(normal):
    X = np.random.default_rng(1).normal(size=(4, 3))
    mean, variance = normal.scores(X)
    np.testing.assert_allclose(mean, X @ MEAN)
    np.testing.assert_allclose(variance, np.diag(X @ S @ X.T))


def test_draws_replay_and_have_the_moments(normal):
    draws = normal.draws(100_000, seed=3)
    np.testing.assert_array_equal(draws, normal.draws(100_000, seed=3))
    np.testing.assert_allclose(draws.mean(axis=0), MEAN, atol=0.02)
    np.testing.assert_allclose(np.cov(draws.T), S, atol=0.03)


def test_draws_are_pairs_about_the_mean_and_do_not_depend_on_the_root(normal):
    draws = normal.draws(6, seed=3)
    np.testing.assert_allclose(draws[:3] + draws[3:], np.tile(2 * MEAN, (3, 1)))
    assert normal.draws(5, seed=3).shape == (5, 3)
    turned = Normal(MEAN, np.linalg.inv(S))
    turned.__dict__["root"] = normal.root @ np.diag([1.0, -1.0, 1.0])[[2, 0, 1]]
    np.testing.assert_allclose(turned.covariance, S)
    np.testing.assert_allclose(turned.draws(6, seed=3), draws, rtol=1e-10)


def test_divergence_is_the_mean_of_the_difference_of_the_logarithms(normal):
    other = prior(0.3, 4.0, 3)
    w = normal.draws(200_000, seed=0)
    difference = (normal.log_density(w) - other.log_density(w)).mean()
    assert normal.divergence(other) == pytest.approx(difference, abs=0.02)
    assert normal.divergence(normal) == pytest.approx(0.0, abs=1e-12)


def test_sign_of_the_log_prior_is_as_corrected():
    """E-000-06: -ln N(.7; .2, 1.7) = +1.2577820705, where the slide's sign gives minus that."""
    assert -prior(0.2, 1.7, 1).log_density([[0.7]])[0] == pytest.approx(1.2577820705, abs=1e-10)


def test_ellipse_is_so_many_standard_deviations_from_the_mean(normal):
    pair = [2, 0]
    away = normal.ellipse(radius=1.5, which=(2, 0)) - MEAN[pair]
    distance = np.einsum("ni,ij,nj->n", away, np.linalg.inv(S[np.ix_(pair, pair)]), away)
    np.testing.assert_allclose(distance, 1.5**2, rtol=1e-10)
    np.testing.assert_allclose(away[0], away[-1], atol=1e-12)


def test_rounding_cannot_make_a_posterior_wider_than_its_prior():
    """A feature of 1e8 that is a multiple of the constant: only one combination of their weights is learned."""
    x = np.array([1.0, 1e8])
    start = prior(0.0, 100.0, 2)
    posterior = Normal(start.mean, start.precision + 50 * np.outer(x, x), start.least)
    assert np.linalg.eigvalsh(posterior.precision)[0] <= start.least  # as computed
    assert np.linalg.norm(posterior.root, axis=0).max() <= 10.0 * (1 + 1e-12)
    assert posterior.scores(x[None])[1][0] == pytest.approx(1 / 50, rel=1e-6)


def test_prior_takes_a_number_a_vector_or_a_matrix():
    np.testing.assert_allclose(prior(0.0, 2.0, 3).covariance, 2 * np.eye(3))
    np.testing.assert_allclose(prior(MEAN, [1.0, 2.0, 4.0], 3).covariance, np.diag([1.0, 2.0, 4.0]), atol=1e-14)
    made = prior(MEAN, S, 3)
    np.testing.assert_allclose(made.covariance, S)
    np.testing.assert_allclose(made.mean, MEAN)
    assert made.least == pytest.approx(1 / np.linalg.eigvalsh(S)[-1])


@pytest.mark.parametrize(
    "bad", [0.0, -1.0, np.nan, [1.0, 2.0], [1.0, -2.0, 1.0], np.ones((3, 3)), np.triu(np.ones((3, 3)))],
    ids=str,
)  # fmt: skip
def test_prior_refuses_what_is_no_covariance(bad):
    with pytest.raises(ValueError, match=r"^prior_variance: expected a number above 0, 3 of them, or .* got"):
        prior(0.0, bad, 3)


@pytest.mark.parametrize("bad", [[1.0, 2.0], np.nan, "nonsense", np.zeros((3, 3))], ids=str)
def test_prior_refuses_what_is_no_mean(bad):
    with pytest.raises(ValueError, match=r"^prior_mean: expected"):
        prior(bad, 1.0, 3)
