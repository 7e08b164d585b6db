"""The cells of 1-NN: the lecture's bisector, scipy's cells, and the answers on either side of every piece."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial import Voronoi as ScipyVoronoi

from labkit.core import data
from labkit.learners import NearestNeighbours
from labkit.learners.neighbours.voronoi import bisector, voronoi
from tests.golden import close, golden

WINDOW = (-1.2, 1.2), (-1.0, 1.0)


def pairs(cells) -> set:
    return {tuple(sorted(pair)) for pair in cells.pairs.tolist()}


def assert_pieces_of_bisectors(X, cells):
    """Every end of every side is as near to both examples, and no example is nearer. I-003-004."""
    scale = np.abs(X - X.mean(axis=0)).max() or 1.0
    for (i, j), (x0, y0, x1, y1) in zip(cells.pairs, cells.segments, strict=True):
        for point in ([x0, y0], [x1, y1]):
            away = np.hypot(*(X - point).T)
            assert abs(away[i] - away[j]) <= 1e-9 * scale
            assert away.min() >= away[i] - 1e-9 * scale


def test_bisector_KNN_05():
    normal, constant = bisector([1, 1], [4, 3])
    assert close([*normal.tolist(), constant], golden("KNN-05"))
    assert normal @ [2.5, 2] == constant  # the middle


@pytest.mark.parametrize("n", [2, 3, 10, 60, 300])
def test_cells_are_those_of_scipy(n):
    X = np.random.default_rng(n).normal(size=(n, 2))
    wide = (-1e4, 1e4)  # every piece is seen
    ours = voronoi(X, wide, wide)
    assert_pieces_of_bisectors(X, ours)
    if n > 3:
        theirs = ScipyVoronoi(X)
        finite = {tuple(sorted(p)) for p, v in zip(theirs.ridge_points.tolist(), theirs.ridge_vertices, strict=True)
                  if -1 not in v}  # fmt: skip
        everything = {tuple(sorted(p)) for p in theirs.ridge_points.tolist()}
        assert finite <= pairs(ours) <= everything


def test_answer_of_one_neighbour_changes_exactly_at_the_boundary():
    X, y = data.moons(80, noise=0.2, seed=2)
    model = NearestNeighbours(k=1).fit(X, y).model_
    boundary = model.voronoi(*WINDOW).boundary(model.y)
    start, along = boundary[:, :2], boundary[:, 2:] - boundary[:, :2]
    across = 1e-7 * np.column_stack([-along[:, 1], along[:, 0]]) / np.hypot(*along.T)[:, None]
    middle = start + along / 2
    assert (model.predict(middle + across) != model.predict(middle - across)).all()


@pytest.mark.parametrize("classes", [2, 4])
def test_line_crosses_the_boundary_as_often_as_the_nearest_class_changes(classes):
    X, y = data.blobs(60, classes=classes, spread=0.6, seed=classes)
    boundary = voronoi(X, *WINDOW).boundary(y)
    start, along = boundary[:, :2], boundary[:, 2:] - boundary[:, :2]
    for a, b in np.random.default_rng(0).uniform(-1, 1, (200, 2, 2)):
        side = np.sign(_cross(b - a, start - a)), np.sign(_cross(b - a, boundary[:, 2:] - a))
        own = np.sign(_cross(along, a - start)), np.sign(_cross(along, b - start))
        assert _changes(X, y, a, b) == np.count_nonzero((side[0] != side[1]) & (own[0] != own[1]))


def _changes(X, y, a, b) -> int:
    """From a to b, without sampling: at a + t (b - a) the squared distances are t^2 |b - a|^2 and a line in t each,
    so the nearest example is the lowest line, which is followed from crossing to crossing.
    """
    slope, height = -2 * (X - a) @ (b - a), ((X - a) ** 2).sum(axis=1)
    now, changes = height.argmin(), 0
    while True:
        falls = slope < slope[now]
        t = np.full(len(X), np.inf)
        t[falls] = (height[falls] - height[now]) / (slope[now] - slope[falls])
        then = t.argmin()
        if t[then] >= 1:
            return changes
        changes += y[then] != y[now]
        now = then


def test_boundary_is_less_than_all_cells():
    X, y = data.moons(100, seed=1)
    cells = voronoi(X, *WINDOW)
    boundary = cells.boundary(y)
    assert 0 < len(boundary) < len(cells.segments) / 4
    assert len(cells.boundary(np.zeros(100))) == 0


def test_outlier_gets_a_cell_of_its_own_inside_the_other_class():
    """Deck 003, the effect of outliers: wherever it is dragged, its island is bounded."""
    X, y = data.blobs(100, classes=2, seed=1)
    middle = X[y == 1].mean(axis=0)
    for angle in np.arange(0, 6, 0.5):
        X[0] = middle + 0.05 * np.array([np.cos(angle), np.sin(angle)])
        y[0] = 0
        cells = voronoi(X, *WINDOW)
        island = cells.cell(0)
        _, corners = np.unique(np.round(island.reshape(-1, 2), 9), axis=0, return_counts=True)
        assert (corners == 2).all()  # a closed line
        assert (y[cells.pairs[(cells.pairs == 0).any(axis=1)].max(axis=1)] == 1).all()
        assert_pieces_of_bisectors(X, cells)


# ---------------------------------------------------------------- degenerate places


def test_grid_of_points_has_square_cells():
    X = np.array([(a, b) for a in range(8) for b in range(7)], dtype=float)
    cells = voronoi(X, (-1, 8), (-1, 7))
    assert len(cells.pairs) == 7 * 7 + 8 * 6  # no pieces between cells that only touch at a corner
    assert_pieces_of_bisectors(X, cells)


def test_points_on_a_line_have_parallel_bisectors():
    X = np.column_stack([np.arange(6.0), np.arange(6.0)])
    cells = voronoi(X, (-1, 6), (-1, 6))
    assert pairs(cells) == {(n, n + 1) for n in range(5)}
    assert_pieces_of_bisectors(X, cells)


def test_points_on_a_circle_meet_in_its_middle():
    angle = np.arange(12) * np.pi / 6
    X = np.column_stack([np.cos(angle), np.sin(angle)])
    cells = voronoi(X, (-2, 2), (-2, 2))
    assert {tuple(sorted((n, (n + 1) % 12))) for n in range(12)} == pairs(cells)


def test_of_equal_points_the_first_owns_the_cell():
    X = np.array([[0.0, 0], [0, 0], [1, 0], [1, 0]])
    cells = voronoi(X, (-1, 2), (-1, 1))
    assert cells.pairs.tolist() == [[0, 2]]
    assert [len(cells.cell(row)) for row in range(4)] == [1, 0, 1, 0]
    np.testing.assert_allclose(np.sort(cells.segments.reshape(2, 2), axis=0), [[0.5, -1], [0.5, 1]])


def test_one_point_has_no_sides():
    assert voronoi([[0.5, 0.5]], (0, 1), (0, 1)).segments.shape == (0, 4)


@pytest.mark.parametrize("x", [1e8, -1e8])
def test_window_as_narrow_as_numbers_allow_has_its_side(x):
    beside = np.nextafter(x, np.inf)
    cells = voronoi([[beside, 0.0], [x, 1.0]], (x, beside), (0, 1))
    np.testing.assert_allclose(cells.segments, [[beside, 0.5, x, 0.5]])


def test_pieces_out_of_sight_are_left_out_and_the_others_cut_off():
    X = np.array([[0.0, 0], [1, 0], [100, 0], [101, 0]])
    cells = voronoi(X, (-1, 2), (-3, 3))
    assert cells.pairs.tolist() == [[0, 1]]
    np.testing.assert_allclose(sorted(cells.segments[0, [1, 3]]), [-3, 3])


@pytest.mark.parametrize(("scale", "shift"), [(1e-8, 0.0), (1e8, 0.0), (1.0, 1e6)])
def test_scale_and_place_of_the_points_do_not_matter(scale, shift):
    X, _ = data.moons(60, seed=1)
    window = tuple((scale * low + shift, scale * high + shift) for low, high in WINDOW)
    ours, moved = voronoi(X, *WINDOW), voronoi(scale * X + shift, *window)
    assert pairs(ours) == pairs(moved)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match=r"^X: expected examples of 2 features, got 3"):
        voronoi(np.zeros((4, 3)), (0, 1), (0, 1))
    for xlim in ((1, 0), (0, np.nan), (0, np.inf)):
        with pytest.raises(ValueError, match=r"^limits: expected two finite \(low, high\) with low < high"):
            voronoi(np.zeros((4, 2)), xlim, (0, 1))
    with pytest.raises(ValueError, match=r"^limits: .* got 3 and 4"):
        voronoi(np.zeros((4, 2)), 3, 4)


def test_cells_of_other_distances_are_refused():
    """Their sides are not straight: the cells of Euclid's would not be where the answer changes."""
    X, y = data.moons(20, seed=1)
    model = NearestNeighbours(k=1, p=1).fit(X, y).model_
    with pytest.raises(ValueError, match=r"^p: expected 2, .* got 1; pass dataclasses.replace\(model, p=2\)"):
        model.voronoi(*WINDOW)
    assert len(replace(model, p=2).voronoi(*WINDOW).segments)


def _cross(a, b):
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
