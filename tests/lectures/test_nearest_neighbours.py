"""The labs of lecture 02: what their pictures claim, and bad input."""

import numpy as np
import pytest

from labkit.learners import NearestNeighbours, RegressionNeighbours
from labkit.learners.grid import points
from labkit.lectures.l02_nearest_neighbours import (
    BallsLab,
    BorderLab,
    CarsLab,
    CellsLab,
    NoiseColumnsLab,
    SkipLab,
    UnitsLab,
    VoteLab,
)
from labkit.lectures.l02_nearest_neighbours.birds import SPECIES, VoteMap, bills, penguins
from labkit.lectures.l02_nearest_neighbours.boxes import halved
from labkit.lectures.l02_nearest_neighbours.vote import NEW
from labkit.player import token
from labkit.views.axes import centres
from labkit.views.scene import Path, Points, Segments, Text


def marks(scene, panel, kind, **wanted):
    found = [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]
    return [mark for mark in found if all(getattr(mark, name) == value for name, value in wanted.items())]


def painted(lab, rows):
    lab.restore(token.encode({"lab": lab.name, "values": lab.values, "frame": 0, "points": rows}))


# ---------------------------------------------------------------- votes: I-003-001, I-003-006, I-004-014


def test_vote_lab_circle_holds_the_neighbours_and_joins_them():
    lab = VoteLab()
    for step, scene in zip(lab.steps[1:], lab.scenes[1:], strict=True):
        inside = np.linalg.norm(bills() - step.case, axis=1) <= step.radius + 1e-9
        assert inside.sum() == step.neighbour
        (lines,) = marks(scene, "plane", Segments, color="accent")
        assert len(lines.x1) == step.neighbour


def test_vote_lab_new_bird_may_be_dragged_and_the_last_new_one_is_asked_about():
    lab = VoteLab()
    lab.move(len(bills()), 50.0, 15.0)
    assert lab.steps[-1].answer == "Gentoo" and lab.scenes[-1].caption.endswith("so the answer is Gentoo")
    lab.add(38.0, 18.5, NEW)
    assert lab.steps[-1].answer == "Adelie"
    lab.delete(len(bills()) + 1)
    assert lab.steps[-1].answer == "Gentoo"


def test_vote_lab_counts_the_votes_of_each_species():
    lab = VoteLab(k=25)
    lines = marks(lab.scenes[-1], "votes", Path)
    ends = sorted(float(line.y[-1]) for line in lines)
    assert ends == sorted(lab.steps[-1].votes.tolist()) and sum(ends) == 25


def test_vote_lab_refuses_more_voters_than_birds_and_stays():
    lab = VoteLab()
    painted(lab, [[40 + n, 18, n % 2] for n in range(9)] + [[44, 17, NEW]])
    before = lab.token
    with pytest.raises(ValueError, match=r"k: expected .* as known birds, 9, got 10; lower k to 9 or paint"):
        lab.set(k=10)
    assert lab.token == before


def test_vote_lab_without_a_new_bird_says_so_and_stays():
    lab = VoteLab()
    before = lab.token
    with pytest.raises(ValueError, match="expected a new bird and known ones around it, got no new bird; paint one"):
        lab.delete(len(bills()))
    assert lab.token == before


# ---------------------------------------------------------------- the border: I-003-005, I-003-007


@pytest.mark.parametrize("k", [1, 2, 3, 8, 25, 39])
def test_vote_map_says_what_the_model_predicts(k):
    rng = np.random.default_rng(k)
    X, y = np.round(rng.normal(size=(40, 2)), 1), np.array(SPECIES)[rng.integers(0, 3, 40)]  # with equals among them
    X[:8] = X[8:16]
    model = NearestNeighbours(k=k).fit(X, y).model_
    x = centres((-2.0, 2.0), 40) + 1e-3
    shown = VoteMap(model).class_grid(x, x)
    middles = points(*[x.reshape(-1, 2).mean(axis=1)] * 2)
    asked = np.searchsorted(model.classes, model.predict(middles)).reshape(20, 20)
    assert (shown[::2, ::2] == asked).mean() > 0.99 and (shown[1::2, 1::2] == shown[::2, ::2]).all()


def test_border_lab_errors_are_those_of_the_learner():
    lab = BorderLab()
    X, y = lab.examples
    errors = NearestNeighbours(k=1).leave_one_out(X, np.array(SPECIES)[y]).errors
    for step in lab.steps:
        assert step.left_out == errors[step.k - 1]
        assert step.known == int((step.model.predict(X) != np.array(SPECIES)[y]).sum())


def test_border_lab_wrong_labels_are_as_many_as_the_slider_says():
    clean = BorderLab(strays=0).examples[1]
    for strays in (1, 7, 20):
        assert int((BorderLab(strays=strays).examples[1] != clean).sum()) == strays


def test_border_lab_tells_of_points_on_one_place():
    lab = BorderLab()
    painted(lab, [[0.5, 0.5, n % 2] for n in range(6)])
    assert [step.k for step in lab.steps] == [1, 2, 3, 4, 5]
    assert lab.steps[0].known == 3  # the first of them answers for all


# ---------------------------------------------------------------- units and noise: I-004-015, I-004-016


def test_units_lab_click_asks_about_another_bird():
    lab = UnitsLab()
    lab.click_at("plane", 38.04, 3.501)
    assert (lab.values["bill"], lab.values["mass"]) == (38.0, 3.5) and lab.steps[0].answer == "Adelie"
    lab.click_at("plane", 31.0, 6.5)  # the corner: as far as the sliders go
    assert (lab.values["bill"], lab.values["mass"]) == (32.0, 6.3)


def test_units_lab_neighbours_are_within_the_outline():
    for rate in (0.0, 0.8, 3.0):
        step = UnitsLab(rate=rate).steps[0]
        units = np.array([1.0, 10**rate])
        known = penguins()[0][:, [0, 3]] / [1, 1000]
        far = np.linalg.norm((known - step.case) * units, axis=1)
        assert set(step.rows) <= set(np.flatnonzero(far <= step.radius + 1e-9))
        assert np.allclose(np.linalg.norm((step.outline - step.case) * units, axis=1), step.radius)


def test_noise_lab_distances_are_shares_of_the_largest():
    lab = NoiseColumnsLab(bird=7)
    for step in lab.steps:
        assert step.distances.shape == (341,) and step.distances.max() == 1 and step.nearest > 0


def test_noise_lab_shows_its_points_nowhere():
    assert not marks(NoiseColumnsLab().scenes[0], "distances", Points)


# ---------------------------------------------------------------- the page with more: I-003-002, I-003-003, I-003-008


def test_cells_lab_ends_with_the_cell_of_the_point():
    lab = CellsLab()
    X, _ = lab.examples
    corners = lab.steps[-1].cell
    inside = corners.mean(axis=0)
    assert np.linalg.norm(X - inside, axis=1).argmin() == 7
    for corner in corners[(np.abs(corners) < 1.19).all(axis=1)]:
        far = np.sort(np.linalg.norm(X - corner, axis=1))
        assert far[0] == pytest.approx(far[2])  # a corner is as far from three points
        assert np.linalg.norm(X[7] - corner) == pytest.approx(far[0])


def test_cells_lab_click_chooses_the_nearest_point():
    lab = CellsLab()
    X, _ = lab.examples
    lab.click_at("plane", *(X[3] + 0.001))
    assert lab.values["point"] == 4


def test_cells_lab_tells_of_points_on_one_place():
    lab = CellsLab()
    painted(lab, [[0.5, 0.5, n % 2] for n in range(4)])
    assert lab.steps[-1].sides == 0 and not any(step.cuts_off for step in lab.steps)


def test_balls_lab_neighbours_are_in_the_ball_and_no_others():
    for step in BallsLab(k=3).steps:
        assert np.flatnonzero(step.distances <= step.radius).tolist() == sorted(step.rows.tolist())


def test_balls_lab_numbers_its_points_as_its_lines_and_points_on_one_place_are_told():
    lab = BallsLab()
    plane, lines = lab.scenes[0].panels
    assert [mark.text for mark in plane.marks if isinstance(mark, Text)] == [end.text[-1] for end in lines.ends]
    painted(lab, [[0, 0, 0], [0, 0, 0], [0, 0, 1]])
    assert lab.scenes[-1].panels[1].ylim == (0.0, 1.0)


def test_balls_lab_refuses_too_few_points_and_stays():
    lab = BallsLab(k=6)
    before = lab.token
    with pytest.raises(ValueError, match=r"expected a case and at least k = 6 known points, got 5 of 6 known"):
        lab.delete(0)
    assert lab.token == before


def test_skip_lab_boxes_hold_every_bird_once():
    for size in (1, 9, 60):
        boxes = halved(bills(), np.arange(342), size)
        assert np.array_equal(np.sort(np.concatenate(boxes)), np.arange(342)) and max(map(len, boxes)) <= size


def test_skip_lab_click_asks_about_another_place():
    lab = SkipLab()
    lab.click_at("plane", 50.04, 14.96)
    assert (lab.values["bill"], lab.values["depth"]) == (50.0, 15.0)


def test_cars_lab_errors_are_those_of_the_learner():
    lab = CarsLab(cars=50)
    X, _ = lab.examples
    rates = RegressionNeighbours(k=1).leave_one_out(X[:, :1], X[:, 1]).rates
    for step in lab.steps:
        assert step.error == pytest.approx(np.sqrt(rates[step.k - 1]))
