"""Histograms: equal to sums taken one by one, whichever way they are counted; exact, as whole numbers are."""

import numpy as np
import pytest

from labkit.learners.ensemble.engine import bins, histograms
from labkit.learners.ensemble.engine.bins import Bins
from labkit.learners.ensemble.engine.histograms import FINEST, Histograms, Units


def filled(bins, units, nodes, *where):
    counter = Histograms(bins)
    sums = counter.empty(units, nodes)
    counter.fill(sums, units, *where)
    return sums


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("columns", [None, np.array([0, 2])])
@pytest.mark.parametrize("cells", [1 << 16, 9 * 9, 1])  # all columns counted as one, two, one by one
def test_histograms_are_sums_over_bins(monkeypatch, together, columns, cells):
    if not together:
        monkeypatch.setattr(histograms, "MOST_CELLS_AT_ONCE", 0)
        monkeypatch.setattr(Histograms, "_few", lambda self, examples, nodes: False)
        monkeypatch.setattr(histograms, "TABLE_CELLS", cells)
        monkeypatch.setattr(histograms, "ROWS_AT_ONCE", 7)
    rng = np.random.default_rng(0)
    bins = Bins.of(rng.integers(0, [[9], [4], [2]], (3, 50)).astype(float))
    g, h = rng.normal(size=50), rng.random(50)
    rows = np.flatnonzero(rng.random(50) < 0.6)
    node = rng.integers(0, 2, len(rows))
    units = Units.of(g, h, counted=True)
    sums = filled(bins, units, 2, rows, node, columns) * np.reshape(units.sizes, (3, 1, 1, 1))
    for n in range(2):
        for c in range(3) if columns is None else columns:
            for b in range(9):
                here = rows[(node == n) & (bins.codes[c, rows] == b)]
                assert sums[:, n, c, b] == pytest.approx([g[here].sum(), h[here].sum(), len(here)], abs=1e-13)
    if columns is not None:
        assert not sums[:, :, 1].any()


def test_histogram_of_all_examples_may_leave_out_rows_and_second_derivatives():
    rng = np.random.default_rng(1)
    bins, g = Bins.of(rng.normal(size=(2, 30)), 5), rng.normal(size=30)
    short, long = Units.of(g, None, counted=False), Units.of(g, np.ones(30), counted=False)
    one = filled(bins, short, 1)
    other = filled(bins, long, 1, np.arange(30), np.zeros(30, dtype=int))
    np.testing.assert_array_equal(one[0], other[0])
    np.testing.assert_allclose(one[1], other[1] * long.sizes[1])


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e100])
def test_units_are_whole_and_fine_enough_for_twelve_digits(scale):
    rng = np.random.default_rng(2)
    g = scale * rng.normal(size=1000)
    units = Units.of(g, None, counted=False)
    whole = units.values[0]
    assert (whole == np.rint(whole)).all() and np.abs(whole).sum() <= 2 * FINEST
    np.testing.assert_allclose(whole * units.sizes[0], g, atol=1e-12 * np.abs(g).mean(), rtol=0)


def test_units_of_nothing_are_nothing_and_every_example_can_be_seen():
    units = Units.of(np.zeros(3), np.array([1.0, 1e-30, 0.5]), counted=False)
    assert not units.values[0].any() and units.values[1].min() == 1


def test_siblings_are_exact_differences():
    rng = np.random.default_rng(3)
    bins = Bins.of(rng.normal(size=(4, 500)), 16)
    units = Units.of(rng.normal(size=500), rng.random(500), counted=False)
    some = rng.random(500) < 0.3
    parts = [filled(bins, units, 1, np.flatnonzero(mask), np.zeros(mask.sum(), dtype=int)) for mask in (some, ~some)]
    np.testing.assert_array_equal(filled(bins, units, 1) - parts[0], parts[1])


# ---------------------------------------------------------------- columns as bins


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


@pytest.mark.parametrize("most", [2, 7, 255, 256])
def test_bins_of_columns_that_are_looked_up_on_a_grid_are_those_of_a_search(monkeypatch, most):
    """And they open where the middle rank of equal values passes a share of all."""
    rng = np.random.default_rng(4)
    columns = np.array([rng.normal(size=9000), rng.normal(size=9000).round(2), np.exp(9 * rng.normal(size=9000)),
                        np.where(rng.random(9000) < 0.7, 0.0, rng.normal(size=9000)), np.full(9000, 2.0)])  # fmt: skip
    found = Bins.of(columns, most)
    monkeypatch.setattr(bins, "GRID", 1 << 20)
    searched = Bins.of(columns, most)
    for name in ("codes", "low", "high"):
        np.testing.assert_array_equal(getattr(found, name), getattr(searched, name))
    for column, codes in zip(columns, found.codes, strict=True):
        values, place, counts = np.unique(column, return_inverse=True, return_counts=True)
        middle = counts.cumsum() - counts / 2
        group = np.arange(len(values)) if len(values) <= most else (middle * (most / 9000)).astype(int)
        np.testing.assert_array_equal(codes, np.unique(group, return_inverse=True)[1][place])


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
