"""The three radial functions (I-002-023, I-002-024), and centres and widths by the examples (I-002-024)."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import BasisClassifier, BasisRegression, KMeans, RBFRegression, SoftmaxRegression
from labkit.learners.basis.functions import GaussianBasis
from labkit.learners.grid import points
from labkit.learners.radial.functions import FUNCTIONS, RadialBasis, RadialFunctions
from tests.golden import close, golden

ORIGIN, UNIT = np.zeros((1, 1)), np.ones(1)


def at(t: float, function: str, width: float = 1.0, power: float = 2.0) -> float:
    return float(RadialFunctions(function, ORIGIN, np.array([width]), power)([[t]])[0, 0])


def test_functions_have_the_lecture_s_values():  # I-002-023
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


# ---------------------------------------------------------------- where they are


def placed(X, **given):
    return RadialBasis(**given).placed(X)


def test_number_of_centres_is_placed_by_k_means():
    X, _ = data.moons(80, seed=1)
    phi = placed(X, centres=6, seed=3)
    np.testing.assert_array_equal(phi.centres, KMeans(groups=6, seed=3).fit(X).model_.centres)


def test_data_are_centres_and_equal_examples_are_one():
    X = np.array([[3.0], [1.0], [3.0], [2.0], [1.0]])
    np.testing.assert_array_equal(placed(X, centres="data").centres, [[3.0], [1.0], [2.0]])


def test_neighbours_give_each_centre_its_width():
    centres = np.array([[0.0], [1.0], [3.0], [9.0]])
    widths = placed(centres, centres=centres).widths
    np.testing.assert_allclose(widths**2, [(1 + 9) / 2, (1 + 4) / 2, (4 + 9) / 2, (36 + 64) / 2])


def test_spread_gives_all_the_same_width():
    centres = np.array([[0.0, 0.0], [3.0, 4.0], [1.0, 1.0]])
    np.testing.assert_allclose(placed(centres, centres=centres, width="spread").widths, 5 / np.sqrt(6))


def test_two_centres_are_as_wide_as_far_apart():
    np.testing.assert_allclose(placed(np.zeros((1, 1)), centres=[[1.0], [3.0]]).widths, 2.0)


def test_equal_centres_look_at_the_others():
    widths = placed(np.zeros((1, 1)), centres=[[0.0], [0.0], [2.0], [0.0]]).widths
    np.testing.assert_allclose(widths, 2.0)


@pytest.mark.parametrize("width", ["neighbours", "spread"])
def test_one_centre_is_as_wide_as_the_examples_are_away(width):
    X = np.array([[0.0], [2.0], [4.0]])
    np.testing.assert_allclose(placed(X, centres=1, width=width).widths, np.sqrt(8 / 3))
    np.testing.assert_allclose(placed(np.full((4, 2), 7.0), centres=1, width=width).widths, 1.0)


def test_linear_functions_have_no_width():
    assert placed(np.arange(5.0)[:, None], function="linear", centres=2).widths is None


@pytest.mark.parametrize("width", [0.7, [0.1, 0.2, 0.3]])
def test_given_widths_are_kept(width):
    widths = placed(np.arange(5.0)[:, None], centres=3, width=width).widths
    np.testing.assert_array_equal(widths, np.broadcast_to(width, 3))


def test_basis_serves_any_learner():
    X, y = data.moons(120, noise=0.1, seed=2)
    learner = BasisClassifier(learner=SoftmaxRegression(lam=0.01), basis=RadialBasis(centres=12))
    assert learner.fit(X, y).score(X, y) > 0.97
    assert learner.predict_proba(X).shape == (120, 2)
    x = X[:, 0]
    lifted = BasisRegression(basis=RadialBasis(centres=5, seed=4)).fit(X, x**2)
    network = RBFRegression(centres=5, seed=4).fit(X, x**2)
    np.testing.assert_allclose(lifted.predict(X), network.predict(X), rtol=1e-10)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"centres": 0}, "centres: expected a whole number >= 1"),
        ({"centres": 6}, "centres: expected at most as many as there are different examples, 5 .*got 6; lower centres"),
        ({"centres": "grid"}, "centres: expected one of 'data', how many, an array"),
        ({"centres": [[0.0, 1.0]]}, "centres: expected 1 coordinates, one per feature of X, got 2"),
        ({"centres": [[np.nan]]}, "centres: expected finite numbers"),
        ({"centres": 2, "width": 0.0}, "width: expected a number > 0"),
        ({"centres": 2, "width": [1.0, -1.0]}, "width: expected a number > 0 for each of 2 centres"),
        ({"centres": 2, "width": [1.0, 1.0, 1.0]}, "width: expected a number > 0 for each of 2 centres"),
        ({"centres": 2, "width": "narrow"}, "width: expected one of 'neighbours', 'spread', a number"),
        ({"centres": 2, "power": 0}, "power: expected a number > 0"),
        ({"function": "cubic"}, "function: expected one of 'gaussian', 'inverse power', 'linear'"),
    ],
)
def test_what_cannot_be_placed_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        placed(np.arange(5.0)[:, None], **given)


def test_too_many_data_for_centres_are_refused():
    with pytest.raises(ValueError, match=r"centres: expected a whole number <= 10000 .*got 10001"):
        placed(np.arange(10_001.0)[:, None], centres="data")
