"""Every lab of every lecture, driven in Python."""

from collections import Counter
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from render.pixels import assert_drawn, colours

from labkit import lectures
from labkit.lectures import all_labs
from labkit.lectures.l09_perceptron import ConvergenceLab
from labkit.render.matplotlib import HEADER
from labkit.views import scene
from labkit.views.scene import Points
from tests.lectures import drive

LABS = all_labs()
PAINTED = [lab for lab in LABS if lab.classes]
ACTING = [lab for lab in LABS if lab.clickable or any(control.kind == "button" for control in lab.steering)]

every_lab = pytest.mark.parametrize("kind", LABS, ids=lambda lab: lab.name)
thorough = pytest.mark.thorough
every_painted_lab = pytest.mark.parametrize("kind", PAINTED, ids=lambda lab: lab.name)


def test_labs_have_different_names():
    twice = [name for name, count in Counter(lab.name for lab in LABS).items() if count > 1]
    assert not twice, f"rename one of the labs that have these names: {twice}"


def test_every_lab_of_a_page_has_a_name_and_so_is_tested():
    for folder in Path(lectures.__file__).parent.glob("l[0-9]*"):
        lesson = import_module(f"labkit.lectures.{folder.name}")
        nameless = [name for name in lesson.__all__ if name.endswith("Lab") and getattr(lesson, name) not in LABS]
        assert not nameless, f"give these labs of {folder.name} a name, such as '09-convergence': {nameless}"


@every_lab
@thorough
def test_lab_tells_its_story_at_every_extreme_of_every_control(kind):
    drive.drive_controls(kind)


@every_lab
@thorough
def test_lab_tells_the_story_of_every_preset(kind):
    drive.drive_presets(kind)


@every_lab
def test_control_that_sometimes_does_not_matter_names_another_and_its_values(kind):
    options = {control.name: control.extremes for control in kind.steering if control.kind == "choice"}
    for name, values in [control.only for control in kind.steering if getattr(control, "only", None)]:
        assert set(values) < set(options[name])


def test_every_rate_takes_every_margin():
    margin = next(control for control in ConvergenceLab.steering if control.name == "margin")
    for rate in ("constant", "optimal", "relaxation", "normalised"):
        for value in margin.extremes:
            drive.assert_told(ConvergenceLab(rate=rate, margin=value))


@every_lab
@thorough
def test_lab_token_restores_the_same_state(kind):
    drive.drive_token(kind)


@every_lab
@thorough
def test_lab_keeps_its_state_and_says_why_when_input_is_bad(kind):
    drive.drive_messages(kind)


@pytest.mark.parametrize("kind", ACTING, ids=lambda lab: lab.name)
@thorough
def test_lab_answers_clicks_and_buttons(kind):
    drive.drive_clicks(kind)


@every_lab
@thorough
def test_lab_has_a_still_picture(kind):
    """Another moment is another picture. (tests/render draws every kind of mark in the dark, too.)"""
    lab = drive.fresh(kind)
    still = colours(lab.png())
    scene = lab.scenes[lab.still_frame]
    assert still.shape == (round(scene.height + HEADER), round(scene.width))
    assert_drawn(still)
    if len(lab.scenes) > 1:
        other = colours(lab.png(-1 if lab.still_frame == 0 else 0))
        assert not np.array_equal(still, other), "two moments look the same"


@thorough
@every_lab
def test_lab_names_a_step_that_it_has_as_its_still(kind):
    lab = drive.fresh(kind)
    steps = len(lab.steps)
    assert -steps <= lab.still < steps, f"still: expected one of the {steps} steps of the first state, got {lab.still}"


@every_lab
def test_lab_says_the_same_line_every_time(kind):
    assert repr(kind()) == repr(drive.fresh(kind))
    assert repr(drive.fresh(kind)).startswith(f"{kind.heading}: ")


@every_painted_lab
def test_painted_lab_shows_points_that_the_painter_may_move(kind):
    marks = drive.fresh(kind).scenes[0].panel("plane").marks
    editable = [mark for mark in marks if isinstance(mark, Points) and mark.editable]
    assert len(editable) == 1, "draw the painted points once in the panel 'plane', editable=True; or drop `classes`"


@every_painted_lab
@thorough
def test_lab_painter_adds_moves_deletes_and_undoes(kind):
    (drive.drive_handles if kind.handles else drive.drive_painter)(kind)


@pytest.mark.parametrize("kind", [lab for lab in LABS if lab.rails], ids=lambda lab: lab.name)
def test_lab_handles_on_rails_are_their_sliders(kind):
    drive.drive_rails(kind)


@every_painted_lab
@thorough
def test_lab_keeps_its_last_points(kind):
    drive.drive_last_of_a_class(kind)


@every_lab
def test_named_lines_of_a_panel_differ_by_more_than_colour(kind):
    for panel in drive.fresh(kind).scenes[-1].panels:
        paths = [mark for mark in panel.marks if isinstance(mark, scene.Path) and mark.items and mark.items.label]
        lines = [path for path in paths if len(path.x) > 1 and path.color.startswith(("curve", "class"))]
        looks = {(line.dash, line.color) for line in lines}
        assert len({dash for dash, _ in looks}) == len(looks), f"{panel.name}: give each line a dash of its own"


# ---- what a pointer and a screen reader are told (labkit/player/items.js)

SILENT = {("18-boxes", "surface")}  # the same leaves as in the panel beside it, seen from aside


@every_lab
def test_every_panel_says_the_numbers_that_it_draws(kind):
    lab = drive.fresh(kind)
    panels = [panel for frame in {lab.still_frame, len(lab.scenes) - 1} for panel in lab.scenes[frame].panels]
    silent = {(kind.name, panel.name) for panel in panels if not says_its_numbers(panel)}
    assert silent <= SILENT, "give a mark of these panels its Items: points and bars have them by themselves"


def says_its_numbers(panel):
    """By its marks, or because it prints a text for everything that it draws."""
    named = any((*panel.names, panel.xlabel, panel.ylabel, *panel.classes, panel.xticks))
    items = [mark.items for mark in panel.marks if getattr(mark, "items", None)]
    if any(named or each.key or each.label or each.texts or each.values is not None for each in items):
        return True
    printed = sum(isinstance(mark, scene.Text) for mark in panel.marks)
    return sum(map(things, panel.marks)) <= printed


def things(mark):
    """How many numbers a mark stands for, about; a line that parts or frames is none."""
    if isinstance(mark, Points):
        return len(mark.x)
    if isinstance(mark, scene.Path):
        return not np.isnan(mark.x[-1:]).any()  # contour lines end with a gap
    return np.size(mark.y1) if isinstance(mark, scene.Boxes) and np.ndim(mark.y1) else 0


def test_labs_that_may_be_silent_are_silent():
    for name, panel in SILENT:
        lab = next(kind for kind in LABS if kind.name == name)()
        assert not says_its_numbers(lab.scenes[-1].panel(panel))
