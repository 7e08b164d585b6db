"""Limits, ticks, and names that are moved apart."""

import numpy as np
import pytest

from labkit.views.axes import apart, log_limits, log_ticks, plane_limits, ticks, value_limits


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


@pytest.mark.parametrize("low, high", [(0, 1), (-3.2, 7.9), (0, 1e-6), (12, 1234), (-5, -4.99)])
def test_ticks_are_round_few_and_inside(low, high):
    places = [place for place, _ in ticks(low, high)]
    assert 2 <= len(places) <= 5
    assert all(low - 1e-9 <= place <= high + 1e-9 for place in places)
    assert all(float(label) == pytest.approx(place) for place, label in ticks(low, high))


def test_ticks_of_a_point_are_that_point():
    assert ticks(2.0, 2.0) == ((2.0, "2"),)


def test_whole_ticks_skip_the_halves():
    assert [place for place, _ in ticks(0, 1.06, whole=True)] == [0.0, 1.0]


@pytest.mark.parametrize("low, high", [(0.1, 1000.0), (1.0, 30.0), (1e-8, 1e8), (3.0, 4.0)])
def test_log_ticks_are_few_inside_and_evenly_marked(low, high):
    found = log_ticks(low, high)
    assert len(found) <= 5 and all(low <= place <= high for place, _ in found)
    assert all(float(label) == pytest.approx(place) for place, label in found)


def test_log_limits_leave_out_what_has_no_logarithm():
    low, high = log_limits(np.array([0.0, -1.0, 2.0, np.nan, 50.0]))
    assert 0 < low < 2.0 and high > 50.0
    low, high = log_limits(np.array([0.0]))
    assert 0 < low < high


def test_limits_hold_every_value_and_a_single_point():
    assert value_limits(np.array([1.0, 4.0])) == (0.0, pytest.approx(4.24))
    low, high = value_limits(np.array([np.nan]))
    assert low < high
    (x0, x1), (y0, y1) = plane_limits(np.array([[3.0, 3.0]]))
    assert x0 < 3 < x1 and y0 < 3 < y1
