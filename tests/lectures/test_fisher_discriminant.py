"""The labs of lecture 05: what their pictures claim, and what they refuse."""

import numpy as np
import pytest

from labkit.lectures.l05_fisher_discriminant import ClassesLab, DistanceLab, LampLab, StretchLab, VarianceLab
from labkit.lectures.l05_fisher_discriminant.common import shadows
from labkit.player import token
from labkit.views.scene import Boxes, Path, Points, Segments


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def with_points(lab, rows):
    lab.restore(token.encode({"lab": lab.name, "values": lab.values, "frame": 0, "points": rows}))


# ---------------------------------------------------------------- shadows


def test_shadows_count_every_case_on_its_side():
    X, y = np.array([[0.0, 0.0], [0.1, 5.0], [4.0, 0.0], [4.1, 5.0], [4.2, 2.0]]), np.array([0, 0, 1, 1, 1])
    panel = shadows(X, y, ("a", "b"), lambda step: np.array([1.0, 0.0]))(None, (300.0, 100.0))
    up, down = [mark for mark in panel.marks if isinstance(mark, Boxes)]
    assert up.y1.sum() == 2 and down.y1.sum() == -3
    middles = (up.x0 + up.x1) / 2
    assert middles[up.y1 > 0].max() < 0 < middles[down.y1 < 0].min()


# ---------------------------------------------------------------- the lamp: I-004-039, I-004-041


def test_lamp_hides_J_until_a_direction_is_committed():
    lab = LampLab()
    assert not marks(lab.scenes[20], "criterion", Path)
    assert "J =" not in lab.scenes[20].caption
    lab.frame = 20
    lab.press_button("commit")
    assert lab.values["mine"] == "60"
    assert lab.frame == len(lab.scenes) - 1 and lab.steps[-1].degrees == pytest.approx(60)
    assert marks(lab.scenes[-1], "criterion", Path) and "J =" in lab.scenes[-1].caption
    assert "yours, 60\u00b0" in [mark.text for mark in lab.scenes[-1].panel("criterion").marks if hasattr(mark, "text")]
    lab.undo()
    assert lab.values["mine"] == ""


def test_lamp_forgets_the_commitment_for_other_crabs():
    lab = LampLab(mine="60")
    lab.set(crabs="female or male")
    assert lab.values["mine"] == ""


@pytest.mark.parametrize("mine", ["far", "200", "-3"])
def test_lamp_refuses_what_is_no_angle(mine):
    lab = LampLab()
    with pytest.raises(ValueError, match="mine: expected an angle from 0 to 180, got"):
        lab.set(mine=mine)
    assert lab.values["mine"] == ""


def test_rays_go_at_right_angles_to_the_line_and_end_in_the_shadows():
    lab = LampLab()
    for frame in (0, 15, 46):
        w = lab.steps[frame].w
        rays = marks(lab.scenes[frame], "plane", Segments, color="accent")[0]
        assert np.allclose((rays.x1 - rays.x0) * w[0] + (rays.y1 - rays.y0) * w[1], 0, atol=1e-5)


def test_cursor_of_J_stands_at_the_angle_of_the_line():
    lab = LampLab(mine="138")
    cursor = marks(lab.scenes[10], "criterion", Segments, color="accent")[0]
    assert cursor.x0 == pytest.approx(lab.steps[10].degrees) == pytest.approx(168)


# ---------------------------------------------------------------- stretched clouds: I-004-040, I-004-042, I-004-044


def test_stretch_turns_from_the_line_of_the_means_to_the_largest_J():
    lab = StretchLab()
    J = [step.J for step in lab.steps]
    assert lab.steps[0].degrees == pytest.approx(0.0, abs=1e-6) or lab.steps[0].degrees == pytest.approx(180.0)
    assert sorted(J) == J and J[-1] == pytest.approx(float(lab.steps[0].scatter.criterion_at(
        np.linspace(0, np.pi, 2000)).max()), rel=1e-4)  # fmt: skip


def test_stretched_clouds_have_their_means_on_the_horizontal():
    for tilt in (0, 40, 90):
        X, y = StretchLab(tilt=tilt).examples
        means = np.array([X[y == k].mean(axis=0) for k in (0, 1)])
        np.testing.assert_allclose(means, [[0.75, 0.0], [-0.75, 0.0]], atol=1e-12)


@pytest.mark.parametrize(("rows", "message"), [
    ([[0, 0, 0], [1, 1, 0]], "expected some of both classes, got only one class"),
    ([[0, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]], "expected classes with different means, got the same mean twice"),
    ([[0.5, 0.5, 0], [0.5, 0.5, 1]], "expected classes with different means, got the same mean twice"),
    ([[0, 0, 0], [1, 1, 1]], "expected points that scatter, got each class on one place"),
])  # fmt: skip
def test_stretch_refuses_points_without_a_best_direction_and_keeps_its_state(rows, message):
    lab = StretchLab()
    before = lab.payload, lab.values
    with pytest.raises(ValueError, match=message):
        with_points(lab, rows)
    assert (lab.payload, lab.values) == before


def test_stretch_tells_classes_on_a_line_and_a_class_of_one_point():
    lab = StretchLab()
    with_points(lab, [[0, 0, 0], [0.5, 0.5, 0], [1, 0, 1], [1.5, 0.5, 1]])  # no width across
    assert lab.steps[-1].degrees == pytest.approx(135.0, abs=0.1)
    with_points(lab, [[0, 0, 0], [1, 0, 1], [1.5, 0.5, 1], [1.2, 0.7, 1]])
    assert lab.scenes[-1].caption.endswith("100 % of the best")


# ---------------------------------------------------------------- five measurements, many classes


def test_variance_directions_are_at_right_angles_and_ordered():
    lab = VarianceLab()
    W = np.array([step.w for step in lab.steps])
    np.testing.assert_allclose(W @ W.T, np.eye(5), atol=1e-9)
    spread = np.var(lab.examples[0] @ W.T, axis=0)
    assert list(spread) == sorted(spread, reverse=True)
    assert [step.place for step in lab.steps] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("name", "classes"), [("penguins", 3), ("crabs", 4)])
def test_classes_tour_ends_where_fishers_classifier_of_two_directions_decides(name, classes):  # I-004-046
    from labkit.learners import FisherDiscriminant

    lab = ClassesLab(data=name)
    X, y = lab.examples
    assert len(np.unique(y)) == classes
    said = FisherDiscriminant(dimensions=2).fit(X, y).predict(X)
    assert lab.steps[-1].wrong == (said != y).sum()
    assert all(np.allclose(step.seen.std(axis=0), 1.0) for step in lab.steps)
    heights = marks(lab.scenes[-1], "eigenvalues", Boxes)[0].y1
    assert (heights > 1e-6).sum() == classes - 1


# ---------------------------------------------------------------- distances: I-004-028


def test_distance_follows_a_dragged_point():
    lab = DistanceLab()
    lab.move(0, 3.0, 4.0)
    assert lab.steps[0].distances[0] == pytest.approx(4.0)
    foot = lab.steps[0].feet[0]
    assert np.linalg.norm(foot - [3.0, 4.0]) == pytest.approx(4.0)
    assert "distance 4.00" in lab.scenes[0].caption


def test_distance_refuses_a_line_without_direction():
    lab = DistanceLab(w1=0)
    before = lab.values
    with pytest.raises(ValueError, match="expected a direction, got w1 = w2 = 0; move one"):
        lab.set(w2=0)
    assert lab.values == before


def test_distance_lines_end_on_the_border():
    lab = DistanceLab(w1=-2, w2=5, w0=3)
    ends = marks(lab.scenes[0], "plane", Segments, color="accent")[0]
    np.testing.assert_allclose(-2 * ends.x1 + 5 * ends.y1 + 3, 0.0, atol=1e-5)
    assert len(marks(lab.scenes[0], "plane", Points, editable=True)[0].x) == 3


@pytest.mark.parametrize("values", [{}, *StretchLab.presets.values()])
def test_every_point_of_the_stretched_clouds_can_be_seen(values):
    lab = StretchLab(**values)
    panel = lab.scenes[0].panel("plane")
    assert (np.abs(lab.examples[0]) < panel.xlim[1] - 0.05).all()


@pytest.mark.parametrize("data", ["penguins", "crabs"])
def test_cases_that_are_laid_flat_are_whole(data):
    for step in ClassesLab(data=data).steps:
        assert np.abs(step.seen).max() < 4.0
