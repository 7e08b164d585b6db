"""One word for training and prediction: refuse, fill, surrogates, fractions."""

import numpy as np
import pytest

from labkit.core.table import Table
from labkit.learners import CART
from labkit.learners.tree import missing, node_by_node
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.engine import level_growth
from labkit.learners.tree.fill_in import FillIn
from labkit.learners.tree.fractions import Fractions
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.surrogates import Surrogates
from tests.learners.tree.gaps import gappy

ROUTERS = {"refuse": type(None), "fill": FillIn, "surrogates": Surrogates, "fractions": Fractions}
WITH_GAPS = ("fill", "surrogates", "fractions")


def examples_of(table, y):
    attributes = Attributes.of(table)
    return TreeExamples(attributes.cells(table), y, 3, attributes.categorical), attributes


def complete():
    rng = np.random.default_rng(0)
    table = Table.from_dict({"a": rng.normal(size=40), "colour": rng.choice(["red", "green"], 40)})
    return examples_of(table, rng.integers(0, 3, 40))


@pytest.mark.parametrize("word", missing.MISSING)
def test_missing_grows_the_same_tree_on_complete_examples(word):
    examples, attributes = complete()
    tree, router = missing.grow(examples, Plan(), attributes, word)
    np.testing.assert_allclose(tree.counts, level_growth.grow(examples, Plan()).counts)
    assert isinstance(router, ROUTERS[word])


@pytest.mark.parametrize("word", WITH_GAPS)
def test_missing_makes_a_model_that_answers_every_case(word):  # I-000-097
    table, y = gappy(0)
    examples, attributes = examples_of(table, y)
    tree, router = missing.grow(examples, Plan(), attributes, word)
    model = TreeModel.whole(tree, attributes, np.arange(3), router=router)
    assert (model.predict(table) == y).mean() > 0.6
    np.testing.assert_allclose(model.predict_proba(table).sum(axis=1), 1.0)
    rows, nodes, _ = model.land(table)
    assert set(rows) == set(range(len(table)))
    assert set(nodes) <= set(model.leaves)


def test_missing_fill_grows_on_what_was_filled_in():
    table, y = gappy(0)
    examples, attributes = examples_of(table, y)
    tree, _ = missing.grow(examples, Plan(), attributes, "fill")
    filled, _ = examples_of(FillIn.learn(table).filled(table), y)
    np.testing.assert_allclose(tree.counts, level_growth.grow(filled, Plan()).counts)


@pytest.mark.parametrize("word", ["surrogates", "fractions"])
def test_missing_grows_node_by_node_where_values_are_missing(word):
    examples, attributes = examples_of(*gappy(0))
    tree, _ = missing.grow(examples, Plan(), attributes, word)
    np.testing.assert_allclose(tree.counts, node_by_node.grow(examples, Plan(), word).counts)


def test_missing_takes_path_criteria_on_complete_examples():
    examples, attributes = complete()
    tree, _ = missing.grow(examples, Plan(criterion="jmi"), attributes, "refuse")
    np.testing.assert_allclose(tree.counts, node_by_node.grow(examples, Plan(criterion="jmi")).counts)


def test_missing_refuses_with_the_names_of_the_table():
    table = Table.from_dict({"temp": [60, 70], "wind": ["weak", None]})
    attributes = Attributes.of(table)
    examples = TreeExamples(attributes.cells(table), np.array([0, 1]), 2, attributes.categorical)
    with pytest.raises(ValueError, match="column 'wind': expected a value in every row, got none in row 1"):
        missing.grow(examples, Plan(), attributes, "refuse")


def test_missing_refuses_an_unknown_word():
    with pytest.raises(ValueError, match="missing: expected one of 'refuse', 'fill', 'surrogates', 'fractions'"):
        CART(missing="guess").fit([[0.0], [1.0]], [0, 1])


def test_missing_fill_names_the_column_of_which_nothing_is_known():
    table = Table.from_dict({"temp": [60, 70], "humidity": [None, None]})
    attributes = Attributes.of(table)
    examples = TreeExamples(attributes.cells(table), np.array([0, 1]), 2, attributes.categorical)
    with pytest.raises(ValueError, match="column 'humidity': expected at least one known value"):
        missing.grow(examples, Plan(), attributes, "fill")


def test_a_tie_of_weights_is_answered_alike_beside_a_case_with_gaps():
    X, y = [[0.0, 0], [0, 0], [0, 0], [1, 0], [1, 1]], [0, 1, 1, 0, 0]  # at the first three 0.3 against 0.1 + 0.2
    fitted = CART(missing="surrogates").fit(X, y, sample_weight=[0.3, 0.1, 0.2, 1, 1])
    assert fitted.predict([[0, 0]])[0] == fitted.predict([[0, 0], [np.nan, 0]])[0] == 0
