"""Histograms: equal to sums taken one by one, whichever way they are counted."""

import numpy as np
import pytest

from labkit.learners.ensemble import histograms
from labkit.learners.ensemble.bins import Bins
from labkit.learners.ensemble.histograms import Histograms


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("columns", [None, np.array([0, 2])])
def test_histograms_are_sums_over_bins(monkeypatch, together, columns):
    if not together:
        monkeypatch.setattr(histograms, "TOGETHER", 0)
    rng = np.random.default_rng(0)
    bins = Bins.of(rng.integers(0, [[9], [4], [2]], (3, 50)).astype(float))
    g, h = rng.normal(size=50), rng.random(50)
    rows = np.flatnonzero(rng.random(50) < 0.6)
    node = rng.integers(0, 2, len(rows))
    sums = Histograms(bins).of(g, h, rows, node, 2, columns)
    for n in range(2):
        for c in range(3) if columns is None else columns:
            for b in range(9):
                here = rows[(node == n) & (bins.codes[c, rows] == b)]
                assert sums.count[n, c, b] == len(here)
                assert sums.GH[n, c, b] == pytest.approx(complex(g[here].sum(), h[here].sum()))
    if columns is not None:
        assert not sums.count[:, 1].any()


def test_histogram_of_all_examples_may_leave_out_rows_and_second_derivatives():
    rng = np.random.default_rng(1)
    bins, g = Bins.of(rng.normal(size=(2, 30)), 5), rng.normal(size=30)
    short = Histograms(bins).of(g, None, None, None, 1)
    long = Histograms(bins).of(g, np.ones(30), np.arange(30), np.zeros(30, dtype=int), 1)
    np.testing.assert_array_equal(short.count, long.count)
    np.testing.assert_allclose(short.GH, long.GH)
