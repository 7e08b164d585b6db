"""Every bound stays on its side everywhere, touches where it says, and has the lecture's values."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit

from labkit.learners.bayesian import bounds
from labkit.learners.probability import sigmoid, softplus
from tests.golden import close, golden

X = np.linspace(-12, 12, 49)
SHARES = np.linspace(0.01, 0.99, 99)


@pytest.mark.parametrize(
    ("id", "lam"), [("VAR-01", 0.1), ("VAR-02", 0.2689414213699951), ("VAR-03", 0.5), ("VAR-04", 0.8)]
)
def test_exponential_above_the_sigmoid_has_the_lecture_s_values(id, lam):
    assert close(bounds.sigmoid_above(1.0, lam), golden(id))


def test_exponential_is_above_the_sigmoid_and_touches_at_its_share():
    """I-000-020, E-000-04: for lam between 0 and 1."""
    assert (bounds.sigmoid_above(X[:, None], SHARES) >= expit(X)[:, None] * (1 - 1e-12)).all()
    np.testing.assert_allclose(bounds.sigmoid_above(X, expit(-X)), expit(X), rtol=1e-12)


@pytest.mark.parametrize("lam", [-0.5, 0.0, 1.0, 1.5, np.nan])
def test_exponential_refuses_a_share_outside_0_and_1(lam):
    with pytest.raises(ValueError, match="lam: expected numbers between 0 and 1, the ends excluded, got"):
        bounds.sigmoid_above(0.0, lam)


def test_exponential_outside_0_and_1_would_be_no_bound():
    """E-000-04: with x ln x continued as x ln |x| the formula exists for lam = 1.5, and fails."""
    lam, x = 1.5, -3.0
    continued = lam * np.log(lam) + (1 - lam) * np.log(abs(1 - lam))
    assert np.exp(lam * x + continued) < expit(x)


@pytest.mark.parametrize(("id", "x0"), [("VAR-05", 0.5), ("VAR-06", 1), ("VAR-07", 2), ("VAR-08", 4)])
def test_curvature_has_the_lecture_s_values(id, x0):
    assert close(bounds.curvature(x0), golden(id))
    assert close(bounds.curvature(-x0), golden(id))


def test_curvature_is_an_eighth_at_0_and_smooth_there():
    tiny = np.array([0.0, 1e-300, 1e-12, 1e-8, 1e-4, 1e-2])
    np.testing.assert_allclose(bounds.curvature(tiny), 1 / 8 - tiny**2 / 96, rtol=1e-10)
    assert bounds.curvature(0.0) == 0.125


def test_curvature_has_the_slide_s_other_form():
    x0 = X[X != 0]
    np.testing.assert_allclose(bounds.curvature(x0), (expit(x0) - 0.5) / (2 * x0), rtol=1e-12)


def test_parabola_below_the_sigmoid_has_the_lecture_s_values():
    assert close([bounds.sigmoid_below(2.0, 1.0), sigmoid(2.0)], golden("VAR-10"))


def test_parabola_is_below_the_sigmoid_and_touches_twice():
    """I-000-025: for every x and x0; equal at x0 and at -x0."""
    below = bounds.sigmoid_below(X[:, None], X)
    assert (below <= expit(X)[:, None] * (1 + 1e-12)).all()
    for touching in (X, -X):
        np.testing.assert_allclose(bounds.sigmoid_below(touching, X), expit(touching), rtol=1e-12)


def test_even_part_is_convex_in_the_square():
    """I-000-026, E-000-45: first and second derivative by differences, f''(0) = 1/96."""
    y = np.array([0.3, 1.0, 4.0, 30.0, 400.0])
    h = 1e-4 * y
    f = bounds.even_part
    np.testing.assert_allclose(f(y, 1), (f(y + h) - f(y - h)) / (2 * h), rtol=1e-6)
    np.testing.assert_allclose(f(y, 2), (f(y + h, 1) - f(y - h, 1)) / (2 * h), rtol=1e-6)
    assert f(0.0, 2) == pytest.approx(1 / 96, rel=1e-15)
    assert (f(np.geomspace(1e-12, 1e8, 400), 2) > 0).all()
    np.testing.assert_allclose(f(X**2) + X / 2, np.log(expit(X)), atol=1e-14)


def test_even_part_has_no_seam_where_the_series_ends():
    t = bounds.SERIES_BELOW * np.array([1 - 1e-9, 1 + 1e-9])
    below, above = bounds.even_part(t**2, 2)
    assert below == pytest.approx(above, rel=1e-9)


def test_even_part_equals_the_slide_s_formula_of_the_second_derivative():
    y = np.array([0.5, 2.0, 9.0])
    t = np.sqrt(y)
    printed = (np.sinh(t) / y**1.5 - 1 / y) / (8 * (np.cosh(t) + 1))
    np.testing.assert_allclose(bounds.even_part(y, 2), printed, rtol=1e-12)


def test_even_part_refuses_what_is_no_square():
    with pytest.raises(ValueError, match="y: expected squares, at least 0, got -1"):
        bounds.even_part([1.0, -1.0])
    with pytest.raises(ValueError, match="order: expected one of 0, 1, 2, got 3"):
        bounds.even_part(1.0, 3)


def test_tangent_has_the_lecture_s_values():
    s = 1 + np.e + np.e**2
    values = [-np.log(s), *(bounds.tangent(s, lam) for lam in (0.05, 1 / s, 0.2))]
    assert close([float(value) for value in values], golden("SMX-07"))


def test_tangent_is_a_lower_bound_not_an_upper_one():
    """I-000-021, E-000-05: over 20000 draws never above -ln s, equal at lam = 1 / s."""
    rng = np.random.default_rng(0)
    s, lam = 1 + np.exp(rng.normal(0, 2, (20_000, 3))).sum(axis=1), rng.uniform(0.01, 1, 20_000)
    assert (bounds.tangent(s, lam) <= -np.log(s) + 1e-12).all()
    np.testing.assert_allclose(bounds.tangent(s, 1 / s), -np.log(s), rtol=1e-12)
    with pytest.raises(ValueError, match="lam: expected numbers above 0, got 0"):
        bounds.tangent(2.0, 0.0)


def test_jensen_bounds_have_the_lecture_s_values():
    """I-000-022, E-000-07."""
    assert close([float(value) for value in bounds.expected_softplus(0.3, 0.5)], golden("JEN-01"))


@pytest.mark.parametrize(("mean", "variance"), [(-3.0, 0.1), (0.0, 1.0), (2.0, 9.0), (1.0, 400.0)])
def test_expected_softplus_is_the_integral_and_lies_between_its_bounds(mean, variance):
    low, middle, high = bounds.expected_softplus(mean, variance)
    s = np.sqrt(variance)

    def integrand(u):
        return softplus(mean + s * u) * np.exp(-u * u / 2) / np.sqrt(2 * np.pi)

    assert middle == pytest.approx(quad(integrand, -12, 12, points=[-mean / s], limit=500)[0], rel=1e-9)
    assert low < middle < high


def test_tangent_above_the_logarithm_is_minus_what_the_slide_prints():
    """E-000-08: the printed expression is below ln S."""
    S = 1 + np.exp(0.3 + 0.25)
    printed = bounds.tangent(S, 0.2)
    assert close([float(v) for v in (printed, -printed, np.log(S))], golden("JEN-02"))
