"""Centres and widths by the examples (I-002-024)."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import BasisClassifier, BasisRegression, KMeans, RBFRegression, SoftmaxRegression
from labkit.learners.radial.placement import RadialBasis


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
