"""Exponential families: densities and estimates against scipy's."""

import numpy as np
import pytest
from scipy import stats

from labkit.learners.gaussian.families import FAMILIES, MOST_SHAPE

CHOSEN = {
    "gaussian": ([1.5, 0.7], stats.norm(1.5, np.sqrt(0.7)).logpdf, np.linspace(-3, 5, 9)),
    "bernoulli": ([0.3], stats.bernoulli(0.3).logpmf, np.array([0.0, 1.0])),
    "poisson": ([2.5], stats.poisson(2.5).logpmf, np.arange(10.0)),
    "gamma": ([2.2, 0.6], stats.gamma(2.2, scale=1 / 0.6).logpdf, np.linspace(0.1, 9, 9)),
    "beta": ([2.2, 0.6], stats.beta(2.2, 0.6).logpdf, np.linspace(0.05, 0.95, 9)),
}


def test_every_family_is_checked():
    assert {*CHOSEN, "dirichlet"} == set(FAMILIES), "one of whole rows: test_exponential.py"


@pytest.mark.parametrize("name", CHOSEN)
def test_density_is_that_of_scipy_I_004_074(name):
    family, (parameters, log_density, x) = FAMILIES[name], CHOSEN[name]
    theta = family.theta(np.array(parameters))
    assert len(parameters) == len(family.parameters)
    assert family.holds(x).all()
    found = family.T(x) @ theta - family.A(theta) + family.B(x)
    np.testing.assert_allclose(found, log_density(x), atol=1e-12)


@pytest.mark.parametrize("name", CHOSEN)
def test_estimate_matches_the_mean_of_T(name):
    """The gradient of A at the estimate is the mean of T: what maximum likelihood asks for."""
    family, (parameters, log_density, _) = FAMILIES[name], CHOSEN[name]
    x = log_density.__self__.rvs(size=500, random_state=1).astype(float)[:, None]
    estimate, edge = family.estimated(x, np.zeros(500, dtype=int), 1)
    theta, h = family.theta(estimate[0, 0]), 1e-6
    assert not edge.any()
    assert estimate[0, 0] == pytest.approx(parameters, rel=0.2)
    slope = [(family.A(theta + h * e) - family.A(theta - h * e)) / (2 * h) for e in np.eye(len(theta))]
    np.testing.assert_allclose(slope, family.T(x[:, 0]).mean(axis=0), rtol=1e-6)


@pytest.mark.parametrize("shape", [0.05, 0.5, 3.0, 400.0])
def test_gamma_estimate_is_scipys(shape):
    x = stats.gamma(shape, scale=1e-3).rvs(size=300, random_state=2)
    a, b = FAMILIES["gamma"].estimated(x[:, None], np.zeros(300, dtype=int), 1)[0][0, 0]
    expected, _, scale = stats.gamma.fit(x, floc=0)
    assert (a, b) == pytest.approx((expected, 1 / scale), rel=1e-6)


@pytest.mark.parametrize("a", [0.05, 0.5, 3.0, 400.0])
@pytest.mark.parametrize("b", [0.1, 1.0, 30.0])
def test_beta_estimate_is_the_most_likely_one(a, b):
    x = stats.beta(a, b).rvs(size=300, random_state=2).clip(1e-12, 1 - 1e-12)
    found, edge = FAMILIES["beta"].estimated(x[:, None], np.zeros(300, dtype=int), 1)
    best = stats.beta(*found[0, 0]).logpdf(x).sum()
    assert not edge.any()
    for factors in ((1.01, 1), (0.99, 1), (1, 1.01), (1, 0.99), (1.01, 1.01), (0.99, 0.99)):
        assert stats.beta(*(found[0, 0] * factors)).logpdf(x).sum() < best


def test_beta_of_nearly_equal_shares_is_as_narrow_as_it_may_be():
    x, y = np.array([[0.2], [0.2], [0.2], [0.5], [0.6], [0.7]]), np.array([0, 0, 0, 1, 1, 1])
    found, edge = FAMILIES["beta"].estimated(x, y, 2)
    assert found[0, 0] == pytest.approx([0.2 * MOST_SHAPE, 0.8 * MOST_SHAPE]) and edge.ravel().tolist() == [True, False]
    narrow = 0.3 + 1e-4 * np.random.default_rng(0).normal(size=500)
    (a, b), _ = (part[0, 0] for part in FAMILIES["beta"].estimated(narrow[:, None], np.zeros(500, dtype=int), 1))
    assert stats.beta(a, b).mean() == pytest.approx(narrow.mean(), rel=1e-6)
    assert stats.beta(a, b).std() == pytest.approx(narrow.std(), rel=1e-3)


def test_estimates_at_the_edge_are_replaced_and_pointed_out():
    y = np.array([0, 0, 0, 1, 1, 1])
    ones, edge = FAMILIES["bernoulli"].estimated(np.array([[1.0], [1], [1], [0], [0], [1]]), y, 2)
    assert ones.ravel() == pytest.approx([3.5 / 4, 1 / 3])
    assert edge.ravel().tolist() == [True, False]
    rates, edge = FAMILIES["poisson"].estimated(np.array([[0.0], [0], [0], [4], [5], [0]]), y, 2)
    assert rates.ravel() == pytest.approx([0.5 / 3, 3.0])
    assert edge.ravel().tolist() == [True, False]
    gamma, edge = FAMILIES["gamma"].estimated(np.array([[0.1], [0.1], [0.1], [4], [5], [6]]), y, 2)
    assert gamma[0, 0] == pytest.approx([MOST_SHAPE, MOST_SHAPE / 0.1])
    assert edge.ravel().tolist() == [True, False]
    normal, edge = FAMILIES["gaussian"].estimated(np.array([[2.0], [2], [2], [4], [5], [6]]), y, 2)
    assert normal[0, 0] == pytest.approx([2.0, 1 / 3])  # the variance of the classes together
    assert edge.ravel().tolist() == [True, False]
