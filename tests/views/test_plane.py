"""The plane shows what the model decides, and nothing else."""

from dataclasses import dataclass, fields

import numpy as np
import pytest

from labkit.core.story import UPDATE, Step
from labkit.views.boxes import borders
from labkit.views.plane import GRID, Plane
from labkit.views.scene import USED, WRONG, Band, Box, Field, Path, Points, Text

X = np.array([[0.0, 0.0], [1.0, 0.2], [0.3, 1.0], [0.9, 0.9]])
Y = np.array([0, 0, 1, 1])
BOX = (10.0, 10.0, 200.0, 200.0)


@dataclass
class Line:
    """x1 + x2 > 1 is class "b"."""

    normal: np.ndarray
    offset: float
    classes: np.ndarray

    @property
    def hyperplane(self):
        return self.normal, self.offset

    @property
    def linear_scores(self):
        return np.array([0 * self.normal, self.normal]), np.array([0.0, self.offset]), np.arange(2)

    def predict(self, points):
        return self.classes[(points @ self.normal + self.offset > 0).astype(int)]


class Rings:
    """A model that only predicts."""

    classes = np.array([0, 1])

    def predict(self, points):
        return (np.hypot(*(points - 0.5).T) > 0.5).astype(int)


def step(model, example=None):
    return Step(event=UPDATE, model=model, example=example)


def line(normal=(1.0, 1.0), offset=-1.0, classes=(0, 1)):
    return Line(np.array(normal), offset, np.array(classes))


def marks(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


def test_plane_marks_the_example_used_and_those_on_the_wrong_side():
    points = marks(Plane(X, Y, box=BOX)(step(line(), example=1)), Points)[0]
    assert points.flag.tolist() == [0, USED | WRONG, 0, 0]
    assert points.kind.tolist() == Y.tolist()


def test_plane_marks_nothing_used_where_no_example_acted():
    assert not any(flag & USED for flag in marks(Plane(X, Y, box=BOX)(step(line())), Points)[0].flag)


def test_normal_is_perpendicular_to_the_boundary_and_points_to_the_second_class():
    model = line(normal=(0.3, -1.2), offset=0.1)
    panel = Plane(X, Y, box=BOX)(step(model))
    boundary, arrow = marks(panel, Path)
    along = np.array([boundary.x[1] - boundary.x[0], boundary.y[1] - boundary.y[0]], dtype=float)
    towards = np.array([arrow.x[1] - arrow.x[0], arrow.y[1] - arrow.y[0]], dtype=float)
    assert abs(along @ towards) < 1e-5 * np.linalg.norm(along) * np.linalg.norm(towards)
    assert towards @ model.normal > 0 and arrow.arrow
    assert [text.text for text in marks(panel, Text)] == ["w"]


def test_plane_decides_nothing_before_there_is_a_line():
    panel = Plane(X, Y, box=BOX)(step(line(normal=(0.0, 0.0), offset=0.0)))
    assert not marks(panel, Band) and not marks(panel, Path)


@pytest.mark.parametrize("normal, offset", [((0.1, 0.1), -0.5), ((1e-40, 0.0), 1.0), ((1e-170, 1e-170), 0.5)])
def test_plane_writes_nothing_outside_itself_when_the_line_is_out_of_sight(normal, offset):
    panel = Plane(X, Y, box=BOX, margin=0.01)(step(line(normal=normal, offset=offset)))
    assert marks(panel, Text) == []
    assert all(np.isfinite([path.x, path.y]).all() for path in marks(panel, Path))


def test_plane_draws_the_margin_where_the_score_is_the_margin():
    panel = Plane(X, Y, box=BOX, margin=0.5)(step(line()))
    dashed = [path for path in marks(panel, Path) if path.dash]
    scores = sorted(float(path.x[0] + path.y[0] - 1.0) for path in dashed)
    assert scores == pytest.approx([-0.5, 0.5], abs=1e-5)


def test_plane_asks_a_model_that_only_predicts_on_a_grid():
    plane = Plane(X, Y, box=BOX)
    field = marks(plane(step(Rings())), Field)[0]
    assert field.values.shape == (GRID, GRID)
    x0, x1, y0, y1 = field.extent
    column, row = 70, 20  # row 0 is at the bottom
    centre = [[x0 + (column + 0.5) * (x1 - x0) / GRID, y0 + (row + 0.5) * (y1 - y0) / GRID]]
    assert field.values[row, column] == Rings().predict(np.array(centre))[0]


NAMED = np.array(["no", "yes"])[Y]


@pytest.mark.parametrize("labels", [None, ["no", "yes"], ["yes", "no"], ["other", "yes", "no"]])
def test_plane_colours_every_label_by_its_place_in_the_list(labels):
    panel = Plane(X, NAMED, box=BOX, labels=labels)(step(line(classes=("no", "yes"))))
    no, yes = (0, 1) if labels is None else (labels.index("no"), labels.index("yes"))
    points = marks(panel, Points)[0]
    assert points.kind.tolist() == [no, no, yes, yes]
    assert points.flag.tolist() == [0, WRONG, 0, 0]
    assert sorted(band.color for band in marks(panel, Band)) == sorted([f"class{no}", f"class{yes}"])


@pytest.mark.parametrize(
    ("points", "y", "more", "message"),
    [
        (np.zeros((3, 3)), [0, 0, 1], {}, r"X: expected points with 2 coordinates, got shape \(3, 3\); choose two"),
        (np.zeros(3), [0, 0, 1], {}, r"X: expected points with 2 coordinates, got shape \(3,\)"),
        (np.empty((0, 2)), [], {}, "X: expected at least one point, got none"),
        (np.zeros((9, 2)), range(9), {}, "labels: expected at most 8 classes, got 9; .* join some"),
        (X, Y, {"labels": [1, 2]}, r"labels: expected one of \[1, 2\], got .*0.*; list every label"),
    ],
)
def test_plane_refuses_with_one_clear_message(points, y, more, message):
    with pytest.raises(ValueError, match=message):
        Plane(points, list(y), box=BOX, **more)


def test_plane_names_a_label_that_only_the_model_knows():
    with pytest.raises(ValueError, match=r"labels: expected one of .*, got .*maybe"):
        Plane(X, NAMED, box=BOX)(step(line(classes=("maybe", "yes"))))


def test_one_unit_is_as_long_across_as_up():
    panel = Plane(X, Y, box=(0.0, 0.0, 300.0, 150.0))(step(line()))
    across, up = panel.xlim[1] - panel.xlim[0], panel.ylim[1] - panel.ylim[0]
    assert across / 300 == pytest.approx(up / 150)


def test_plane_is_pure_and_shares_what_does_not_change():
    plane = Plane(X, Y, box=BOX)
    one, other = plane(step(line())), plane(step(line()))
    for a, b in zip(one.marks, other.marks, strict=True):
        for field in fields(a):
            np.testing.assert_array_equal(getattr(a, field.name), getattr(b, field.name))
    assert marks(one, Points)[0].x is marks(other, Points)[0].x  # sent to the browser once


# ---------------------------------------------------------------- leaves as boxes


class Leaves:
    """A tree of three leaves: x <= 0.5 is class 0; above, y <= 0.5 is class 0 as well, the rest class 1."""

    classes = np.array([0, 1])

    class tree:
        parent = np.array([-1, 0, 0, 2, 2])
        prediction = np.array([0.0, 0.0, 1.0, 0.0, 1.0])

    def boxes(self, xlim, ylim):
        (x0, x1), (y0, y1) = xlim, ylim
        return np.array([[x0, 0.5, y0, y1], [0.5, x1, y0, 0.5], [0.5, x1, 0.5, y1]]), np.array([1, 3, 4])

    def predict(self, points):
        return (points > 0.5).all(axis=1).astype(int)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Split(Step):
    node: int | None = None


def leaves_panel(node=None):
    return Plane(X, Y, box=BOX)(Split(event=UPDATE, model=Leaves(), node=node))


def spans(path):
    """The pieces of a broken path as (x0, y0, x1, y1)."""
    pieces = np.column_stack([path.x, path.y]).astype(float).reshape(-1, 3, 2)[:, :2].reshape(-1, 4)
    return sorted(map(tuple, np.round(pieces, 3).tolist()))


def test_plane_fills_the_boxes_of_leaves_exactly():
    panel = leaves_panel()
    assert not marks(panel, Field)
    assert [box.fill for box in marks(panel, Box)] == ["tint0", "tint0", "tint1"]
    area = sum((box.x1 - box.x0) * (box.y1 - box.y0) for box in marks(panel, Box))
    assert area == pytest.approx((panel.xlim[1] - panel.xlim[0]) * (panel.ylim[1] - panel.ylim[0]))


def test_plane_draws_borders_of_classes_strong_and_splits_within_one_faint():
    panel = leaves_panel()
    faint, strong = sorted(marks(panel, Path), key=lambda path: path.width)
    low, high, right = *np.round(panel.ylim, 3).tolist(), round(panel.xlim[1], 3)
    assert spans(faint) == [(0.5, low, 0.5, 0.5)]
    assert spans(strong) == [(0.5, 0.5, 0.5, high), (0.5, 0.5, right, 0.5)]


def test_plane_lights_the_newest_split_or_the_leaf_just_pruned():
    lit = [path for path in marks(leaves_panel(node=2), Path) if path.color == "accent"]
    assert len(lit) == 1 and np.nanmin(lit[0].y) == np.nanmax(lit[0].y) == 0.5
    pruned = [box for box in marks(leaves_panel(node=1), Box) if box.stroke == "accent"]
    assert [box.x1 for box in pruned] == [0.5]


def test_borders_are_shared_by_two_boxes_each():
    boxes, _ = Leaves().boxes((0.0, 1.0), (0.0, 1.0))
    segments, one, other = borders(boxes)
    assert {frozenset(pair) for pair in zip(one.tolist(), other.tolist(), strict=True)} == {
        frozenset(pair) for pair in ((0, 1), (0, 2), (1, 2))
    }
    assert np.sum(np.abs(segments[:, 2:] - segments[:, :2])) == pytest.approx(1.5)
