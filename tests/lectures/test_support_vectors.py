"""The labs of lecture 11: what their pictures claim, and what they refuse."""

import numpy as np
import pytest

from labkit.learners.svm.features import PolynomialMap, ProductMap
from labkit.lectures.l11_support_vectors import (
    GammaLab,
    KernelLab,
    LiftLab,
    PairsLab,
    ProductLab,
    SlackLab,
    StreetLab,
    TouchLab,
)
from labkit.lectures.l11_support_vectors.common import outline, street
from labkit.lectures.l11_support_vectors.pairs import pair_of
from labkit.lectures.l11_support_vectors.product import pieces_of
from labkit.lectures.l11_support_vectors.space import Lifting
from labkit.player import token
from labkit.views.scene import DASHED, RING, Boxes, Path, Points, Segments


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def with_points(lab, rows):
    lab.restore(token.encode({"lab": lab.name, "values": lab.values, "frame": 0, "points": rows}))


# ---------------------------------------------------------------- the street: I-001-009, I-001-010


def test_street_hides_the_other_birds_until_it_is_committed():
    lab = StreetLab()
    assert not marks(lab.scenes[0], "others", Points) and "other birds wrong" not in lab.scenes[0].caption
    lab.press_button("commit")
    assert len(marks(lab.scenes[-1], "others", Points)[0].x) == 500
    assert lab.scenes[-1].caption.startswith("the widest street: 1.20 wide")
    assert lab.scenes[0].caption.startswith("your street: 0.78 wide")
    lab.set(left=-1.0)
    assert lab.scenes[0].caption.startswith("not your street any more: "), "it was committed, and then moved"
    lab.press_button("commit")
    assert lab.scenes[0].caption.startswith("your street: ")
    lab.set(seed=4)
    assert len(lab.scenes) == 1, "other birds, another try"


def test_street_click_moves_the_nearer_handle():
    lab = StreetLab()
    lab.click_at("plane", -1.2, -2.02)
    assert (lab.values["left"], lab.values["right"]) == (-2.0, 1.95)
    lab.click_at("plane", 3.0, 9.0)
    assert lab.values["right"] == 2.9


def test_street_of_a_line_through_the_birds_is_none():
    lab = StreetLab(left=2.9, right=2.9)
    assert "none, a bird is on the wrong side" in lab.scenes[0].caption
    assert not marks(lab.scenes[0], "plane", Path, fill="accent")


def test_street_of_a_model_ends_where_its_score_is_one():
    machine = TouchLab().steps[0].machine
    (band,) = street(machine.model)
    scores = machine.model.decision_function(np.column_stack([band.x, band.y]))
    np.testing.assert_allclose(np.abs(scores), 1.0, atol=1e-3)


def test_street_refuses_a_memory_that_it_has_not_written():
    lab = StreetLab()
    with pytest.raises(ValueError, match="open: expected"):
        lab.set(open="yes")
    assert lab.values["open"] == ""


# ---------------------------------------------------------------- what holds it: I-001-010, I-001-012


def test_touch_frames_leave_out_one_point_each():
    lab = TouchLab()
    assert [step.left_out for step in lab.steps] == [None, *range(14)]
    lab.delete(13)
    assert len(lab.steps) == 14


def test_touch_rings_who_holds_the_street_once_it_was_left_out():
    lab = TouchLab()
    holding = np.flatnonzero(lab.steps[0].multipliers)
    for frame, some in ((0, []), (holding[0] + 1, holding[:1]), (14, holding)):  # frame k leaves out point k - 1
        flag = marks(lab.scenes[frame], "plane", Points, editable=True)[0].flag
        np.testing.assert_array_equal(np.flatnonzero(flag & RING), some)
    assert "held" not in lab.scenes[0].caption


def test_touch_street_stays_when_a_far_point_is_dragged_further():
    lab = TouchLab()
    X, y = lab.examples
    before, row = lab.steps[0], int(np.argmax(lab.steps[0].machine.solution.margins))
    far = X[row] + 0.3 * (1 if y[row] else -1) * before.machine.model.w[1:]
    lab.move(row, *far)
    after = lab.steps[0]
    assert after.width == pytest.approx(before.width, rel=1e-2)  # painted places are rounded


def test_touch_refuses_a_point_on_the_wrong_side_at_the_hard_margin_and_keeps_its_state():
    lab = TouchLab()
    X, y = lab.examples
    lab.move(0, *X[0])
    before = lab.payload, lab.values
    with pytest.raises(
        ValueError, match=r"C: expected a finite number where no hyperplane .* got inf, which allows no"
    ):
        lab.move(0, *X[y != y[0]].mean(axis=0))
    assert (lab.payload, lab.values) == before
    lab.set(C="1")
    lab.move(0, *X[y != y[0]].mean(axis=0))
    assert lab.steps[0].machine.slacks.max() > 1


def test_touch_tells_a_class_of_one_point_without_leaving_it_out():
    lab = TouchLab()
    with_points(lab, [[0, 0, 0], [1, 0, 1], [1, 0.5, 1]])
    assert [step.left_out for step in lab.steps] == [None, 1, 2]


def test_touch_with_slack_says_that_a_street_moves_even_where_it_keeps_its_width():
    lab = TouchLab(**TouchLab.presets["with slack"])
    step = lab.steps[0]
    held = set(np.flatnonzero(step.multipliers > 1e-9).tolist())
    assert set(np.flatnonzero(step.change > 1e-3).tolist()) <= held and len(held) > 3


def test_hulls_are_shown_when_asked_for():
    assert not marks(TouchLab().scenes[0], "plane", Path, dots=True)
    assert len(marks(TouchLab(hulls=True).scenes[0], "plane", Path, dots=True)) == 1


def test_outline_is_the_convex_hull():
    X = np.array([[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0], [0.5, 1.5]])
    corners = outline(X)
    np.testing.assert_array_equal(corners[0], corners[-1])
    assert {tuple(c) for c in corners.tolist()} == {(0, 0), (2, 0), (2, 2), (0, 2)}
    assert len(outline(np.array([[1.0, 2.0]]))) == 2


# ---------------------------------------------------------------- slack and bumps: I-001-016, I-001-019


def test_cost_draws_a_line_for_every_slack():
    lab = SlackLab()
    for frame in (0, 4, 8):
        step = lab.steps[frame]
        lines = marks(lab.scenes[frame], "plane", Segments, color="wrong")[0]
        assert len(lines.x0) == (step.machine.slacks > 1e-4).sum()
        ends = step.model.decision_function(np.column_stack([lines.x1, lines.y1]))
        np.testing.assert_allclose(np.abs(ends), 1.0, atol=1e-3)


@pytest.mark.parametrize("kind", [SlackLab, GammaLab, KernelLab, PairsLab, TouchLab])
def test_lab_refuses_one_class_alone_and_keeps_its_state(kind):
    lab = kind()
    before = lab.payload, lab.values
    with pytest.raises(ValueError, match="expected some of both classes, got only one"):
        with_points(lab, [[0, 0, 0], [1, 1, 0]])
    assert (lab.payload, lab.values) == before


def test_kerbs_of_a_bent_street_are_lines_and_so_can_be_dashed():
    lab = GammaLab()
    (line,) = marks(lab.scenes[3], "plane", Path, dash=DASHED)
    assert np.isnan(line.x).sum() < len(line.x) / 20


def test_bumps_refuse_two_classes_on_one_place_at_the_hard_margin():
    lab = GammaLab(C="hard")
    before = lab.payload
    with pytest.raises(ValueError, match="C: expected a finite number"):
        with_points(lab, [[0, 0, 0], [0, 0, 1], [0.5, 0.5, 0]])
    assert lab.payload == before


# ---------------------------------------------------------------- lifting: I-001-002, I-001-006, I-001-007, I-001-008


def test_lift_waits_for_a_plane_of_ones_own_before_the_machine_cuts():
    lab = LiftLab()
    assert lab.steps[-1].risen == 1.0 and lab.steps[-1].yours and lab.steps[-1].wrong == 6
    assert not marks(lab.scenes[-1], "space", Path, color="accent")
    lab.set(lean=45, height=0.25)
    assert "it parts the classes" in lab.scenes[-1].caption
    lab.press_button("cut")
    assert not lab.steps[-1].yours and "has become an ellipse" in lab.scenes[-1].caption
    assert marks(lab.scenes[-1], "plane", Path, dash=DASHED), "yours, to compare"
    lab.set(data="XOR")
    assert lab.steps[-1].yours, "other points, another try"
    lab.set(lean=90, towards=90, height=0.0)
    assert lab.steps[-1].wrong == 0


def test_sides_of_the_own_plane_are_such_that_most_points_are_right():
    for height in (-0.6, 0.1, 1.2):  # below and above all points there is no border
        lab = LiftLab(height=height)
        assert lab.steps[-1].wrong <= len(lab.examples[1]) / 2


def test_lift_begins_and_ends_flat_and_shows_the_border_on_the_way_down_only():
    lab = LiftLab(open="shown")
    heights = [step.risen for step in lab.steps]
    assert heights[0] == heights[-1] == 0.0 and max(heights) == 1.0
    assert not marks(lab.scenes[7], "space", Path, color="accent")
    assert marks(lab.scenes[-1], "space", Path, color="accent")


def test_lifting_takes_points_and_border_where_the_map_says():
    X, y = LiftLab().examples
    phi, w = PolynomialMap(2), np.array([-0.4, 1.0, 0.0, 1.0])
    lifting = Lifting(X, y, phi, w)
    np.testing.assert_allclose(lifting.ends[1], phi(X))
    np.testing.assert_allclose(lifting.ends[0][:, 2], 0.0)
    flat = lifting.border[0][:-1]
    np.testing.assert_allclose((flat[:, :2] ** 2).sum(axis=1), 0.4, atol=5e-3)


def test_lift_seen_from_above_hides_the_height():
    low, high = (marks(LiftLab(tilt=tilt, turn=0).scenes[9], "space", Points)[0].y for tilt in (90, 0))
    assert np.ptp(low) != pytest.approx(np.ptp(high))


@pytest.mark.parametrize(("rows", "parts"), [
    (["110", "011"], 1), (["101"], 2), (["110", "001"], 2), (["000"], 0), (["111", "101", "111"], 1),
])  # fmt: skip
def test_pieces_are_counted_by_shared_sides(rows, parts):
    assert pieces_of(np.array([[cell == "1" for cell in row] for row in rows])) == parts


def test_product_without_a_product_is_a_straight_line():
    step = ProductLab().steps[0]
    assert step.alpha == 0 and step.pieces == (1, 1)
    np.testing.assert_array_equal(ProductMap(0.0)(np.array([[2.0, 3.0]])), [[2.0, 3.0, 0.0]])


# ---------------------------------------------------------------- kernels and pairs: I-001-014, I-001-017


def test_kernels_eigenvalues_turn_negative_as_nu_falls():
    least = [KernelLab(kernel="sigmoid", nu=nu).steps[0].eigenvalues[0] for nu in (0.0, -0.5, -1.0)]
    assert least[0] > least[1] > least[2]
    assert marks(KernelLab(kernel="sigmoid").scenes[0], "eigenvalues", Boxes, fill="wrong")[0].y1[0] == -1


def test_kernels_refuse_the_hard_margin_of_what_is_no_kernel_and_keep_their_state():
    lab = KernelLab(kernel="sigmoid")
    before = lab.payload, lab.values
    with pytest.raises(ValueError, match="kernel that is not positive semidefinite, in whose space nothing can"):
        lab.set(C="hard")
    assert (lab.payload, lab.values) == before


@pytest.mark.parametrize("kernel", ["linear", "polynomial", "radial"])
def test_kernels_that_are_have_no_eigenvalue_below_0(kernel):
    assert KernelLab(kernel=kernel).steps[0].negative == 0


def test_pairs_move_two_multipliers_of_which_the_sums_stay_alike():
    lab = PairsLab()
    for before, after in zip(lab.steps[:-2], lab.steps[1:-1], strict=True):
        changed = set(np.flatnonzero(np.abs(after.alpha - before.alpha) > 1e-12).tolist())
        assert changed <= set(pair_of(after)) and len(pair_of(after)) == 2
        assert after.alpha @ after.problem.z == pytest.approx(0.0, abs=1e-9)
