"""Random restarts: the best of many runs, and how likely all of them miss."""

import numpy as np
import pytest

from labkit.core.story import START, STOP
from labkit.learners.descent.restarts import drawn, miss_probability, restarts, starts_needed
from labkit.learners.descent.step import downhill
from labkit.learners.descent.surfaces import Surface, surface
from tests.golden import close, golden

EGGS = surface("egg box")


def test_ten_starts_miss_a_fifth_OPT_11():
    """I-002-005."""
    assert close(miss_probability(0.2, 10), golden("OPT-11"))


@pytest.mark.parametrize(("q", "miss"), [(0.2, 0.05), (0.5, 0.01), (0.01, 0.5)])
def test_starts_needed_are_the_fewest(q, miss):
    k = starts_needed(q, miss)
    assert miss_probability(q, k) <= miss < miss_probability(q, k - 1)


@pytest.mark.parametrize("q", [0.01, 0.1, 0.3, 0.5, 0.9])
def test_starts_needed_for_just_what_k_starts_reach_are_k(q):
    assert [starts_needed(q, miss_probability(q, k)) for k in range(1, 100)] == list(range(1, 100))


@pytest.mark.parametrize(("width", "height"), [(1e-8, 1.0), (1.0, 1e-12), (1e8, 1e8)])
def test_best_and_places_do_not_depend_on_the_units(width, height):
    wells = Surface(lambda x, y: height * (((x / width) ** 2 - 1) ** 2 + 0.3 * x / width + (y / width) ** 2))
    starts = width * np.array([[1.5, 0.5], [0.8, -0.5], [-0.8, 0.3], [-1.4, 0.1]])
    trace = restarts(wells, "newton", starts=starts, tolerance=1e-9 * height / width)
    assert trace[-1].places.tolist() == [0, 0, 1, 1]
    assert [step.best for step in trace[1:]] == [0, 0, 2, 2, 2]


def test_best_so_far_only_falls_and_is_the_best_of_the_runs():
    trace = restarts(EGGS, "bfgs", box=EGGS.box, k=12, seed=0)
    assert [trace[0].event, trace[-1].event, len(trace)] == [START, STOP, 14]
    assert (np.diff(trace.curve("loss")[1:]) <= 0).all()
    singles = [downhill(EGGS, "bfgs", start)[-1].loss for start in drawn(EGGS.box, 12, 0)]
    np.testing.assert_array_equal(trace[-1].losses, singles)
    assert trace[-1].best == int(np.argmin(singles))
    np.testing.assert_array_equal(trace[-1].w, trace[-1].ends[trace[-1].best])
    np.testing.assert_array_equal(trace[4].runs[-1][0].w, drawn(EGGS.box, 12, 0)[3])
    assert (trace[0].loss, trace[0].w, trace[0].runs, trace[0].best) == (np.inf, None, (), None)
    assert trace[0].places.tolist() == []


def test_captions_say_whether_a_run_was_better():
    trace = restarts(EGGS, "bfgs", starts=[[3, 3], [3.1, 3.0], [0.1, 0.1]])
    assert trace[1].caption == "run 1: ends at loss 0.46981, the best so far; 1 place found"
    assert trace[2].caption == "run 2: ends at loss 0.46981, the best stays 0.46981; 1 place found"
    assert trace[3].caption.endswith("the best so far; 2 places found")
    assert trace[-1].places.tolist() == [0, 0, 1]


def test_share_of_missing_series_is_that_of_the_formula():
    """q is measured by many balls; then one series in so many misses, as (1 - q)^k says."""
    runs = restarts(EGGS, "gradient", box=EGGS.box, k=600, seed=1, tolerance=1e-3)
    hits = runs[-1].losses < 0.1
    q, k = hits.mean(), 5
    missed = ~hits.reshape(-1, k).any(axis=1)
    expected = miss_probability(float(q), k)
    assert 0.02 < q < 0.4
    assert abs(missed.mean() - expected) < 3 * np.sqrt(expected * (1 - expected) / len(missed))


def test_same_seed_drops_the_same_balls():
    one, two, other = (drawn(EGGS.box, 5, seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(one, two)
    assert (one != other).all()
    assert (np.abs(one) <= 9).all()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "starts: expected either starts or a box"),
        ({"starts": [[0, 0]], "box": EGGS.box}, "starts: expected either starts or a box"),
        ({"box": EGGS.box, "k": 0}, "k: expected a whole number >= 1"),
        ({"box": ((1, 0), (0, 1))}, "box: expected"),
        ({"starts": [1.0, 2.0]}, "starts: Expected 2D array"),
        ({"box": EGGS.box, "seed": -1}, "seed: expected"),
    ],
)
def test_bad_settings_are_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        restarts(EGGS, "bfgs", **settings)
    with pytest.raises(ValueError, match="q: expected a number > 0 and < 1"):
        starts_needed(1.0, 0.1)
