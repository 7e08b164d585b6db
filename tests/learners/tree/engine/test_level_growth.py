"""Growing by level: numbering, limits, the order of usefulness, and examples that are hard to split.

That the trees are right is tested elsewhere: against scikit-learn's, and against growing node by node.
"""

from itertools import pairwise

import numpy as np
import pytest

from labkit.core import data
from labkit.learners.tree.engine.level_growth import grow
from labkit.learners.tree.growth import best_first
from labkit.learners.tree.leaf_values import members
from labkit.learners.tree.node_tests import all_tests
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import EQUAL, LEAF, MANY
from tests.golden import close, golden
from tests.learners.tree.grown import noisy


def made(X, y, weights=None, categorical=False):
    cells, y = np.asarray(X, dtype=float), np.asarray(y)
    classes = int(y.max()) + 1 if y.dtype.kind == "i" else 0
    return TreeExamples(cells, y, classes, np.full(cells.shape[1], categorical), weights)


def tree_of(X, y, weights=None, categorical=False, **plan):
    return grow(made(X, y, weights, categorical), Plan(**plan))


def training_errors(tree, examples):
    return int((tree.prediction[tree.apply(examples.cells)] != examples.y).sum())


def grown_twice(seed=0, **plan):
    """(tree, examples) of noisy classes."""
    examples = made(*noisy(seed, n=120, d=3, classes=3))
    return grow(examples, Plan(**plan)), examples


# ---------------------------------------------------------------- what every tree keeps


@pytest.mark.parametrize("criterion", ["gini", "entropy", "misclassification", "gain_ratio", "twoing", "half_split"])
def test_growth_holds_at_every_node_the_examples_that_arrive_there(criterion):
    tree, examples = grown_twice(criterion=criterion, max_depth=6)
    assert len(tree) > 20
    for node in range(len(tree)):
        split = (tree.kind > LEAF) & (np.arange(len(tree)) != node)  # all stop here that come here
        here = examples.y[tree.apply(examples.cells, split) == node]
        assert tree.counts[node].tolist() == np.bincount(here, minlength=3).tolist()
        assert tree.prediction[node] == np.bincount(here).argmax()


def test_growth_is_numbered_level_by_level_from_left_to_right():
    tree, _ = grown_twice()
    splits = tree.splits
    assert (np.diff(splits) > 0).all() and (np.diff(tree.depth) >= 0).all()
    assert tree.first[splits].tolist() == [1 + 2 * k for k in range(len(splits))]


def test_growth_goes_on_until_every_leaf_is_pure():
    tree, examples = grown_twice()
    cells_with_two_classes = len(np.unique(np.column_stack([examples.cells, examples.y]), axis=0)) - len(
        np.unique(examples.cells, axis=0)
    )
    assert (tree.impurity[tree.leaves] > 1e-12).sum() <= cells_with_two_classes
    assert training_errors(tree, examples) <= cells_with_two_classes


def test_growth_up_to_a_depth_is_the_beginning_of_the_whole_growth():
    """Levels are numbered in turn, so the first nodes of the whole tree are those of every shallower one."""
    whole, _ = grown_twice()
    for depth in range(1, int(whole.depth.max())):
        part, _ = grown_twice(max_depth=depth)
        assert 1 < len(part) < len(whole)
        for name in ("depth", "parent", "counts", "impurity", "prediction"):
            np.testing.assert_array_equal(getattr(part, name), getattr(whole, name)[: len(part)])
        np.testing.assert_array_equal(part.splits, whole.splits[: len(part.splits)])


def test_growth_does_not_depend_on_the_order_of_the_examples():
    whole, examples = grown_twice()
    mixed = grow(examples.take(np.random.default_rng(1).permutation(len(examples))), Plan())
    np.testing.assert_array_equal(mixed.threshold, whole.threshold)
    np.testing.assert_array_equal(mixed.counts, whole.counts)


@pytest.mark.parametrize("criterion", ["gini", "entropy", "gain_ratio", "variance"])
def test_growth_by_weights_is_growth_by_repeated_examples(criterion):
    X, y = noisy(3, n=40, classes=2)
    y = y + 0.5 * X[:, 0] if criterion == "variance" else y
    times = np.random.default_rng(0).integers(1, 4, len(y))
    weighted = tree_of(X, y, times.astype(float), criterion=criterion)
    repeated = tree_of(X.repeat(times, axis=0), y.repeat(times), criterion=criterion)
    np.testing.assert_allclose(weighted.threshold, repeated.threshold)
    np.testing.assert_allclose(weighted.weight, repeated.weight)
    np.testing.assert_allclose(weighted.impurity, repeated.impurity, atol=1e-12)


# ---------------------------------------------------------------- limits


def test_growth_keeps_the_greatest_depth():
    assert [int(grown_twice(max_depth=depth)[0].depth.max()) for depth in (1, 2, 5)] == [1, 2, 5]


def test_growth_splits_no_node_of_few_examples():
    tree, _ = grown_twice(min_split=20)
    assert tree.weight[tree.splits].min() >= 20
    left_alone = tree.weight[tree.leaves][tree.impurity[tree.leaves] > 1e-12]
    assert 15 < left_alone.max() < 20


@pytest.mark.parametrize("multiway", [False, True])
def test_growth_leaves_no_child_too_small(multiway):
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 4, (200, 3)), rng.integers(0, 2, 200)
    for categorical in (False, True):
        tree = tree_of(X, y, categorical=categorical, min_leaf=7, multiway=multiway)
        assert len(tree) > 5
        assert tree.weight.min() >= 7


def test_growth_counts_examples_against_its_limits_whatever_they_weigh():
    X, y = noisy(5, n=60)
    light = tree_of(X, y, np.full(60, 0.01), min_split=10, min_leaf=3)
    plain = tree_of(X, y, min_split=10, min_leaf=3)
    assert len(plain) > 5
    np.testing.assert_array_equal(light.threshold, plain.threshold)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_growth_makes_no_split_of_too_little_gain(criterion):
    free, _ = grown_twice(criterion=criterion)
    bound, _ = grown_twice(criterion=criterion, min_gain=0.05)

    def gains(tree):
        below = np.bincount(tree.parent[1:], (tree.weight * tree.impurity)[1:], minlength=len(tree)) / tree.weight
        return (tree.impurity - below)[tree.splits]

    assert gains(free).min() < 0.05 <= gains(bound).min() + 1e-12
    assert 1 < len(bound) < len(free)


def test_growth_with_an_impossible_gain_is_a_leaf():
    assert len(grown_twice(min_gain=1.0)[0]) == 1


# ---------------------------------------------------------------- the most useful first


def test_best_first_makes_the_same_splits_in_falling_order_of_use():
    tree, examples = grown_twice()
    best = best_first(tree)
    assert sorted(best.threshold[best.splits]) == sorted(tree.threshold[tree.splits])
    assert training_errors(best, examples) == training_errors(tree, examples)
    risk = best.weight * best.impurity
    use = (risk - np.bincount(best.parent[1:], risk[1:], minlength=len(best)))[best.splits]
    for k, (one, later) in enumerate(pairwise(best.splits)):
        assert use[k + 1] <= use[k] + 1e-9 or best.parent[later] == one  # it was not open before
    open_too = [set(best.splits[k + 1 :]) & set(range(best.first[best.splits[k]])) for k in range(len(best.splits))]
    place = {node: k for k, node in enumerate(best.splits)}
    for k, waiting in enumerate(open_too):
        assert all(use[place[node]] <= use[k] + 1e-9 for node in waiting)


def test_best_first_with_a_budget_is_a_prefix():
    whole = best_first(grown_twice()[0])
    for leaves in (1, 2, 7):
        few = best_first(grown_twice()[0], max_leaves=leaves)
        assert len(few.leaves) == leaves
        np.testing.assert_array_equal(few.counts, whole.counts[: len(few)])


def test_best_first_of_the_ten_points_cuts_where_the_lecture_does():
    table = data.load("reg10")
    tree = best_first(tree_of(table.numeric("x"), table["y"], criterion="variance"), max_leaves=3)
    assert close(tree.threshold[tree.splits], golden("REG-03"))


def test_best_first_never_spends_more_leaves_than_it_has():
    """A split into five branches needs four leaves more than there are."""
    codes = np.arange(50)[:, None] % 5
    tree = tree_of(codes, codes[:, 0] % 2, categorical=True, multiway=True)
    assert len(tree.leaves) == 5
    assert [len(best_first(tree, leaves)) for leaves in (4, 5)] == [1, 6]


# ---------------------------------------------------------------- hard examples


def test_growth_of_one_example_is_a_leaf():
    tree = tree_of([[1.0, 2.0]], [0])
    assert (len(tree), tree.kind[0], tree.weight[0]) == (1, LEAF, 1.0)


def test_growth_of_constant_columns_is_a_leaf_of_both_classes():
    tree = tree_of(np.ones((6, 3)), [0, 1, 1, 0, 1, 1])
    assert len(tree) == 1
    assert tree.counts.tolist() == [[2, 4]] and tree.prediction[0] == 1


@pytest.mark.parametrize("categorical", [False, True])
def test_growth_never_asks_about_a_constant_column(categorical):
    X, y = noisy(1, n=50)
    X = np.column_stack([np.full(50, 3.0), X.round(), np.full(50, 1.0)])
    X -= X.min(axis=0)
    for multiway in (False, True):
        tree = tree_of(X, y, categorical=categorical, multiway=multiway)
        assert len(tree) > 3
        assert set(tree.feature[tree.splits]) <= {1, 2}


def test_growth_leaves_equal_rows_of_different_classes_together():
    tree = tree_of([[0.0], [0.0], [0.0], [1.0]], [0, 1, 1, 0])
    assert tree.counts[tree.leaves].tolist() == [[1, 2], [1, 0]]


def test_growth_splits_xor_although_the_first_gain_is_zero():
    tree = tree_of([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])  # E-000-32
    assert tree.gain[0] == pytest.approx(0.0, abs=1e-12)
    assert (len(tree.leaves), tree.feature[0], tree.threshold[0]) == (4, 0, 0.5)


def test_growth_takes_the_first_of_equal_columns_and_the_lowest_of_equal_thresholds():
    x = np.array([0.0, 1.0, 2.0])
    for criterion in ("gini", "entropy", "gain_ratio", "twoing"):
        tree = tree_of(np.column_stack([x, -x, x]), [0, 1, 0], criterion=criterion)
        assert (tree.feature[0], tree.threshold[0]) == (0, 0.5)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("criterion", ["gini", "entropy", "gain_ratio", "twoing", "misclassification"])
def test_growth_takes_the_first_of_equal_columns_also_after_long_sums(criterion, weighted):
    """Ten thousand weights leave rounding in their sums, and another in the reversed column's."""
    rng = np.random.default_rng(0)
    x, y, weights = rng.normal(size=10_000), rng.integers(0, 3, 10_000), rng.uniform(0.1, 2, 10_000)
    X = np.column_stack([x, -x, x])
    tree = tree_of(X, y, weights if weighted else None, criterion=criterion, max_depth=10)
    assert len(tree) > 50 and set(tree.feature[tree.splits]) == {0}


@pytest.mark.parametrize("low", [1.0, -1.0, 1e300, -1e-300, 0.0, 5e-324])
def test_growth_keeps_neighbouring_floats_apart(low):
    """Their middle is rounded to one of them, and must not be the upper one."""
    high = np.nextafter(low, np.inf)
    tree = tree_of([[low], [high]], [0, 1])
    assert low <= tree.threshold[0] < high
    assert tree.apply(np.array([[low], [high]])).tolist() == [1, 2]


def test_growth_between_huge_numbers_overflows_nowhere():
    tree = tree_of([[-1.7e308], [1.7e308], [1.5e308]], [0, 1, 0])
    assert np.isfinite(tree.threshold[tree.splits]).all()
    assert tree.prediction[tree.apply(np.array([[-1.7e308], [1.5e308], [1.7e308]]))].tolist() == [0, 0, 1]


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("n", [1000, 20_000, 60_000])
def test_growth_finds_the_one_odd_example_among_many(criterion, n):
    """The gain is tiny, and yet one cut is better than its neighbours: a tolerance for ties must not swallow it."""
    y = np.zeros(n, dtype=int)
    y[n // 2] = 1
    tree = tree_of(np.arange(n)[:, None], y, criterion=criterion, max_depth=5)
    assert sorted(tree.threshold[tree.splits]) == [n // 2 - 0.5, n // 2 + 0.5]


@pytest.mark.parametrize("multiway", [False, True])
def test_growth_takes_thousands_of_categories(multiway):
    n = 5000
    examples = TreeExamples(np.arange(n, dtype=float)[:, None], np.arange(n) % 2, 2, np.array([True]))
    tree = grow(examples, Plan(multiway=multiway, max_depth=3))
    if multiway:
        assert (tree.kind[0], len(tree), tree.branch[1:].tolist()) == (MANY, n + 1, list(range(n)))
    else:
        assert tree.kind[tree.splits].tolist() == [EQUAL] * 3
        assert tree.threshold[tree.splits].tolist() == [0, 2, 4]  # all of the rarer class are as good: the lowest first


def test_growth_among_thousands_of_categories_finds_the_one_that_tells():
    codes = np.repeat(np.arange(2000), 3)
    y = (codes == 1234).astype(int)
    tree = tree_of(codes[:, None], y, categorical=True, criterion="entropy")
    assert (len(tree), tree.threshold[0]) == (3, 1234)


@pytest.mark.parametrize("criterion", ["gini", "variance"])
def test_growth_makes_no_difference_of_rounding(criterion):
    """0.1 + 0.2 - 0.3 is not zero, but a node of equal numbers, or of one class, is pure."""
    X = np.arange(30.0)[:, None]
    y = np.full(30, 0.1 + 0.2) if criterion == "variance" else np.zeros(30, dtype=int)
    assert len(tree_of(X, y, np.full(30, 0.1), criterion=criterion)) == 1
    assert len(tree_of(X, y + (X[:, 0] > 9), np.full(30, 0.1), criterion=criterion)) == 3


def weighted(seed, weights):
    rng = np.random.default_rng(seed)
    cells = np.column_stack([rng.normal(size=(80, 2)).round(1), rng.integers(0, 4, 80)])
    return TreeExamples(cells, rng.integers(0, 3, 80), 3, np.array([False, False, True]), weights)


@pytest.mark.parametrize("criterion", ["gini", "entropy", "misclassification", "twoing", "half_split", "gain_ratio"])
def test_tiny_weights_grow_the_tree_of_no_weights(criterion):
    plan = Plan(criterion)
    light, plain = grow(weighted(0, np.full(80, 1e-250)), plan), grow(weighted(0, None), plan)
    assert np.array_equal(light.feature, plain.feature)
    assert np.array_equal(light.threshold, plain.threshold, equal_nan=True)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("criterion", ["gini", "entropy", "misclassification"])
def test_light_nodes_beside_heavy_ones_take_their_best_test(criterion, seed):
    weights = 10.0 ** np.random.default_rng(seed).uniform(-9, 9, 80)
    examples, plan = weighted(seed, weights), Plan(criterion, max_depth=4)
    tree = grow(examples, plan)
    for node, (rows, _) in enumerate(members(tree, examples)):
        if tree.arity[node]:
            most = max(test.gain for test in all_tests(examples.take(rows), plan))
            assert tree.gain[node] >= most - 1e-3 * tree.impurity[node]
