"""The labs of lecture 12: what their pictures claim, and what they do with bad input."""

import numpy as np
import pytest

from labkit.learners.descent import SADDLE, classify
from labkit.lectures.l12_optimisation import FogLab, NewtonLab, ProbeLab, ScheduleLab
from labkit.lectures.l12_optimisation.fog import MOST, machine_ways
from labkit.lectures.l12_optimisation.ground import WELLS, first_look, lowest, valley
from labkit.lectures.l12_optimisation.probe import FORMULAS
from labkit.lectures.l12_optimisation.schedule import BEND, HANDLES, drawn
from labkit.views.scene import Field, Path, Points, Text


def marks(scene, panel, kind):
    return [mark for mark in scene.panel(panel).marks if isinstance(mark, kind)]


@pytest.mark.parametrize("name", WELLS)
def test_first_look_is_a_pass_and_the_bottom_is_the_lowest(name):
    of = valley(name)
    assert classify(of, first_look(name), tolerance=1e-2).kind == SADDLE
    side = np.linspace(-3, 3, 401)
    assert of.number_grid(side, side).min() == pytest.approx(lowest(name), abs=1e-3)


def test_fog_shows_heights_only_and_lifted_it_shows_the_ground():
    lab = FogLab()
    lab.click_at("map", 1.0, -0.5)
    assert lab.steps[-1].looks == 2 and not marks(lab.scenes[-1], "map", Field)
    arrow = marks(lab.scenes[-1], "map", Path)[-1]
    downhill = np.array([arrow.x[1] - arrow.x[0], arrow.y[1] - arrow.y[0]])
    assert downhill @ valley("first").at(np.array([1.0, -0.5])).gradient < 0
    lab.press_button("lift")
    assert lab.steps[-1].looks == 2 and marks(lab.scenes[-1], "map", Field) and lab.steps[-1].left > 0


def test_lifted_fog_shows_the_ways_of_the_machines_and_what_each_paid():
    lab = FogLab()
    for at in ((1.0, -0.5), (1.4, -1.1)):
        lab.click_at("map", *at)
    lab.press_button("lift")
    ways = [mark for mark in marks(lab.scenes[-1], "map", Path) if mark.items]
    assert [len(way.x) for way in ways] == [len(way.places) for way in machine_ways("first").values()]
    words = [mark.text for mark in marks(lab.scenes[-1], "paid", Text)]
    for paid in ("you", "3", "gradient", "26", "BFGS", "18", "annealing", "40"):
        assert paid in words


def test_heights_of_looks_close_together_are_not_written_over_each_other():
    lab = FogLab(looks="1.00,1.00 1.05,1.05 1.10,1.00 -2.00,-2.00")
    places = [(mark.x, mark.y) for mark in marks(lab.scenes[-1], "map", Text)]
    assert len(places) == 3 and len(lab.steps[-1].places) == 5


def test_looks_are_limited_and_read_in_one_sentence():
    lab = FogLab(looks=" ".join(["0.5,0.5"] * (MOST - 1)))
    with pytest.raises(ValueError, match="looks: expected at most 40, got one more"):
        lab.press_button("look")
    with pytest.raises(ValueError, match="looks: expected at most 39 pairs"):
        FogLab(looks="1,2,3")


def test_another_valley_forgets_the_looks():
    lab = FogLab()
    lab.press_button("look")
    lab.set(valley="third")
    assert lab.steps[-1].looks == 1


def test_cut_bends_as_the_hessian_says():
    for angle in (0, 30, 45, 90):
        step = ProbeLab(angle=angle).steps[0]
        turn = np.deg2rad(angle)
        assert step.bend == pytest.approx(2 - 3 * np.sin(2 * turn))


def test_tests_are_shown_when_a_person_has_said_what_the_place_is_and_not_before():
    for formula in FORMULAS:
        lab = ProbeLab(formula=formula, axes=True)
        kind = lab.steps[0].place.kind
        assert kind not in words_of(lab) and len(marks(lab.scenes[0], "map", Path)) == 2, "contours and the cut"
        lab.press_button({"maximum": "high", "saddle": "both"}.get(kind, "low"))
        assert lab.steps[0].right and kind in words_of(lab) and len(marks(lab.scenes[0], "map", Path)) == 4
        lab.press_button("open")
        assert not lab.steps[0].right
        lab.set(formula=next(each for each in FORMULAS if each != formula))
        assert not lab.steps[0].said, "another place, another try"


def words_of(lab):
    return [mark.text for mark in marks(lab.scenes[0], "test", Text)]


def test_start_is_where_one_clicks():
    lab = NewtonLab()
    lab.click_at("map", -0.52, 0.63)
    assert (lab.values["x"], lab.values["y"]) == (-0.5, 0.65)
    ways = [mark for mark in marks(lab.scenes[0], "map", Path) if mark.dots]
    assert len(ways) == 6 and all(way.x[0] == pytest.approx(-0.5) for way in ways)


def test_schedule_goes_on_as_it_fell_last():
    lab = ScheduleLab(kind="slow, then 1 over k")
    schedule = drawn(lab.examples[0])
    assert schedule(BEND) / schedule(1) == pytest.approx(BEND**-0.3, rel=1e-3)
    assert schedule(2000) / schedule(1000) == pytest.approx(0.5, rel=1e-3)
    assert lab.steps[-1].verdict == "they reach any goal and come to rest"


def test_drawn_step_sizes_are_the_ones_that_are_taken():
    lab = ScheduleLab()
    lab.draw([0.0, 1.0, 2.0, 2.6], [-0.5, -0.5, -0.5, -0.5])
    assert lab.steps[-1].verdict == "they reach any goal and never rest"
    assert lab.steps[-1].sums[0] == pytest.approx(400 * 10**-0.5, rel=1e-2)
    lab.draw([1.0, 2.6], [-0.5, -1.8])
    assert lab.steps[-1].verdict == "they reach any goal and come to rest"
    X = lab.examples[0]
    assert (np.diff(X[:, 0]) > 0).all() and len(marks(lab.scenes[-1], "plane", Points)[0].x) == len(X)
    assert len(ScheduleLab().examples[0]) == len(HANDLES)


def test_handle_dragged_out_of_sight_is_a_step_at_the_edge():
    lab = ScheduleLab()
    lab.move(0, -5.0, 900.0)
    assert lab.steps[-1].sums[0] < 10
