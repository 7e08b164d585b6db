"""Columns as bins: exact where values are few, about equally full where they are many."""

import numpy as np
import pytest

from labkit.learners.ensemble.bins import Bins


@pytest.fixture
def columns():
    rng = np.random.default_rng(0)
    return np.array([rng.normal(size=500), rng.integers(0, 7, 500), np.full(500, 3.0)])


def test_bins_of_few_values_are_the_values(columns):
    for most in (None, 500):
        bins = Bins.of(columns, most)
        for c, column in enumerate(columns):
            values, ranks = np.unique(column, return_inverse=True)
            np.testing.assert_array_equal(bins.codes[c], ranks)
            np.testing.assert_array_equal(bins.low[c, : len(values)], values)
            assert np.isinf(bins.low[c, len(values) :]).all()
        np.testing.assert_array_equal(bins.low, bins.high)


def test_bins_of_many_values_hold_about_equally_many_examples(columns):
    bins = Bins.of(columns, 20)
    counts = np.bincount(bins.codes[0])
    assert len(counts) == 20
    assert counts.min() >= 24
    assert counts.max() <= 26
    assert np.isfinite(bins.low).sum(axis=1).tolist() == [20, 7, 1]


def test_values_lie_within_their_bins_and_bins_do_not_overlap(columns):
    bins = Bins.of(columns, 20)
    for c, column in enumerate(columns):
        assert (bins.low[c, bins.codes[c]] <= column).all()
        assert (column <= bins.high[c, bins.codes[c]]).all()
        used = np.isfinite(bins.low[c])
        assert (bins.low[c, used][1:] > bins.high[c, used][:-1]).all()


def test_equal_values_share_a_bin_however_many_they_are():
    column = np.concatenate([np.zeros(900), np.arange(1, 101)])
    bins = Bins.of(column[None], 10)
    assert len(set(bins.codes[0][:900])) == 1
    assert 2 <= bins.low.shape[1] <= 10


def parted(values, most, below, above):
    last, threshold = Bins.of(np.array([values]), most).parted(np.array([0]), np.array([below]), np.array([above]))
    return int(last[0]), float(threshold[0])


def test_threshold_is_midway_between_bins():
    assert parted([1.0, 2.0, 4.0, 8.0], 2, 0, 1) == (0, 3.0)


def test_threshold_sends_the_values_of_bins_between_to_one_side():
    assert parted([1.0, 2.0, 4.0, 8.0, 9.0, 10.0], 3, 0, 2) == (1, 8.5)  # midway, 5.5, is inside the bin 4..8
    assert parted([1.0, 2.0, 4.0, 8.0], None, 0, 3) == (2, 4.5)
    assert parted([1.0, 2.0, 4.0, 8.0], None, 0, 2) == (1, 2.5)
