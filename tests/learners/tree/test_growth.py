"""The story of a growth: prefixes of one tree, with numbers that a count over the training examples confirms."""

from itertools import pairwise

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE
from labkit.learners import CART, ID3, DecisionTree
from labkit.learners.tree.growth import errors_after
from labkit.learners.tree.model import TreeModel
from tests.learners.tree.grown import noisy


def story(seed=0, **options):
    X, y = noisy(seed, n=80, classes=3)
    return X, y, list(DecisionTree(**options).steps(X, y))


def test_story_makes_one_split_a_step():
    _, _, steps = story()
    assert [step.event for step in steps] == [START, *[UPDATE] * (len(steps) - 2), STOP]
    assert [step.split for step in steps] == [*range(len(steps) - 1), len(steps) - 2]
    assert steps[0].node is None and steps[0].gain is None
    for before, step in pairwise(steps[:-1]):
        assert step.node in before.model.leaves and step.node not in step.model.leaves
        assert step.leaves == before.leaves + 1 == len(step.model.leaves)


def test_story_copies_no_tree():
    _, _, steps = story()
    assert len({id(step.model.tree) for step in steps}) == 1
    assert len({id(step.model.grown) for step in steps}) == 1
    assert len({id(step.curves) for step in steps}) == 1


@pytest.mark.parametrize("order", ["breadth", "best"])
def test_story_after_k_splits_is_the_tree_of_these_splits(order):
    X, _, steps = story(order=order)
    for step in steps[:-1]:
        tree = step.model.tree
        prefix = tree.rearranged(tree.splits[: step.split])
        assert len(prefix) == step.model.upto
        alone = TreeModel.whole(prefix, step.model.attributes, step.model.classes)
        np.testing.assert_array_equal(step.model.predict_proba(X), alone.predict_proba(X))


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_story_tells_the_error_and_impurity_of_the_moment(criterion):
    X, y, steps = story(criterion=criterion, order="best")
    for step in steps:
        assert step.error == pytest.approx(np.mean(step.model.predict(X) != y), abs=1e-12)
        shares = step.model.predict_proba(X)
        logs = np.log2(np.where(shares > 0, shares, 1.0))
        inside = 1 - (shares**2).sum(axis=1) if criterion == "gini" else -(shares * logs).sum(axis=1)
        assert step.impurity == pytest.approx(inside.mean(), abs=1e-12)
    assert steps[-1].leaves == len(np.unique(steps[-1].model.apply(X)))


def test_story_weighs_its_errors():
    X, y = noisy(1, n=60)
    weights = np.random.default_rng(0).uniform(0.1, 2, 60)
    for step in CART(max_depth=3).steps(X, y, sample_weight=weights):
        assert step.error == pytest.approx(weights[step.model.predict(X) != y].sum() / weights.sum())


def test_story_is_told_in_sentences():
    X, y = [[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "b"]
    start, split, stop = (step.caption for step in ID3().steps(X, y))
    assert start == "start: 1 leaf, training error 0.5"
    assert split == "split 1: x1 \u2264 1.5 with gain 1; 2 leaves, training error 0"
    assert stop.startswith("stop after 1 split: ") and stop.endswith("2 leaves, training error 0")


def test_fit_makes_only_the_last_step():
    X, y, steps = story()
    last = DecisionTree().fit(X, y).last_step_
    assert (last.event, last.split, last.leaves) == (STOP, steps[-1].split, steps[-1].leaves)


@pytest.mark.parametrize("order", ["breadth", "best"])
def test_errors_on_other_cases_are_the_shares_of_wrong_predictions(order):
    X, y = data.moons(60, noise=0.3, seed=1)
    steps = DecisionTree(order=order).trace(X, np.array(["A", "B"])[y])
    fresh, kinds = data.moons(200, noise=0.3, seed=2)
    labels = np.array(["A", "B"])[kinds]
    expected = [np.mean(step.model.predict(fresh) != labels) for step in steps[:-1]]
    assert errors_after(steps[-1].model, fresh, labels) == pytest.approx(expected)
