"""The probit in place of the sigmoid: how far off, how best, and what its averages are."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import norm

from labkit.learners.bayesian import probit
from labkit.learners.probability import sigmoid
from tests.golden import close, golden


def test_matched_rate_gives_both_the_same_slope():
    """I-000-033, E-000-12."""
    assert close(probit.MATCHED, golden("PRO-01"))
    h = 1e-4
    slopes = [float(f(h) - f(-h)) / (2 * h) for f in (probit.probit_sigmoid, sigmoid)]
    np.testing.assert_allclose(slopes, golden("PRO-02").value, rtol=1e-8)
    assert probit.MATCHED / np.sqrt(2 * np.pi) == pytest.approx(0.25, rel=1e-15)


def test_largest_gap_of_the_matched_rate_has_the_lecture_s_value():
    assert close(list(probit.largest_gap(probit.MATCHED)), golden("PRO-03"))


def test_best_rate_is_the_classic_1_702():
    rate = probit.best_rate()
    assert close([rate, 1 / rate, probit.largest_gap(rate)[0]], golden("PRO-04"))


@pytest.mark.parametrize("rate", [0.05, 0.3, 0.55, 0.6, 0.626, 0.65, 0.75, 2.0])
def test_largest_gap_is_that_of_a_fine_grid(rate):
    a = np.linspace(0, 30, 300_001)
    gaps = np.abs(norm.cdf(rate * a) - expit(a))
    gap, place = probit.largest_gap(rate)
    assert gap == pytest.approx(gaps.max(), rel=1e-6)
    assert place == pytest.approx(a[gaps.argmax()], abs=1e-3)
    assert gap >= probit.largest_gap(probit.best_rate())[0]


@pytest.mark.parametrize("rate", [0, -1.0, np.inf])
def test_largest_gap_refuses_a_rate_that_is_none(rate):
    with pytest.raises(ValueError, match="rate: expected a number > 0"):
        probit.largest_gap(rate)


@pytest.mark.parametrize(("id", "mean", "variance"), [("PRO-05", 1.0, 1.0), ("PRO-08", -0.5, 2.0)])
def test_averages_of_the_sigmoid_have_the_lecture_s_values(id, mean, variance):
    three = (
        probit.sigmoid_by_probit(mean, variance),
        sigmoid(probit.moderated(mean, variance)),
        probit.expected_sigmoid(mean, variance),
    )
    assert close([float(value) for value in three], golden(id))


def test_average_of_the_probit_is_a_probit():
    assert close(probit.expected_probit(0.7, 1.3), golden("PRO-09"))
    integral = quad(lambda x: norm.cdf(0.7 + 1.3 * x) * norm.pdf(x), -10, 10)[0]
    assert probit.expected_probit(0.7, 1.3) == pytest.approx(integral, rel=1e-10)


def test_probit_average_is_the_exact_one_of_the_matched_probit():
    """What (3) approximates is only g by Phi; the average itself is exact."""
    mean, variance = -1.2, 3.0
    exact = probit.expected_probit(probit.MATCHED * mean, probit.MATCHED * np.sqrt(variance))
    assert probit.sigmoid_by_probit(mean, variance) == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("average", [probit.expected_sigmoid, probit.sigmoid_by_probit, probit.moderated])
def test_averages_refuse_a_variance_below_0(average):
    for bad in (-1.0, [0.5, np.nan]):
        with pytest.raises(ValueError, match="variance: expected numbers at least 0, got"):
            average(0.0, bad)


@pytest.mark.parametrize("variance", [0.0, 1e-8, 0.5, 25.0, 1e4])
def test_expected_sigmoid_is_the_integral(variance):
    means = np.array([-4.0, 0.0, 0.3, 7.0])
    s = np.sqrt(variance)
    for mean, value in zip(means, probit.expected_sigmoid(means, variance), strict=True):
        points = [-mean / s] if s > 0 and abs(mean / s) < 11 else None
        integral = quad(lambda u, m=mean: expit(m + s * u) * norm.pdf(u), -12, 12, points=points, limit=500)[0]
        assert value == pytest.approx(integral, rel=1e-8)
