"""The open nodes of one depth: every feature keeps the order of its values inside every node."""

import numpy as np
import pytest

from labkit.learners.tree.engine.open_nodes import Moved, OpenNodes


def columns(seed=0, n=60, d=3):
    rng = np.random.default_rng(seed)
    return np.ascontiguousarray(np.column_stack([rng.normal(size=(n, d - 1)), rng.integers(0, 4, n)]).T)


def moved(level, child_of, children, arity):
    """The examples of the level, each to the child that ``child_of`` has for it."""
    examples = level.order[0]
    start = np.where(arity > 0, np.cumsum(arity) - arity, -1)
    return Moved(examples, child_of[examples], start, children, bool((arity > 0).all()))


def assert_sorted(level, columns, node_of):
    """Inside every node each feature has the node's examples, by rising values."""
    for s, node in enumerate(level.nodes):
        places = slice(level.starts[s], level.ends[s] + 1)
        members = np.flatnonzero(node_of == node)
        assert level.sizes[s] == len(members) == places.stop - places.start
        for column, order in zip(columns, level.order[:, places], strict=True):
            assert sorted(order) == members.tolist()
            assert (np.diff(column[order]) >= 0).all()
    assert level.segment.tolist() == np.arange(len(level.nodes)).repeat(level.sizes).tolist()
    assert level.order.shape[1] == level.sizes.sum()


def test_root_has_all_examples_in_the_order_of_every_feature():
    X = columns()
    assert_sorted(OpenNodes.root(X), X, np.zeros(60))


def test_below_has_the_children_that_live_in_order():
    X, arity = columns(), 2
    child = np.random.default_rng(1).integers(0, arity, 60)
    move = moved(OpenNodes.root(X), child, arity, np.array([arity]))
    lives = np.ones(arity + 1, dtype=bool)
    lives[[0, arity]] = False  # the first child is a leaf; the last entry stands for the examples of leaves
    level = OpenNodes.root(X).children(move, np.bincount(child), lives, first=1)
    assert level.nodes.tolist() == list(range(2, arity + 1))
    assert_sorted(level, X, child + 1)


@pytest.mark.parametrize("arities", [(2, 2), (2, 0), (0, 2)], ids=str)
def test_below_goes_down_again(arities):
    """Two levels below the root, also with a node that stays a leaf."""
    X = columns(2)
    rng = np.random.default_rng(2)
    side = rng.integers(0, 2, 60)
    level = OpenNodes.root(X).children(
        moved(OpenNodes.root(X), side, 2, np.array([2])), np.bincount(side), np.array([True, True, False]), first=1
    )
    arity, children = np.array(arities), sum(arities)
    start = np.cumsum(arity) - arity
    child = np.where(arity[side] > 0, start[side] + rng.integers(0, np.maximum(arity, 1)[side]), children)
    lives = np.arange(children + 1) < children
    sizes = np.bincount(child, minlength=children + 1)[:children]
    below = level.children(moved(level, child, children, arity), sizes, lives, first=3)
    assert sorted(below.nodes) == list(range(3, 3 + children))
    assert_sorted(below, X, child + 3)


def test_along_and_beside_find_places_in_the_order_of_each_nodes_feature():
    X = columns(3)
    side = (X[0] > 0).astype(int)
    root = OpenNodes.root(X)
    level = root.children(
        moved(root, side, 2, np.array([2])), np.bincount(side), np.array([True, True, False]), first=1
    )
    feature = np.array([1, 2])
    along = level.order.ravel()[level.order_of(feature)]
    expected = [level.order[f, level.starts[s] : level.ends[s] + 1] for s, f in enumerate(feature)]
    assert along.tolist() == np.concatenate(expected).tolist()
    low, high = level.beside_cut(feature, level.starts)
    assert low.tolist() == [order[0] for order in expected] and high.tolist() == [order[1] for order in expected]
