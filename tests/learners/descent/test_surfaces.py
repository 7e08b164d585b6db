"""The lectures' surfaces: their derivatives against differences, their pictures, what is not convex."""

import math

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from labkit.learners.descent.surfaces import SURFACES, Surface, quadratic, surface

ALL = pytest.mark.parametrize("name", SURFACES)
RICH = Surface(
    lambda x, y: np.exp(-x * y) / (1 + y**2) + np.log(3 + np.sin(x)) - abs(x - 5) + 2**y + (2 + np.cos(y)) ** x
    - np.sqrt(4 + np.square(x)) + x**3 - (+y) + np.tanh(x - 1.5 * y),
)  # fmt: skip


def places(n=5):
    return np.random.default_rng(1).uniform(-1.5, 1.5, (n, 2))


@pytest.mark.parametrize("of", [*SURFACES.values(), RICH], ids=[*SURFACES, "rich"])
def test_derivatives_are_those_of_differences(of):
    for w in places():
        at = of.at(w)
        slopes = approx_fprime(w, lambda v: of.at(v).value, 1e-7)
        bends = approx_fprime(w, lambda v: of.at(v).gradient, 1e-7)
        size = 1 + np.abs(at.hessian).max()
        np.testing.assert_allclose(at.gradient, slopes, atol=1e-5 * size)
        np.testing.assert_allclose(at.hessian, bends, atol=1e-5 * size)
        np.testing.assert_allclose(at.hessian, at.hessian.T, atol=1e-12 * size)
        assert at.value == pytest.approx(at._jet.value)


@ALL
def test_picture_of_a_surface_is_its_values(name):
    of = surface(name)
    x, y = np.linspace(-1, 2, 7), np.linspace(0, 1, 4)
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    plain = [[of.at([a, b]).value for a in x] for b in y]
    np.testing.assert_allclose(of.number_grid(x, y), plain)
    np.testing.assert_allclose(of.values(grid), plain)


@pytest.mark.parametrize("name", [name for name, of in SURFACES.items() if of.smoothness])
def test_no_curvature_is_above_the_smoothness(name):
    of = surface(name)
    assert max(np.linalg.eigvalsh(of.at(w).hessian)[-1] for w in places(200) * 4) <= of.smoothness + 1e-12


def test_squared_error_of_a_unit_is_not_convex_E_002_07():
    of = surface("squared error")
    low, high = of.at([1.0, 3.0]).value, of.at([0.0, 0.0]).value
    assert low == pytest.approx(of.at([-1.0, -3.0]).value)
    assert low == pytest.approx(2.4e-5, rel=0.03)
    assert high == 1.0


def test_turned_saddle_has_what_the_lost_figure_shows_E_002_13():
    """I-002-001: a minimum along x2 = -x1 and a maximum along x2 = x1; the plain x1 x2 has it the other way round."""
    t = np.linspace(-1, 1, 21)
    along, across = np.column_stack([t, -t]), np.column_stack([t, t])
    turned, plain = surface("turned saddle"), surface("saddle")
    assert turned.values(along).argmin() == turned.values(across).argmax() == 10
    assert plain.values(along).argmax() == plain.values(across).argmin() == 10


def test_quadratic_surface_has_the_given_hessian():
    H = np.array([[1.0, -2.0], [-2.0, 3.0]])
    np.testing.assert_allclose(quadratic(H).at([0.3, 0.4]).hessian, H)
    assert quadratic(-np.eye(2)).smoothness is None


def test_constant_and_one_variable_are_surfaces_too():
    flat = Surface(lambda x, y: 3.0)
    np.testing.assert_array_equal(flat.at([1.0, 2.0]).gradient, [0, 0])
    np.testing.assert_array_equal(flat.number_grid([1, 2, 3], [1, 2]), np.full((2, 3), 3.0))
    curve = Surface(lambda x: (x**2 - 1) ** 2, ((-2, 2),), (0.5,))
    np.testing.assert_allclose(curve.at([0.5]).hessian, [[12 * 0.25 - 4]])


def test_formula_is_an_infinity_or_no_number_where_it_has_no_value():
    """Warnings are errors here: there is none."""
    logarithm, cone = Surface(lambda x, y: np.log(x) + y), Surface(lambda x, y: np.sqrt(x**2 + y**2))
    assert np.isnan(logarithm.at([-1.0, 0.0]).value)
    assert logarithm.at([0.0, 0.0]).value == -np.inf
    assert logarithm.at([0.0, 0.0]).gradient[0] == np.inf
    assert np.isnan(cone.at([0.0, 0.0]).gradient).all()
    assert np.isnan(logarithm.number_grid([-1.0, 1.0], [0.0])).tolist() == [[True, False]]
    assert (1 / SURFACES["bowl"].at([1e-200, 0.0]).gradient[0]) == 5e199


def test_jets_keep_the_rules_of_analysis():
    """Without differences: sin^2 + cos^2, e^ln, x^y by both ways, and Euler's rule for x^3 y / (x^2 + y^2)."""
    for w in places() ** 2 + 0.1:
        one = Surface(lambda x, y: np.sin(x * y) ** 2 + np.cos(x * y) ** 2).at(w)
        np.testing.assert_allclose([*one.gradient, *one.hessian.ravel()], 0, atol=1e-14)
        same = [Surface(f).at(w) for f in (lambda x, y: x**y, lambda x, y: np.exp(y * np.log(x)))]
        np.testing.assert_allclose(same[0].gradient, same[1].gradient)
        np.testing.assert_allclose(same[0].hessian, same[1].hessian)
        even = Surface(lambda x, y: x**3 * y / (x**2 + y**2)).at(w)  # homogeneous of degree 2
        assert w @ even.gradient == pytest.approx(2 * even.value)
        np.testing.assert_allclose(even.hessian @ w, even.gradient)


def added_in_place(x, y):
    s = x**2
    s += y
    return s


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: surface("sea"), "surface: expected one of 'saddle', .*, a Surface of your own, got 'sea'"),
        (lambda: Surface(lambda x, y: x, ((1, 1), (0, 1))), "box: expected .low, high. with low < high"),
        (lambda: Surface(lambda x, y: x, ((0, 1),)), r"start: expected 1 numbers"),
        (lambda: quadratic([[1, 2], [3, 4]]), "H: expected a symmetric matrix"),
        (lambda: quadratic(np.eye(3)), "H: expected a symmetric matrix of shape"),
        (
            lambda: Surface(lambda x, y: np.arctan(x)).at([0, 0]).gradient,
            "formula: expected functions of these: absolute, add, .* got arctan",
        ),
        (lambda: Surface(added_in_place).at([0, 0]).gradient, "formula: expected new numbers .* write no [+]="),
        (lambda: Surface(lambda x, y: math.sin(x)).at([0, 0]).gradient, "formula: expected NumPy's functions"),
        (lambda: Surface(lambda x, y: (x * np.ones(2)).sum()).at([0, 0]).gradient, "formula: expected real numbers"),
        (lambda: Surface(lambda x, y: x * 1j).at([0, 0]).gradient, "formula: expected real numbers .* got 1j"),
        (lambda: Surface(lambda x, y: None).at([0, 0]).value, "f: expected one number at .*, got None"),
        (lambda: surface("bowl").at([0, 0, 0]), r"w: expected 2 numbers, .* got shape \(3,\)"),
    ],
)
def test_bad_surfaces_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()
