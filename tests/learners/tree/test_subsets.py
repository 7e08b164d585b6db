"""Tests on subsets of categories: the order finds the best of all for two classes, and all are tried for more."""

from itertools import combinations

import numpy as np
import pytest

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import CART, DecisionTree, RegressionTree
from labkit.learners.tree.criteria import merit
from labkit.learners.tree.node_tables import candidates
from labkit.learners.tree.rules import RuleList, extract
from labkit.learners.tree.tree import EQUAL, MOST_IN_SUBSET, SUBSET, answers_no, subset_of

LETTERS = np.array(list("abcdefgh"))


def coloured(seed, classes, levels=6, n=60):
    rng = np.random.default_rng(seed)
    colour = rng.integers(0, levels, n)
    y = rng.integers(0, classes, n) if classes else rng.normal(size=n) + rng.normal(size=levels)[colour]
    return Table.from_dict({"colour": LETTERS[colour].tolist()}), y, colour


def all_ways(colour):
    values = np.unique(colour)
    return [np.isin(colour, some) for k in range(1, len(values)) for some in combinations(values, k)]


@pytest.mark.parametrize("criterion", ["gini", "entropy", "misclassification", "g_statistic", "twoing"])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_best_subset_is_the_best_of_all(criterion, classes, seed):  # I-000-128
    table, y, colour = coloured(seed, classes)
    found = candidates(table, y, criterion, tests="subsets")
    counts = [[np.bincount(y[side], minlength=classes) for side in (yes, ~yes)] for yes in all_ways(colour)]
    assert found.best.merit == pytest.approx(max(float(merit(criterion, split)) for split in counts))
    assert len(found) <= 5 if classes == 2 else len(found) == 31


@pytest.mark.parametrize("criterion", ["variance", "absolute"])
def test_best_subset_for_numbers_is_the_best_of_all(criterion):
    table, y, colour = coloured(1, 0)
    middle, size = {"variance": (np.mean, np.square), "absolute": (np.median, np.abs)}[criterion]
    left = min(sum(size(y[s] - middle(y[s])).sum() for s in (yes, ~yes)) for yes in all_ways(colour)) / len(y)
    assert candidates(table, y, criterion, tests="subsets").best.after == pytest.approx(left)


def test_smaller_set_is_asked_for_and_one_category_is_no_set():
    table = Table.from_dict({"x": list("abcdabcd")})
    (found,) = DecisionTree(tests="subsets").fit(table, [0, 1, 1, 0] * 2).model_.tree.splits
    tree = DecisionTree(tests="subsets").fit(table, [0, 1, 1, 0] * 2).model_
    assert found == 0 and tree.question(0) == "x \u2208 {a, d}" and tree.question(0, no=True) == "x \u2209 {a, d}"
    one = DecisionTree(tests="subsets").fit(table, [1, 1, 0, 1] * 2).model_
    assert one.tree.kind[0] == EQUAL and one.question(0) == "x = c"


def test_categories_go_their_way_and_missing_ones_stop():
    threshold = 2.0**0 + 2.0**3 + 2.0 ** (MOST_IN_SUBSET - 1)
    assert subset_of(threshold) == [0, 3, MOST_IN_SUBSET - 1]
    x = np.array([0.0, 1, 3, 51, 52, 99])
    assert answers_no(SUBSET, x, threshold).tolist() == [False, True, False, False, True, True]
    table = Table.from_dict({"x": [*"abcdabcd", None]})
    model = CART(tests="subsets", missing="fractions", max_depth=1).fit(table, [0, 1, 1, 0, 0, 1, 1, 0, 0]).model_
    model = model.routed(None)
    assert model.apply(Table.from_dict({"x": ["a", "b", "q", None]})).tolist() == [1, 2, 0, 0]


@pytest.mark.parametrize("missing", ["fill", "surrogates", "fractions"])
def test_mushrooms_are_told_by_few_subsets(missing):
    """Two classes and up to a dozen categories: fewer leaves than with one category against the rest."""
    table = data.load("mushroom")
    X, y = table.without("class"), table["class"]
    rows = np.arange(0, len(table), 4)
    few = CART(tests="subsets", missing=missing).fit(X[rows], y[rows])
    one = CART(missing=missing).fit(X[rows], y[rows])
    assert few.score(X, y) > 0.98 and len(few.model_.leaves) < len(one.model_.leaves)


def test_rules_of_subsets_hold_and_are_simplified():
    table = Table.from_dict({"x": list("abcde") * 3})
    y = np.array(list("xyzxy") * 3)
    learner = DecisionTree(tests="subsets").fit(table, y)
    assert list(map(str, extract(learner))) == [
        "if x \u2208 {a, d} then x", "if x = c then z", "if x \u2209 {a, d} and x \u2260 c then y",
    ]  # fmt: skip
    assert (RuleList.of(learner).predict(table) == y).all()


def test_regression_takes_all_kinds_of_tests():
    table, y, _ = coloured(0, 0)
    leaves = {tests: len(RegressionTree(tests=tests, max_depth=1).fit(table, y).model_.leaves)
              for tests in ("binary", "multiway", "subsets")}  # fmt: skip
    assert leaves == {"binary": 2, "multiway": 6, "subsets": 2}


def test_too_many_categories_are_refused_by_name():
    rng = np.random.default_rng(0)
    many = Table.from_dict({"zip": [f"{k:02d}" for k in range(60)], "y": rng.integers(0, 2, 60).tolist()})
    with pytest.raises(ValueError, match="column 'zip': expected at most 52 categories for tests on subsets, got 60"):
        DecisionTree(tests="subsets").fit(many.select("zip"), many["y"])
    some = Table.from_dict({"zip": [f"{k % 13:02d}" for k in range(60)]})
    DecisionTree(tests="subsets").fit(some, many["y"])
    for learner, y in ((DecisionTree(tests="subsets"), np.arange(60) % 3),
                       (DecisionTree(tests="subsets", criterion="gain_ratio"), many["y"]),
                       (RegressionTree(tests="subsets", criterion="absolute"), many["y"])):  # fmt: skip
        with pytest.raises(ValueError, match="column 'zip': expected at most 12 categories where all"):
            learner.fit(some, y)
    with pytest.raises(ValueError, match="expected at most 12 categories"):
        candidates(some, np.arange(60) % 3, tests="subsets")
