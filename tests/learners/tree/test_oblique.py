"""Oblique trees: one slanted test instead of a staircase."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier

from labkit.core import data
from labkit.core.data import load
from labkit.core.table import Table
from labkit.learners import ObliqueTree
from labkit.learners.tree.engine.level_growth import grow
from labkit.learners.tree.oblique import DIRECTIONS
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import LINEAR, THRESHOLD
from tests.golden import close, golden


def diagonal_grid(n):
    """x1 + x2 >= n on the whole numbers below n (I-000-075)."""
    X = np.array([[a, b] for a in range(n) for b in range(n)], dtype=float)
    return X, (X.sum(axis=1) >= n).astype(int)


def slanted(seed, n=120, noise=0.1):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n, 2))
    return X, (X @ [1.0, -0.7] + noise * rng.normal(size=n) > 0.1).astype(int)


@pytest.mark.parametrize(("n", "id"), [(4, "OBL-01"), (8, "OBL-02")])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_diagonal_needs_a_staircase_of_axis_tests_and_one_oblique_test(n, id, direction):
    """I-000-074, I-001-023."""
    X, y = diagonal_grid(n)
    stairs = grow(TreeExamples(X, y, 2, np.zeros(2, dtype=bool)), Plan("entropy"))
    assert close(len(stairs.leaves), golden(id))
    fitted = ObliqueTree(direction=direction).fit(X, y)
    assert len(fitted.model_.leaves) == 2 and fitted.score(X, y) == 1.0
    w, t = fitted.model_.tree.directions[0], fitted.model_.tree.threshold[0]
    np.testing.assert_allclose([*w, t], [1, 1, n - 0.5], atol=1e-8)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("seed", range(6))
def test_every_test_is_at_least_as_good_as_the_best_axis_test(direction, seed):
    """I-000-086: the discriminant's cut beside the best axis cut, at every node."""
    X, y = slanted(seed)
    tree = ObliqueTree(direction=direction).fit(X, y).model_.tree
    at = np.zeros(len(X), dtype=int)
    for node in tree.splits:
        rows = np.flatnonzero(at == node)
        axis = DecisionTreeClassifier(criterion="entropy", max_depth=1).fit(X[rows], y[rows]).tree_
        left, right = axis.children_left[0], axis.children_right[0]
        gain = axis.impurity[0] - (axis.impurity[[left, right]] @ axis.n_node_samples[[left, right]]) / len(rows)
        assert tree.gain[node] >= gain - 1e-9
        assert tree.kind[node] == LINEAR or tree.gain[node] == pytest.approx(gain)
        at[rows] = tree.next(X, rows, at[rows])
    assert (tree.kind[tree.splits] == LINEAR).any()


def test_axis_test_is_taken_where_the_oblique_one_is_no_better():
    X = np.array([[0.0, 0], [1, 5], [2, 1], [3, 4]])
    tree = ObliqueTree().fit(X, [0, 0, 1, 1]).model_.tree
    assert tree.kind[0] == THRESHOLD and tree.feature[0] == 0 and tree.threshold[0] == 1.5


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("seed", range(6))
def test_counts_of_the_nodes_are_the_examples_that_arrive(direction, seed):
    rng = np.random.default_rng(seed)
    X, y, v = rng.normal(size=(60, 3)), rng.integers(0, 3, 60), rng.uniform(0.5, 2, 60)
    learner = ObliqueTree(direction=direction, max_depth=4).fit(X, y, sample_weight=v)
    tree, at = learner.model_.tree, learner.model_.apply(X)
    for leaf in tree.leaves:
        here = at == leaf
        np.testing.assert_allclose(tree.counts[leaf], np.bincount(y[here], v[here], minlength=3))
    assert tree.depth.max() <= 4 and (np.diff(tree.depth) >= 0).all(), "not breadth first"


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_three_blobs_need_only_two_oblique_tests(direction):
    X, y = data.blobs(150, spread=0.1, seed=3)
    learner = ObliqueTree(direction=direction).fit(X, y)
    assert len(learner.model_.leaves) == 3 and learner.score(X, y) == 1.0


def test_rotation_changes_the_staircase_and_not_the_oblique_tree():
    X, y = data.separable(200, margin=0.15, seed=1)
    for angle in (1.0, 1.2, 2.0):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        assert len(ObliqueTree(direction="logistic").fit(X @ turn, y).model_.leaves) == 2
        assert DecisionTreeClassifier(criterion="entropy").fit(X @ turn, y).get_n_leaves() > 2


def test_limits_are_kept():
    X, y = slanted(1, noise=0.5)
    assert ObliqueTree(max_depth=2).fit(X, y).model_.tree.depth.max() == 2
    assert ObliqueTree(min_leaf=15).fit(X, y).model_.tree.weight.min() >= 15
    split = ObliqueTree(min_split=40).fit(X, y).model_.tree
    assert split.weight[split.splits].min() >= 40
    assert np.nanmin(ObliqueTree(min_gain=0.2).fit(X, y).model_.tree.gain) >= 0.2


def test_names_of_a_table_are_asked_about_and_categories_refused():
    X, y = diagonal_grid(4)
    table = Table.from_dict({"width": X[:, 0], "height": X[:, 1]})
    learner = ObliqueTree().fit(table, y)
    assert learner.model_.question(0) == "1·width +1·height ≤ 3.5"
    assert learner.predict(table.select("height", "width")).tolist() == y.tolist()
    with pytest.raises(ValueError, match=r"column 'outlook': expected numbers, got text such as"):
        ObliqueTree().fit(load("tennis").select("outlook"), np.arange(14) % 2)


def test_story_splits_node_by_node_and_captions_say_how():
    X, y = slanted(2)
    trace = ObliqueTree().trace(X, y)
    errors = [(step.model.predict(X) != y).mean() for step in trace]
    np.testing.assert_allclose(trace.curve("error"), errors, atol=1e-12)
    assert trace.curve("leaves").tolist() == [*range(1, len(trace)), len(trace) - 1]
    assert [len(step.model.leaves) for step in trace] == trace.curve("leaves").tolist()
    assert trace[1].caption.startswith(f"split 1: {trace[1].model.question(0)} with gain")
    assert (np.diff(trace.curve("impurity")) <= 1e-12).all()


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_classes_whose_means_are_the_same_still_have_two_sides(direction):
    """Three equal rows of three classes, and nodes of iris's first column: no class lies farther than another."""
    equal = ObliqueTree(direction=direction).fit(np.ones((3, 2)), [0, 1, 2]).model_
    assert len(equal.leaves) == 1 and equal.verdict(0) == "0"
    centred = ObliqueTree(direction=direction).fit([[-1.0], [1.0], [-2.0], [2.0], [0.0]], [0, 0, 1, 1, 2])
    assert centred.score([[-1.0], [1.0], [-2.0], [2.0], [0.0]], [0, 0, 1, 1, 2]) == 1.0
    iris = load_iris()
    X = iris.data[:, [0]]
    found = ObliqueTree(direction=direction).fit(X, iris.target).score(X, iris.target)
    assert found == DecisionTreeClassifier(criterion="entropy").fit(X, iris.target).score(X, iris.target)
