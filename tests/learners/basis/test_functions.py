"""Basis functions: the lecture's numbers, and scikit-learn's polynomials or plain loops as oracles."""

import numpy as np
import pytest
from sklearn.preprocessing import PolynomialFeatures

from labkit.learners.basis.functions import GaussianBasis, Polynomial, SigmoidBasis
from labkit.learners.grid import points
from tests.golden import close, golden


def cases(n=30, d=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def test_three_functions_are_the_lecture_s():
    """I-004-082"""
    x = [[0.8]]
    found = [
        Polynomial(degree=3)(x)[0, 2],
        GaussianBasis([0.5], 0.2)(x)[0, 0],
        SigmoidBasis([0.5], 0.2)(x)[0, 0],
    ]
    assert close([float(value) for value in found], golden("BAS-01"))


@pytest.mark.parametrize("degree", [1, 2, 3, 5])
@pytest.mark.parametrize("d", [1, 2, 4])
def test_polynomial_has_every_product_once(degree, d):
    """E-001-08: x_i x_j with i <= j only; I-001-005."""
    X = cases(d=d)
    oracle = PolynomialFeatures(degree, include_bias=False).fit(X)
    np.testing.assert_allclose(Polynomial(degree)(X), oracle.transform(X), rtol=1e-12)


def test_quadratic_discriminant_of_d_features_has_d_plus_half_d_times_d_plus_1_terms():
    """I-001-005 without its constant."""
    for d in (1, 2, 3, 6):
        assert Polynomial(2)(cases(d=d)).shape[1] == d + d * (d + 1) // 2


def test_gaussian_basis_is_the_plain_formula():
    X, mu, s = cases(d=2), cases(4, 2, seed=1), [0.5, 1.0, 2.0, 3.0]
    plain = [[np.exp(-sum((x - m) ** 2) / (2 * w**2)) for m, w in zip(mu, s, strict=True)] for x in X]
    np.testing.assert_allclose(GaussianBasis(mu, s)(X), plain, rtol=1e-12)


def test_bumps_on_a_grid_are_those_of_its_points():
    rng = np.random.default_rng(0)
    bumps = GaussianBasis(rng.normal(size=(7, 2)), width=np.linspace(0.2, 2.0, 7)).placed(np.zeros((1, 2)))
    x, y = np.linspace(-2, 2, 9), np.linspace(-1, 3, 5)
    np.testing.assert_allclose(bumps.on_grid(x, y), bumps(points(x, y)), rtol=1e-12)
    for features in (1, 3):
        with pytest.raises(ValueError, match=f"X has 2 features, but Bumps is expecting {features}"):
            GaussianBasis(np.zeros((1, features)), width=1.0).placed(np.zeros((1, features))).on_grid(x, y)


def test_sigmoid_basis_takes_the_features_one_by_one():
    X, s = cases(d=2), [0.5, 2.0]
    same = [[1 / (1 + np.exp(-(x[i] - m) / w)) for i in (0, 1) for m, w in zip((-1, 1), s, strict=True)] for x in X]
    np.testing.assert_allclose(SigmoidBasis([-1, 1], s)(X), same, rtol=1e-12)
    own = SigmoidBasis([[-1, 10], [1, 20]], 0.5)(X)
    np.testing.assert_allclose(own[:, :2], SigmoidBasis([-1, 1], 0.5)(X[:, :1]))
    np.testing.assert_allclose(own[:, 2:], SigmoidBasis([10, 20], 0.5)(X[:, 1:]))


def test_grid_places_are_even_and_a_gap_wide():
    X = np.array([[0.0, 10.0], [4.0, 30.0], [1.0, 10.0]])
    bumps = GaussianBasis(3).placed(X)
    places = [[x, y] for x in (0, 2, 4) for y in (10, 20, 30)]
    np.testing.assert_allclose(bumps.centres, places)
    np.testing.assert_allclose(bumps.widths, np.tile([2, 10], (9, 1)))
    rises = SigmoidBasis(3).placed(X)
    np.testing.assert_allclose(rises.centres, [0, 2, 4, 10, 20, 30])
    np.testing.assert_allclose(rises.widths, [2, 2, 2, 10, 10, 10])
    np.testing.assert_array_equal(rises.feature, [0, 0, 0, 1, 1, 1])


def test_quantile_places_have_equally_many_examples_around_them():
    x = np.random.default_rng(2).exponential(size=1000)
    mu = GaussianBasis(4, place="quantiles").placed(x[:, None]).centres.ravel()
    between = np.searchsorted(np.sort(x), mu)
    np.testing.assert_allclose(between, [125, 375, 625, 875], atol=1)
    assert np.diff(mu)[0] < np.diff(mu)[-1], "dense where the examples are"


def test_given_width_is_kept_when_places_are_chosen():
    assert (GaussianBasis(3, 0.7).placed(cases(d=2)).widths == 0.7).all()
    assert (SigmoidBasis(3, 0.7).placed(cases(d=2)).widths == 0.7).all()


@pytest.mark.parametrize("place", ["grid", "quantiles"])
@pytest.mark.parametrize("basis", [GaussianBasis, SigmoidBasis])
def test_one_place_and_constant_features_have_a_stated_width(basis, place):
    one = basis(1, place=place).placed([[0.0], [2.0], [6.0]])
    assert one.centres.ravel() == pytest.approx(3.0 if place == "grid" else 2.0)
    assert one.widths.ravel() == pytest.approx(3.0)
    flat = basis(5, place=place).placed(np.full((4, 1), 7.0))
    np.testing.assert_array_equal([flat.centres.ravel(), flat.widths.ravel()], [[7.0], [1.0]])


def test_places_with_equal_values_are_taken_once():
    X = np.repeat([[0.0], [1.0]], [9, 1], axis=0)
    assert len(GaussianBasis(5, place="quantiles").placed(X).centres) == 2
    assert SigmoidBasis(5, place="quantiles").placed(X)(X).shape == (10, 2)


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
@pytest.mark.parametrize("place", ["grid", "quantiles"])
@pytest.mark.parametrize("basis", [GaussianBasis, SigmoidBasis])
def test_placed_basis_does_not_depend_on_the_unit(basis, place, scale):
    X = cases(d=2)
    expected = basis(4, place=place).placed(X)(X)
    np.testing.assert_allclose(basis(4, place=place).placed(scale * X)(scale * X), expected, rtol=1e-6)


def test_far_away_cases_do_not_overflow():
    X = [[1e90, -1e90]]
    np.testing.assert_array_equal(GaussianBasis([[0, 0]], 1e-300)(X), [[0]])
    np.testing.assert_array_equal(SigmoidBasis([0], 1e-300)(X), [[1, 0]])


def test_placed_basis_keeps_its_own_arrays():
    centres = np.array([0.0, 1.0])
    basis = GaussianBasis(centres, 1.0)
    placed = basis.placed(cases(d=1))
    centres[:] = 9
    np.testing.assert_array_equal(placed.centres.ravel(), [0, 1])
    assert not placed.centres.flags.writeable


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Polynomial(0), "degree: expected a whole number >= 1, got 0"),
        (lambda: Polynomial(2.0), "degree: expected a whole number"),
        (lambda: Polynomial(9)(cases(d=20)), "degree: expected at most 10000 basis functions, got 10015004"),
        (lambda: Polynomial(20)([[1e8]]), "X: expected numbers whose power 20 is at most"),
        (lambda: GaussianBasis(0), "centres: expected a whole number >= 1"),
        (lambda: GaussianBasis(3, -1), "width: expected a number > 0"),
        (lambda: GaussianBasis(3, [1, 2, 3]), "width: expected a number > 0"),
        (lambda: GaussianBasis([1, 2]), "width: expected a number > 0 where centres are given, got None"),
        (lambda: GaussianBasis([1, 2], [1, 2, 3]), "width: expected one number or one for each of 2 centres"),
        (lambda: GaussianBasis([1, 2], [1, 0]), "width: expected numbers > 0"),
        (lambda: GaussianBasis([]), "centres: expected how many"),
        (lambda: GaussianBasis([np.nan], 1), "centres: expected how many"),
        (lambda: GaussianBasis([[1], [1, 2]], 1), "centres: expected rows of equal length"),
        (lambda: GaussianBasis(3, place="random"), "place: expected one of 'grid', 'quantiles'"),
        (lambda: GaussianBasis(10).placed(cases(d=5)), "centres: expected at most 10000 basis functions, got 100000"),
        (lambda: GaussianBasis([1, 2], 1)(cases(d=2)), "centres: expected 2 coordinates, one per feature of X, got 1"),
        (lambda: GaussianBasis(3)(cases()), "centres: expected where they are, got only how many, 3"),
        (lambda: GaussianBasis(3).placed(cases())(cases(d=2)), "X has 2 features, but (Bumps|Rises) is expecting 3"),
        (lambda: SigmoidBasis(3).placed(cases())(cases(d=2)), "X has 2 features, but (Bumps|Rises) is expecting 3"),
        (lambda: SigmoidBasis([[1, 2]], 1)(cases()), "centres: expected 3 coordinates"),
        (lambda: Polynomial(2)([1, 2]), "Expected 2D array"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
