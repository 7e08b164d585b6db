"""The k smallest: against a stable sort, with ties, whichever way is taken."""

import numpy as np
import pytest

from labkit.learners.neighbours import selection
from labkit.learners.neighbours.selection import smallest


@pytest.mark.parametrize("few", [0, 1e9], ids=["one by one", "sorted"])
@pytest.mark.parametrize("values", [3, 50, 10**6])
@pytest.mark.parametrize("k", [1, 4, 30])
def test_smallest_are_those_of_a_stable_sort(few, values, k, monkeypatch):
    monkeypatch.setattr(selection, "FEW", few)
    table = np.random.default_rng(0).integers(values, size=(40, 30)).astype(float)
    places, found = smallest(table.copy(), k)
    expected = np.argsort(table, axis=1, kind="stable")[:, :k]
    np.testing.assert_array_equal(places, expected)
    np.testing.assert_array_equal(found, np.take_along_axis(table, expected, axis=1))
