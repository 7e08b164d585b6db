"""Filling in: what is usual in training, for tables, arrays and whole trees."""

import numpy as np
import pytest
from sklearn.impute import SimpleImputer

from labkit.core.table import Table
from labkit.learners import CART, RegressionTree
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.fill_in import FillIn
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.node_by_node import grow
from labkit.learners.tree.plan import Plan, TreeExamples

NAN = np.nan


def with_gaps(seed, n=30, d=3):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 6, (n, d)).astype(float)
    X[rng.random((n, d)) < 0.3] = NAN
    X[0] = rng.integers(0, 6, d)  # something is known of every column
    return X


def test_fill_in_puts_the_most_frequent_category_and_the_mean_number():  # I-000-098
    table = Table.from_dict({"wind": ["weak", None, "strong", "weak"], "temp": [60, 70, None, 95]})
    filled = FillIn.learn(table).filled(table)
    assert filled["wind"].tolist() == ["weak", "weak", "strong", "weak"]
    assert filled["temp"].tolist() == [60, 70, 75, 95]
    assert filled.kinds == table.kinds


def test_fill_in_takes_the_median_when_asked():  # I-000-131
    table = Table.from_dict({"temp": [60, 70, None, 95]})
    assert FillIn.learn(table, "median").filled(table)["temp"].tolist() == [60, 70, 70, 95]


def test_fill_in_takes_the_first_of_equally_frequent_categories():
    table = Table.from_dict({"wind": ["weak", "strong", None]})
    assert FillIn.learn(table).filled(table)["wind"].tolist() == ["weak", "strong", "strong"]


@pytest.mark.parametrize("numbers", ["mean", "median"])
@pytest.mark.parametrize("seed", range(10))
def test_fill_in_agrees_with_scikit_learn(numbers, seed):
    X, Z = with_gaps(seed), with_gaps(seed + 100)
    theirs = SimpleImputer(strategy=numbers).fit(X).transform(Z)
    np.testing.assert_allclose(FillIn.learn(X, numbers).filled(Z), theirs)


@pytest.mark.parametrize("numbers", ["mean", "median"])
def test_fill_in_counts_a_weight_of_two_as_the_example_twice(numbers):
    X = with_gaps(1)
    times = np.random.default_rng(2).integers(1, 4, len(X))
    twice = FillIn.learn(np.repeat(X, times, axis=0), numbers)
    np.testing.assert_allclose(FillIn.learn(X, numbers, weights=times.astype(float)).usual, twice.usual)


def test_fill_in_treats_a_category_never_seen_as_missing():
    fill = FillIn.learn(Table.from_dict({"wind": ["weak", "weak", "strong"]}))
    assert fill.filled(Table.from_dict({"wind": ["stormy"]}))["wind"].tolist() == ["weak"]


def test_fill_in_names_the_column_of_which_nothing_is_known():
    table = Table.from_dict({"temp": [60, 70], "humidity": [None, None]})
    with pytest.raises(ValueError, match=r"column 'humidity': expected at least one known value.*leave the column out"):
        FillIn.learn(table)


def test_fill_in_refuses_an_unknown_word():
    with pytest.raises(ValueError, match="numbers: expected one of 'mean', 'median', got 'mode'"):
        FillIn.learn(with_gaps(0), "mode")


def test_fill_in_leaves_what_it_was_given_alone():
    X = with_gaps(0)
    before = X.copy()
    FillIn.learn(X).filled(X)
    np.testing.assert_array_equal(X, before)


def test_fill_in_as_router_predicts_as_for_the_filled_cases():
    X = with_gaps(3)
    y = np.random.default_rng(0).integers(0, 2, len(X))
    fill = FillIn.learn(X)
    tree = grow(TreeExamples(fill.cells(X), y, 2, np.zeros(3, dtype=bool)), Plan())
    with_router = TreeModel.whole(tree, Attributes.of(X), np.array([0, 1]), router=fill)
    plain = TreeModel.whole(tree, Attributes.of(X), np.array([0, 1]))
    Z = with_gaps(4)
    np.testing.assert_array_equal(with_router.predict(Z), plain.predict(fill.filled(Z)))


def test_median_of_equal_weights_is_midway_though_their_sum_is_rounded():
    assert FillIn.learn(np.arange(10.0)[:, None], "median", weights=np.full(10, 0.1)).usual[0] == 4.5


@pytest.mark.parametrize("kind", [CART, RegressionTree])
def test_missing_numbers_become_the_mean_or_the_median(kind):
    """I-000-098: the deck names both."""
    X = np.array([[0.0], [1.0], [2.0], [97.0], [np.nan]])
    for fill, usual in (("mean", 25.0), ("median", 1.5)):
        router = kind(missing="fill", fill=fill).fit(X, [0, 0, 1, 1, 1]).model_.router
        assert router.usual.tolist() == [usual]
    with pytest.raises(ValueError, match="fill: expected one of 'mean', 'median', got 'mode'"):
        kind(missing="fill", fill="mode").fit(X, [0, 0, 1, 1, 1])
