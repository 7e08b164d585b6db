"""The labs of lecture 03: what their pictures claim, and what they do with bad input."""

import numpy as np
import pytest

from labkit.learners import LinearRegression
from labkit.lectures.l03_least_squares import (
    EasyPointsLab,
    OneByOneLab,
    PlaneLab,
    RidgeLab,
    SquaresLab,
    TypoLab,
    ValleyLab,
)
from labkit.lectures.l03_least_squares.cars import few_cars
from labkit.lectures.l03_least_squares.plane_through_cars import edge_on, normal_of
from labkit.lectures.l03_least_squares.squares import HANDLES, UNIT, distances, least_squares
from labkit.views.scene import FADED, Boxes, Path, Points, Segments


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def refused(lab, act, words):
    """One clear sentence, and the lab as it was."""
    before = lab.values, lab.payload
    with pytest.raises(ValueError, match=words):
        act()
    assert (lab.values, lab.payload) == before


# ---------------------------------------------------------------- squares


@pytest.mark.parametrize("kind", ["upright", "perpendicular"])
def test_squares_are_squares_as_they_are_drawn_and_their_areas_are_the_sum(kind):
    lab = SquaresLab(kind=kind)
    shape = marks(lab.scenes[0], "plane", Path, fill="curve1")[0]
    corners = np.column_stack([shape.x / UNIT, shape.y]).reshape(-1, 6, 2)[:, :5]
    sides = np.linalg.norm(np.diff(corners, axis=1), axis=2)
    assert np.allclose(sides, sides[:, :1], atol=1e-3)
    assert (sides[:, 0] ** 2).sum() == pytest.approx(lab.steps[0].sums[0], rel=1e-3)
    box = lab.scenes[0].panel("plane").box
    assert box[2] == pytest.approx(box[3]), "one mile per gallon is as long as four horsepower"


def test_perpendicular_distances_end_on_the_line_at_a_right_angle():
    X, _ = SquaresLab().examples
    lab = SquaresLab(kind="perpendicular")
    step = lab.steps[0]
    assert np.allclose(step.feet[:, 1], step.model.predict(step.feet[:, :1]))
    along = np.array([1.0, UNIT * step.slope])  # as it is drawn
    assert np.allclose(((X - step.feet) / [UNIT, 1.0]) @ along, 0)
    assert (distances(X, step.model.w, "perpendicular") <= distances(X, step.model.w, "upright") + 1e-12).all()


def test_squares_lab_click_moves_the_nearer_handle():
    lab = SquaresLab()
    lab.click_at("plane", 200.0, 12.3)
    assert (lab.values["left"], lab.values["right"]) == (30.0, 12.5)
    lab.choose("least squares")
    lab.click_at("plane", 50.0, 44.0)
    assert lab.values["line"] == "your line" and lab.values["left"] == 44.0
    assert np.allclose(lab.steps[0].model.predict(HANDLES[:, None]), [44.0, 20.0])


def test_squares_lab_bars_are_the_sums_of_all_three_lines():
    lab = SquaresLab()
    bars = marks(lab.scenes[0], "sums", Boxes)[0]
    assert np.allclose(bars.y1, lab.steps[0].sums, rtol=1e-5)
    assert np.argmin(lab.steps[0].sums) == 1


def test_squares_lab_cannot_be_beaten_at_the_ends_of_its_handles():
    X, _ = SquaresLab().examples
    least = (distances(X, least_squares(X), "upright") ** 2).sum()
    assert all(
        SquaresLab(left=a, right=b).steps[0].sums[0] >= least for a in (0.0, 33.5, 50.0) for b in (0.0, 6.5, 50.0)
    )


# ---------------------------------------------------------------- typo


def test_typo_lab_types_one_number_and_the_dragged_car_turns_the_line():
    _, mpg = few_cars()
    lab = TypoLab(car=3, error=20)
    X, _ = lab.examples
    assert np.flatnonzero(X[:, 1] != mpg).tolist() == [2] and X[2, 1] == pytest.approx(mpg[2] + 20)
    lab = TypoLab()
    lab.move(11, 220.0, 60.0)
    X, _ = lab.examples
    assert lab.steps[0].slope == pytest.approx(LinearRegression().fit(X[:, :1], X[:, 1]).model_.w[1])
    assert lab.steps[0].slope > TypoLab().steps[0].slope


def test_typo_lab_refuses_cars_at_one_place():
    lab = TypoLab()
    while len(lab.examples[1]) > 2:
        lab.delete(0)
    refused(lab, lambda: lab.move(0, float(lab.examples[0][1, 0]), 20.0), "expected at least two different horsepowers")


# ---------------------------------------------------------------- valley


def test_valley_lab_axes_meet_at_the_minimum_along_the_eigenvectors():
    lab = ValleyLab()
    axes = marks(lab.scenes[0], "valley", Segments, color="ink")
    assert len(axes) == 2
    ways = [np.array([axis.x1 - axis.x0, axis.y1 - axis.y0]) for axis in axes]
    assert ways[0] @ ways[1] == pytest.approx(0, abs=1e-9)
    middles = [((a.x0 + a.x1) / 2, (a.y0 + a.y1) / 2) for a in axes]
    assert np.allclose(middles, [1.125, 2.75])


def test_valley_lab_says_the_largest_stable_rate():
    assert "(largest stable 0.0477)" in ValleyLab().scenes[3].caption
    assert "(largest stable 0.0859 with this momentum)" in ValleyLab(momentum=0.8).scenes[3].caption  # 1.8 times
    assert ValleyLab(share=1.1).steps[-1].loss > ValleyLab().steps[0].loss


# ---------------------------------------------------------------- easy points


def test_easy_points_are_right_by_a_wide_margin_in_both():
    lab = EasyPointsLab(easy="ten")
    X, y = lab.examples
    for step in lab.steps[0].steps:
        assert (step.model.predict(X[-10:]) == "B").all()
    assert (y[-10:] == 1).all() and len(EasyPointsLab(easy="twenty").examples[1]) == 48


def test_easy_points_lab_refuses_a_single_class():
    lab = EasyPointsLab()
    for _ in range(13):
        lab.delete(0)
    refused(lab, lambda: lab.delete(0), "expected")


# ---------------------------------------------------------------- the page with more


def test_ridge_lab_shows_the_same_lengths_whatever_the_choice_and_other_slopes():
    one, other = RidgeLab(), RidgeLab(loss="mean of squares")
    paths = [[mark.y for mark in marks(lab.scenes[0], "lengths", Path)] for lab in (one, other)]
    assert all(np.array_equal(a, b) for a, b in zip(*paths, strict=True)) and len(paths[0]) == 3
    norms = [float(np.linalg.norm(lab.steps[30].slopes)) for lab in (one, other)]
    assert norms[1] < norms[0]


def test_one_by_one_lab_rls_is_the_fit_of_the_cars_so_far():
    lab = OneByOneLab()
    X, _ = lab.examples
    assert len(lab.steps) == 61
    for many in (5, 30, 60):
        rls = lab.steps[many].steps[1].w
        assert np.allclose(rls, LinearRegression().fit(X[:many, :1], X[:many, 1]).model_.w, atol=0.05)
    shown = marks(lab.scenes[20], "plane", Points)[0]
    assert np.allclose(shown.x, X[:, 0]) and (shown.flag & FADED == 0).sum() == 20


def test_plane_lab_is_a_line_edge_on_and_its_arrow_at_a_right_angle():
    w = PlaneLab().steps[0].model.w
    towards = edge_on(w)
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    places = np.column_stack([corners, w[0] + corners @ w[1:]]) @ towards.T
    flat = places - places.mean(axis=0)
    along = np.linalg.svd(flat)[2][0]
    assert np.linalg.svd(flat)[1][1] == pytest.approx(0, abs=1e-9)
    assert along @ (towards @ normal_of(w)) == pytest.approx(0, abs=1e-9)
