"""Choices and limits of the decision tree, weights of zero, and what is refused."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import DecisionTree
from labkit.learners.tree.cost_complexity import pruned
from tests.learners.tree.grown import noisy
from tests.learners.tree.test_classics import lecture


def fitted(seed=0, **options):
    return DecisionTree(**options).fit(*noisy(seed, n=100, classes=3)).model_.tree


def test_budget_of_leaves_is_spent_in_the_order_of_the_story():
    for order in ("breadth", "best"):
        whole = fitted(order=order)
        for leaves in (1, 2, 5, 9):
            few = fitted(order=order, max_leaves=leaves)
            assert len(few.leaves) == leaves
            np.testing.assert_array_equal(few.counts, whole.counts[: len(few)])


def test_best_order_spends_the_budget_better():
    breadth, best = fitted(max_leaves=6), fitted(max_leaves=6, order="best")

    def impurity(tree):
        return tree.weight[tree.leaves] @ tree.impurity[tree.leaves]

    assert impurity(best) < impurity(breadth)


def test_limits_reach_the_grower():
    assert fitted(max_depth=2).depth.max() == 2
    assert fitted(min_leaf=9).weight.min() >= 9
    split = fitted(min_split=30)
    assert split.weight[split.splits].min() >= 30
    assert 1 < len(fitted(min_gain=0.03)) < len(fitted())


def test_alpha_is_the_price_of_a_leaf():
    whole = fitted()
    for alpha in (0.005, 0.02, 0.2):
        expected = pruned(whole, alpha)
        np.testing.assert_array_equal(fitted(alpha=alpha).counts, expected.counts)
    assert len(fitted(alpha=1.0)) == 1 < len(fitted(alpha=0.02)) < len(whole)


@pytest.mark.parametrize("stop", ["chi-square", "mdl", "cross-validation"])
def test_rules_stop_early(stop):
    assert len(fitted(stop=stop)) < len(fitted())


@pytest.mark.parametrize(
    "options, others",
    [
        ({}, "pure or past splitting"),
        ({"stop": "mdl"}, "pure, past splitting or left unsplit by the mdl rule"),
        ({"alpha": 0.02}, "pure, past splitting or pruned at alpha = 0.02"),
        (
            {"stop": "mdl", "alpha": 0.02},
            "pure, past splitting, left unsplit by the mdl rule or pruned at alpha = 0.02",
        ),
    ],
)
def test_story_ends_with_all_that_leaves_may_be(options, others):
    assert DecisionTree(**options).fit(*noisy(0)).last_step_.reason == f"every leaf is {others}"


@pytest.mark.parametrize("tests", ["binary", "multiway"])
@pytest.mark.parametrize("criterion", ["gini", "entropy", "misclassification", "gain_ratio", "g_statistic"])
def test_every_criterion_grows_the_lectures_tables_without_error(criterion, tests):
    for name in ("tennis", "weather", "rgb8", "buys_computer"):
        X, y = lecture(name)
        assert DecisionTree(criterion=criterion, tests=tests).fit(X, y).score(X, y) == 1.0


@pytest.mark.parametrize("criterion", ["twoing", "half_split", "jmi", "cmim"])
def test_binary_and_path_criteria_grow_numbers_without_error(criterion):
    X, y = data.xor(60, seed=0)
    assert DecisionTree(criterion=criterion).fit(X, y).score(X, y) == 1.0


# ---------------------------------------------------------------- weights


def test_example_of_weight_zero_is_no_example():
    X, y = noisy(4, n=60)
    weights = np.ones(60)
    weights[::3] = 0.0
    some = weights > 0
    one = DecisionTree().fit(X, y, sample_weight=weights).model_.tree
    other = DecisionTree().fit(X[some], y[some]).model_.tree
    np.testing.assert_array_equal(one.threshold, other.threshold)
    np.testing.assert_array_equal(one.counts, other.counts)


def test_class_whose_examples_weigh_nothing_is_never_answered():
    learner = DecisionTree().fit([[0.0], [1.0], [2.0]], ["a", "b", "c"], sample_weight=[1, 1, 0])
    assert learner.predict([[2.0]]).tolist() == ["b"]
    np.testing.assert_array_equal(learner.predict_proba([[9.0]]), [[0, 1, 0]])


@pytest.mark.parametrize("weights", [[0, 0, 0], [-1, 1, 1], [1, 1], [np.nan, 1, 1]], ids=str)
def test_weights_that_are_none_are_refused(weights):
    with pytest.raises(ValueError, match="sample_weight"):
        DecisionTree().fit([[0.0], [1.0], [2.0]], ["a", "b", "a"], sample_weight=weights)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"criterion": "twoing", "tests": "multiway"}, "tests: expected 'binary'"),
        ({"criterion": "half_split", "tests": "multiway"}, "tests: expected 'binary'"),
        ({"missing": "surrogates", "tests": "multiway"}, "tests: expected 'binary'"),
        ({"costs": [1.0, 2.0], "criterion": "twoing"}, "criterion"),
        ({"costs": [1.0]}, "costs"),
        ({"costs": {"colour": 2.0}}, "colour"),
        ({"min_split": 1}, "min_split"),
        ({"min_leaf": 0}, "min_leaf"),
        ({"max_depth": 0}, "max_depth"),
        ({"significance": 0.0}, "significance"),
        ({"min_gain": -0.1}, "min_gain"),
    ],
    ids=str,
)
def test_choices_that_do_not_go_together_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        DecisionTree(**options).fit(*noisy(0))


def test_one_row_is_refused_because_it_is_one_class():
    with pytest.raises(ValueError, match="2 classes"):
        DecisionTree().fit([[1.0, 2.0]], ["a"])


def test_constant_columns_answer_with_the_larger_class():
    learner = DecisionTree().fit(np.ones((5, 2)), ["a", "b", "b", "a", "b"])
    assert learner.predict([[1.0, 1.0], [7.0, 7.0]]).tolist() == ["b", "b"]
    assert learner.last_step_.leaves == 1


def test_missing_value_is_refused_by_column_and_row():
    table = Table.from_dict({"size": [1.0, 2.0], "colour": ["red", None]})
    with pytest.raises(ValueError, match="column 'colour': expected no missing values, got one in row 1"):
        DecisionTree().fit(table, ["a", "b"])


@pytest.mark.parametrize("tests", ["binary", "multiway"])
def test_thousands_of_categories_are_learned_by_heart(tests):
    words = [f"word {k}" for k in range(3000)]
    y = np.where(np.arange(3000) == 77, "this", "other")
    table = Table.from_dict({"word": words, "noise": np.arange(3000.0) % 7})
    learner = DecisionTree(tests=tests, criterion="entropy").fit(table, y)
    assert learner.score(table, y) == 1.0
    assert learner.model_.question(0) == ("word = word 77" if tests == "binary" else "word")
