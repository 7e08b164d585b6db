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
            np.testing.assert_array_equal(bins.low[bins.first[c] : bins.first[c + 1]], values)
        np.testing.assert_array_equal(bins.low, bins.high)


def test_bins_of_many_values_hold_about_equally_many_examples(columns):
    bins = Bins.of(columns, 20)
    counts = np.bincount(bins.codes[0])
    assert len(counts) == 20
    assert counts.min() >= 24
    assert counts.max() <= 26
    assert np.bincount(bins.codes[1]).size == 7
    assert len(bins) == 20 + 7 + 1


def test_values_lie_within_their_bins_and_bins_do_not_overlap(columns):
    bins = Bins.of(columns, 20)
    for c, column in enumerate(columns):
        bin = bins.first[c] + bins.codes[c]
        assert (bins.low[bin] <= column).all()
        assert (column <= bins.high[bin]).all()
        mine = slice(bins.first[c], bins.first[c + 1])
        assert (bins.low[mine][1:] > bins.high[mine][:-1]).all()


def test_equal_values_share_a_bin_however_many_they_are():
    column = np.concatenate([np.zeros(900), np.arange(1, 101)])
    bins = Bins.of(column[None], 10)
    assert len(set(bins.codes[0][:900])) == 1
    assert 2 <= len(bins) <= 10


def test_threshold_is_midway_between_bins():
    bins = Bins.of(np.array([[1.0, 2.0, 4.0, 8.0]]), 2)
    assert bins.threshold(np.array([0]), np.array([1])) == [3.0]


def test_bin_knows_its_column(columns):
    assert np.bincount(Bins.of(columns, 20).column).tolist() == [20, 7, 1]
