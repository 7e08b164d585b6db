"""Resampling cuts exactly: disjoint, complete, even over the classes, and the same for the same seed."""

import numpy as np
import pytest

from labkit.core import resampling

SIZES = pytest.mark.parametrize("n", [2, 3, 10, 101])


def even(n):
    return np.arange(n) % 3 == 0  # a third and two thirds


@SIZES
@pytest.mark.parametrize("share", [0.01, 0.25, 0.5, 0.99])
@pytest.mark.parametrize("by_class", [False, True])
def test_holdout_parts_are_disjoint_complete_and_not_empty(n, share, by_class):
    train, test = resampling.holdout(n, share=share, classes=even(n) if by_class else None)
    assert sorted([*train, *test]) == list(range(n))
    assert len(test) == min(max(1, round(share * n)), n - 1)


@SIZES
@pytest.mark.parametrize("by_class", [False, True])
def test_folds_test_every_example_once(n, by_class):
    k = min(n, 5)
    pairs = list(resampling.folds(n, k=k, classes=even(n) if by_class else None))
    assert len(pairs) == k
    assert sorted(np.concatenate([test for _, test in pairs])) == list(range(n))
    for train, test in pairs:
        assert sorted([*train, *test]) == list(range(n))
        assert len(test) in (n // k, -(-n // k))


def test_folds_of_all_examples_leave_one_out():
    assert sorted(int(test[0]) for _, test in resampling.folds(7, k=7)) == list(range(7))


@pytest.mark.parametrize("seed", range(5))
def test_classes_are_cut_in_proportion(seed):
    classes = np.repeat(["a", "b", "c"], [60, 30, 10])
    _, test = resampling.holdout(100, share=0.2, seed=seed, classes=classes)
    expected = {"a": 12, "b": 6, "c": 2}
    assert all(abs((classes[test] == name).sum() - count) <= 1 for name, count in expected.items())
    for _, test in resampling.folds(100, k=5, seed=seed, classes=classes):
        assert all(abs((classes[test] == name).sum() - count) <= 1 for name, count in expected.items())


@pytest.mark.parametrize("seed", range(3))
def test_bootstrap_leaves_out_what_was_not_drawn(seed):
    pairs = list(resampling.bootstrap(50, rounds=40, seed=seed))
    assert len(pairs) == 40
    for drawn, left in pairs:
        assert len(drawn) == 50
        assert sorted({*drawn.tolist(), *left.tolist()}) == list(range(50))
        assert not set(drawn) & set(left)
    assert np.mean([len(left) for _, left in pairs]) == pytest.approx(50 * (1 - 1 / 50) ** 50, abs=2)


def test_cuts_replay_by_seed():
    def cuts(seed):
        pairs = [resampling.holdout(30, seed=seed), *resampling.folds(30, seed=seed)]
        pairs += list(resampling.bootstrap(30, rounds=3, seed=seed))
        return [np.concatenate(pair).tolist() for pair in pairs]

    assert cuts(1) == cuts(1)
    assert cuts(1) != cuts(2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: resampling.holdout(1), "n: expected a whole number >= 2, got 1"),
        (lambda: resampling.holdout(9, share=1), "share: expected a number > 0 and < 1, got 1"),
        (lambda: resampling.folds(9, k=10), "k: expected a whole number >= 2 and <= 9, got 10"),
        (lambda: resampling.folds(9, seed=-1), "seed: expected a whole number >= 0, got -1"),
        (lambda: resampling.folds(9, classes=[0, 1]), "9 rows and y with inconsistent length 2"),
        (lambda: resampling.holdout(3, classes=[0, 1, 0, 1]), "3 rows and y with inconsistent length 4"),
        (lambda: resampling.bootstrap(9, rounds=0), "rounds: expected a whole number >= 1, got 0"),
    ],
)
def test_bad_input_is_refused_at_the_call(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_parts_are_sorted_whatever_was_drawn():
    for part in resampling.holdout(40, seed=2):
        assert (np.diff(part) > 0).all()
