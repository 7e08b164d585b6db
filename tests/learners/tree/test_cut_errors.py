"""The error of every cut, against a plain loop."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import RegressionTree
from labkit.learners.tree.regression import cut_errors
from tests.golden import close, golden


def ten_points():
    table = data.load("reg10")
    return table.numeric("x"), table["y"]


def test_best_cut_of_the_ten_points():
    """I-001-040, I-002-045."""
    cuts = cut_errors(*ten_points())
    assert len(cuts) == 9
    assert close([float(cuts.thresholds[cuts.best]), float(cuts.errors[cuts.best])], golden("REG-02"))


def test_outlier_pulls_the_best_cut_to_itself():
    """E-002-08, I-001-041."""
    X, y = ten_points()
    y = np.where(X[:, 0] == 1, 60.0, y)
    assert close(float(cut_errors(X, y).thresholds[cut_errors(X, y).best]), golden("REG-07"))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_every_cut_is_a_plain_loop(seed, offset):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 12, (40, 3)).astype(float), rng.normal(size=40) + offset
    for feature in range(3):
        cuts, x = cut_errors(X, y, feature), X[:, feature]
        values = np.unique(x)
        np.testing.assert_allclose(cuts.thresholds, (values[:-1] + values[1:]) / 2)
        for k, t in enumerate(cuts.thresholds):
            left, right = y[x <= t], y[x > t]
            assert (cuts.below[k], cuts.above[k]) == pytest.approx((left.mean(), right.mean()))
            assert cuts.errors[k] == pytest.approx((len(left) * left.var() + len(right) * right.var()) / 40, abs=1e-9)
        stump = RegressionTree(max_depth=1).fit(X[:, [feature]], y).model_.tree
        assert cuts.thresholds[cuts.best] == stump.threshold[0]


def test_cursor_between_two_values_makes_their_cut():
    X, y = ten_points()
    cuts = cut_errors(X, y)
    assert [cuts.at(t) for t in (0.5, 1.0, 1.99, 2.0, 4.7, 9.99, 10.0, 55.0)] == [None, 0, 0, 1, 3, 8, None, None]
    assert [int((X[:, 0] <= t).sum()) for t in (1.0, 4.7)] == [1, 4], "as x <= t does"


def test_first_of_equal_cuts_is_the_best():
    cuts = cut_errors([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 1.0, 0.0])
    assert cuts.best == 0 and cuts.errors[0] == pytest.approx(cuts.errors[2])


@pytest.mark.parametrize(
    ("X", "feature", "message"),
    [
        ([[1.0], [1.0]], 0, "X: expected at least two different values of feature 0, got one"),
        ([[1.0], [2.0]], 1, "feature: expected a whole number >= 0 and < 1, got 1"),
        ([[1.0]], 0, "inconsistent length"),
    ],
)
def test_what_cannot_be_cut_is_refused(X, feature, message):
    with pytest.raises(ValueError, match=message):
        cut_errors(X, [0.0, 1.0], feature)
