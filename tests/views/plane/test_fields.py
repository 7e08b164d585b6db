"""Painted planes: shades say who and how surely, borders run exactly between cells that differ."""

import numpy as np
import pytest

from labkit.core.story import UPDATE, Step
from labkit.views.axes import FINE, centres
from labkit.views.plane.fields import border, border_of, cases, heights, many_classes, sureness, two_classes
from labkit.views.plane.number_plane import NumberPlane
from labkit.views.plane.plane import EXTREMES, Plane, weight_sizes
from labkit.views.scene import HOLLOW, Field, Path, Points, Text

X = np.array([[0.0, 0.0], [1.0, 0.2], [0.3, 1.0], [0.9, 0.9]])
Y = np.array([0, 1, 0, 1])
SIZE = (200.0, 200.0)
LIMITS = (0.0, 4.0), (0.0, 3.0)
KINDS = np.array([0, 1])


def of(marks, kind):
    return [mark for mark in marks if isinstance(mark, kind)]


def pieces(line):
    return np.column_stack([line.x0, line.y0, line.x1, line.y1]).astype(float).reshape(-1, 2, 2)


class Votes:
    """Class 1 right of 0.5, surely so far from it; asks nobody at single points of the grid."""

    classes = np.array([0, 1])
    score_limit = 0.5

    def score_grid(self, x, y, through=None):
        return np.broadcast_to(np.clip(x - 0.5, -0.5, 0.5), (len(y), len(x)))

    def predict(self, points):
        assert len(points) == len(X)
        return (points[:, 0] > 0.5).astype(int)


class Scores(Votes):
    score_limit = np.inf


class Three:
    classes = np.array(["a", "b", "c"])

    def class_grid(self, x, y, through=None):
        return np.broadcast_to(np.digitize(x, [0.25, 0.75]), (len(y), len(x)))

    def predict(self, points):
        return self.classes[np.digitize(points[:, 0], [0.25, 0.75])]


class Elsewhere(Votes):
    """Has grids, but not of this plane."""

    def score_grid(self, x, y, through=None):
        return None

    class_grid = score_grid

    def predict(self, points):
        return (points[:, 0] > 0.5).astype(int)


def step(model, **more):
    return Step(event=UPDATE, model=model, **more)


# ---------------------------------------------------------------- borders


@pytest.mark.parametrize("seed", range(10))
def test_border_is_as_long_as_the_edges_between_different_cells(seed):
    grid = np.random.default_rng(seed).integers(0, 3, (6, 8))
    (line,) = border(grid, *LIMITS)
    naive = sum(0.5 for r in range(6) for c in range(7) if grid[r, c] != grid[r, c + 1])  # cells are 0.5 by 0.5
    naive += sum(0.5 for r in range(5) for c in range(8) if grid[r, c] != grid[r + 1, c])
    ends = pieces(line)
    assert np.abs(ends[:, 1] - ends[:, 0]).sum() == pytest.approx(naive)
    for (x0, y0), (x1, y1) in ends:  # the cells on both sides of a piece's middle differ
        x, y, across = (x0 + x1) / 2, (y0 + y1) / 2 + 1e-6, x0 == x1
        x += 0.0 if across else 1e-6
        one, other = ((x - 0.1, y), (x + 0.1, y)) if across else ((x, y - 0.1), (x, y + 0.1))
        assert grid[int(one[1] / 0.5), int(one[0] / 0.5)] != grid[int(other[1] / 0.5), int(other[0] / 0.5)]


def test_border_of_a_straight_cut_is_one_piece_and_of_one_class_none():
    grid = np.zeros((20, 30))
    assert border(grid, *LIMITS) == []
    grid[:, 15:] = 1
    np.testing.assert_allclose(pieces(border(grid, *LIMITS)[0])[0], [[2.0, 0.0], [2.0, 3.0]])


# ---------------------------------------------------------------- shades


def test_shades_are_darker_the_surer_and_never_cross_the_middle():
    score = np.array([[-9.0, -0.1, 0.1, 2.0, 9.0]])
    field, *_ = two_classes(score, lambda score: sureness(score, np.inf), KINDS, *LIMITS)
    values = field.values[0].astype(int)
    assert field.ramp == "probability" and np.all(np.diff(values) > 0)
    assert values[1] < 100 and values[2] > 155  # the sides stay apart where the model is hardly sure
    assert values[0] + values[-1] == 255 and values[1] + values[2] == 255  # both sides alike


def test_sure_votes_and_scores_are_probabilities_doubled():
    np.testing.assert_allclose(sureness(np.array([-0.5, 0.0, 0.25]), 0.5), [-1.0, 0.0, 0.5])
    score = np.array([-3.0, 0.0, 0.7])
    np.testing.assert_allclose(sureness(score, np.inf), 2 / (1 + np.exp(-score)) - 1)


def test_ties_and_rounding_belong_to_the_first_class():
    (field,) = two_classes(np.array([[0.0, 1e-17, -1e-17, 1.0]]), np.tanh, KINDS, *LIMITS)
    assert len(set(field.values[0, :3].tolist())) == 1 and field.values[0, 0] < 127
    (line,) = border_of(field)
    assert pieces(line)[0, 0, 0] == 3.0


def test_border_of_smooth_scores_is_a_smooth_line_and_of_stairs_runs_between_cells():
    x, y = centres((-1.0, 1.0), 40), centres((-1.0, 1.0), 40)
    field, line = two_classes(x**2 + y[:, None] ** 2 - 0.5, np.tanh, KINDS, (-1.0, 1.0), (-1.0, 1.0))
    np.testing.assert_allclose(np.hypot(line.x, line.y)[:-1], np.sqrt(0.5), atol=0.002)  # cells are 0.05 wide
    assert field.border == 0.0 and border_of(field) == []
    (stairs,) = two_classes(np.tile(np.where(x > 0.3, 1.0, -1.0), (40, 1)), np.tanh, KINDS, (-1.0, 1.0), (-1.0, 1.0))
    (drawn,) = border_of(stairs)
    np.testing.assert_allclose(pieces(drawn)[0], [[0.3, -1.0], [0.3, 1.0]], atol=1e-6)


def test_regions_of_classes_have_a_border_that_needs_no_colour():
    (field,) = many_classes(np.array([[0, 1], [2, 2]]), *LIMITS)
    assert field.border > 0
    assert len(pieces(border_of(field)[0])) == 2


def test_nothing_is_painted_before_anything_is_decided():
    assert two_classes(np.zeros((3, 3)), np.tanh, KINDS, *LIMITS) == []


def test_shades_follow_the_colours_of_the_labels():
    score = np.array([[-1.0, 1.0]])
    straight, swapped = (two_classes(score, np.tanh, np.array(k), *LIMITS)[0] for k in ([0, 1], [1, 0]))
    np.testing.assert_array_equal(straight.values, swapped.values[:, ::-1])
    other = two_classes(score, np.tanh, np.array([2, 5]), *LIMITS)[0]
    assert other.ramp == "classes" and other.values.tolist() == [[2, 5]]


def test_heights_reach_over_their_range_and_bear_a_constant():
    (field,) = heights(np.array([[-1.0, 0.0, 1.0, 5.0]]), (-1.0, 1.0), *LIMITS)
    assert field.values.tolist() == [[0, 128, 255, 255]]
    assert heights(np.ones((1, 1)), (1.0, 1.0), *LIMITS)[0].values.tolist() == [[0]]


# ---------------------------------------------------------------- the plane


def test_plane_lets_a_model_paint_itself_with_a_border_at_the_change_of_sign():
    panel = Plane(X, Y, limits=((0.0, 1.0), (0.0, 1.0)))(step(Votes()), SIZE)
    (field,), (line,) = of(panel.marks, Field), of(panel.marks, Path)
    assert field.values.shape == (FINE, FINE) and field.ramp == "probability"
    assert set(line.x[:-1].tolist()) == {0.5}


def test_plane_shades_scores_by_their_probability_and_votes_by_their_share():
    by_votes, by_score, by_own = (
        of(Plane(X, Y, sure=sure)(step(model), SIZE).marks, Field)[0].values
        for model, sure in ((Votes(), None), (Scores(), None), (Scores(), lambda score: np.sign(score)))
    )
    assert by_votes.max() > by_score.max() and by_own.max() == by_votes.max()


def test_plane_tints_many_painted_classes_by_their_labels():
    labels = ["c", "a", "b"]
    panel = Plane(X, np.array(["a", "c", "b", "c"]), labels=labels)(step(Three()), SIZE)
    (field,) = of(panel.marks, Field)
    assert field.ramp == "classes" and field.values[0, [0, FINE // 2, -1]].tolist() == [1, 2, 0]


def test_plane_asks_on_a_grid_where_a_model_cannot_paint_this_plane():
    assert of(Plane(X, Y)(step(Elsewhere()), SIZE).marks, Field)[0].ramp == "classes"


def test_plane_goes_through_a_case_where_the_model_knows_more_features():
    class Wide(Votes):
        def score_grid(self, x, y, through=None):
            return np.full((len(y), len(x)), through[2])

        def predict(self, cases):
            return (cases[:, 2] > 0).astype(int)

    cases = np.column_stack([X, [1.0, 1.0, -1.0, -1.0]])
    panel = Plane(X, Y, cases=cases, through=np.array([0.0, 0.0, -0.3]))(step(Wide()), SIZE)
    assert of(panel.marks, Field)[0].values.max() < 127
    assert of(panel.marks, Points)[0].flag.tolist() == [HOLLOW, 0, 0, HOLLOW]


def test_plane_draws_cuts_under_the_examples():
    cut = Text(0.5, 0.5, "cut")
    panel = Plane(X, Y, cuts=lambda step, size: [cut])(step(Votes()), SIZE)
    kinds = [type(mark) for mark in panel.marks]
    assert kinds.index(Text) < kinds.index(Points)


def test_point_areas_are_as_the_weights_within_limits():
    weights = np.array([0.5, 1.0, 2.0, 0.5])
    plane = Plane(X, Y, editable=True, size=lambda step: weight_sizes(weights, 6.0))
    points = of(plane(step(Votes()), SIZE).marks, Points)[0]
    np.testing.assert_allclose(points.size**2, 36.0 * weights, rtol=1e-5)
    assert points.editable
    extreme = weight_sizes(np.array([1e-200, 1.0, 1e6]), 1.0)
    assert (extreme[0], extreme[2]) == (EXTREMES[0], pytest.approx(3**0.5))  # the heaviest of three has all
    assert weight_sizes(np.r_[np.zeros(999), 1.0], 1.0)[-1] == EXTREMES[1]
    assert np.isfinite(weight_sizes(np.zeros(3))).all()


# ---------------------------------------------------------------- numbers


def test_surface_marks_examples_by_side_and_distance():
    class Level:
        def number_grid(self, x, y, through=None):
            return np.broadcast_to(x, (len(y), len(x)))

        def predict(self, points):
            return points[:, 0]

    surface = NumberPlane(X, [0.0, 2.0, 0.3, 0.1])
    field, points = surface(step(Level()), SIZE).marks
    assert field.ramp == "height" and field.values[0, 0] == 0 and np.all(np.diff(field.values[0].astype(int)) >= 0)
    assert points.kind.tolist() == [0, 0, 0, 1]
    assert points.size.argmax() == 1 and points.size[0] == points.size[2]


def test_surface_asks_on_a_grid_where_a_model_only_predicts():
    class Only:
        def predict(self, points):
            return points[:, 1]

    field = NumberPlane(X, [0.0, 0.5, 1.0, 0.2])(step(Only()), SIZE).marks[0]
    assert field.values[0, 0] == 0 and field.values[-1, 0] == 255


def test_cases_are_the_cells_row_by_row_on_the_plane_through_a_case():
    assert cases(np.array([1.0, 2.0]), np.array([5.0, 6.0])).tolist() == [[1, 5], [2, 5], [1, 6], [2, 6]]
    assert cases(np.array([1.0]), np.array([5.0, 6.0]), [0.0, 0.0, 7.0]).tolist() == [[1, 5, 7], [1, 6, 7]]


def test_centres_are_the_middles_of_equal_cells():
    np.testing.assert_allclose(centres((0.0, 2.0), 4), [0.25, 0.75, 1.25, 1.75])
