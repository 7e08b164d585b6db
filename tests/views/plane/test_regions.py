"""Exact regions: every point of the panel lies in the polygon of the class that the scores name."""

import numpy as np
import pytest

from labkit.views.plane.regions import cells, linear_regions

XLIM, YLIM = (-1.0, 2.0), (-1.5, 0.5)


def inside(region, x, y):
    """Whether points are within a convex polygon: on the same side of all of its edges."""
    along = np.roll(region.x, -1) - region.x, np.roll(region.y, -1) - region.y
    left = [dx * (y - b) - dy * (x - a) for a, b, dx, dy in zip(region.x, region.y, *along, strict=True)]
    return np.all(np.array(left) >= -1e-6, axis=0) | np.all(np.array(left) <= 1e-6, axis=0)


def area(corners):
    x, y = np.array(corners).T
    return 0.5 * abs(x @ np.roll(y, -1) - y @ np.roll(x, -1))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("count", [2, 3, 7])
def test_regions_are_where_the_score_is_largest(count, seed):
    rng = np.random.default_rng(seed)
    A, b, kinds = rng.normal(size=(count, 2)), rng.normal(size=count), rng.integers(3, size=count)
    points = rng.uniform([XLIM[0], YLIM[0]], [XLIM[1], YLIM[1]], (400, 2))
    scores = points @ A.T + b
    best = np.sort(scores, axis=1)
    clear = best[:, -1] - best[:, -2] > 1e-3  # float32 marks cannot tell the rest apart
    regions, _ = linear_regions(A, b, kinds, XLIM, YLIM)
    for kind in range(3):
        covered = np.zeros(len(points), dtype=bool)
        for region in regions:
            if region.fill == f"class{kind}":
                covered |= inside(region, *points.T)
        np.testing.assert_array_equal(covered[clear], (kinds[scores.argmax(axis=1)] == kind)[clear])


def test_regions_fill_the_panel_without_overlap():
    rng = np.random.default_rng(3)
    found = cells(rng.normal(size=(6, 2)), rng.normal(size=6), XLIM, YLIM)
    assert sum(area(cell.corners) for cell in found if cell.corners) == pytest.approx(3.0 * 2.0)


@pytest.mark.parametrize("normal", [(1.0, 0.0), (-1.0, 0.0), (1.0, 1e-14), (0.0, 1.0), (0.0, -1.0)])
def test_regions_of_upright_and_level_lines(normal):
    regions, borders = linear_regions([(0.0, 0.0), normal], [0.0, -0.25], [0, 1], XLIM, YLIM)
    point = np.array([0.9, 0.4]) * np.sign(normal)  # on the positive side
    positive = next(region for region in regions if region.fill == "class1")
    at = np.where(np.abs(normal) > 0.5, point, 0.0)
    assert inside(positive, *at[:, None]) == (at @ normal > 0.25)
    (border,) = borders
    x, y = np.array([border.x0, border.x1, border.y0, border.y1], dtype=float).reshape(2, 2)
    np.testing.assert_allclose(normal[0] * x + normal[1] * y, 0.25, atol=1e-6)


def test_region_of_equals_goes_to_the_first():
    regions, borders = linear_regions(np.ones((3, 2)), np.zeros(3), [2, 0, 1], XLIM, YLIM)
    assert [region.fill for region in regions] == ["class2"] and not borders


def test_borders_are_drawn_once_and_only_between_classes():
    # three upright strips, the last two of one class: one border
    regions, borders = linear_regions([(0, 0), (1, 0), (2, 0)], [0.0, 0.0, -1.0], [0, 1, 1], XLIM, YLIM)
    assert len(regions) == 3
    assert borders[0].x0.tolist() == borders[0].x1.tolist() == [pytest.approx(0.0)]
