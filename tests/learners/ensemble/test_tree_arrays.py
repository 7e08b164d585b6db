"""Many trees in one set of arrays answer and paint as each of them does alone."""

from dataclasses import fields

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import CART, DecisionTree, RandomForest
from labkit.learners.ensemble.engine.tree_arrays import TreeArrays
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.engine.columns import Columns
from tests.learners.ensemble.forests import noisy, plane


def trees(count=5, d=2):
    X, y = noisy(0, d=d, classes=3)
    rows = np.random.default_rng(1).integers(len(y), size=(count, len(y)))
    return X, [CART(max_depth=b + 1).fit(X[some], y[some]).model_.tree for b, some in enumerate(rows)]


def test_arrays_give_back_the_trees_that_were_joined():
    _, alone = trees()
    arrays = TreeArrays.joined([TreeArrays.joined(alone[:2]), *alone[2:]])
    assert len(arrays) == 5
    for b, tree in enumerate(alone):
        for field in fields(tree):
            assert np.array_equal(getattr(arrays.tree(b), field.name), getattr(tree, field.name), equal_nan=True)


@pytest.mark.parametrize("chunk", [1 << 16, 100])
def test_arrays_answer_as_each_tree_does(monkeypatch, chunk):
    monkeypatch.setattr("labkit.learners.ensemble.engine.tree_arrays.CHUNK", chunk)
    X, alone = trees(d=4)
    arrays = TreeArrays.joined(alone)
    said = arrays.nodes.prediction[arrays.apply(X)]
    assert np.array_equal(said, [tree.prediction[tree.apply(X)] for tree in alone])
    assert np.array_equal(arrays.apply(X, slice(1, 3)), arrays.apply(X)[1:3])


def test_arrays_ask_for_categories():
    table = data.load("tennis").without("play", "day")
    alone = [DecisionTree(criterion=c).fit(table, data.load("tennis")["play"]).model_ for c in ("gini", "entropy")]
    cells = alone[0].attributes.cells(table)
    said = TreeArrays.joined([model.tree for model in alone])
    assert np.array_equal(said.nodes.prediction[said.apply(cells)], [m.tree.prediction[m.apply(table)] for m in alone])


def test_arrays_paint_the_sum_of_their_trees_exactly():
    _, alone = trees()
    arrays, (axis, points) = TreeArrays.joined(alone), plane()
    whole = arrays.nodes.prediction.astype(int)
    image = arrays.painted(whole, axis, axis)
    assert image.dtype.kind == "i" and np.array_equal(image.ravel(), whole[arrays.apply(points)].sum(axis=0))
    some = arrays.painted(arrays.nodes.weight, axis, axis, slice(1, 4))
    assert np.allclose(some.ravel(), arrays.nodes.weight[arrays.apply(points, slice(1, 4))].sum(axis=0))


def test_arrays_paint_the_plane_through_a_case():
    X, alone = trees(d=4)
    arrays, (axis, points) = TreeArrays.joined(alone), plane()
    assert arrays.painted(arrays.nodes.weight, axis, axis) is None  # four features, no case
    for case in X[:5]:
        cells = np.column_stack([points, np.tile(case[2:], (len(points), 1))])
        image = arrays.painted(arrays.nodes.prediction.astype(int), axis, axis, through=case)
        assert np.array_equal(image.ravel(), arrays.nodes.prediction[arrays.apply(cells)].sum(axis=0))


def test_arrays_know_whose_each_node_is():
    X, y = noisy(1, d=4)
    arrays = RandomForest(trees=7, seed=2).fit(X, y).model_.ensemble.members.arrays
    for node in np.random.default_rng(0).integers(len(arrays.nodes), size=50):
        assert arrays.nodes.path(node)[0] == arrays.roots[arrays.owner[node]]


def test_columns_turn_every_category_into_a_question():
    table = data.load("tennis").select("outlook", "wind")
    attributes = Attributes.of(table)
    columns = Columns.of(attributes.categorical, attributes.cells(table))
    assert columns.feature.tolist() == [0, 0, 0, 1, 1] and columns.code.tolist() == [0, 1, 2, 0, 1]
    words = attributes[0].levels
    assert np.array_equal(columns.values[1] == 0, table["outlook"] == words[1])


def test_columns_of_numbers_are_the_numbers():
    X, _ = noisy(0)
    columns = Columns.of(Attributes.of(X).categorical, X)
    assert np.array_equal(columns.values, X.T) and np.isnan(columns.code).all()
