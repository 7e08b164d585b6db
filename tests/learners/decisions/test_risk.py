"""Risks and decisions against plain loops and brute force over all rules."""

from itertools import product

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from labkit.learners.decisions import risk
from labkit.learners.decisions.risk import bayes_rule

LOSSES = [[0, 1, 4], [2, 0, 1], [9, 3, 0]]
WEIGHTED = np.array([0.1, 0.4, 0.2, 0.2, 0.1])


def posteriors(classes, cases=200, seed=0):
    return np.random.default_rng(seed).dirichlet(np.ones(classes), cases)


def test_risks_are_the_expected_losses():
    P = posteriors(3)
    plain = [[sum(p[k] * LOSSES[k][i] for k in range(3)) for i in range(3)] for p in P]
    np.testing.assert_allclose(risk.risks(P, LOSSES), plain)
    np.testing.assert_allclose(risk.risks(P), risk.risks(P, 1 - np.eye(3)))


def test_without_losses_the_most_probable_class_is_decided_for():
    """I-000-005"""
    P = posteriors(4)
    np.testing.assert_array_equal(risk.decisions(P), P.argmax(axis=1))


@pytest.mark.parametrize("P", [[0.25] * 4, [0.3, 0.1, 0.3, 0.3], [0.1, 0.4, 0.1, 0.4], [1 / 7] * 7])
def test_decision_of_equals_is_the_first(P):
    assert risk.decisions(P) == int(np.argmax(P))


def test_bayes_decision_has_the_least_risk_of_all_rules():
    """Brute force: all 3^5 rules on five cases."""
    P = posteriors(3, 5)
    rows = np.arange(5)
    of_rule = [WEIGHTED @ risk.risks(P, LOSSES)[rows, list(rule)] for rule in product(range(3), repeat=5)]
    assert risk.bayes_risk(P, LOSSES, sample_weight=WEIGHTED) == pytest.approx(min(of_rule))
    best = list(product(range(3), repeat=5))[int(np.argmin(of_rule))]
    np.testing.assert_array_equal(risk.decisions(P, LOSSES), best)


def test_bayes_error_of_two_gaussians_is_the_overlap():
    """Means 0 and 2, width 1, equal priors: half the two tails beyond 1."""
    x = np.linspace(-8, 10, 20_001)
    log_p = np.column_stack([norm(0, 1).logpdf(x), norm(2, 1).logpdf(x)])
    density = np.exp(log_p).mean(axis=1)
    overlap = quad(lambda t: min(norm(0, 1).pdf(t), norm(2, 1).pdf(t)) / 2, -8, 10, points=[1])[0]
    found = risk.bayes_risk(bayes_rule(log_p, [0.5, 0.5]), sample_weight=density)
    assert overlap == pytest.approx(norm.sf(1))
    assert found == pytest.approx(overlap, abs=1e-6)


def test_rejected_are_the_cases_without_a_probable_class():
    P = posteriors(3)
    np.testing.assert_array_equal(risk.decisions(P, reject=0.4) == risk.REJECTED, P.max(axis=1) < 0.6)
    assert (risk.decisions(P, reject=0.4) == risk.REJECTED).any()
    np.testing.assert_array_equal(risk.decisions(P, reject=2 / 3 + 1e-9), P.argmax(axis=1))  # 1 - 1/C: never


def test_case_that_costs_as_much_as_rejecting_it_is_decided():
    assert risk.decisions([0.75, 0.25], reject=0.25) == 0
    assert risk.decisions([0.25, 0.75], reject=0.2) == risk.REJECTED


def test_rejecting_never_raises_the_bayes_risk():
    P = posteriors(3)
    of_costs = [risk.bayes_risk(P, LOSSES, reject) for reject in (0, 0.2, 0.5, 1, 3, 9)]
    assert of_costs[0] == 0
    assert np.all(np.diff(of_costs) >= 0)
    assert of_costs[-1] == risk.bayes_risk(P, LOSSES)
    plain = np.mean([min(0.5, r.min()) for r in risk.risks(P, LOSSES)])
    assert of_costs[2] == pytest.approx(plain)


def test_threshold_is_where_the_decision_of_two_classes_turns():
    losses = [[0, 1], [4, 0]]
    assert risk.threshold(losses) == pytest.approx(0.2)
    p = np.linspace(0, 1, 1001)
    said = risk.decisions(np.column_stack([1 - p, p]), losses)
    np.testing.assert_array_equal(said, p > 0.2)
    assert risk.threshold() == 0.5


def test_bayes_risk_of_one_case_is_its_least_risk():
    assert risk.bayes_risk([0.7, 0.2, 0.1]) == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: risk.risks([0.5, 0.5], LOSSES), "losses: expected a matrix of 2 rows"),
        (lambda: risk.risks([0.5, 0.5], [[0, np.nan], [1, 0]]), "losses: expected finite numbers"),
        (lambda: risk.decisions([0.5, 0.5], reject=-1), "reject: expected a number >= 0, got -1"),
        (lambda: risk.threshold([[1, 0], [0, 1]]), "losses: expected that a mistake costs more"),
        (lambda: risk.threshold([[0, 0], [0, 0]]), "losses: expected that a mistake costs more"),
        (lambda: risk.bayes_risk([[0.5, 0.5]], sample_weight=[1, 2]), "sample_weight: expected one weight for each"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# ---------------------------------------------------------------- Bayes' rule


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
def test_densities_that_no_class_can_have_are_refused(log_densities, priors, message):
    with pytest.raises(ValueError, match=message):
        bayes_rule(log_densities, priors)
