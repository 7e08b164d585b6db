"""The labs of lecture 12: what their pictures claim, and what they do with bad input."""

import numpy as np
import pytest

from labkit.learners.descent import SADDLE, classify
from labkit.lectures.l12_optimisation import FogLab, NewtonLab, ProbeLab, ScheduleLab
from labkit.lectures.l12_optimisation.fog import MOST
from labkit.lectures.l12_optimisation.ground import WELLS, first_look, lowest, valley
from labkit.lectures.l12_optimisation.schedule import BEND, Bent
from labkit.views.scene import Field, Path


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
    lab.set(fog="lifted")
    assert lab.steps[-1].looks == 2 and marks(lab.scenes[-1], "map", Field) and lab.steps[-1].left > 0


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


def test_start_is_where_one_clicks():
    lab = NewtonLab()
    lab.click_at("map", -0.52, 0.63)
    assert (lab.values["x"], lab.values["y"]) == (-0.5, 0.65)
    ways = [mark for mark in marks(lab.scenes[0], "map", Path) if mark.dots]
    assert len(ways) == 6 and all(way.x[0] == pytest.approx(-0.5) for way in ways)


def test_bent_schedule_has_no_jump():
    bent = Bent(0.3, 1.0)
    assert bent(BEND + 1) / bent(BEND) == pytest.approx(BEND / (BEND + 1))
    assert ScheduleLab(early=0.3, late=1.0).steps[-1].verdict == "they reach any goal and come to rest"
