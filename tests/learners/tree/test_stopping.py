"""Rules that stop the growth: the lectures' numbers, SciPy's chi-square, and descriptions counted again."""

import numpy as np
import pytest
from scipy import stats

from labkit.core import data
from labkit.learners.tree.engine.level_growth import grow
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.stopping import chi_square, description_length, keeps, p_value, shortening, significant
from labkit.learners.tree.tree import LEAF
from tests.golden import close, golden
from tests.learners.tree.grown import grown, lecture, noisy


def tennis():
    return lecture("tennis", "play", "outlook", "temperature", "humidity", "wind", multiway=True)


def weather():
    return lecture("weather", "class", "outlook", "temp", "humidity", "windy", multiway=True)


def examples_of(X, y):
    return TreeExamples(X, y, int(y.max()) + 1, np.zeros(X.shape[1], dtype=bool))


def unpruned(examples):
    return grow(examples, Plan())


# ---------------------------------------------------------------- chi-square


def test_chi_square_of_outlook_is_not_significant():  # I-001-033
    tree = tennis().tree
    statistic, freedom = chi_square(tree.counts[list(tree.children(0))])
    assert close(statistic, golden("TEN-33")) and freedom == 2
    assert p_value(statistic, freedom) > 0.05
    assert not significant(tree, 0.05).any()


@pytest.mark.parametrize("seed", range(20))
def test_chi_square_equals_scipy(seed):
    rng = np.random.default_rng(seed)
    children = rng.integers(1, 30, (rng.integers(2, 6), rng.integers(2, 5))).astype(float)
    theirs = stats.chi2_contingency(children, correction=False)
    statistic, freedom = chi_square(children)
    assert np.isclose(statistic, theirs.statistic) and freedom == theirs.dof
    assert np.isclose(p_value(statistic, freedom), theirs.pvalue, rtol=1e-10)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 30, 101, 2000])
def test_p_value_equals_scipy_from_the_middle_to_the_far_tail(freedom):
    for statistic in [0.0, 1e-9, 0.1, 1.0, 10.0, freedom, 2.0 * freedom + 50, 1500.0]:
        assert np.isclose(p_value(statistic, freedom), stats.chi2.sf(statistic, freedom), rtol=1e-9, atol=1e-300)


def test_chi_square_leaves_out_classes_and_children_that_are_not_there():
    children = np.array([[3.0, 0, 1], [1, 0, 4], [0, 0, 0]])
    assert chi_square(children) == chi_square(np.array([[3.0, 1], [1, 4]]))
    assert p_value(*chi_square(np.array([[3.0, 0], [2, 0]]))) == 1.0


@pytest.mark.parametrize("seed", range(6))
def test_significant_splits_pass_the_test_and_hang_together(seed):
    tree = grown(*noisy(seed, n=200)).tree
    keep = significant(tree, 0.05)
    assert keep.any()
    for node in tree.splits:
        p = stats.chi2_contingency(_seen(tree.counts[list(tree.children(node))]), correction=False).pvalue
        reachable = node == 0 or keep[tree.parent[node]]
        assert keep[node] == (reachable and p <= 0.05)


def _seen(children):
    return children[:, children.sum(axis=0) > 0]


def test_higher_significance_keeps_more():
    tree = tennis().tree
    assert significant(tree, 0.2)[0] and significant(tree, 1.0).sum() == 3


# ---------------------------------------------------------------- description length


def test_weather_root_alone_is_shorter_than_its_tree():  # I-001-032
    tree = weather().tree
    root = tree.cut(np.zeros(len(tree), dtype=bool))
    assert close(description_length(tree, 4), golden("WEA-31"))
    assert close(description_length(root, 4), golden("WEA-32"))
    assert not shortening(tree, 4).any()


@pytest.mark.parametrize("seed", range(6))
def test_shortening_keeps_a_split_where_the_tree_so_far_is_shorter_with_it(seed):
    tree = grown(*noisy(seed, n=200)).tree
    keep, so_far = shortening(tree, 2), np.zeros(len(tree), dtype=bool)
    for node in tree.splits:
        more = so_far.copy()
        more[node] = True
        reachable = node == 0 or so_far[tree.parent[node]]
        shorter = reachable and description_length(tree.cut(more), 2) < description_length(tree.cut(so_far), 2)
        assert keep[node] == shorter
        so_far[node] = shorter
    assert keep.any() and not keep.all()


# ---------------------------------------------------------------- all rules


@pytest.mark.parametrize("rule", ["chi-square", "mdl", "cross-validation"])
def test_rules_keep_a_clear_split_and_refuse_noise(rule):  # I-001-031, I-001-035
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (200, 1))
    y = ((X[:, 0] > 0) ^ (rng.random(200) < 0.1)).astype(int)
    examples = examples_of(X, y)
    tree = unpruned(examples)
    smaller = tree.cut(keeps(tree, rule, examples, unpruned, significance=0.001))
    assert len(tree.leaves) > 20
    assert 2 <= len(smaller.leaves) <= 5 and abs(smaller.threshold[0]) < 0.05


@pytest.mark.parametrize("rule", ["chi-square", "mdl", "cross-validation"])
def test_rules_look_one_split_ahead_and_stop_on_xor(rule):
    X = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]] * 10)
    y = (X[:, 0] != X[:, 1]).astype(int)
    examples = examples_of(X, y)
    tree = unpruned(examples)
    assert len(tree.leaves) == 4
    assert not keeps(tree, rule, examples, unpruned).any()


def test_cut_leaf_keeps_the_shares_of_its_classes():  # I-001-034
    tree = tennis().tree
    root = tree.cut(significant(tree, 0.05))
    assert len(root) == 1 and (root.counts[0] / root.weight[0]).tolist() == [5 / 14, 9 / 14]


def test_leaf_has_no_split_to_keep():
    examples = examples_of(np.zeros((3, 1)), np.array([0, 1, 1]))
    tree = unpruned(examples)
    assert tree.kind.tolist() == [LEAF]
    assert keeps(tree, "cross-validation", examples, unpruned).tolist() == [False]


def test_stopping_refuses_numbers_and_unknown_rules():
    table = data.load("reg10")
    tree = grown(table.select("x"), table["y"], criterion="variance").tree
    with pytest.raises(ValueError, match="expected a tree of classes, got one of numbers"):
        significant(tree)
    with pytest.raises(ValueError, match="expected a tree of classes, got one of numbers"):
        description_length(tree, 1)
    with pytest.raises(ValueError, match="rule: expected one of 'chi-square', 'mdl', 'cross-validation', got 'depth'"):
        keeps(tree, "depth", None, None)
    with pytest.raises(ValueError, match="significance: expected a number > 0 and <= 1, got 0"):
        significant(tennis().tree, 0)
