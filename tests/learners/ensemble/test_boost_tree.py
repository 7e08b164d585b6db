"""Second-order trees by histograms are those that are grown node by node."""

from dataclasses import replace

import numpy as np
import pytest

from labkit.learners.ensemble.engine.boost_tree import TreeGrower, joined
from labkit.learners.ensemble.engine.histograms import Bins
from labkit.learners.ensemble.engine.tree_arrays import Columns
from labkit.learners.ensemble.score_tree import TreeLimits, grow_node
from labkit.learners.ensemble.second_order import leaf_score, structure_score
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.tree import LEAF

LIMITS = {
    "plain": TreeLimits(),
    "deep": TreeLimits(max_depth=6),
    "lam 0": TreeLimits(max_depth=4, lam=0.0),
    "gamma": TreeLimits(max_depth=4, gamma=0.3, lam=0.5),
    "prune": TreeLimits(max_depth=4, gamma=0.3, lam=0.5, negative="prune"),
    "prune with large lam": TreeLimits(max_depth=4, lam=20.0, negative="prune"),
    "min leaf": TreeLimits(max_depth=4, min_leaf=7),
    "min hessian": TreeLimits(max_depth=4, min_hessian=2.0),
}


def problem(seed, n=60, d=3, rounded=False):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    if rounded:
        X = X.round()
    return X, np.sin(2 * X[:, 0]) + X[:, -1] + 0.5 * rng.normal(size=n), rng.random(n) + 0.01


def grown(X, g, h, limits, **more):
    """(tree, leaf of every example)"""
    grower = TreeGrower(Bins.of(X.T), limits)
    tree, leaf = grower.grow(g, h, **more)
    arrays, G, H = joined([tree], grower, Columns.of(Attributes.of(X).categorical, X))
    return arrays.tree(0), leaf, G, H


def splits(tree):
    """(column, threshold, gain) in the order of ``ScoreNode.splits``: left before right."""

    def below(node):
        if tree.kind[node] == LEAF:
            return []
        mine = (int(tree.feature[node]), float(tree.threshold[node]), float(tree.gain[node]))
        return [mine, *below(tree.first[node]), *below(tree.first[node] + 1)]

    return below(0)


@pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS)
@pytest.mark.parametrize("rounded", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_tree_is_the_one_that_is_grown_node_by_node(limits, rounded, seed):
    X, g, h = problem(seed, rounded=rounded)
    tree, leaf, *_ = grown(X, g, h, limits)
    plain = grow_node(X, g, h, limits)
    assert len(splits(tree)) == len(plain.splits())
    np.testing.assert_allclose(np.array(splits(tree)), np.array(plain.splits()).reshape(-1, 3), atol=1e-9)
    answers = [plain.score(x, limits.lam) for x in X]
    np.testing.assert_allclose(tree.prediction[leaf], answers, atol=1e-9)
    np.testing.assert_array_equal(tree.apply(X), leaf)


def test_tree_of_equal_second_derivatives_may_leave_them_out():
    X, g, _ = problem(0)
    for negative in ("stop", "prune"):
        limits = TreeLimits(max_depth=5, gamma=0.2, negative=negative)
        ones, none = (grown(X, g, h, limits)[0] for h in (np.ones(60), None))
        for name in ("feature", "threshold", "gain", "weight", "prediction", "impurity"):
            np.testing.assert_allclose(getattr(ones, name), getattr(none, name), atol=1e-12, err_msg=name)


@pytest.mark.parametrize("gamma", [0.0, 0.4])
def test_sum_of_gains_is_the_fall_of_the_structure_score(gamma):
    X, g, h = problem(1, n=200)
    limits = TreeLimits(max_depth=5, gamma=gamma)
    tree, _, G, H = grown(X, g, h, limits)
    leaves = tree.leaves
    fall = structure_score(G[:1], H[:1], gamma) - structure_score(G[leaves], H[leaves], gamma)
    assert np.nansum(tree.gain) == pytest.approx(fall)
    assert tree.impurity[0] - tree.impurity[leaves].sum() == pytest.approx(fall)


def test_nodes_hold_the_sums_of_their_examples():
    X, g, h = problem(2, n=150)
    rng = np.random.default_rng(0)
    limits, w = TreeLimits(max_depth=4, lam=0.3), rng.random(150)
    grower = TreeGrower(Bins.of(X.T), limits, w)
    tree, leaf = grower.grow(g * w, h * w)
    arrays, G, H = joined([tree], grower, Columns.of(Attributes.of(X).categorical, X))
    for node in range(len(tree)):
        under = np.array([node in way(arrays.nodes.parent, end) for end in leaf])
        assert G[node] == pytest.approx((g * w)[under].sum(), abs=1e-12)
        assert H[node] == pytest.approx((h * w)[under].sum())
        assert arrays.nodes.weight[node] == pytest.approx(w[under].sum())


def way(parent, node):
    """The node and all above it."""
    while node >= 0:
        yield node
        node = parent[node]


def test_examples_not_taken_move_but_do_not_count():
    X, g, h = problem(3, n=120)
    taken = np.random.default_rng(0).random(120) < 0.5
    some, leaf, *_ = grown(X, g, h, TreeLimits(max_depth=4), taken=taken)
    alone, *_ = grown(X[taken], g[taken], h[taken], TreeLimits(max_depth=4))
    np.testing.assert_allclose(np.array(splits(some)), np.array(splits(alone)), atol=1e-9)
    np.testing.assert_array_equal(some.apply(X), leaf)


def test_columns_not_given_are_not_asked():
    X, g, h = problem(4, d=5)
    tree, leaf, *_ = grown(X, g, h, TreeLimits(max_depth=4), columns=np.array([1, 3]))
    assert set(tree.feature[tree.splits]) == {1, 3}
    alone, *_ = grown(X[:, [1, 3]], g, h, TreeLimits(max_depth=4))
    np.testing.assert_allclose(tree.gain, alone.gain)
    np.testing.assert_array_equal(tree.apply(X), leaf)


def test_pruning_keeps_a_split_that_another_one_needs():
    """XOR: no first cut gains anything, two together everything."""
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
    g, limits = np.array([1.0, -1.0, -1.0, 1.0]), TreeLimits(max_depth=2, lam=0.1)
    assert len(grown(X, g, None, limits)[0]) == 1
    pruned, leaf, *_ = grown(X, g, None, replace(limits, negative="prune"))
    assert len(pruned.leaves) == 4
    np.testing.assert_allclose(pruned.prediction[leaf], -g / 1.1)


def test_ties_take_the_lowest_column_then_the_lowest_threshold():
    x = np.array([0.0, 1.0, 2.0, 3.0])
    tree, *_ = grown(np.column_stack([x, x]), np.array([-1.0, 1.0, 1.0, -1.0]), None, TreeLimits(max_depth=1, lam=0.5))
    assert (tree.feature[0], tree.threshold[0]) == (0, 0.5)


def test_equal_gradients_and_constant_columns_are_not_split():
    X, _, h = problem(5)
    for g in (np.zeros(60), np.full(60, 0.1)):
        assert len(grown(X, g, None, TreeLimits(lam=0.0))[0]) == 1
    assert len(grown(np.ones((60, 2)), problem(5)[1], h, TreeLimits(negative="prune"))[0]) == 1
    assert len(grown(X[:1], np.ones(1), None, TreeLimits())[0]) == 1


def test_leaf_scores_keep_their_digits_beside_far_larger_sums():
    """A leaf of nearly certain examples: its H, taken as a difference, would be rounding alone."""
    x, g = np.arange(4.0)[:, None], np.array([1.0, -1.0, 1e-10, 1e-10])
    h = np.array([1.0, 1.0, 1e-16, 1e-16])
    tree, leaf, *_ = grown(x, g, h, TreeLimits(max_depth=2, lam=0.0))
    assert tree.prediction[leaf[2]] == pytest.approx(float(leaf_score(2e-10, 2e-16, 0.0)))
