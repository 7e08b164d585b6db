"""Sums on a grid are the integrals: against normal distributions, whose moments are known."""

import numpy as np
import pytest

from labkit.learners.bayesian.exact import exact_posterior, normal_mean
from labkit.learners.bayesian.normal import Normal, prior


@pytest.mark.parametrize("d", [1, 2])
def test_moments_of_a_normal_are_its_own(d):
    """Also where the start is far off: shifted, too narrow or too wide."""
    S = np.array([[3.0, -1.7], [-1.7, 1.0]])[:d, :d]
    true = Normal(np.array([2.0, -1.0])[:d], np.linalg.inv(S))
    for shift, width in ((0.0, 1.0), (1.5, 0.5), (-1.0, 3.0)):
        around = Normal(true.mean + shift, true.precision / width)
        found = exact_posterior(lambda w: true.log_density(w) - 5.0, around)
        assert found.log_evidence == pytest.approx(-5.0, abs=1e-9)
        np.testing.assert_allclose(found.mean, true.mean, atol=1e-8)
        np.testing.assert_allclose(found.covariance, S, atol=1e-8)


def test_exact_posterior_refuses_three_weights():
    with pytest.raises(ValueError, match="around: expected one or two weights, got 3"):
        exact_posterior(lambda w: w.sum(axis=1), prior(0.0, 1.0, 3))


def test_normal_mean_of_polynomials_is_known():
    mean, variance = np.array([0.5, -2.0]), np.array([0.0, 3.0])
    np.testing.assert_allclose(normal_mean(lambda a: a**2, mean, variance), mean**2 + variance, rtol=1e-12)
