"""Growing a forest in step: the trees are those that would grow alone, and chance belongs to a tree, not to a batch."""

from dataclasses import fields

import numpy as np
import pytest

from labkit.core import data
from labkit.learners.ensemble.bagging import draws
from labkit.learners.ensemble.engine import forest_growth
from labkit.learners.ensemble.engine.tree_arrays import Columns
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.engine.level_growth import grow as grow_alone
from labkit.learners.tree.node_tests import all_tests, best
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import EQUAL, LEAF
from tests.learners.ensemble.forests import noisy, numbers


def grown(X, y, *, classes, trees=6, m=1, seed=0, **plan):
    attributes = Attributes.of(X)
    columns = Columns.of(attributes.categorical, attributes.cells(X))
    plan = Plan("gini" if classes else "variance", **plan)
    return forest_growth.grow(columns, y, classes, plan, draws(len(y), trees, seed), m, seed)


def alone(X, y, classes, counts):
    there = counts > 0
    none = np.zeros(X.shape[1], dtype=bool)
    examples = TreeExamples(X[there], y[there], classes, none, counts[there].astype(float))
    return grow_alone(examples, Plan("gini" if classes else "variance"))


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_forest_growth_with_all_columns_grows_each_tree_as_it_grows_alone(seed, whole, classes):
    X, y = noisy(seed, classes=classes, whole=whole)
    trees, drawn = grown(X, y, classes=classes, m=3, seed=seed), draws(len(y), 6, seed)
    for b, counts in enumerate(drawn):
        ours, theirs = trees.tree(b), alone(X, y, classes, counts)
        for field in fields(ours):
            a, e = getattr(ours, field.name), getattr(theirs, field.name)
            assert a.shape == e.shape and np.allclose(a, e, equal_nan=True), field.name


@pytest.mark.parametrize("seed", range(6))
def test_forest_growth_numbers_grow_each_tree_as_it_grows_alone(seed):
    X, y = numbers(seed)
    trees, drawn = grown(X, y, classes=0, m=3, seed=seed), draws(len(y), 6, seed)
    for b, counts in enumerate(drawn):
        ours, theirs = trees.tree(b), alone(X, y, 0, counts)
        for name in ("kind", "feature", "first", "weight", "prediction", "impurity", "gain", "threshold"):
            assert np.allclose(getattr(ours, name), getattr(theirs, name), equal_nan=True), name


@pytest.mark.parametrize("whole", [False, True])
def test_forest_growth_takes_the_best_cut_of_the_column_that_it_takes(whole):
    X, y = noisy(1, d=5, classes=3, whole=whole)
    drawn = draws(len(y), 4, 0)
    trees = grown(X, y, classes=3, trees=4, m=2)
    for b, counts in enumerate(drawn):
        tree, rows = trees.tree(b), np.flatnonzero(counts)
        at_all = tree.apply(X[rows])
        for node in tree.splits:
            here = rows[[node in tree.path(leaf) for leaf in at_all]]
            column = X[here][:, [tree.feature[node]]]
            none = np.zeros(1, dtype=bool)
            alone = TreeExamples(column, y[here], 3, none, counts[here].astype(float))
            found = best(all_tests(alone, Plan("gini")), Plan("gini"))
            assert np.isclose(tree.gain[node], found.gain) and np.isclose(tree.threshold[node], found.threshold)
            assert np.isclose(tree.weight[node], counts[here].sum())


@pytest.mark.parametrize("limit", ["BATCH", "CELLS"])
def test_forest_growth_trees_do_not_depend_on_how_many_grow_beside_them(monkeypatch, limit):
    X, y = noisy(2, n=80, d=6)
    many, few = grown(X, y, classes=2, trees=12, m=2), grown(X, y, classes=2, trees=5, m=2)
    monkeypatch.setattr(forest_growth, limit, 200 if limit == "BATCH" else 6 * 200)
    assert len(list(forest_growth._batches(12, 80, 6))) == 6
    in_batches = grown(X, y, classes=2, trees=12, m=2)
    for b in range(12):
        for other in [in_batches] if b >= 5 else [in_batches, few]:
            for name in ("feature", "threshold", "prediction", "first", "parent"):
                assert np.array_equal(getattr(many.tree(b), name), getattr(other.tree(b), name), equal_nan=True)


def test_forest_growth_draws_other_columns_for_other_seeds_trees_and_nodes():
    X, y = noisy(3, n=400, d=8)
    trees = grown(X, y, classes=2, trees=40, m=1)
    roots = trees.nodes.feature[trees.roots]
    assert len(set(roots.tolist())) == 8
    other = grown(X, y, classes=2, trees=40, m=1, seed=1)
    assert np.mean(other.nodes.feature[other.roots] == roots) < 0.5
    counts = np.bincount(trees.nodes.feature[trees.nodes.kind > LEAF], minlength=8)
    expected = counts.sum() / 8
    assert ((counts - expected) ** 2 / expected).sum() < 24.3  # chi-square of 7 degrees, one in a thousand


def test_forest_growth_never_draws_a_column_that_does_not_vary_where_another_does():
    X, y = noisy(4, n=60, d=2)
    constant = np.column_stack([np.zeros((60, 7)), X])
    trees = grown(constant, y, classes=2, trees=10, m=1)
    leaves = trees.nodes.kind == LEAF
    assert set(trees.nodes.feature[~leaves].tolist()) == {7, 8}
    assert (trees.nodes.impurity[leaves] == 0).all()


def test_forest_growth_closes_a_node_of_equal_examples_and_of_n_min_draws():
    X, y = np.zeros((20, 2)), np.arange(20) % 2
    assert len(grown(X, y, classes=2, trees=3).nodes) == 3  # roots alone
    X, y = noisy(5)
    trees = grown(X, y, classes=2, min_split=21)
    split = trees.nodes.kind > LEAF
    assert trees.nodes.weight[split].min() > 20
    assert (trees.nodes.impurity[~split & (trees.nodes.weight > 20)] == 0).all()


def test_forest_growth_asks_categories_by_name():
    table = data.load("tennis").select("outlook", "wind")
    y = (data.load("tennis")["play"] == "yes").astype(int)
    trees = grown(table, y, classes=2, trees=20, m=2)
    split = trees.nodes.kind > LEAF
    assert (trees.nodes.kind[split] == EQUAL).all()
    assert set(trees.nodes.feature[split].tolist()) == {0, 1}
    cells = Attributes.of(table).cells(table)
    for b in range(20):
        tree = trees.tree(b)
        assert (trees.owner[trees.apply(cells)[b]] == b).all()
        assert np.array_equal(tree.prediction[tree.apply(cells)], trees.nodes.prediction[trees.apply(cells)[b]])


# ---------------------------------------------------------------- chance


def test_chance_is_the_same_for_the_same_place_and_not_for_another():
    places = np.arange(1000)
    assert np.array_equal(forest_growth.mixed(7, places, 3), forest_growth.mixed(7, places, 3))
    assert len(np.unique(forest_growth.mixed(7, places, 3))) == 1000
    assert not np.intersect1d(forest_growth.mixed(7, places, 3), forest_growth.mixed(7, places, 4)).size
    assert not np.intersect1d(forest_growth.mixed(1, 2), forest_growth.mixed(2, 1)).size


def test_chance_is_spread_evenly():
    counts = np.bincount((forest_growth.mixed(0, np.arange(70_000)) % np.uint64(7)).astype(int), minlength=7)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 22.5  # chi-square of 6 degrees, one in a thousand
    flipped = forest_growth.mixed(0, np.arange(5000)) ^ forest_growth.mixed(0, np.arange(5000) ^ 1)
    bits = np.unpackbits(flipped.view(np.uint8)).mean()
    assert abs(bits - 0.5) < 0.01
