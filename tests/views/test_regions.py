"""Exact regions: every point of the panel lies in the band of the class that the scores name."""

import numpy as np
import pytest

from labkit.views.regions import cells, linear_regions

XLIM, YLIM = (-1.0, 2.0), (-1.5, 0.5)


def inside(band, x, y):
    """Whether points are between a band's two curves."""
    low, high = np.interp(x, band.x, band.low), np.interp(x, band.x, band.high)
    return (x >= band.x.min()) & (x <= band.x.max()) & (y >= low) & (y <= high)


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
    bands, _ = linear_regions(A, b, kinds, XLIM, YLIM)
    for kind in range(3):
        covered = np.zeros(len(points), dtype=bool)
        for band in bands:
            if band.color == f"class{kind}":
                covered |= inside(band, *points.T)
        np.testing.assert_array_equal(covered[clear], (kinds[scores.argmax(axis=1)] == kind)[clear])


def test_regions_fill_the_panel_without_overlap():
    rng = np.random.default_rng(3)
    found = cells(rng.normal(size=(6, 2)), rng.normal(size=6), XLIM, YLIM)
    assert sum(area(cell.corners) for cell in found if cell.corners) == pytest.approx(3.0 * 2.0)


@pytest.mark.parametrize("normal", [(1.0, 0.0), (-1.0, 0.0), (1.0, 1e-14), (0.0, 1.0), (0.0, -1.0)])
def test_regions_of_upright_and_level_lines(normal):
    bands, borders = linear_regions([(0.0, 0.0), normal], [0.0, -0.25], [0, 1], XLIM, YLIM)
    point = np.array([0.9, 0.4]) * np.sign(normal)  # on the positive side
    positive = next(band for band in bands if band.color == "class1")
    at = np.where(np.abs(normal) > 0.5, point, 0.0)
    assert inside(positive, *at[:, None]) == (at @ normal > 0.25)
    x, y = borders[0].x[:2].astype(float), borders[0].y[:2].astype(float)
    np.testing.assert_allclose(normal[0] * x + normal[1] * y, 0.25, atol=1e-6)


def test_region_of_equals_goes_to_the_first():
    bands, borders = linear_regions(np.ones((3, 2)), np.zeros(3), [2, 0, 1], XLIM, YLIM)
    assert [band.color for band in bands] == ["class2"] and not borders


def test_borders_are_drawn_once_and_only_between_classes():
    # three upright strips, the last two of one class: one border
    bands, borders = linear_regions([(0, 0), (1, 0), (2, 0)], [0.0, 0.0, -1.0], [0, 1, 1], XLIM, YLIM)
    assert len(bands) == 3
    assert np.isfinite(borders[0].x).sum() == 2 and borders[0].x[0] == pytest.approx(0.0)
