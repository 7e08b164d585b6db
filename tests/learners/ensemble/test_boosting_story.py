"""What the rounds of gradient boosting tell."""

from itertools import pairwise

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import GradientBoosting, RegressionBoosting

X, Z = data.moons(80, noise=0.3, seed=0)
Y = X[:, 0] ** 2 - X[:, 1]


def test_squared_loss_fits_residuals():
    """I-000-109 in second order: g = F - z, h = 1."""
    trace = RegressionBoosting(rounds=4).trace(X, Y)
    for before, step in pairwise(trace[:-1]):
        np.testing.assert_allclose(-step.gradient, Y - before.scores)
        assert (step.hessian == 1).all()
        np.testing.assert_allclose(step.scores, before.scores + 0.1 * step.tree.predict(X))
        assert step.loss == pytest.approx(np.mean(0.5 * (Y - step.scores) ** 2))


def test_weights_count_in_the_loss_but_not_in_the_gradient():
    w = np.linspace(0.5, 2, 80)
    step = GradientBoosting(rounds=1).trace(X, Z, sample_weight=w)[1]
    p = np.average(Z, weights=w)
    np.testing.assert_allclose(step.gradient, p - Z)
    each = np.logaddexp(0, -(2 * Z - 1) * step.scores)
    assert step.loss == pytest.approx(np.average(each, weights=w))
    assert step.tree.tree.weight[0] == pytest.approx(w.sum())


def test_many_classes_have_a_score_a_gradient_and_a_tree_each():
    points, z = data.blobs(90, classes=3, spread=0.3, seed=0)
    step = GradientBoosting(rounds=2).trace(points, z)[2]
    assert step.scores.shape == step.gradient.shape == step.hessian.shape == (90, 3)
    np.testing.assert_allclose(step.gradient.sum(axis=1), 0, atol=1e-12)
    trees = [step.model.member(1, k).tree for k in range(3)]
    assert step.leaves == sum(len(tree.leaves) for tree in trees)
    assert step.caption.startswith(f"round 2: 3 trees of {step.leaves} leaves together go down the loss to ")


def test_captions_say_what_happened():
    trace = GradientBoosting(rounds=2, start="zero").trace(X, Z)
    assert trace[0].caption == "start: every example gets the score 0; loss 0.6931"
    assert trace[1].caption == f"round 1: a tree of {trace[1].leaves} leaves goes down the loss to {trace[1].loss:.4g}"
    assert trace[-1].caption == "stop after 2 rounds: all 2 rounds are done"
    held_out = GradientBoosting(rounds=2, patience=2).trace(X, Z)[1]
    assert held_out.caption.endswith(f", {held_out.validation_loss:.4g} on held-out examples")


def test_steps_share_their_trees_and_scores():
    trace = RegressionBoosting(rounds=5).trace(X, Y)
    assert len({id(step.model.ensemble) for step in trace}) == 1
    assert all(step.numbers.before is before.numbers.after for before, step in pairwise(trace[:-1]))


def test_start_has_no_tree():
    start = RegressionBoosting(rounds=1).trace(X, Y)[0]
    assert start.tree is None
    assert (start.leaves, start.validation_loss) == (0, None)
