"""Classes as target vectors: the lecture's numbers, and its three theorems against direct evaluation."""

import numpy as np
import pytest

from labkit.learners.decisions import targets
from labkit.learners.descent.first_order import GradientDescent
from labkit.learners.descent.moves import descend
from labkit.learners.descent.second_order import Newton
from tests.golden import close, golden

P = [0.5, 0.3, 0.2]
CODINGS = pytest.mark.parametrize("coding", targets.CODINGS)


def posteriors(classes, cases=200, seed=0):
    return np.random.default_rng(seed).dirichlet(np.ones(classes), cases)


def test_one_hot_targets_are_the_unit_vectors():
    """I-000-001"""
    np.testing.assert_array_equal(targets.codes(4), np.eye(4))


@pytest.mark.parametrize("classes", [2, 3, 7])
def test_simplex_targets_sum_to_zero_and_are_equally_far_apart(classes):
    """I-000-002"""
    Z = targets.codes(classes, "simplex")
    np.testing.assert_array_equal(np.diag(Z), 1)
    np.testing.assert_allclose(Z[~np.eye(classes, dtype=bool)], -1 / (classes - 1))
    np.testing.assert_allclose(Z.sum(axis=1), 0, atol=1e-12)
    apart = [np.linalg.norm(Z[i] - Z[j]) for i in range(classes) for j in range(i)]
    np.testing.assert_allclose(apart, np.sqrt(2) * classes / (classes - 1))


def test_simplex_targets_of_two_classes_are_plus_and_minus_one():
    np.testing.assert_array_equal(targets.codes(2, "simplex"), [[1, -1], [-1, 1]])


def test_targets_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        targets.codes(3)[0, 0] = 5


def test_distances_at_the_posterior_are_the_lecture_s():
    assert close(targets.distances(targets.regression(P)), golden("COD-01"))
    assert close(targets.distances(targets.regression(P, "simplex"), "simplex"), golden("COD-03"))


def test_regression_on_simplex_targets_is_the_lecture_s():
    """I-000-004"""
    assert close(targets.regression(P, "simplex"), golden("COD-02"))
    assert close(targets.regression([0.7, 0.3], "simplex"), golden("COD-05"))


def test_printed_distances_have_other_values_and_the_same_least():
    """E-000-01"""
    assert close(targets.printed_distances(P), golden("COD-04"))
    many = posteriors(4)
    true = targets.distances(targets.regression(many, "simplex"), "simplex")
    assert np.abs(targets.printed_distances(many) - true).min() > 0.1
    np.testing.assert_array_equal(targets.printed_distances(many).argmin(axis=1), true.argmin(axis=1))


@CODINGS
@pytest.mark.parametrize("classes", [2, 3, 5])
def test_regression_is_the_mean_target_and_can_be_undone(coding, classes):
    many = posteriors(classes)
    Z = targets.codes(classes, coding)
    mean = np.array([sum(p[k] * Z[k] for k in range(classes)) for p in many])
    np.testing.assert_allclose(targets.regression(many, coding), mean, atol=1e-12)
    np.testing.assert_allclose(targets.posteriors(mean, coding), many, atol=1e-12)


@CODINGS
@pytest.mark.parametrize("classes", [2, 3, 5])
def test_closed_form_of_the_distances_holds(coding, classes):
    """The two lines of equation 7."""
    many = posteriors(classes)
    scale = 1 if coding == "one-hot" else (classes / (classes - 1)) ** 2
    expected = scale * (1 - 2 * many + (many**2).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(targets.distances(targets.regression(many, coding), coding), expected, atol=1e-12)


@CODINGS
def test_nearest_target_is_the_most_probable_class(coding):
    """I-000-005"""
    many = posteriors(4)
    y = targets.regression(many, coding)
    np.testing.assert_array_equal(targets.distances(y, coding).argmin(axis=1), many.argmax(axis=1))
    np.testing.assert_array_equal(targets.nearest(y), many.argmax(axis=1))


@CODINGS
def test_nearest_target_is_nearest_wherever_the_answer_is(coding):
    """Off the plane of the targets too, where a regression may end up."""
    y = np.random.default_rng(1).normal(0, 3, (300, 4))
    np.testing.assert_array_equal(targets.nearest(y), targets.distances(y, coding).argmin(axis=1))


def test_nearest_of_equals_is_the_first():
    thirds = np.full(3, 1 / 3)
    assert targets.nearest(thirds) == 0
    assert targets.nearest(targets.regression(thirds, "simplex")) == 0
    assert targets.nearest([0.2, 0.4, 0.4]) == 1


@CODINGS
def test_expected_loss_is_least_at_the_conditional_mean(coding):
    """I-000-003, by trying every direction: J(y + v) - J(y) = |v|^2 / 2."""
    J, mean = targets.expected_loss(P, coding), targets.regression(P, coding)
    rng = np.random.default_rng(2)
    for v in rng.normal(size=(20, 3)):
        assert J.at(mean + v).value - J.at(mean).value == pytest.approx(v @ v / 2)
    np.testing.assert_allclose(J.at(mean).gradient, 0, atol=1e-12)


@CODINGS
def test_expected_loss_has_the_gradient_that_differences_show(coding):
    J, y, h = targets.expected_loss(P, coding), np.array([0.9, -0.4, 0.1]), 1e-6
    slopes = [(J.at(y + h * e).value - J.at(y - h * e).value) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(J.at(y).gradient, slopes, atol=1e-8)


@pytest.mark.parametrize("optimiser", [GradientDescent(rate=0.3), Newton()])
def test_going_down_the_expected_loss_leads_to_the_conditional_mean(optimiser):
    """I-000-003, by gradient."""
    J = targets.expected_loss(P, "simplex")
    *_, last = descend(J, optimiser, np.array([1.0, 2.0, -1.0]), tolerance=1e-10, budget=200)
    np.testing.assert_allclose(last.point.w, targets.regression(P, "simplex"), atol=1e-9)


def test_triangle_keeps_the_distances_between_targets_and_posteriors():
    many = posteriors(3, 20)
    corners, points = targets.triangle(many)
    flat = ((points[:, None] - corners) ** 2).sum(axis=2)
    np.testing.assert_allclose(flat, targets.distances(many), atol=1e-12)
    np.testing.assert_allclose(corners.sum(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(targets.triangle(np.eye(3))[1], corners)


def test_posteriors_at_points_of_the_triangle_are_those_that_lie_there():
    """I-000-001: a dragged point is a posterior."""
    many = posteriors(3, 50)
    np.testing.assert_allclose(targets.posteriors_at(targets.triangle(many)[1]), many, atol=1e-12)
    np.testing.assert_allclose(targets.posteriors_at([0.0, 0.0]), np.full(3, 1 / 3))


def test_posteriors_at_points_outside_the_triangle_are_the_nearest_inside():
    grid = np.array([[i, j, 60 - i - j] for i in range(61) for j in range(61 - i)]) / 60
    _, inside = targets.triangle(grid)
    for point in np.random.default_rng(3).normal(0, 2, (40, 2)):
        P = targets.posteriors_at(point)
        assert P.min() >= 0
        assert P.sum() == pytest.approx(1)
        nearest = np.sqrt(((inside - point) ** 2).sum(axis=1).min())
        found = np.linalg.norm(targets.triangle(P)[1] - point)
        assert nearest - 0.02 < found < nearest + 1e-12


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: targets.codes(1), "classes: expected a whole number >= 2, got 1"),
        (lambda: targets.codes(3, "gray"), "coding: expected one of 'one-hot', 'simplex'"),
        (lambda: targets.regression([0.5, 0.6]), r"P: expected probabilities >= 0 with the sum 1, got \[0.5, 0.6\]"),
        (lambda: targets.regression([1.5, -0.5]), "P: expected probabilities >= 0"),
        (lambda: targets.regression([np.nan, 0.5]), "P: expected probabilities >= 0"),
        (lambda: targets.regression([1.0]), "P: expected a probability for each of 2 or more classes"),
        (lambda: targets.distances([np.nan, 0.5]), "y: expected a finite number for each.*got NaN or infinity"),
        (lambda: targets.nearest(3.0), r"y: expected a finite number for each.*got shape \(\)"),
        (lambda: targets.expected_loss([[0.5, 0.5]]), "P: expected the probabilities of one case"),
        (lambda: targets.triangle([0.5, 0.5]), "P: expected 3 classes"),
        (lambda: targets.posteriors_at([0.5]), r"points: expected two finite coordinates for each, got \[0.5\]"),
        (lambda: targets.posteriors_at([np.nan, 0.0]), "points: expected two finite coordinates"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
