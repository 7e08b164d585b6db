"""The curse of dimensionality: the lecture's edges, and a simulated ball."""

import numpy as np
import pytest

from labkit.learners.neighbours.curse import edge_length, nearest_distance
from tests.golden import close, golden


def test_edges_of_a_cube_with_a_hundredth_of_everything_KNN_06():
    assert close([edge_length(0.01, d) for d in (1, 2, 10, 100)], golden("KNN-06"))


def test_edge_holds_its_share_of_evenly_spread_points():
    points = np.random.default_rng(0).uniform(size=(20_000, 3))
    edge = edge_length(0.2, 3)
    assert np.mean((points < edge).all(axis=1)) == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize("d", [1, 2, 10])
def test_nearest_distance_is_the_median_of_simulated_balls(d):
    """The distance of a point spread evenly in the ball is U^(1/d)."""
    nearest = np.random.default_rng(0).uniform(size=(4000, 50)).min(axis=1) ** (1 / d)
    assert np.median(nearest) == pytest.approx(nearest_distance(50, d), rel=0.03)


def test_nearest_example_of_500_is_half_way_to_the_edge_in_ten_dimensions():
    assert nearest_distance(500, 10) == pytest.approx(0.5178, abs=1e-4)
    assert nearest_distance(1, 1) == 0.5


def test_bad_numbers_are_refused():
    with pytest.raises(ValueError, match=r"^share: expected a number > 0 and <= 1, got 0"):
        edge_length(0, 2)
    with pytest.raises(ValueError, match=r"^dimensions: expected a whole number >= 1"):
        nearest_distance(5, 0)
