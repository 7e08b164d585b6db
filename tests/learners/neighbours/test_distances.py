"""Minkowski distances of lecture 02: the lecture's numbers, scipy, numbers whose powers overflow; the k smallest."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from labkit.learners.neighbours.distances import ball, between, distance, rooted
from tests.golden import close, golden

ANY_P = (1, 1.5, 2, 3, 10, np.inf)


def test_distance_of_the_slide_KNN_01():
    """I-004-015."""
    assert close([distance([1, 2, 3], [4, 0, 3.5], p) for p in (1, 2, 3, np.inf)], golden("KNN-01"))


@pytest.mark.parametrize("p", ANY_P)
def test_between_agrees_with_scipy(p):
    rng = np.random.default_rng(0)
    A, B = rng.normal(size=(7, 3)), rng.normal(size=(9, 3))
    theirs = cdist(A, B, "chebyshev") if p == np.inf else cdist(A, B, "minkowski", p=p)
    np.testing.assert_allclose(rooted(between(A, B, p), p), theirs, rtol=1e-12)


@pytest.mark.parametrize("p", ANY_P)
@pytest.mark.parametrize("scale", [1e-8, 1e8, 1e90])
def test_distance_grows_with_the_scale_and_never_overflows(p, scale):
    a, b = np.array([1.0, 2.0, 3.0]), np.array([4.0, 0.0, 3.5])
    assert distance(scale * a, scale * b, p) == pytest.approx(scale * distance(a, b, p), rel=1e-12)


def test_distance_falls_with_p_to_that_of_the_largest_part():
    falling = [distance([0, 0], [3, 4], p) for p in (1, 1.5, 2, 4, 50, 1000, np.inf)]
    assert falling == sorted(falling, reverse=True)
    assert falling[0] == 7 and falling[2] == 5
    assert falling[-2] == falling[-1] == 4


@pytest.mark.parametrize("p", ANY_P)
def test_distance_keeps_the_triangle_inequality_E_004_06(p):
    rng = np.random.default_rng(1)
    for a, b, c in rng.normal(size=(100, 3, 2)):
        assert distance(a, c, p) <= distance(a, b, p) + distance(b, c, p) + 1e-12


def test_p_below_one_is_refused_because_a_detour_would_be_shorter_E_004_06():
    def half(a, b):
        return np.sum(np.abs(np.subtract(a, b)) ** 0.5) ** 2

    assert half([0, 0], [1, 1]) > half([0, 0], [1, 0]) + half([1, 0], [1, 1])
    with pytest.raises(ValueError, match=r"^p: expected a number >= 1 .*, got 0\.5"):
        distance([0, 0], [1, 1], 0.5)


def test_distance_refuses_points_of_different_length():
    with pytest.raises(ValueError, match=r"^b: expected a point like a, got shapes \(1, 2\) and \(1, 3\)"):
        distance([0, 0], [1, 1, 1])


@pytest.mark.parametrize("p", ANY_P)
def test_ball_lies_at_its_radius_and_has_the_corners(p):
    outline = ball([1.0, -2.0], 0.5, p)
    np.testing.assert_allclose([distance(point, [1.0, -2.0], p) for point in outline], 0.5, rtol=1e-12)
    np.testing.assert_allclose(outline[0], outline[-1])
    corner = [1.5, -1.5] if p == np.inf else [1.5, -2.0]
    assert np.abs(outline - corner).max(axis=1).min() < 1e-12


def test_balls_of_larger_p_hold_those_of_smaller_ones():
    areas = [_area(ball([0, 0], 1.0, p)) for p in ANY_P]
    assert areas == sorted(areas)
    assert areas[0] == pytest.approx(2) and areas[-1] == pytest.approx(4)


def _area(outline):
    x, y = outline.T
    return 0.5 * np.sum(x[:-1] * y[1:] - x[1:] * y[:-1])
