"""Cover's count: formula, approximations, and counting by the linear program."""

import numpy as np
import pytest

from labkit.core.data import load
from labkit.core.story import Trace
from labkit.learners.perceptron.capacity import (
    capacity_steps,
    count_separable,
    normal_approximation,
    separable_dichotomies,
    separable_probability,
)
from tests.golden import close, golden

EXACT = [
    ("COV-01", 4, 2), ("COV-02", 3, 2), ("COV-05", 4, 1), ("COV-06", 10, 4), ("COV-07", 20, 9), ("COV-08", 20, 10),
    ("COV-09", 50, 20), ("COV-11", 100, 49),
]  # fmt: skip


@pytest.mark.parametrize("id, n, p", EXACT)
def test_separable_probability_is_exact(id, n, p):
    assert close(separable_probability(n, p), golden(id))


@pytest.mark.parametrize("id, n, p", [("COV-12", 20, 9), ("COV-13", 50, 20), ("COV-14", 100, 49)])
def test_normal_approximations_printed_and_corrected(id, n, p):
    both = [normal_approximation(n, p, corrected=False), normal_approximation(n, p)]
    assert close(both, golden(id))


def test_corrected_approximation_is_the_closer_one_E_000_22():
    for n, p in [(20, 9), (50, 20), (100, 50), (30, 20)]:
        exact = separable_probability(n, p)
        printed, corrected = (abs(normal_approximation(n, p, corrected=c) - exact) for c in (False, True))
        assert corrected < 0.1 * printed


def test_square_has_14_separable_dichotomies_COV_15():
    assert close(count_separable(load("xor").numeric("x1", "x2")), golden("COV-15"))


@pytest.mark.parametrize("id, p", [("COV-17", 2), ("COV-18", 3)])
def test_points_in_general_position_have_covers_count(id, p):
    X = np.random.default_rng(p).normal(size=(6, p))
    assert close(count_separable(X), golden(id))
    assert separable_dichotomies(6, p) == golden(id).value


def test_dichotomies_obey_covers_recursion():
    for n in range(1, 12):
        for p in range(1, 6):
            assert separable_dichotomies(n + 1, p) == separable_dichotomies(n, p) + separable_dichotomies(n, p - 1)


def test_probability_is_half_at_twice_the_weights_and_one_below():
    for p in range(0, 40):
        assert separable_probability(2 * (p + 1), p) == 0.5
        assert separable_probability(p + 1, p) == 1.0


def test_probability_of_large_sizes_neither_overflows_nor_warns():
    assert separable_probability(5000, 2499) == 0.5
    assert separable_probability(5000, 10) == 0.0


def test_points_on_a_line_have_fewer_dichotomies():
    X = np.column_stack([np.arange(6.0), np.arange(6.0)])
    assert count_separable(X) == separable_dichotomies(6, 1)


def test_experiment_agrees_with_the_exact_curve_I_000_062():
    trace = Trace(capacity_steps(2, [3, 4, 6, 8, 12], trials=300, seed=1))
    last = trace[-1]
    deviation = np.sqrt(last.exact * (1 - last.exact) / 300)
    assert (np.abs(last.share - last.exact) <= 4 * deviation + 1e-12).all()
    assert last.separable[0] == 300  # three points are always separable in the plane


def test_experiment_replays_and_its_counts_are_its_own():
    first, again = (Trace(capacity_steps(1, [4, 6], trials=20, seed=5)) for _ in range(2))
    assert [s.separable.tolist() for s in first] == [s.separable.tolist() for s in again]
    assert first[0].separable.tolist() == [0, 0] and not first[3].separable.flags.writeable
    assert len(first) == 22 and first[0].caption == "start: nothing has been tried"
    assert first[-1].event == "stop" and first[-1].reason == "all 20 trials are done"


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: separable_dichotomies(0, 2), "N: expected a whole number >= 1, got 0"),
        (lambda: separable_probability(4, -1), "p: expected a whole number >= 0, got -1"),
        (lambda: normal_approximation(2.5, 1), "N: expected a whole number"),
        (lambda: capacity_steps(2, []), "sizes: expected at least one"),
        (lambda: capacity_steps(2, [4], trials=0), "trials: expected a whole number >= 1, got 0"),
        (lambda: count_separable(np.zeros((20, 2))), "X: expected at most 16 points, got 20"),
    ],
)
def test_capacity_refuses_unusable_sizes(call, message):
    with pytest.raises(ValueError, match=message):
        call()
