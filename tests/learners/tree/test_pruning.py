"""What the stories of pruning share."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from labkit.learners import CART, RegressionTree
from labkit.learners.tree.cost_complexity import prune_steps
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.pruning import KEPT, after, at, inherited, prunings, sums_over_steps, whole
from labkit.learners.tree.tree import LEAF
from tests.learners.tree.grown import grown, lecture, noisy


def random_pruning(seed):
    """A tree and steps at which its nodes go, some never."""
    tree = grown(*noisy(seed)).tree
    drawn = np.random.default_rng(seed).integers(1, 6, len(tree))
    return tree, inherited(tree, np.where(drawn == 5, KEPT, drawn))


@pytest.mark.parametrize("seed", range(8))
def test_inherited_lets_no_node_outlive_its_parent(seed):
    tree, step = random_pruning(seed)
    assert (step[1:] <= step[tree.parent[1:]]).all()
    assert (step[tree.kind == LEAF] == 0).all() and (step[tree.kind > LEAF] > 0).all()


@pytest.mark.parametrize("seed", range(8))
def test_sums_over_steps_are_those_over_the_leaves_of_each_tree(seed):
    tree, step = random_pruning(seed)
    values = np.random.default_rng(seed).normal(size=len(tree))
    sums = sums_over_steps(tree, step, values)
    assert len(sums) == step[step < KEPT].max() + 1
    for k, total in enumerate(sums):
        assert np.isclose(total, tree.sums_over_leaves(values, step > k)[0])


@pytest.mark.parametrize("seed", range(4))
def test_model_after_k_steps_splits_the_nodes_that_go_later(seed):
    model = grown(*noisy(seed))
    tree, step = random_pruning(seed)
    start = after(TreeModel.whole(tree, model.attributes, model.classes), step)
    for k in range(5):
        assert np.array_equal(at(start, k).split, step > k)
    assert not start.grown.stage.flags.writeable


def test_whole_takes_a_fitted_learner_or_its_model_and_only_the_part_that_is_split():
    model = grown(*noisy(0))
    learner = type("Fitted", (), {"model_": model})()
    assert whole(learner) is model and whole(model) is model
    part = replace(model, upto=model.tree.after(3))
    assert len(whole(part).tree) == 7 and whole(part).split.sum() == 3


def test_whole_refuses_what_was_not_fitted():
    with pytest.raises(ValueError, match="expected a fitted tree learner or its model, got object; call fit"):
        whole(object())


@pytest.mark.parametrize("multiway", [False, True])
def test_prunings_are_all_splits_whose_parents_are_split(multiway):
    model = lecture("weather", "class", "outlook", "temp", "humidity", "windy", multiway=multiway)
    tree, inner = model.tree, model.tree.splits
    found = [tuple(pruned.split[inner].tolist()) for pruned in prunings(model)]
    parents = [int(np.flatnonzero(inner == tree.parent[t])[0]) for t in inner[1:]]
    hanging = [kept for kept in product([False, True], repeat=len(inner))
               if all(kept[parent] or not own for parent, own in zip(parents, kept[1:], strict=True))]  # fmt: skip
    assert sorted(found) == sorted(hanging)
    assert not any(found[0]) and all(found[-1])


def test_prunings_predict_as_the_trees_cut():
    X, y = noisy(1)
    model = grown(X, y, max_depth=3)
    for pruned in prunings(model):
        tree = pruned.compact.tree
        assert np.array_equal(pruned.predict(X), model.classes[tree.prediction[tree.apply(X)].astype(int)])
        assert len(pruned.leaves) == len(tree.leaves)


def test_prunings_of_a_large_tree_are_refused_before_they_are_made():
    with pytest.raises(ValueError, match=r"expected a tree with at most 100000 prunings, got [0-9]+; prune it"):
        prunings(grown(*noisy(0, n=400)))


@pytest.mark.parametrize("seed", range(3))
def test_whole_takes_the_surrogates_of_a_pruned_tree_along(seed):
    X, y = noisy(seed, n=120, d=3)
    X[np.random.default_rng(seed).random(X.shape) < 0.3] = np.nan
    for step in prune_steps(CART(missing="surrogates").fit(X, y)):
        assert np.array_equal(whole(step.model).predict(X), step.model.predict(X))


def test_whole_takes_the_lines_of_a_pruned_tree_along():
    X, y = noisy(0, n=120)
    learner = RegressionTree(leaf="linear", max_depth=4, min_leaf=5).fit(X, y * X[:, 1])
    for step in prune_steps(learner):
        assert np.array_equal(whole(step.model).predict(X), step.model.predict(X))
