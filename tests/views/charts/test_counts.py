"""Stacks of balls and the map of samples: I-000-102."""

import numpy as np
import pytest
from views.marks import at, of, step

from labkit.views.charts.counts import CountMap, Stacks, example_bars, example_ticks
from labkit.views.scene import RING, Boxes, Field, Points

SIZE = (300.0, 120.0)
COUNTS = np.array([[2, 0, 1], [1, 1, 1], [0, 3, 0]])


def stacks(counts, newest=None, done=True, most=3):
    counts = np.asarray(counts)
    return Stacks(len(counts), lambda step: (counts, newest, done), most=most)(step(), SIZE)


def count_map(counts, rows):
    return CountMap(np.asarray(counts), at)(step(rows), SIZE)


def test_stacks_have_one_ball_for_every_draw_and_a_triangle_for_what_is_out_of_bag():
    (points,) = stacks([2, 0, 1]).marks
    assert sorted(zip(points.x.tolist(), points.y.tolist(), points.kind.tolist(), strict=True)) == [
        (0.0, 0.5, 0), (0.0, 1.5, 0), (1.0, 0.5, 1), (2.0, 0.5, 0)]  # fmt: skip


def test_stacks_of_an_unfinished_sample_leave_nothing_out_and_ring_the_newest_ball():
    (points,) = stacks([2, 0, 1], newest=0, done=False).marks
    assert not points.kind.any()
    ringed = np.flatnonzero(points.flag == RING)
    assert [(points.x[i], points.y[i]) for i in ringed] == [(0.0, 1.5)]


def test_stacks_of_many_examples_are_bars_and_low_orange_ones_are_out_of_bag():
    counts = np.arange(100) % 4
    (bars,) = stacks(counts, most=3).marks
    assert isinstance(bars, Boxes)
    assert np.array_equal(bars.kind == 1, counts == 0)
    assert np.array_equal(bars.y1[counts > 0], counts[counts > 0])
    assert 0 < bars.y1[counts == 0].min() == bars.y1[counts == 0].max() < 1
    (unfinished,) = stacks(counts, done=False, most=3).marks
    assert not unfinished.kind.any() and unfinished.y1[0] == 0


def test_map_fills_from_the_top_row_by_row():
    for rows in range(4):
        fields = of(count_map(COUNTS, rows), Field)
        assert [field.extent[2:] for field in fields] == [(2 - k, 3 - k) for k in range(rows)]


def test_map_is_orange_out_of_bag_and_bluer_the_more_often_an_example_was_drawn():
    shades = {}
    for field, row in zip(of(count_map(COUNTS, 3), Field), COUNTS, strict=True):
        cells = field.values.reshape(3, -1)
        assert field.ramp == "probability" and (cells == cells[:, :1]).all()
        shades |= dict(zip(row.tolist(), cells[:, 0].tolist(), strict=True))
    assert shades[0] > 200 > 127 > shades[1] > shades[2] > shades[3]


def test_map_is_sharp_where_cells_are_wide():
    """A field is smoothed between its samples: two of them are a few units apart at most."""
    (field,) = of(count_map([[2, 0]], 1), Field)
    assert SIZE[0] / field.values.shape[1] <= 3.0


def test_ticks_of_one_sample_are_whole_and_inside():
    for panel in (count_map([[1, 1]], 1), stacks([1, 1], most=1)):
        assert all(float(text).is_integer() and panel.ylim[0] <= at <= panel.ylim[1] for at, text in panel.yticks)


def test_map_marks_every_cell_out_of_bag_by_its_shape_too_where_there_is_room():
    points = of(count_map(COUNTS, 3), Points)
    places = {(x, y) for mark in points for x, y in zip(mark.x.tolist(), mark.y.tolist(), strict=True)}
    assert places == {(1.0, 2.5), (0.0, 0.5), (2.0, 0.5)}
    assert all(mark.kind.all() for mark in points)
    assert not of(count_map(np.ones((3, 100), dtype=int), 3), Points)


def test_map_steps_share_their_rows():
    view = CountMap(COUNTS, at)
    assert all(a is b for a, b in zip(view(step(1), SIZE).marks, view(step(3), SIZE).marks, strict=False))


@pytest.mark.parametrize(("examples", "last"), [(3, (2.0, "3")), (20, (19.0, "20")), (100, (99.0, "100"))])
def test_example_ticks_count_from_one(examples, last):
    assert example_ticks(examples)[-1] == last
    assert all(float(text) == at + 1 for at, text in example_ticks(examples))


def test_bars_of_examples_are_items_with_their_numbers():
    weights = np.array([0.5, 0.25, 0.25])
    panel = example_bars(lambda step: weights, [0, 1, 1], first=1, ylim=(0.0, 0.4))(step(), (300.0, 100.0))
    (bars,) = of(panel, Boxes)
    assert (bars.items.key, bars.items.keys, bars.items.label) == ("example", 1, "weight")
    np.testing.assert_allclose(bars.items.values, weights)  # one is higher than the chart and says its weight still
    assert bars.y1[0] == np.float32(0.4) and [text for _, text in panel.xticks] == ["1", "2", "3"]
