"""Chance by place: any bit of any part moves half of the bits, and equal parts give equal numbers."""

import numpy as np

from labkit.learners.ensemble.chance import mixed


def test_chance_is_the_same_for_the_same_place_and_not_for_another():
    places = np.arange(1000)
    assert np.array_equal(mixed(7, places, 3), mixed(7, places, 3))
    assert len(np.unique(mixed(7, places, 3))) == 1000
    assert not np.intersect1d(mixed(7, places, 3), mixed(7, places, 4)).size
    assert not np.intersect1d(mixed(1, 2), mixed(2, 1)).size


def test_chance_is_spread_evenly():
    counts = np.bincount((mixed(0, np.arange(70_000)) % np.uint64(7)).astype(int), minlength=7)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 22.5  # chi-square of 6 degrees, one in a thousand
    flipped = mixed(0, np.arange(5000)) ^ mixed(0, np.arange(5000) ^ 1)
    bits = np.unpackbits(flipped.view(np.uint8)).mean()
    assert abs(bits - 0.5) < 0.01
