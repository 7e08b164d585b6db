"""Views made of views, and the marks that scenes make of numbers."""

from dataclasses import replace

import numpy as np
from views.marks import step

from labkit.views.scene import Panel, Target, Text, band, bars, segments_of
from labkit.views.wrap import Of, Overlay, Titled

SIZE = (100.0, 50.0)


def view(step, size):
    return Panel((0, 1), (0, 1), (Text(0, 0, f"example {step.example}"),), title="plain")


class Sized:
    sized = True

    def __call__(self, step, size):
        return Panel((0, size[0]), (0, size[1]))


def test_overlay_puts_marks_on_top_of_a_view():
    panel = Overlay(view, lambda step: [Text(1, 1, "more")])(step(3), SIZE)
    assert [mark.text for mark in panel.marks] == ["example 3", "more"]


def test_view_of_a_part_of_the_step_sees_only_that_part():
    assert Of(view, lambda step: replace(step, example=7))(step(3), SIZE).marks[0].text == "example 7"


def test_part_that_waits_is_drawn_once():
    waiting = step(7)
    one = Of(view, lambda step: waiting)
    assert one(step(1), SIZE) is one(step(2), SIZE) and one(step(1), (9.0, 9.0)) is not one(step(1), SIZE)


def test_title_may_depend_on_the_step():
    assert Titled(view, lambda step: f"after {step.example}")(step(3), SIZE).title == "after 3"


def test_wrapped_views_measure_their_room_as_the_view_within():
    for wrapped in (Overlay(Sized(), lambda step: ()), Of(Sized(), lambda step: step), Titled(Sized(), str)):
        assert wrapped.sized and wrapped(step(), SIZE).xlim == (0, SIZE[0])
    assert not Overlay(view, lambda step: ()).sized


def test_click_means_the_target_on_top():
    panel = Panel((0, 1), (0, 1), targets=(Target("row", 0, 0, 1, 1), Target("cell", 0.5, 0, 1, 1)))
    assert [panel.target_at(x, 0.5) for x in (0.2, 0.7, 2.0)] == ["row", "cell", ""]


def test_band_is_a_closed_region_that_a_gap_breaks():
    mark = band([0, 1, 2, 3, 4], [0, 0, np.nan, 0, 0], [1, 2, 3, 4, 5])
    pieces = np.split(np.column_stack([mark.x, mark.y]), np.flatnonzero(np.isnan(mark.x)))
    corners = [piece[np.isfinite(piece).all(axis=1)].tolist() for piece in pieces]
    assert corners[:2] == [[[0, 0], [1, 0], [1, 2], [0, 1]], [[3, 0], [4, 0], [4, 5], [3, 4]]] and not corners[2]


def test_bars_stand_on_their_base_and_broken_lines_are_one_mark():
    mark = bars([1, 2], [3, 4], base=0.5, width=1.0)
    assert mark.x0.tolist() == [0.5, 1.5] and mark.x1.tolist() == [1.5, 2.5] and mark.y0 == 0.5
    assert len(segments_of(np.zeros((3, 4)))) == 1 and segments_of(np.empty((0, 4))) == []
