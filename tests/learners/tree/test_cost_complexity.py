"""Weakest-link pruning: the lectures' trees, all prunings of small trees, and scikit-learn's path."""

from itertools import pairwise

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE, Trace
from labkit.learners import CART, RegressionTree
from labkit.learners.tree.cost_complexity import prune_steps, pruned, pruning_path, risk_of, weakest_links
from labkit.learners.tree.pruning import whole
from tests.golden import close, golden
from tests.learners.tree.borrowed import borrowed, model_of
from tests.learners.tree.grown import grown, lecture, mask, noisy, prunings


def rgb():
    return lecture("rgb8", "class", "x1", "x2")


def weather():
    return lecture("weather", "class", "outlook", "temp", "humidity", "windy", multiway=True)


def three_leaves():
    table = data.load("reg10")
    return grown(table.select("x"), table["y"], criterion="variance", min_gain=0.5)


# ---------------------------------------------------------------- the lectures' trees


def test_weakest_links_of_the_red_green_blue_tree():  # I-000-092, I-000-093
    model = rgb()
    assert [model.question(t) for t in model.tree.splits] == ["x2 ≤ 0.05", "x2 ≤ 0.15", "x1 = green", "x2 ≤ 0.35"]
    assert close(weakest_links(model.tree)[model.tree.splits], golden("RGB-21"))


def test_path_of_the_red_green_blue_tree_has_five_three_one_leaves():  # I-000-094
    path = pruning_path(rgb().tree)
    assert close(path.alphas[1:], golden("RGB-22"))
    assert path.leaves.tolist() == [5, 3, 1]
    assert path.risks.tolist() == [0, 1 / 8, 3 / 8]


def test_weather_tree_falls_to_its_root_at_once():  # E-000-30
    model = weather()
    g = weakest_links(model.tree)
    sunny, rain = (next(t for t in model.tree.splits if model.answer(t) == word) for word in ("Sunny", "Rain"))
    assert close(g[[0, sunny, rain]], golden("WEA-25"))
    assert pruning_path(model.tree).leaves.tolist() == [5, 1]


def test_regression_tree_is_pruned_by_penalised_risk():  # I-002-048
    path = pruning_path(three_leaves().tree)
    assert close(path.alphas[1:], golden("REG-09"))
    assert path.leaves.tolist() == [3, 2, 1]


def test_penalised_risk_needs_no_choice_for_numbers():
    tree = three_leaves().tree
    assert np.array_equal(risk_of(tree, "error"), risk_of(tree, "impurity"))


# ---------------------------------------------------------------- the theory, on all prunings of small trees


@pytest.mark.parametrize("seed", range(12))
def test_pruned_tree_is_the_smallest_of_least_cost(seed):  # I-000-091
    tree = grown(*noisy(seed, n=16), max_depth=4).tree
    R, one = risk_of(tree), np.ones(len(tree))
    masks = [mask(tree, nodes) for nodes in prunings(tree)]
    risks = np.array([tree.sums_over_leaves(R, split)[0] for split in masks])
    leaves = np.array([tree.sums_over_leaves(one, split)[0] for split in masks])
    alphas = pruning_path(tree).alphas
    for alpha in [*alphas, *(alphas[1:] + alphas[:-1]) / 2, alphas[-1] + 1]:
        cost = risks + alpha * leaves
        least = cost <= cost.min() + 1e-12
        smaller = pruned(tree, alpha)
        assert len(smaller.leaves) == leaves[least].min()
        assert np.isclose(risk_of(smaller)[smaller.leaves].sum() + alpha * len(smaller.leaves), cost.min())


@pytest.mark.parametrize("risk", ["error", "impurity"])
@pytest.mark.parametrize("seed", range(8))
def test_path_equals_cutting_the_weakest_links_one_round_after_the_other(seed, risk):
    tree = grown(*noisy(seed, n=80, classes=3)).tree
    path, split = pruning_path(tree, risk), tree.kind > 0
    for k in range(1, len(path.alphas)):
        g = weakest_links(tree, split, risk)
        least = np.nanmin(g)
        for node in np.flatnonzero(g <= least + 1e-12):
            split &= ~_below(tree, node)
        assert np.isclose(path.alphas[k], least, rtol=0, atol=1e-12)
        assert np.array_equal(path.step > k, split)
    assert not split.any()


def _below(tree, node):
    return np.array([node in tree.path(t) for t in range(len(tree))])


@pytest.mark.parametrize("seed", range(8))
def test_trees_of_the_path_are_nested(seed):
    X, y = noisy(seed, n=120, d=3)
    steps = list(prune_steps(grown(X, y)))
    for larger, smaller in pairwise(steps[:-1]):
        assert (smaller.model.split <= larger.model.split).all()
        assert smaller.leaves < larger.leaves and smaller.alpha >= larger.alpha and smaller.risk >= larger.risk


# ---------------------------------------------------------------- scikit-learn


def merged(theirs):
    """scikit-learn cuts one link at a time; those of equal alpha are one step here."""
    last = np.append(np.diff(theirs.ccp_alphas) > 1e-11, True)
    last[0] = True  # the whole tree
    return theirs.ccp_alphas[last], theirs.impurities[last]


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("seed", range(25))
def test_path_equals_scikit_learn(seed, criterion):
    X, y = noisy(seed, n=30 + 15 * seed, d=1 + seed % 4, classes=2 + seed % 3)
    weight = np.random.default_rng(seed).integers(1, 4, len(y)) if seed % 2 else None
    estimator = DecisionTreeClassifier(criterion=criterion, random_state=0, min_samples_leaf=1 + seed % 3)
    alphas, impurities = merged(estimator.cost_complexity_pruning_path(X, y, weight))
    path = pruning_path(borrowed(estimator.fit(X, y, weight)), "impurity")
    assert np.allclose(path.alphas, alphas, rtol=0, atol=1e-12)
    assert np.allclose(path.risks, impurities, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_path_of_numbers_equals_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(80, 2)), rng.normal(size=80)
    estimator = DecisionTreeRegressor(random_state=0, max_depth=6)
    alphas, impurities = merged(estimator.cost_complexity_pruning_path(X, y))
    path = pruning_path(borrowed(estimator.fit(X, y)))
    assert np.allclose(path.alphas, alphas, rtol=0, atol=1e-12)
    assert np.allclose(path.risks, impurities, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_pruned_tree_predicts_as_scikit_learn_pruned_does(seed):
    X, y = noisy(seed, n=150, d=3)
    model = model_of(DecisionTreeClassifier(random_state=0).fit(X, y))
    alphas = pruning_path(model.tree, "impurity").alphas
    for alpha in (alphas[1:-1] + alphas[2:]) / 2:
        theirs = DecisionTreeClassifier(random_state=0, ccp_alpha=alpha).fit(X, y)
        mine = pruned(model.tree, alpha, "impurity")
        assert len(mine.leaves) == theirs.get_n_leaves()
        assert np.array_equal(mine.prediction[mine.apply(X)], theirs.predict(X))


# ---------------------------------------------------------------- the story


def test_prune_steps_tell_every_alpha_from_the_whole_tree_to_the_root():
    trace = Trace(prune_steps(rgb()))
    assert [step.event for step in trace] == [START, UPDATE, UPDATE, STOP]
    assert trace.curve("leaves").tolist() == [5, 3, 1, 1]
    assert trace.curve("alpha").tolist() == [0, 0.0625, 0.125, 0.125]
    assert trace[0].nodes.tolist() == [] and trace[0].node is None
    assert trace[1].model.question(trace[1].node) == "x1 = green"
    assert trace[1].caption == "step 1: at alpha = 0.0625, 1 subtree becomes a leaf; 3 leaves, training error 0.125"
    assert trace[0].caption == "start: the whole tree, 5 leaves, training error 0"
    assert trace[3].caption == "stop after 2 steps: only the root is left"


def test_prune_step_knows_what_goes_next_and_when():
    steps = Trace(prune_steps(grown(*noisy(0, n=80))))[:-1]
    assert len(steps) > 3
    for step, after in pairwise(steps):
        assert np.array_equal(step.next_nodes, after.nodes)
        assert step.next_alpha == after.alpha == pytest.approx(np.nanmin(step.links))
    assert not len(steps[-1].next_nodes) and steps[-1].next_alpha == np.inf


def test_prune_step_costs_cross_where_one_tree_follows_the_other():
    _, three, root, _ = prune_steps(rgb())
    assert three.cost(0.125) == root.cost(0.125)
    assert three.cost(0.1) < root.cost(0.1) and three.cost(0.2) > root.cost(0.2)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("risk", ["error", "impurity"])
def test_every_prune_step_predicts_as_the_pruned_tree_with_the_error_it_tells(seed, risk):
    X, y = noisy(seed, n=60)
    model = grown(X, y)
    for step in list(prune_steps(model, risk))[1:]:
        smaller = pruned(model.tree, step.alpha, risk)
        assert np.array_equal(step.model.predict(X), model.classes[smaller.prediction[smaller.apply(X)].astype(int)])
        assert np.isclose(step.error, (step.model.predict(X) != y).mean())
        assert step.leaves == len(step.model.leaves)
        assert step.model.tree is model.tree
        assert np.array_equal(np.isnan(step.links), ~step.model.split)


def test_prune_steps_start_from_what_was_left_before():
    once = list(prune_steps(rgb()))[1].model
    assert [step.leaves for step in prune_steps(once)] == [3, 1, 1]


def test_root_alone_is_pruned_in_no_step():
    root = whole(list(prune_steps(rgb()))[-1].model)
    assert [step.event for step in prune_steps(root)] == [START, STOP]
    assert pruning_path(root.tree).alphas.tolist() == [0]


def test_split_that_saves_nothing_goes_at_alpha_zero():
    X = np.array([[0.0], [0.0], [1.0], [1.0], [1.0]])
    tree = grown(X, [0, 1, 0, 1, 1]).tree  # two errors with the split, two without
    assert pruning_path(tree).alphas.tolist() == [0, 0]
    assert pruning_path(tree).leaves.tolist() == [2, 1]
    assert len(pruned(tree, 0.0)) == 1


def test_path_is_read_only():
    path = pruning_path(rgb().tree)
    for array in (path.alphas, path.leaves, path.risks, path.step):
        assert not array.flags.writeable


def test_cost_complexity_refuses_what_it_does_not_know():
    with pytest.raises(
        ValueError,
        match="risk: expected one of 'error', 'impurity', 'gini', 'entropy'",
    ):
        pruning_path(rgb().tree, "size")
    with pytest.raises(ValueError, match="alpha: expected a number >= 0, got -1"):
        pruned(rgb().tree, -1)


@pytest.mark.parametrize("grower", ["entropy", "twoing", "gini"])
def test_links_by_a_named_impurity_do_not_depend_on_the_grower(grower):
    """Of a learner, its model or its tree; by Gini they are those of a tree that Gini grew."""
    X, y = noisy(3, n=60, classes=3)
    learner = CART(criterion=grower, max_depth=4).fit(X, y)
    tree = learner.model_.tree
    links = weakest_links(learner, risk="gini")
    np.testing.assert_array_equal(links, weakest_links(tree, risk="gini"))
    risk = tree.weight / tree.weight[0] * (1 - ((tree.counts / tree.weight[:, None]) ** 2).sum(axis=1))
    under = [t for t in range(len(tree)) if 0 in tree.path(t) and not tree.arity[t]]
    assert links[0] == pytest.approx((risk[0] - risk[under].sum()) / (len(under) - 1))
    if grower == "gini":
        np.testing.assert_allclose(links, weakest_links(learner.model_, risk="impurity"))
    assert pruning_path(learner, "entropy").risk == "entropy"
    with pytest.raises(ValueError, match="risk: expected 'error' or 'impurity' for numbers, got 'gini'"):
        weakest_links(RegressionTree().fit(X, X[:, 0]), risk="gini")
