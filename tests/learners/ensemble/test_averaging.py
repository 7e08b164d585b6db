"""Why averaging helps: the lecture's numbers, and the same by drawing."""

import numpy as np
import pytest
from scipy.stats import binom

from labkit.learners.ensemble.bootstrap import left_out, majority_error, variance_of_average
from tests.golden import close, golden


def test_a_third_of_the_examples_is_left_out():
    """I-000-102."""
    assert close([*(left_out(n) for n in (10, 14, 100)), float(np.exp(-1))], golden("BAG-01"))
    assert left_out(10**7) == pytest.approx(np.exp(-1), abs=1e-7)
    assert left_out(1) == 0


def test_averaging_takes_away_what_is_not_shared():
    assert close(variance_of_average(0.3, 1.0, 100), golden("BAG-02"))
    rng = np.random.default_rng(0)
    shared, own = rng.normal(size=(50000, 1)), rng.normal(size=(50000, 8))
    members = np.sqrt(0.4) * shared + np.sqrt(0.6) * own
    assert members.mean(axis=1).var() == pytest.approx(variance_of_average(0.4, 1.0, 8), rel=0.02)
    assert variance_of_average(-0.5, 2.0, 3) == pytest.approx(0)


@pytest.mark.parametrize(("members", "error"), [(1, 0.3), (11, 0.5), (25, 0.35), (999, 0.45), (7, 0.0), (7, 1.0)])
def test_majority_error_is_a_binomial_tail(members, error):
    assert majority_error(members, error) == pytest.approx(binom.sf(members // 2, members, error), abs=1e-12)


def test_majority_of_independent_voters_is_better_than_one():
    assert close(majority_error(25, 0.35), golden("BAG-03"))
    assert majority_error(4, 0.35) == pytest.approx(majority_error(3, 0.35))  # half of the ties are wrong


def test_impossible_numbers_are_refused():
    with pytest.raises(ValueError, match=r"^members: expected a whole number >= 1"):
        majority_error(0, 0.3)
    with pytest.raises(ValueError, match=r"^error: expected .* <= 1, got 1.2"):
        majority_error(5, 1.2)
    with pytest.raises(ValueError, match=r"^examples: expected"):
        left_out(0)
    with pytest.raises(ValueError, match=r"^correlation: expected .*disagree with each other"):
        variance_of_average(-0.5, 1.0, 5)
