"""Tables and arrays as cells, and what is said about columns that do not fit."""

import numpy as np
import pytest

from labkit.core.table import Table
from labkit.learners import C45, CART, ID3, DecisionTree
from labkit.learners.tree.attributes import Attribute, Attributes, complete

TABLE = Table.from_dict({"size": [1.5, np.nan, 3.0], "colour": ["red", "blue", None]})
MIXED = Table.from_dict({"size": [1.0, 2.0, 3.0, 4.0], "colour": ["red", "blue", "red", "green"]})


def test_attributes_of_a_table_have_its_names_and_sorted_levels():
    attributes = Attributes.of(TABLE)
    assert attributes.names == ("size", "colour") and len(attributes) == 2
    assert attributes.categorical.tolist() == [False, True]
    assert attributes[1].levels == ("blue", "red")


def test_attributes_of_an_array_are_numbered_from_one():
    attributes = Attributes.of(np.zeros((2, 3)))
    assert attributes.names == ("x1", "x2", "x3") and not attributes.categorical.any()


def test_cells_are_numbers_codes_and_nan():
    cells = Attributes.of(TABLE).cells(TABLE)
    np.testing.assert_array_equal(cells, [[1.5, 1], [np.nan, 0], [3.0, np.nan]])


def test_cells_match_categories_by_their_words():
    """Another table's codes differ: its red is not the training table's red. A category never seen is missing."""
    other = Table.from_dict({"colour": ["amber", "red", "blue"], "size": [1.0, 2.0, 3.0], "more": [0, 0, 0]})
    cells = Attributes.of(TABLE).cells(other)
    np.testing.assert_array_equal(cells, [[1.0, np.nan], [2.0, 1], [3.0, 0]])


def test_cells_of_a_column_of_which_nothing_is_known_are_missing():
    other = Table.from_dict({"size": [1.0], "colour": np.array([np.nan])})
    assert np.isnan(Attributes.of(TABLE).cells(other)[0, 1])


@pytest.mark.parametrize(
    ("column", "values", "expected"),
    [("size", ["big", "small"], "numbers as in training, got categories"),
     ("colour", [1.0, 2.0], "categories as in training, got numbers")],
)  # fmt: skip
def test_cells_refuse_a_column_of_another_kind(column, values, expected):
    other = Table.from_dict({"size": [1.0, 2.0], "colour": ["red", "red"]} | {column: values})
    with pytest.raises(ValueError, match=f"column '{column}': expected {expected}"):
        Attributes.of(TABLE).cells(other)


def test_cells_of_a_table_without_a_column_are_refused_by_its_name():
    with pytest.raises(ValueError, match="colour"):
        Attributes.of(TABLE).cells(Table.from_dict({"size": [1.0]}))


def test_row_is_one_case_by_name_and_the_rest_is_missing():
    attributes = Attributes.of(TABLE)
    np.testing.assert_array_equal(attributes.row({"colour": "red"}), [np.nan, 1])
    np.testing.assert_array_equal(attributes.row({"size": 2, "colour": None}), [2.0, np.nan])


@pytest.mark.parametrize(
    ("case", "message"),
    [({"weight": 1}, "expected attributes out of size, colour, got 'weight'"), ({"colour": "mauve"}, "colour"),
     ({"size": "big"}, "size")],
    ids=str,
)  # fmt: skip
def test_row_refuses_what_is_no_value_of_an_attribute(case, message):
    with pytest.raises((ValueError, TypeError), match=message):
        Attributes.of(TABLE).row(case)


def test_word_shows_a_cell_as_a_reader_writes_it():
    assert [Attribute("size").word(cell) for cell in (0.05, 1 / 3, np.nan)] == ["0.05", "0.3333", "?"]
    assert Attribute("colour", ("blue", "red")).word(1.0) == "red"


def test_complete_names_the_first_missing_value():
    assert complete(MIXED) is MIXED
    with pytest.raises(ValueError, match="column 'size': expected no missing values, got one in row 1; fill it in"):
        complete(TABLE)


# ---------------------------------------------------------------- trees on such columns


@pytest.mark.parametrize("kind", [CART, C45, ID3, DecisionTree])
def test_tree_takes_columns_of_mixed_type(kind):
    y = ["a", "b", "a", "c"]
    assert kind().fit(MIXED, y).predict(MIXED).tolist() == y


@pytest.mark.parametrize("kind", [CART, ID3])
def test_tree_refuses_numbers_where_it_was_grown_on_categories(kind):
    learner = kind().fit(MIXED, ["a", "b", "a", "c"])
    with pytest.raises(ValueError, match="colour"):
        learner.predict(Table.from_dict({"size": [1.0], "colour": [2.0]}))


def test_tree_answers_a_category_never_seen_as_its_node_does():
    """E-003-02: the case stops where its category is asked for, and the examples there answer."""
    table = Table.from_dict({"colour": ["red", "red", "red", "blue", "blue"]})
    learner = ID3().fit(table, ["a", "a", "a", "b", "b"])
    assert learner.predict(Table.from_dict({"colour": ["mauve", "blue"]})).tolist() == ["a", "b"]
    np.testing.assert_allclose(learner.predict_proba(Table.from_dict({"colour": ["mauve"]})), [[0.6, 0.4]])


@pytest.mark.parametrize("missing", ["refuse", "fill"])
def test_tree_refuses_a_column_of_which_nothing_is_known(missing):
    table = Table.from_dict({"size": [1.0, 2.0], "nothing": np.array([np.nan, np.nan])})
    with pytest.raises(ValueError, match="'nothing'"):
        DecisionTree(missing=missing).fit(table, ["a", "b"])


@pytest.mark.parametrize("missing", ["surrogates", "fractions"])
def test_tree_never_asks_about_a_column_of_which_nothing_is_known(missing):
    table = Table.from_dict({"nothing": np.array([np.nan, np.nan]), "size": [1.0, 2.0]})
    learner = DecisionTree(missing=missing).fit(table, ["a", "b"])
    assert learner.model_.tree.feature[learner.model_.tree.splits].tolist() == [1]
    assert learner.predict(table).tolist() == ["a", "b"]


@pytest.mark.parametrize("shape", [(2,), (3, 1), (3, 3)])
def test_cells_of_another_shape_are_refused(shape):
    with pytest.raises(ValueError, match=r"X: expected rows of 2 attributes, got shape .*; pass those of training"):
        Attributes.of(np.zeros((4, 2))).cells(np.zeros(shape))
