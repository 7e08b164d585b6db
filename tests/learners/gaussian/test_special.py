"""Digamma and trigamma against scipy's."""

import numpy as np
import pytest
from scipy import special as scipys

from labkit.learners.gaussian.special import digamma, log_gamma, log_minus_digamma, trigamma

A = np.logspace(-8, 12, 1001)


def test_digamma_and_trigamma_agree_with_scipy():
    np.testing.assert_allclose(digamma(A), scipys.digamma(A), rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(trigamma(A), scipys.polygamma(1, A), rtol=1e-13)
    np.testing.assert_allclose(log_gamma(A), scipys.gammaln(A), rtol=1e-13, atol=1e-13)


def test_log_minus_digamma_keeps_its_digits_where_both_agree():
    a = np.logspace(5, 12, 8)
    np.testing.assert_allclose(log_minus_digamma(a), 1 / (2 * a) + 1 / (12 * a**2), rtol=1e-14)
    lost = np.log(1e9) - scipys.digamma(1e9)
    assert abs(lost * 2e9 - 1) > 1e-8  # what the difference of the two functions gives


def test_log_minus_digamma_takes_one_number_as_well_as_many():
    assert float(log_minus_digamma(1.0)) == pytest.approx(np.euler_gamma, rel=1e-14)
