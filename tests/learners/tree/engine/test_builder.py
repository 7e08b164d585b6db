"""Putting trees together: a level at once gives the arrays of one split after the other."""

from dataclasses import fields

import numpy as np

from labkit.learners.tree import criteria
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.tree import THRESHOLD

ROOT, LEVEL = [[4, 4]], [[[4, 1], [0, 3]], [[1, 1], [3, 0], [0, 1], [0, 2]]]


def contents(counts):
    counts = np.array(counts, dtype=float)
    return Contents(counts.sum(axis=1), counts, criteria.gini(counts.T), counts.argmax(axis=1))


def splits(*nodes):
    number = len(nodes)
    parts = (nodes, [THRESHOLD] * number, [0] * number, np.arange(number) + nodes[0], np.zeros(number), [2] * number)
    return Splits(*map(np.array, parts))


def same(one, other):
    for field in fields(one):
        np.testing.assert_array_equal(getattr(one, field.name), getattr(other, field.name), err_msg=field.name)


def by_level():
    builder = Builder(contents(ROOT))
    assert builder.split(splits(0), contents(LEVEL[0])).tolist() == [1]
    assert builder.split(splits(1, 2), contents(LEVEL[1])).tolist() == [3, 5]
    return builder.tree(1)


def test_builder_takes_a_level_at_once_or_one_split_after_the_other():
    builder = Builder(contents(ROOT))
    builder.split(splits(0), contents(LEVEL[0]))
    builder.split(splits(1), contents(LEVEL[1][:2]))
    builder.split(splits(2), contents(LEVEL[1][2:]))
    same(by_level(), builder.tree(1))


def test_builder_takes_nodes_in_any_order_where_their_children_are_said():
    builder = Builder(contents(ROOT))
    builder.split(splits(0), contents(LEVEL[0]))
    builder.split(Splits(*(getattr(splits(1, 2), f.name)[::-1] for f in fields(Splits))), contents(LEVEL[1]),
                  starts=np.array([2, 0]))  # fmt: skip
    same(by_level(), builder.tree(1))


def test_builder_finds_impurities_and_predictions_at_the_end_where_it_is_told_how():
    def bare(counts):
        counts = np.array(counts, dtype=float)
        return Contents(counts.sum(axis=1), counts)

    builder = Builder(bare(ROOT), criteria.gini)
    builder.split(splits(0), bare(LEVEL[0]))
    builder.split(splits(1, 2), bare(LEVEL[1]))
    same(by_level(), builder.tree(1))


def test_builder_of_the_root_alone_is_a_leaf():
    tree = Builder(contents(ROOT)).tree(3)
    assert (len(tree), tree.directions.shape, tree.depth.tolist()) == (1, (0, 3), [0])
