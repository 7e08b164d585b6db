"""Filters against scikit-learn's, and odd columns. I-004-008, I-004-009."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.feature_selection import f_classif, f_regression, r_regression
from sklearn.metrics import mutual_info_score

from labkit.core import data
from labkit.core.table import Table
from labkit.learners.selection.filters import rank, rarity
from labkit.learners.tree import criteria
from tests.golden import close, golden


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


@pytest.fixture
def tennis():
    table = data.load("tennis")
    return table.without("day", "play"), table["play"]


def test_attributes_are_ranked_by_information_gain_FS_01(tennis):
    X, y = tennis
    ranking = rank(X, y)
    assert close(list(ranking.ranked), golden("FS-01"))
    for name, value in zip(ranking.names, ranking.values, strict=True):
        children = np.array([[np.sum((X[name] == level) & (y == kind)) for kind in ("no", "yes")]
                             for level in np.unique(X[name])])  # fmt: skip
        assert value == pytest.approx(criteria.gain(children)), "the gain of the trees"


def test_top_keeps_the_order_of_the_columns_I_004_009(tennis):
    ranking = rank(*tennis)
    assert [ranking.top(k) for k in (1, 2, 3, 4)] == [(0,), (0, 2), (0, 2, 3), (0, 1, 2, 3)]
    with pytest.raises(ValueError, match="k: expected a whole number >= 1 and <= 4"):
        ranking.top(5)


def test_f_of_classes_is_scikit_learns(iris):
    X, y = iris
    np.testing.assert_allclose(rank(X, y, by="f").values, f_classif(X, y)[0])
    np.testing.assert_allclose(rank(1e-8 * X + 3, y, by="f").values, f_classif(X, y)[0], rtol=1e-5)
    np.testing.assert_allclose(rank(X + 1e6, y, by="f").values, f_classif(X, y)[0], rtol=1e-5)


def test_f_and_correlation_of_numbers_are_scikit_learns():
    X, y = load_diabetes(return_X_y=True)
    np.testing.assert_allclose(rank(X, y, by="f").values, f_regression(X, y)[0])
    correlations = rank(X, y, by="correlation")
    np.testing.assert_allclose(correlations.values, r_regression(X, y))
    assert correlations.order.tolist() == np.argsort(-np.abs(r_regression(X, y))).tolist(), "by size, either way"


def test_f_of_a_nearly_perfect_line_keeps_its_digits():
    """1 - r^2 would have lost them: the oracle counts with fractions."""
    rng = np.random.default_rng(1)
    y = rng.normal(size=12)
    x = y + 1e-7 * rng.normal(size=12)
    a, b = ([Fraction(v) for v in each] for each in (x.tolist(), y.tolist()))
    a, b = ([v - sum(each) / 12 for v in each] for each in (a, b))
    r2 = sum(u * v for u, v in zip(a, b, strict=True)) ** 2 / (sum(u * u for u in a) * sum(v * v for v in b))
    assert rank(x[:, None], y, by="f").values[0] == pytest.approx(float(r2 * 10 / (1 - r2)), rel=1e-6)


@pytest.mark.parametrize("levels", [[0.1, 0.7, 0.3], [1e6 + 0.1, 1e6 + 0.7, 1e6 + 0.3], [1e-9, 7e-9, 3e-9]])
def test_classes_without_spread_inside_have_an_infinite_f(levels):
    y = np.array([0, 1, 2, 0, 1, 2, 0, 0, 1, 2, 2])
    x = np.array(levels)[y]
    assert rank(np.column_stack([x, 3 * x]), y, by="f").values.tolist() == [np.inf, np.inf]
    assert rank(np.column_stack([2 * x, x]), x, by="f").order.tolist() == [0, 1], "of equals the first"


def test_constant_target_is_told_by_nothing():
    X = np.random.default_rng(0).normal(size=(7, 2))
    for by in ("f", "correlation"):
        assert rank(X, np.full(7, 0.1), by=by).values.tolist() == [0, 0]


def test_mutual_information_of_binned_numbers_is_scikit_learns(iris):
    X, y = iris
    edges = [np.quantile(x, [0.25, 0.5, 0.75], method="inverted_cdf") for x in X.T]
    theirs = [mutual_info_score(np.searchsorted(e, x), y) / np.log(2) for x, e in zip(X.T, edges, strict=True)]
    np.testing.assert_allclose(rank(X, y, bins=4).values, theirs)


def test_numbers_may_be_the_target_of_information():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 3))
    ranking = rank(X, X[:, 1] ** 2 + 0.05 * X[:, 2])
    assert ranking.ranked[0] == "x2" and rank(X, X[:, 1] ** 2, by="correlation").values[1] < 0.2, "not a line"
    assert 1 < ranking.values[1] <= np.log2(5), "of five groups"


def test_two_classes_have_a_correlation_more_have_none(iris):
    X, y = iris
    two = rank(X[:100], y[:100], by="correlation").values
    np.testing.assert_allclose(two, [np.corrcoef(x, y[:100])[0, 1] for x in X[:100].T])
    with pytest.raises(ValueError, match="y: expected numbers or two classes, got 3 classes; rank by 'f'"):
        rank(X, y, by="correlation")


def test_constant_column_is_worth_nothing_and_a_perfect_one_everything():
    y = np.array([0, 0, 1, 1])
    X = np.column_stack([np.full(4, 0.1), [1.0, 1.0, 2.0, 2.0], [1.0, 2.0, 1.0, 2.0]])
    for by, values in (("f", [0, np.inf, 0]), ("correlation", [0, 1, 0]), ("mutual information", [0, 1, 0])):
        ranking = rank(X, y, by=by)
        np.testing.assert_allclose(ranking.values, values, atol=1e-12)
        assert ranking.ranked == ("x2", "x1", "x3"), "of equals the first"


def test_missing_values_count_by_what_is_known():
    X = Table.from_dict({"a": ["u", "u", "v", "v"], "b": ["u", None, "v", None], "c": [None] * 4})
    assert rank(X, ["p", "p", "q", "q"]).values == pytest.approx([1.0, 0.5, 0.0])


def test_classes_may_be_floats_and_numbers_whole(iris):
    X, y = iris
    np.testing.assert_array_equal(rank(X, 1.0 * y, by="f", classes=True).values, rank(X, y, by="f").values)
    np.testing.assert_allclose(rank(X, y, by="f", classes=False).values, f_regression(X, 1.0 * y)[0])


def test_bad_input_is_refused(tennis, iris):
    with pytest.raises(ValueError, match="by: expected one of 'mutual information', 'f', 'correlation', got 'gini'"):
        rank(*iris, by="gini")
    with pytest.raises(ValueError, match="column 'outlook': expected numbers, got text"):
        rank(*tennis, by="f")
    with pytest.raises(ValueError, match="bins: expected a whole number >= 2"):
        rank(*iris, bins=1)
    with pytest.raises(ValueError, match="y: expected more examples than classes, got 2 and 2"):
        rank([[1.0], [2.0]], [0, 1], by="f")
    with pytest.raises(ValueError, match="y: expected more examples than coefficients of a line, got 2 and 2"):
        rank([[1.0], [2.0]], [0.5, 1.5], by="f")
    with pytest.raises(ValueError, match="got 3 classes; rank by 'f', or say classes=False"):
        rank(*iris, by="correlation")
    with pytest.raises(ValueError, match="X: expected finite numbers, got NaN"):
        rank([[1.0], [np.nan], [2.0]], [0, 1, 1], by="f")


def test_rare_binary_features_are_dropped_I_004_008():
    X = np.zeros((100, 4))
    X[:2, 0], X[:95, 1], X[:50, 2] = 1, 1, 1  # means 0.02, 0.95, 0.5, 0
    found = rarity(X)
    np.testing.assert_allclose(found.rare, [0.02, 0.05, 0.5, 0.0])
    mean = X.mean(axis=0)
    for epsilon in (0.01, 0.03, 0.2):
        kept = np.flatnonzero(~((mean < epsilon) | (mean > 1 - epsilon)))
        assert found.kept(epsilon) == tuple(kept)
    assert found.kept(0) == (0, 1, 2), "what never varies goes in any case"
    assert rarity([[1.0]] * 9 + [[0.0]]).kept(0.1) == (0,) == rarity([[1.0]] + [[0.0]] * 9).kept(0.1), "m = epsilon"
    with pytest.raises(ValueError, match=r"epsilon: expected a number >= 0 and <= 0\.5"):
        found.kept(0.7)


def test_rarity_of_any_column_is_that_of_all_but_its_commonest_value(tennis):
    X, _ = tennis
    np.testing.assert_allclose(rarity(X).rare, [9 / 14, 8 / 14, 7 / 14, 6 / 14])
    some = Table.from_dict({"a": ["u", None, "u", "v"], "b": [1.0, None, None, 2.0]})
    np.testing.assert_allclose(rarity(some).rare, [0.5, 0.5])
