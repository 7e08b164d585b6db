"""The simulations behind E-004-02 and E-004-03."""

import numpy as np
import pytest
from scipy import stats

from labkit.learners.selection.comparison import compare, polynomials
from labkit.learners.selection.overfitting import RULES, overfitting


def test_aic_chooses_too_much_more_often_than_bic_E_004_02():
    found = overfitting(50, draws=2000)
    assert found.rate("aic") > 0.2 > 0.12 > found.rate("bic")
    assert found.rate("bic") < found.rate("aicc") < found.rate("aic")


def test_folds_choose_as_aic_does_and_not_as_bic_E_004_03():
    small, large = overfitting(100, draws=1000), overfitting(800, draws=300)
    for found in (small, large):
        assert abs(found.rate("leave one out") - found.rate("aic")) < 0.05
        assert found.rate("folds") > 4 * found.rate("bic")
    assert large.rate("aic") > 0.15, "it stays"
    assert large.rate("bic") < small.rate("bic") < 0.1, "it falls"


@pytest.mark.parametrize("rule", ["aic", "bic"])
def test_rates_are_those_of_the_theory_E_004_02_E_004_03(rule):
    """Of many examples each degree too many gains a chi-square and costs c. That no sum of m gains beats its price has
    the generating function exp(sum of P(chi-square of m < cm) z^m / m) (Shibata 1976, by Spitzer's identity)."""
    n, extra = 800, 4
    c = 2 if rule == "aic" else np.log(n)
    below = [stats.chi2.cdf(c * m, m) for m in range(1, extra + 1)]
    none = [1.0]
    for m in range(1, extra + 1):
        none.append(sum(below[k - 1] * none[m - k] for k in range(1, m + 1)) / m)
    draws = 3000
    found = overfitting(n, draws=draws, seed=1).rate(rule)
    spread = (none[-1] * (1 - none[-1]) / draws) ** 0.5
    assert abs(found - (1 - none[-1])) < 4 * spread


def test_strict_rule_misses_a_faint_truth_more_often():
    found = overfitting(40, coefficients=(0, 1, 0.5), noise=0.6, draws=500)
    assert found.misses("bic") > found.misses("aic") > 0


def test_simulation_chooses_as_the_learners_do():
    coefficients, n = (0.0, 1.0, 2.0), 24
    found = overfitting(n, coefficients=coefficients, draws=3, seed=7)
    x = np.linspace(-1, 1, n)
    noise = np.random.default_rng(7).normal(0, 0.5, (n, 3))
    for draw in range(3):
        trace = compare(polynomials(range(7)), x[:, None], x + 2 * x**2 + noise[:, draw], seed=7)
        for rule, measure in zip(RULES, ("aic", "aicc", "bic", "validation", "leave_one_out"), strict=True):
            assert found.chosen[rule][draw] == trace.chosen(measure)


def test_bad_settings_are_refused():
    with pytest.raises(ValueError, match="coefficients: expected numbers, the last not 0"):
        overfitting(coefficients=[1, 0])
    with pytest.raises(ValueError, match="n: expected a whole number >= 10"):
        overfitting(9)
    with pytest.raises(ValueError, match="folds: expected a whole number >= 2 and <= 50"):
        overfitting(folds=100)
    with pytest.raises(ValueError, match="seed: expected a whole number >= 0"):
        overfitting(seed=-1)
    with pytest.raises(ValueError, match="most: expected a whole number >= 2"):
        overfitting(most=1)
    with pytest.raises(ValueError, match="rule: expected one of 'aic'"):
        overfitting(20, draws=1).rate("dic")
