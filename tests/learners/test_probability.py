"""The functions that turn scores into probabilities, against SciPy and against the lecture's identities."""

import numpy as np
import pytest
from scipy import special, stats

from labkit.learners.probability import log_sigmoid, log_sum_exp, normal_cdf, sigmoid, softmax, softplus
from tests.golden import close, golden

A = np.concatenate([np.linspace(-40, 40, 401), [-1e308, -800.0, -1e-300, 0.0, 1e-300, 800.0, 1e308]])
SCORES = np.random.default_rng(0).normal(0, 30, (200, 5))


def test_sigmoid_is_scipy_s():
    np.testing.assert_allclose(sigmoid(A), special.expit(A), rtol=1e-12, atol=1e-16)


def test_sigmoid_is_bounded_and_never_falls():
    """I-000-009"""
    values = sigmoid(np.sort(A))
    assert np.all(np.diff(values) >= 0)
    assert (values[0], sigmoid(0.0), values[-1]) == (0.0, 0.5, 1.0)


def test_sigmoid_has_the_slope_and_the_odds_of_the_lecture():
    """I-000-009: dg/da = g (1 - g), and g / (1 - g) = e^a."""
    a, h = np.linspace(-5, 5, 101), 1e-5
    g = sigmoid(a)
    np.testing.assert_allclose((sigmoid(a + h) - sigmoid(a - h)) / (2 * h), g * (1 - g), atol=1e-9)
    np.testing.assert_allclose(g / (1 - g), np.exp(a), rtol=1e-10)
    assert close(float(sigmoid(0.0) * (1 - sigmoid(0.0))), golden("PRO-02"))


def test_both_codings_of_two_classes_have_the_same_probabilities():
    """I-000-009: e^(az) g(-a) for z = 0, 1 and g(za) for z = -1, +1; of one case they sum to 1."""
    a = np.linspace(-6, 6, 49)
    for z, sign in ((0, -1), (1, 1)):
        np.testing.assert_allclose(np.exp(a * z) * sigmoid(-a), sigmoid(sign * a), rtol=1e-12)
    np.testing.assert_allclose(sigmoid(a) + sigmoid(-a), 1, rtol=1e-15)


@pytest.mark.parametrize(("id", "x"), [("GEN-03", (5, 6)), ("GEN-04", (6, 5)), ("GEN-05", (4, 7))])
def test_posterior_of_two_gaussians_is_a_sigmoid(id, x):
    """I-004-063; the second value is the slide's sigmoid, whose sign is wrong (E-004-19)."""
    *w, w0 = golden("GEN-02").value
    s = np.dot(w, x)
    assert close([float(sigmoid(s + w0)), float(sigmoid(-s + w0))], golden(id))


def test_logarithms_keep_their_digits_where_the_sigmoid_has_none():
    np.testing.assert_allclose(log_sigmoid(A), special.log_expit(A), rtol=1e-12)
    np.testing.assert_allclose(softplus(A), -special.log_expit(-A), rtol=1e-12)
    assert log_sigmoid(-800.0) == -800.0


def test_softmax_is_scipy_s():
    np.testing.assert_allclose(softmax(SCORES), special.softmax(SCORES, axis=1), rtol=1e-12)
    np.testing.assert_allclose(softmax(SCORES).sum(axis=1), 1, rtol=1e-12)


def test_softmax_does_not_feel_a_shift():
    """I-000-010"""
    np.testing.assert_allclose(softmax(SCORES + 1000), softmax(SCORES), rtol=1e-9)


def test_softmax_of_two_classes_is_a_sigmoid():
    a = SCORES[:, :2]
    np.testing.assert_allclose(softmax(a)[:, 1], sigmoid(a[:, 1] - a[:, 0]), rtol=1e-9, atol=1e-15)


def test_softmax_does_not_overflow():
    np.testing.assert_array_equal(softmax([1e300, -1e300, 0.0]), [1, 0, 0])


def test_softmax_becomes_argmax_as_its_base_grows():
    """I-004-066"""
    scores = np.array([1.0, 2.0, 1.5])
    np.testing.assert_allclose(softmax(scores, base=2.0), 2.0**scores / (2.0**scores).sum(), rtol=1e-12)
    np.testing.assert_allclose(softmax(scores, base=np.e), softmax(scores), rtol=1e-12)
    largest = [softmax(scores, base=b)[1] for b in (1.01, 2, 10, 1e3, 1e20)]
    assert np.all(np.diff(largest) > 0)
    np.testing.assert_allclose(softmax(scores, base=1e300), [0, 1, 0], atol=1e-100)
    np.testing.assert_allclose(softmax([2.0, 2.0, 1.0], base=1e300), [0.5, 0.5, 0], atol=1e-100)


@pytest.mark.parametrize("base", [1, 0.5, -2, np.inf, "e"])
def test_softmax_refuses_a_base_that_orders_nothing(base):
    with pytest.raises(ValueError, match="base: expected a number > 1"):
        softmax([1.0, 2.0], base=base)


def test_log_sum_exp_is_scipy_s():
    np.testing.assert_allclose(log_sum_exp(SCORES), special.logsumexp(SCORES, axis=1), rtol=1e-12)
    assert log_sum_exp([1000.0, 1000.0]) == pytest.approx(1000 + np.log(2))


def test_normal_cdf_is_scipy_s_into_its_far_tails():
    a = np.linspace(-37, 37, 1001)
    np.testing.assert_allclose(normal_cdf(a), stats.norm.cdf(a), rtol=1e-12)
    assert normal_cdf(np.zeros((2, 3))).shape == (2, 3)
    assert normal_cdf(0.0) == 0.5


def test_normal_cdf_is_near_a_sigmoid_of_the_same_slope():
    """PRO-03: the largest gap and where it is; lambda is PRO-01."""
    lam = np.sqrt(np.pi / 8)
    assert close(float(lam), golden("PRO-01"))
    a = np.linspace(0, 10, 100_001)
    gap = np.abs(normal_cdf(lam * a) - sigmoid(a))
    largest, where = golden("PRO-03").value
    assert gap.max() == pytest.approx(largest, abs=1e-9)
    assert a[gap.argmax()] == pytest.approx(where, abs=1e-3)
