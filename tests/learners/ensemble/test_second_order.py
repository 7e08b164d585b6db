"""The price of a tree, leaf scores and gains: the lecture's numbers, and minima found by search."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from labkit.core.data import load
from labkit.learners.ensemble.losses import Logistic, Squared
from labkit.learners.ensemble.second_order import (
    leaf_score,
    omega,
    split_gain,
    split_gains,
    structure_score,
)
from tests.golden import close, golden

THREE_LEAVES = [2.0, 0.1, -1.0]


def six_points():
    """x, and the slopes at F = 0 of the squared loss (of y) and of the log loss (of z)."""
    table = load("gbm6")
    g, h = Logistic().slopes(np.asarray(table["z"]) > 0, np.zeros(6))
    return table["x"], (-table["y"], np.ones(6)), (g, h)


def best(x, g, h, **prices):
    thresholds, gains = split_gains(x, g, h, **prices)
    return float(thresholds[gains.argmax()]), float(gains.max())


def sides(x, g, h, threshold):
    left = x <= threshold
    return [[v[side].sum() for side in (left, ~left)] for v in (g, h)]


def test_omega_of_the_three_leaves():
    """I-000-112, E-000-34, E-000-36: 3 gamma + 2.505 lambda, for leaf scores 2, 0.1 and -1."""
    assert close([omega(THREE_LEAVES, 1, 0), omega(THREE_LEAVES, 0, 1)], golden("GBM-01"))
    assert close(omega(THREE_LEAVES, 1, 1), golden("GBM-02"))


def test_squared_loss_splits_the_six_points():
    """I-000-113."""
    x, (g, h), _ = six_points()
    assert close(best(x, g, h), golden("GBM-04"))
    G, H = sides(x, g, h, 3.5)
    assert close(leaf_score(G, H), golden("GBM-05"))
    assert close(structure_score(G, H, 0.5), golden("GBM-06"))


def test_log_loss_splits_the_six_points():
    """I-000-110, I-000-111."""
    x, _, (g, h) = six_points()
    threshold, gain = best(x, g, h)
    assert close([threshold, gain, *leaf_score(*sides(x, g, h, threshold)).tolist()], golden("GBM-09"))


def test_second_round_of_the_log_loss_on_the_six_points():
    """I-000-114: after a step of 0.1."""
    table, (x, _, (g, h)) = load("gbm6"), six_points()
    left, right = leaf_score(*sides(x, g, h, 2.5))
    F = 0.1 * np.where(x <= 2.5, left, right)
    thresholds, gains = split_gains(x, *Logistic().slopes(np.asarray(table["z"]) > 0, F))
    assert thresholds.tolist() == [1.5, 2.5, 3.5, 4.5, 5.5]
    assert close(gains, golden("GBM-10"))


def leaf_cost(w, G, H, lam):
    return G * w + 0.5 * (H + lam) * w**2


@pytest.mark.parametrize("lam", [0.0, 0.3, 5.0])
def test_leaf_score_has_the_least_second_order_loss(lam):
    for G, H in ((-3.0, 2.0), (0.7, 0.1), (0.0, 1.0)):
        found = minimize_scalar(leaf_cost, args=(G, H, lam))
        assert leaf_score(G, H, lam) == pytest.approx(found.x, abs=1e-6)
        assert structure_score([G], [H], 0.25, lam) == pytest.approx(found.fun + 0.25)


def test_gain_is_the_fall_of_the_structure_score():
    left, right, prices = (1.5, 2.0), (-3.0, 0.5), (0.2, 0.7)
    before = structure_score([-1.5], [2.5], *prices)
    after = structure_score([1.5, -3.0], [2.0, 0.5], *prices)
    assert split_gain(left, right, *prices) == pytest.approx(before - after)


def test_split_gains_equal_those_of_every_cut():
    rng = np.random.default_rng(1)
    x, g, h = rng.integers(0, 9, 40) / 2, rng.normal(size=40), rng.random(40)
    thresholds, gains = split_gains(x, g, h, 0.1, 0.5)
    values = np.unique(x)
    np.testing.assert_allclose(thresholds, (values[1:] + values[:-1]) / 2)
    for t, gain in zip(thresholds, gains, strict=True):
        G, H = sides(x, g, h, t)
        assert gain == pytest.approx(split_gain((G[0], H[0]), (G[1], H[1]), 0.1, 0.5))


def test_a_leaf_without_second_derivative_needs_lambda():
    with pytest.raises(ValueError, match=r"H \+ lam: expected above 0, got 0; set lam above 0"):
        leaf_score(1.0, 0.0, 0.0)
    with pytest.raises(ValueError, match=r"lam: expected a number >= 0, got -1"):
        leaf_score(1.0, 1.0, -1)


@pytest.mark.parametrize("parts", [([], [], []), ([1, 2], [1, 2, 3], 1), (1, [1, 2], [1, 2])])
def test_split_gains_need_a_g_and_an_h_for_every_x(parts):
    with pytest.raises(ValueError, match=r"x, g, h: expected as many of each, got .*; pass one of each"):
        split_gains(*parts)


def test_split_gains_take_the_slopes_of_a_loss_as_they_come():
    """The squared loss says h = 1 by None; scores of boosting are a row."""
    table, (x, (g, h), (g2, h2)) = load("gbm6"), six_points()
    ours = split_gains(x, *Squared().slopes(table["y"], np.zeros(6)))
    np.testing.assert_array_equal(ours, split_gains(x, g, h))
    np.testing.assert_array_equal(ours, split_gains(x, g))
    row = Logistic().slopes(np.asarray(table["z"]), np.zeros((1, 6)))
    np.testing.assert_array_equal(split_gains(x, *row), split_gains(x, g2, h2))
