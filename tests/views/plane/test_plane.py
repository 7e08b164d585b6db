"""The plane shows what the model decides, and nothing else."""

from dataclasses import dataclass

import numpy as np
import pytest
from views.marks import alike
from views.marks import of as marks

from labkit.core.drawable import LeafBoxes
from labkit.core.story import UPDATE, Step
from labkit.views.layout import columns, square
from labkit.views.plane.leaf_boxes import borders
from labkit.views.plane.plane import GRID, Plane
from labkit.views.scene import FADED, HOLLOW, RING, Boxes, Field, Path, Points, Segments, Text

X = np.array([[0.0, 0.0], [1.0, 0.2], [0.3, 1.0], [0.9, 0.9]])
Y = np.array([0, 0, 1, 1])
SIZE = (200.0, 200.0)


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


def test_plane_marks_the_example_used_and_those_on_the_wrong_side():
    points = marks(Plane(X, Y)(step(line(), example=1), SIZE), Points)[0]
    assert points.flag.tolist() == [0, RING | HOLLOW, 0, 0]
    assert points.kind.tolist() == Y.tolist()


def test_plane_marks_nothing_used_where_no_example_acted():
    assert not any(flag & RING for flag in marks(Plane(X, Y)(step(line()), SIZE), Points)[0].flag)


def test_plane_rings_more_examples_where_it_is_told():
    plane = Plane(X, Y, ringed=lambda step: [0, 1])
    assert marks(plane(step(line(), example=3), SIZE), Points)[0].flag.tolist() == [RING, RING | HOLLOW, 0, RING]
    assert marks(plane(step(line()), SIZE), Points)[0].flag.tolist() == [RING, RING | HOLLOW, 0, 0]


def test_plane_fades_examples_that_take_no_part():
    flag = marks(Plane(X, Y, faint=[1, 2])(step(line()), SIZE), Points)[0].flag
    assert flag.tolist() == [0, HOLLOW | FADED, FADED, 0]


def test_normal_is_perpendicular_to_the_boundary_and_points_to_the_second_class():
    model = line(normal=(0.3, -1.2), offset=0.1)
    panel = Plane(X, Y)(step(model), SIZE)
    (border,), (arrow,) = marks(panel, Segments), marks(panel, Path, fill="")
    along = np.array([border.x1 - border.x0, border.y1 - border.y0], dtype=float).ravel()
    towards = np.array([arrow.x[1] - arrow.x[0], arrow.y[1] - arrow.y[0]], dtype=float)
    assert abs(along @ towards) < 1e-5 * np.linalg.norm(along) * np.linalg.norm(towards)
    assert towards @ model.normal > 0 and arrow.arrow
    assert [text.text for text in marks(panel, Text)] == ["w"]


def test_plane_decides_nothing_before_there_is_a_line():
    panel = Plane(X, Y)(step(line(normal=(0.0, 0.0), offset=0.0)), SIZE)
    assert not marks(panel, Segments) and not marks(panel, Path)


@pytest.mark.parametrize("normal, offset", [((0.1, 0.1), -0.5), ((1e-40, 0.0), 1.0), ((1e-170, 1e-170), 0.5)])
def test_plane_writes_nothing_outside_itself_when_the_line_is_out_of_sight(normal, offset):
    panel = Plane(X, Y, margin=0.01)(step(line(normal=normal, offset=offset)), SIZE)
    assert marks(panel, Text) == []
    assert all(np.isfinite([path.x, path.y]).all() for path in marks(panel, Path))


def test_plane_draws_the_margin_where_the_score_is_the_margin():
    panel = Plane(X, Y, margin=0.5)(step(line()), SIZE)
    dashed = [path for path in marks(panel, Path) if path.dash]
    scores = sorted(float(path.x[0] + path.y[0] - 1.0) for path in dashed)
    assert scores == pytest.approx([-0.5, 0.5], abs=1e-5)


def test_plane_asks_a_model_that_only_predicts_on_a_grid():
    plane = Plane(X, Y)
    field = marks(plane(step(Rings()), SIZE), Field)[0]
    assert field.values.shape == (GRID, GRID)
    x0, x1, y0, y1 = field.extent
    column, row = 70, 20  # row 0 is at the bottom
    centre = [[x0 + (column + 0.5) * (x1 - x0) / GRID, y0 + (row + 0.5) * (y1 - y0) / GRID]]
    assert field.values[row, column] == Rings().predict(np.array(centre))[0]


NAMED = np.array(["no", "yes"])[Y]


@pytest.mark.parametrize("labels", [None, ["no", "yes"], ["yes", "no"], ["other", "yes", "no"]])
def test_plane_colours_every_label_by_its_place_in_the_list(labels):
    panel = Plane(X, NAMED, labels=labels)(step(line(classes=("no", "yes"))), SIZE)
    no, yes = (0, 1) if labels is None else (labels.index("no"), labels.index("yes"))
    points = marks(panel, Points)[0]
    assert points.kind.tolist() == [no, no, yes, yes]
    assert points.flag.tolist() == [0, HOLLOW, 0, 0]
    assert sorted(region.fill for region in marks(panel, Path) if region.fill) == sorted([f"class{no}", f"class{yes}"])


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
        Plane(points, list(y), **more)


def test_plane_names_a_label_that_only_the_model_knows():
    with pytest.raises(ValueError, match=r"labels: expected one of .*, got .*maybe"):
        Plane(X, NAMED)(step(line(classes=("maybe", "yes"))), SIZE)


def test_one_unit_is_as_long_across_as_up():
    (panel,) = columns(square(Plane(X, Y)))(step(line())).panels
    across, up = panel.xlim[1] - panel.xlim[0], panel.ylim[1] - panel.ylim[0]
    assert across / panel.box[2] == pytest.approx(up / panel.box[3])


def test_plane_is_pure_and_shares_what_does_not_change():
    plane = Plane(X, Y)
    one, other = plane(step(line()), SIZE), plane(step(line()), SIZE)
    for a, b in zip(one.marks, other.marks, strict=True):
        alike(a, b)
    assert marks(one, Points)[0].x is marks(other, Points)[0].x  # sent to the browser once


# ---------------------------------------------------------------- leaves as boxes


class Leaves:
    """A tree of three leaves: x <= 0.5 is class 0; above, y <= 0.5 is class 0 as well, the rest class 1."""

    classes = np.array([0, 1])

    def leaf_boxes(self, xlim, ylim):
        (x0, x1), (y0, y1) = xlim, ylim
        boxes = np.array([[x0, 0.5, y0, y1], [0.5, x1, y0, 0.5], [0.5, x1, 0.5, y1]])
        return LeafBoxes(boxes, np.array([1, 3, 4]), np.array([0, 2, 2]), np.array([0.0, 0.0, 1.0]))

    def predict(self, points):
        return (points > 0.5).all(axis=1).astype(int)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Split(Step):
    node: int | None = None


def leaves_panel(node=None, **more):
    return Plane(X, Y, **more)(Split(event=UPDATE, model=Leaves(), node=node), SIZE)


def spans(segments):
    """The pieces as (x0, y0, x1, y1)."""
    pieces = np.column_stack([segments.x0, segments.y0, segments.x1, segments.y1]).astype(float)
    return sorted(map(tuple, np.round(pieces, 3).tolist()))


def test_plane_fills_the_boxes_of_leaves_exactly():
    panel = leaves_panel()
    assert not marks(panel, Field)
    assert [(box.fill, len(box.x0)) for box in marks(panel, Boxes)] == [("tint0", 2), ("tint1", 1)]
    area = sum(((box.x1 - box.x0) * (box.y1 - box.y0)).sum() for box in marks(panel, Boxes))
    assert area == pytest.approx((panel.xlim[1] - panel.xlim[0]) * (panel.ylim[1] - panel.ylim[0]))


def test_plane_draws_borders_of_classes_strong_and_splits_within_one_faint():
    panel = leaves_panel()
    faint, strong = sorted(marks(panel, Segments), key=lambda mark: mark.width)
    low, high, right = *np.round(panel.ylim, 3).tolist(), round(panel.xlim[1], 3)
    assert spans(faint) == [(0.5, low, 0.5, 0.5)]
    assert spans(strong) == [(0.5, 0.5, 0.5, high), (0.5, 0.5, right, 0.5)]


def test_plane_lights_the_newest_split_or_the_leaf_just_pruned():
    (lit,) = marks(leaves_panel(node=2), Segments, color="accent")
    assert lit.y0.tolist() == lit.y1.tolist() == [0.5]
    (pruned,) = marks(leaves_panel(node=1), Boxes, stroke="accent")
    assert pruned.x1.tolist() == [0.5]


def test_plane_lights_the_nodes_that_it_is_told():
    panel = leaves_panel(node=2, acted=lambda step: [1, 4])
    assert not marks(panel, Segments, color="accent")
    (lit,) = marks(panel, Boxes, stroke="accent")
    assert sorted(lit.x0.tolist()) == pytest.approx([panel.xlim[0], 0.5])
    panel = leaves_panel(node=2, acted=lambda step: [])
    assert not marks(panel, Segments, color="accent") and not marks(panel, Boxes, stroke="accent")


def test_borders_are_shared_by_two_boxes_each():
    segments, one, other = borders(Leaves().leaf_boxes((0.0, 1.0), (0.0, 1.0)).boxes)
    assert {frozenset(pair) for pair in zip(one.tolist(), other.tolist(), strict=True)} == {
        frozenset(pair) for pair in ((0, 1), (0, 2), (1, 2))
    }
    assert np.sum(np.abs(segments[:, 2:] - segments[:, :2])) == pytest.approx(1.5)
