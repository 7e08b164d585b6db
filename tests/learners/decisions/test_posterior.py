"""Bayes' rule against the plain formula."""

import numpy as np
import pytest
from scipy.stats import norm

from labkit.learners.decisions.posterior import bayes_rule


def test_bayes_rule_is_the_plain_formula():
    """I-000-006"""
    x = np.linspace(-4, 6, 41)
    densities = np.column_stack([norm(0, 1).pdf(x), norm(2, 1.5).pdf(x), norm(4, 0.5).pdf(x)])
    priors = np.array([0.5, 0.3, 0.2])
    expected = np.array([[d * p for d, p in zip(row, priors, strict=True)] for row in densities])
    expected /= expected.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(bayes_rule(np.log(densities), priors), expected, atol=1e-12)


def test_priors_move_where_two_posteriors_cross():
    """The interact column of I-000-006: with equal widths 1 and means 0 and 2 they cross at 1 - ln(P2/P1) / 2."""
    x = np.linspace(-4, 6, 100_001)
    log_p = np.column_stack([norm(0, 1).logpdf(x), norm(2, 1).logpdf(x)])
    for prior in (0.1, 0.5, 0.8):
        P = bayes_rule(log_p, [1 - prior, prior])
        crossing = x[np.abs(P[:, 0] - P[:, 1]).argmin()]
        assert crossing == pytest.approx(1 - np.log(prior / (1 - prior)) / 2, abs=1e-4)


def test_cases_far_from_every_class_still_have_a_posterior():
    P = bayes_rule([-5000.0, -5001.0], [0.5, 0.5])
    np.testing.assert_allclose(P, [1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1))])


def test_class_that_cannot_be_has_no_probability():
    np.testing.assert_array_equal(bayes_rule([[0.0, -np.inf], [-np.inf, -3.0]], [0.5, 0.5]), [[1, 0], [0, 1]])
    np.testing.assert_array_equal(bayes_rule([-1.0, -1.0], [1.0, 0.0]), [1, 0])


@pytest.mark.parametrize(
    ("log_densities", "priors", "message"),
    [
        ([0.0, 0.0], [0.5, 0.4], "priors: expected probabilities >= 0 with the sum 1"),
        ([0.0, 0.0, 0.0], [0.5, 0.5], "log_densities: expected one column for each of the 2 priors"),
        ([-np.inf, -np.inf], [0.5, 0.5], "a case that no class can have has no posterior"),
        ([0.0, -np.inf], [0.0, 1.0], "a case that no class can have has no posterior"),
        ([np.nan, 0.0], [0.5, 0.5], "log_densities: expected finite numbers or -inf"),
        (["a", 0.0], [0.5, 0.5], "log_densities: expected numbers, got text such as 'a'"),
    ],
)
def test_bad_input_is_refused(log_densities, priors, message):
    with pytest.raises(ValueError, match=message):
        bayes_rule(log_densities, priors)
