"""The one chart: what its layers draw, how its lines differ, what its axes say."""

import numpy as np
import pytest
from views.marks import at, ends, of, step

from labkit.core.story import START, UPDATE, Step, Trace
from labkit.views.charts.chart import Chart
from labkit.views.charts.histogram import histogram
from labkit.views.charts.places import stairs
from labkit.views.scene import DASHED, DOTTED, SOLID, Boxes, Path, Points, Segments

SIZE = (300.0, 120.0)
RISING, BOUND = np.array([0.0, 1.0, 2.0, 2.0]), np.array([0.0, 2.0, 3.0, 4.0])


def curves(**more):
    return Chart(np.arange(4), at=at, **more).bound(BOUND, "at most").line(RISING, "size")


def cursor(panel):
    return of(panel, Segments, color="accent")


# ---------------------------------------------------------------- lines and bounds


def test_lines_grow_with_the_story_and_bounds_stand_whole():
    panel = curves()(step(2), SIZE)
    bound, grown = of(panel, Path)
    assert bound.dash and bound.upto is None and bound.color == "muted"
    assert grown.upto == 3 and grown.color == "curve0"
    (line,) = cursor(panel)
    assert line.x0 == line.x1 == 2.0 and (line.y0, line.y1) == panel.ylim


def test_a_whole_line_needs_no_cursor():
    panel = Chart(np.arange(4)).line(RISING, whole=True)(step(1), SIZE)
    assert of(panel, Path)[0].upto is None and not cursor(panel)


def test_line_of_a_class_has_the_pattern_of_the_class():
    chart = Chart(np.arange(4), at=at)
    for color in ("class0", "class2", "ink"):
        chart.line(RISING, color=color)
    assert [line.dash for line in of(chart(step(), SIZE), Path)] == [SOLID, DOTTED, SOLID]


def test_lines_of_one_chart_differ_by_dash_as_well_as_by_colour():
    chart = Chart(np.arange(4), at=at).bound(BOUND)
    for k in range(3):
        chart.line(RISING + k)
    lines = of(chart(step(3), SIZE), Path)
    assert len({line.dash for line in lines}) == len({line.color for line in lines}) == 4
    assert lines[1].dash == SOLID and all(line.color.startswith("curve") for line in lines[1:])


def test_bounds_differ_from_each_other_and_from_lines_added_after_them():
    chart = Chart(np.arange(4), at=at).bound(BOUND).bound(BOUND + 1).line(RISING)
    assert sorted(path.dash for path in of(chart(step(), SIZE), Path)) == [SOLID, DASHED, DOTTED]


def test_lines_send_their_numbers_once():
    chart = curves()
    one, other = (of(chart(step(k), SIZE), Path) for k in (1, 2))
    assert one[0].y is other[0].y and one[0].x is one[1].x is other[1].x


def test_names_stand_at_the_ends_of_their_lines_in_the_same_colours():
    panel = curves()(step(2), SIZE)
    assert [(end.y, end.text, end.color) for end in panel.ends] == [(4.0, "at most", "muted"), (2.0, "size", "curve0")]


def test_name_of_a_growing_line_goes_with_its_end_and_tells_nothing_of_what_comes():
    chart = Chart(np.arange(3), at=at).line(np.array([np.nan, 1.0, 5.0]), "grows").line([1, 2, 3], "whole", whole=True)
    heights = [[end.y for end in chart(step(k), SIZE).ends] for k in range(3)]
    assert heights == [[1.0, 3.0], [1.0, 3.0], [5.0, 3.0]]


def test_lines_bear_gaps_and_constants():
    panel = Chart(np.arange(3), at=at).line(np.array([np.nan, 1.0, np.nan]), "gap").line(0.5)(step(), SIZE)
    assert np.isfinite([*panel.xlim, *panel.ylim]).all()
    assert panel.ends[0].y == pytest.approx(1.0)
    assert of(panel, Path)[1].y.tolist() == [0.5] * 3


@pytest.mark.parametrize("place", [0.0, 1e20, -1e20])
def test_chart_of_a_single_place_has_a_width(place):
    panel = Chart([place], at=lambda step: place).line(np.array([1.0]), "one")(step(), SIZE)
    assert panel.xlim[0] < panel.xlim[1]


def test_line_through_nothing_is_refused():
    with pytest.raises(ValueError, match="x: expected at least one place, got none"):
        Chart([], at=at).line([])


def story(count=4):
    return Trace([Step(event=START if not k else UPDATE, model=None, example=k) for k in range(count)])


def test_chart_of_a_trace_reads_numbers_by_name_and_by_function():
    trace = story()
    panel = Chart(trace, x="example").line("example").line(lambda step: step.example**2)(trace[2], SIZE)
    one, other = of(panel, Path)
    assert one.y.tolist() == [0, 1, 2, 3] and other.y.tolist() == [0, 1, 4, 9] and other.upto == 3
    assert panel.ylim[0] == 0.0 and panel.ylim[1] > 9.0


def test_chart_without_places_counts_the_steps_and_stays_at_its_end_for_others():
    trace = story()
    chart = Chart(trace).line("example")
    assert [line.x0 for moment in (*trace, step()) for line in cursor(chart(moment, SIZE))] == [0, 1, 2, 3, 3]


def test_band_is_filled_faintly_between_its_ends():
    panel = Chart(np.arange(4), at=at).band(RISING, BOUND)(step(), SIZE)
    (band,) = of(panel, Path)
    assert band.fill and not band.color and band.opacity < 0.3
    assert band.y[np.isfinite(band.y)].max() == 4.0 and panel.ylim[1] > 4.0


def test_level_lies_all_across_and_has_room():
    panel = Chart(xlim=(0.0, 5.0)).level(2.0, "limit")(step(), SIZE)
    (line,) = of(panel, Segments)
    assert (line.x0, line.x1, line.y0, line.y1) == (0.0, 5.0, 2.0, 2.0) and line.dash
    assert panel.ylim[1] > 2.0 and ends(panel) == ["limit"]


# ---------------------------------------------------------------- bars, stems, points


def test_bars_are_cut_at_the_limits_and_named_when_few():
    view = Chart(ylim=(-1.0, 2.0)).bars(lambda step: [0.5, 9.0, -9.0], labels=("a", "b", "c"), kind=[0, 1, 0])
    panel = view(step(), SIZE)
    (bars,) = of(panel, Boxes)
    assert bars.y1.tolist() == [0.5, 2.0, -1.0] and bars.kind.tolist() == [0, 1, 0]
    assert [word for _, word in panel.xticks] == ["a", "b", "c"]
    assert view.sized, "words are cut to the room"
    many = Chart(ylim=(0.0, 1.0)).bars(np.ones(40), labels=[str(k) for k in range(40)])(step(), SIZE)
    assert not many.xticks


def test_words_below_bars_are_cut_to_their_room():
    view = Chart(ylim=(0.0, 1.0)).bars([0.5, 0.7], labels=("a rather long name", "b"))
    wide, narrow = (view(step(), (width, 100.0)).xticks[0][1] for width in (900.0, 120.0))
    assert wide == "a rather long name" and narrow.endswith("\u2026")


def test_bars_have_room_for_their_highest_moment():
    panel = Chart(story()).bars(lambda step: [step.example, 1.0])(step(0), SIZE)
    assert panel.ylim[1] > 3.0


def test_hollow_bars_are_outlines_over_a_faint_filling():
    (bars,) = of(Chart(ylim=(0, 1)).bars([0.5], hollow=True)(step(), SIZE), Boxes)
    assert bars.stroke == bars.fill and bars.opacity < 0.5


def test_stems_and_points_stand_where_the_numbers_say():
    chart = Chart(xlim=(0.0, 3.0)).stems([1.0, 2.0], lambda step: [2.0, 1.0], 0.5)
    panel = chart.points([1.0, 2.0], [2.0, 1.0], kind=[0, 1], editable=True)(step(), SIZE)
    (stems,), (points,) = of(panel, Segments), of(panel, Points)
    assert stems.y1.tolist() == [2.0, 1.0] and stems.y0 == 0.5 and stems.x0.tolist() == stems.x1.tolist() == [1, 2]
    assert points.editable and points.kind.tolist() == [0, 1] and panel.ylim[1] > 2.0


def test_histogram_counts_in_equal_cells():
    panel = histogram([0.1, 0.2, 0.9], limits=(0.0, 1.0), bins=2, xlabel="p")(step(), SIZE)
    (bars,) = of(panel, Boxes)
    assert bars.y1.tolist() == [2, 1] and panel.xlabel == "p" and len(panel.xticks) > 2
    told = histogram(lambda step: np.full(step.example, 0.5), limits=(0.0, 1.0), bins=2, story=story())
    assert told(step(0), SIZE).ylim[1] >= 3


# ---------------------------------------------------------------- functions


def losses():
    chart = Chart(xlim=(-2.0, 2.0), at=lambda step: -0.5, ylim=(0.0, 3.0))
    chart.function(lambda m: (m <= 0).astype(float), "0/1", flat=True, color="ink")
    chart.function(lambda m: 1 - np.sign(m), "1 - sgn", flat=True, color="muted", dash=DASHED)
    return chart.function(lambda m: np.maximum(1 - m, 0), "hinge")


def test_functions_are_read_at_the_cursor():
    panel = losses()(step(), SIZE)
    assert ends(panel) == ["0/1: 1.00", "1 - sgn: 2.00", "hinge: 1.50"]
    assert [path.y.tolist() for path in of(panel, Path, dots=True)] == [[1.0], [2.0], [1.5]]
    steps = of(panel, Path, color="ink", dots=False)[0]
    assert len(steps.x) == 4 and steps.x[1] == pytest.approx(0.0, abs=0.02)  # upright, at zero
    assert [path.color for path in of(panel, Path, dash=DASHED)] == ["muted"]


def test_functions_without_a_cursor_are_named_at_their_ends():
    panel = Chart(xlim=(0.0, 1.0)).function(np.sqrt, "root")(step(), SIZE)
    assert ends(panel) == ["root"] and panel.ends[0].y == pytest.approx(1.0)


def test_model_may_change_with_the_step_or_be_missing():
    chart = Chart(xlim=(0.0, 2.0), ylim=(0.0, 4.0)).model(
        lambda step: (lambda x: step.example * x) if step.example else None, "f", flat=False
    )
    assert not of(chart(step(0), SIZE), Path)
    (line,) = of(chart(step(2), SIZE), Path)
    assert line.y[-1] == 4.0


def test_stairs_have_corners_only_where_the_value_changes():
    x, y = stairs(np.array([1.0, 1.0, 3.0, 3.0]), (0.0, 4.0))
    assert (x.tolist(), y.tolist()) == ([0.0, 2.0, 2.0, 4.0], [1.0, 1.0, 3.0, 3.0])
    assert stairs(np.ones(4), (0.0, 4.0))[0].tolist() == [0.0, 4.0]


# ---------------------------------------------------------------- axes


def test_logarithmic_axes_show_every_value_and_ticks_of_powers_of_ten():
    chart = Chart(np.array([1.0, 10.0, 1000.0]), at=lambda step: 1.0, xlog=True, ylog=True)
    panel = chart.line(np.array([0.01, 1.0, 50.0]))(step(), SIZE)
    assert panel.xlog and panel.ylog and 0 < panel.ylim[0] < 0.01 < 50 < panel.ylim[1]
    assert all(np.log10(place) % 1 == 0 for place, _ in (*panel.xticks, *panel.yticks))


def test_ticks_of_what_is_counted_are_whole():
    panel = Chart(np.arange(3), at=at).line(np.array([0.0, 1.0, 1.0]))(step(), SIZE)
    assert all(place % 1 == 0 for place, _ in (*panel.xticks, *panel.yticks))


def test_labels_of_both_axes_and_titles_that_depend_on_the_step():
    panel = Chart(np.arange(2), at=at, xlabel="n", ylabel="loss", title=lambda step: f"step {step.example}")
    panel = panel.line([0.0, 1.0])(step(1), SIZE)
    assert (panel.xlabel, panel.ylabel, panel.title) == ("n", "loss", "step 1")


def test_lines_of_one_chart_differ_by_dash_as_well_as_colour():
    chart = Chart(np.arange(4))
    for k in range(6):
        chart.line(RISING + k, whole=True)
    lines = [mark for mark in chart(step(1), SIZE).marks if isinstance(mark, Path)]
    assert len({line.color for line in lines}) == len({line.dash for line in lines}) == 6
