"""The three radial functions (I-002-023, I-002-024)."""

import numpy as np
import pytest

from labkit.learners.basis.functions import GaussianBasis
from labkit.learners.grid import points
from labkit.learners.radial.functions import FUNCTIONS, RadialFunctions
from tests.golden import close, golden

ORIGIN, UNIT = np.zeros((1, 1)), np.ones(1)


def at(t: float, function: str, width: float = 1.0, power: float = 2.0) -> float:
    return float(RadialFunctions(function, ORIGIN, np.array([width]), power)([[t]])[0, 0])


def test_functions_have_the_lecture_s_values():
    said = [at(1, "gaussian"), at(1, "inverse power"), at(1, "inverse power", power=0.5), at(1, "linear")]
    assert close(said, golden("RBF-01"))


@pytest.mark.parametrize("t", [0.0, 0.3, 4.0])
@pytest.mark.parametrize("b", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("beta", [0.5, 2.0])
def test_inverse_power_is_the_slide_s_times_a_constant(t, b, beta):
    """E-002-05: any power, and t is the distance."""
    assert at(t, "inverse power", b, beta) == pytest.approx((t**2 + b**2) ** -beta * b ** (2 * beta), rel=1e-12)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_value_depends_on_the_distance_alone(function):
    rng = np.random.default_rng(0)
    centre = rng.normal(size=(1, 3))
    directions = rng.normal(size=(50, 3))
    X = centre + 1.7 * directions / np.linalg.norm(directions, axis=1)[:, None]
    said = RadialFunctions(function, centre, UNIT)(X)
    np.testing.assert_allclose(said, at(1.7, function), rtol=1e-12)


def test_gaussian_is_the_bump_of_the_bases():
    rng = np.random.default_rng(1)
    X, centres, widths = rng.normal(size=(20, 2)), rng.normal(size=(4, 2)), np.array([0.3, 0.5, 1.0, 2.0])
    expected = GaussianBasis(centres, width=widths).placed(X)(X)
    np.testing.assert_array_equal(RadialFunctions("gaussian", centres, widths)(X), expected)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_grid_is_answered_as_its_points(function):
    rng = np.random.default_rng(2)
    phi = RadialFunctions(function, rng.normal(size=(6, 2)), np.linspace(0.2, 1.5, 6), 0.5)
    x, y = np.linspace(-2, 2, 11), np.linspace(-1, 3, 7)
    np.testing.assert_allclose(phi.on_grid(x, y), phi(points(x, y)), rtol=1e-12)


@pytest.mark.parametrize("function", ["gaussian", "inverse power"])
@pytest.mark.parametrize("scale", [1e-90, 1e-8, 1e8, 1e90])
def test_bumps_do_not_depend_on_the_unit(function, scale):
    X, centres = np.linspace(0, 3, 7)[:, None], np.array([[0.5], [2.0]])
    base = RadialFunctions(function, centres, np.array([0.4, 1.0]))(X)
    scaled = RadialFunctions(function, centres * scale, np.array([0.4, 1.0]) * scale)(X * scale)
    np.testing.assert_allclose(scaled, base, rtol=1e-10)


def test_infinitely_far_is_zero():
    tiny = np.array([1e-150])
    assert RadialFunctions("gaussian", ORIGIN, tiny)([[1e99]])[0, 0] == 0
    assert RadialFunctions("inverse power", ORIGIN, tiny)([[1e99]])[0, 0] == 0


def test_cases_of_other_features_are_refused():
    with pytest.raises(ValueError, match="X has 2 features, but RadialFunctions is expecting 1 features"):
        RadialFunctions("linear", ORIGIN)([[1.0, 2.0]])
