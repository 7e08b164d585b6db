"""Curves, bars, weight space, source and their axes."""

import numpy as np
import pytest

from labkit.core.story import UPDATE, Step
from labkit.views import words
from labkit.views.bars import BarChart
from labkit.views.code import Code, source_lines
from labkit.views.curves import HALF_LINE, LABEL_GAP, Curve, Curves, apart
from labkit.views.frame import plane_limits, ticks, value_limits
from labkit.views.scene import Bars, Box, Path, Text
from labkit.views.weights import DOTTED, RECENT, WeightSpace

BOX = (20.0, 20.0, 300.0, 120.0)


def step(k=0, **more):
    return Step(event=UPDATE, model=None, example=k, **more)


def of(panel, kind):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


# ---------------------------------------------------------------- curves


@pytest.mark.parametrize("seed", range(20))
def test_labels_are_apart_in_order_and_as_near_as_possible(seed):
    rng = np.random.default_rng(seed)
    wanted, gap = rng.uniform(0, 3, rng.integers(1, 9)), 0.4
    placed = apart(wanted, gap)
    order = np.argsort(wanted, kind="stable")
    assert np.all(np.diff(placed[order]) >= gap - 1e-9)
    cost = np.sum((placed - wanted) ** 2)
    for _ in range(200):  # no other arrangement found by chance is nearer
        trial = np.empty_like(placed)
        start = wanted[order][0] + rng.normal(0, 0.5)
        trial[order] = start + np.cumsum(np.r_[0, gap + rng.exponential(0.2, len(order) - 1)])
        assert np.sum((trial - wanted) ** 2) >= cost - 1e-9


def test_labels_that_fit_stay_where_they_are():
    assert apart(np.array([3.0, 1.0, 2.0]), 0.5).tolist() == [3.0, 1.0, 2.0]


@pytest.mark.parametrize("seed", range(10))
def test_labels_stay_within_two_ends_where_there_is_room(seed):
    rng = np.random.default_rng(seed)
    wanted, gap = rng.choice([0.0, 0.05, 1.0], 4), 0.3  # crowded at the ends
    placed = apart(wanted, gap, (0.0, 1.0))
    assert np.all(np.diff(placed[np.argsort(wanted, kind="stable")]) >= gap - 1e-9)
    assert placed.min() >= -1e-9 and placed.max() <= 1 + 1e-9


def test_curves_names_do_not_leave_the_panel():
    for end in (0.0, 1.0):
        lines = [Curve(np.full(3, end), name) for name in ("a", "b", "c")]
        view = Curves(np.arange(3), lines, lambda step: step.example, box=BOX, ylim=(0.0, 1.0))
        room = HALF_LINE / BOX[3]
        assert all(room - 1e-9 <= text.y <= 1 - room + 1e-9 for text in of(view(step(1)), Text))


def curves(**more):
    rising, bound = np.array([0.0, 1.0, 2.0, 2.0]), np.array([0.0, 2.0, 3.0, 4.0])
    lines = [Curve(bound, "at most", bound=True), Curve(rising, "size", "class1")]
    return Curves(np.arange(4), lines, lambda step: step.example, box=BOX, **more)


def test_curves_grow_with_the_story_and_bounds_stand_whole():
    bound, grown, cursor = of(curves()(step(2)), Path)
    assert bound.dash and bound.upto is None and bound.color == "muted"
    assert grown.upto == 3 and grown.color == "class1"
    assert cursor.x.tolist() == [2.0, 2.0]


def test_curves_send_their_numbers_once():
    view = curves()
    assert of(view(step(1)), Path)[0].y is of(view(step(2)), Path)[0].y


def test_curve_labels_are_apart_by_a_line_of_text():
    close = [Curve(np.array([0.0, 1.0]), name) for name in "abc"]
    panel = Curves(np.arange(2), close, lambda step: 0, box=BOX)(step())
    heights = sorted(label.y for label in of(panel, Text))
    unit = (panel.ylim[1] - panel.ylim[0]) / BOX[3]
    assert np.all(np.diff(heights) >= LABEL_GAP * unit - 1e-9)
    assert all(label.x > panel.xlim[1] for label in of(panel, Text))
    assert all(label.size * words.LECTURE <= LABEL_GAP for label in of(panel, Text))  # enlarged, too


def test_curves_bear_gaps_and_constants():
    gap = Curve(np.array([np.nan, 1.0, np.nan]), "gap")
    panel = Curves(np.arange(3), [gap], lambda step: 0, box=BOX)(step())
    assert np.isfinite([*panel.xlim, *panel.ylim]).all()
    assert of(panel, Text)[0].y == pytest.approx(1.0)


@pytest.mark.parametrize("place", [0.0, 1e20, -1e20])
def test_curves_of_a_single_place_have_a_width(place):
    panel = Curves([place], [Curve(np.array([1.0]), "one")], lambda step: place, box=BOX)(step())
    assert panel.xlim[0] < panel.xlim[1]


def test_curves_of_nothing_are_refused():
    with pytest.raises(ValueError, match="x: expected at least one place, got none"):
        Curves([], [], lambda step: 0, box=BOX)


# ---------------------------------------------------------------- the other charts


def test_bars_are_cut_at_the_limits_and_named_when_few():
    view = BarChart(lambda step: [0.5, 9.0, -9.0], box=BOX, ylim=(-1.0, 2.0), labels=("a", "b", "c"), kind=[0, 1, 0])
    panel = view(step())
    bars = of(panel, Bars)[0]
    assert bars.top.tolist() == [0.5, 2.0, -1.0] and bars.kind.tolist() == [0, 1, 0]
    assert [word for _, word in panel.xticks] == ["a", "b", "c"]


def test_weight_space_shows_the_way_so_far_and_the_goal_as_a_ray():
    path = np.array([[0.0, 0.0], [1.0, 0.5], [0.5, 1.5]])
    panel = WeightSpace(path, lambda step: step.example, box=BOX, goal=np.array([0.0, 2.0]))(step(1))
    trail = next(mark for mark in of(panel, Path) if mark.dots)
    ray = next(mark for mark in of(panel, Path) if mark.dash)
    assert trail.x.tolist() == [0.0, 1.0]
    assert ray.x.tolist() == [0.0, 0.0] and ray.y[1] > panel.ylim[1]
    assert [text.text for text in of(panel, Text)] == ["w*"]


def test_weight_space_shows_only_the_latest_moves_of_a_long_way():
    path = np.random.default_rng(0).normal(size=(DOTTED + 1, 2))
    trail = next(mark for mark in of(WeightSpace(path, lambda step: 60, box=BOX)(step()), Path) if mark.dots)
    np.testing.assert_allclose(trail.x, path[60 - RECENT : 61, 0], rtol=1e-6)


def rule(w, z):
    """Not shown."""
    if w @ z <= 0:  # (1)
        w = w + z  # (2)
    return w


def test_code_lights_the_line_of_the_equation_that_acted():
    lines = source_lines(rule)
    assert lines[0].startswith("def rule") and not any("Not shown" in line for line in lines)
    panel = Code(lines, box=BOX)(step(equation=2))
    (lit,) = of(panel, Box)
    chosen = next(text for text in of(panel, Text) if lit.y0 < text.y < lit.y1)
    assert "# (2)" in chosen.text and chosen.color == "ink"
    assert not of(Code(lines, box=BOX)(step()), Box)


def test_source_lines_can_be_cut():
    assert source_lines(rule, first="if w", last="# (2)") == ("if w @ z <= 0:  # (1)", "    w = w + z  # (2)")


def test_source_lines_that_are_not_there_are_named():
    with pytest.raises(ValueError, match=r"first: expected words of a line of the source, got 'for row'; .*'def rule"):
        source_lines(rule, first="for row")
    with pytest.raises(ValueError, match=r"last: expected words .* got 'if w'; the lines begin .*return w"):
        source_lines(rule, first="return", last="if w")


# ---------------------------------------------------------------- axes


@pytest.mark.parametrize("low, high", [(0, 1), (-3.2, 7.9), (0, 1e-6), (12, 1234), (-5, -4.99)])
def test_ticks_are_round_few_and_inside(low, high):
    places = [place for place, _ in ticks(low, high)]
    assert 2 <= len(places) <= 5
    assert all(low - 1e-9 <= place <= high + 1e-9 for place in places)
    assert all(float(label) == pytest.approx(place) for place, label in ticks(low, high))


def test_ticks_of_a_point_are_that_point():
    assert ticks(2.0, 2.0) == ((2.0, "2"),)


def test_limits_hold_every_value_and_a_single_point():
    assert value_limits(np.array([1.0, 4.0])) == (0.0, pytest.approx(4.24))
    low, high = value_limits(np.array([np.nan]))
    assert low < high
    (x0, x1), (y0, y1) = plane_limits(np.array([[3.0, 3.0]]))
    assert x0 < 3 < x1 and y0 < 3 < y1
