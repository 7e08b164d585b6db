"""Surrogates: the lecture's 11/14 and 4/7, a naive search, and trees that train and predict alike."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.table import Table
from labkit.learners.tree import surrogates
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.node_by_node import grow
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.surrogates import Surrogates, backup
from labkit.learners.tree.tree import EQUAL, MANY
from tests.golden import close, golden
from tests.learners.tree.gaps import gappy, model_of

TENNIS = data.load("tennis").select("outlook", "temperature", "humidity", "wind")
NAN = np.nan


def humidity_high():
    """The backup of the split "humidity = high" of all 14 days."""
    attributes = Attributes.of(TENNIS)
    cells, humidity = attributes.cells(TENNIS), attributes.names.index("humidity")
    high = attributes[humidity].levels.index("high")
    examples = TreeExamples(cells, np.zeros(14, dtype=int), 1, attributes.categorical)
    return backup(examples, (cells[:, humidity] != high).astype(int), 2, np.array([humidity])), attributes


def naive(column, categorical, left, weights):
    """The largest agreement of any test of one attribute, straight or flipped."""
    known = ~np.isnan(column)
    values = np.unique(column[known])
    tests = [column == v for v in values] if categorical else [column <= v for v in values[:-1]]
    total = weights[known].sum()
    return max(
        weights[known & ((test == left) != flipped)].sum() / total for test in tests for flipped in (False, True)
    )


def test_surrogate_of_humidity_is_temperature_not_cool():  # I-000-099
    best = humidity_high()[0].surrogates[0]
    assert best.describe(humidity_high()[1]) == "temperature \u2260 cool"
    assert (best.kind, best.flipped) == (EQUAL, True)
    assert close(best.agreement, golden("TEN-52"))
    assert close(best.association, golden("TEN-53"))


def test_surrogates_table_lists_the_best_first():
    table = surrogates.table(*humidity_high())
    assert table.names == ("surrogate", "agreement", "association")
    assert table["surrogate"][0] == "temperature \u2260 cool"
    assert (np.diff(table["association"]) <= 0).all()


@pytest.mark.parametrize("seed", range(20))
def test_surrogates_agree_with_a_naive_search(seed):
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, 4, (25, 3)).astype(float)
    cells[rng.random(cells.shape) < 0.2] = NAN
    categorical, weights = np.array([False, False, True]), rng.integers(1, 4, 25).astype(float)
    branch = rng.integers(-1, 2, 25)
    found = backup(TreeExamples(cells, branch, 1, categorical, weights), branch, 2, np.array([0])).surrogates
    there = branch >= 0
    for feature in (1, 2):
        both = there & ~np.isnan(cells[:, feature])
        agree = naive(cells[both, feature], categorical[feature], branch[both] == 0, weights[both])
        right = weights[both] @ branch[both] / weights[both].sum()
        association = 1 - (1 - agree) / min(right, 1 - right)
        mine = [s for s in found if s.feature == feature]
        assert len(mine) == (association > 1e-9)
        for surrogate in mine:
            assert surrogate.agreement == pytest.approx(agree)
            assert surrogate.association == pytest.approx(association)
            same = surrogate.left(cells[both]) == (branch[both] == 0)
            assert weights[both][same].sum() / weights[both].sum() == pytest.approx(agree)


def test_surrogates_take_the_heavier_branch_where_nothing_is_known():
    examples = TreeExamples(np.array([[1.0, 5], [2, 5], [3, 6]]), np.zeros(3, dtype=int), 1, np.zeros(2, dtype=bool))
    found = backup(examples, np.array([0, 0, 1]), 2, np.array([0]))
    branch, by = found.branches(np.array([[NAN, NAN], [NAN, 7.0]]))
    assert (branch.tolist(), by.tolist()) == ([0, 1], [-1, 0])


def test_surrogates_of_a_blind_attribute_are_not_kept():
    examples = TreeExamples(
        np.array([[1.0, 5], [2, 6], [3, 5], [4, 6]]), np.zeros(4, dtype=int), 1, np.zeros(2, dtype=bool)
    )
    assert backup(examples, np.array([0, 0, 1, 1]), 2, np.array([0])).surrogates == ()


def test_surrogates_are_only_made_for_two_branches():
    model, examples = model_of(TENNIS, data.load("tennis")["play"], multiway=True)
    router = Surrogates.learn(model.tree, examples)
    many = [node for node in model.tree.splits if model.tree.arity[node] > 2]
    assert many and model.tree.kind[many[0]] == MANY
    assert all(router.backups[int(node)].surrogates == () for node in many)
    _, nodes, _ = router(model.tree, np.full((1, 4), NAN), model.split)
    assert model.tree.kind[nodes[0]] == 0  # yet nobody gets stuck


@pytest.mark.parametrize("seed", range(10))
def test_surrogates_in_training_land_where_they_land_in_prediction(seed):
    model, examples = model_of(*gappy(seed), missing="surrogates", multiway=seed % 2 == 1)
    router = Surrogates.learn(model.tree, examples)
    rows, nodes, weights = router(model.tree, examples.cells, model.split)
    counts = np.zeros_like(model.tree.counts)
    np.add.at(counts, (nodes, examples.y[rows]), weights)
    leaves = model.tree.leaves
    np.testing.assert_allclose(counts[leaves], model.tree.counts[leaves])


def test_surrogate_takes_over_when_a_value_is_hidden():
    """Two copies of one attribute: hiding the first changes nothing."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(50, 1))
    X, y = np.hstack([x, -2 * x, rng.normal(size=(50, 1))]), (x[:, 0] > 0.3).astype(int)
    examples = TreeExamples(X, y, 2, np.zeros(3, dtype=bool))
    tree = grow(examples, Plan())
    model = TreeModel.whole(tree, Attributes.of(X), np.array([0, 1]), router=Surrogates.learn(tree, examples))
    hidden = X.copy()
    hidden[:, 0] = NAN
    np.testing.assert_array_equal(model.predict(hidden), y)


def test_surrogates_stop_where_the_model_is_no_longer_split():
    model, examples = model_of(*gappy(1), missing="surrogates")
    router = Surrogates.learn(model.tree, examples)
    _, nodes, _ = router(model.tree, examples.cells, np.zeros(len(model.tree), dtype=bool))
    assert (nodes == 0).all()


def test_surrogates_of_a_flipped_number_read_in_words():
    examples = TreeExamples(
        np.array([[1.0, 9], [2, 8], [3, 5], [4, 6]]), np.zeros(4, dtype=int), 1, np.zeros(2, dtype=bool)
    )
    (surrogate,) = backup(examples, np.array([0, 0, 1, 1]), 2, np.array([0])).surrogates
    table = Table.from_dict({"a": [1.0], "b": [2.0]})
    assert surrogate.describe(Attributes.of(table)) == "b > 7"
    assert surrogate.association == pytest.approx(1.0)
