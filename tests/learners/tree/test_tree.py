"""The flat arrays: where cases go by every kind of test, and smaller trees out of larger ones."""

from dataclasses import fields

import numpy as np
import pytest

from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.tree import EQUAL, LEAF, LINEAR, MANY, NEVER, THRESHOLD, between
from tests.learners.tree.grown import grown, mask, noisy, prunings


def contents(*counts):
    counts = np.array(counts, dtype=float)
    return Contents(counts.sum(axis=1), counts, np.zeros(len(counts)), counts.argmax(axis=1))


def one(node, kind, feature, threshold=np.nan, arity=2):
    return Splits(*(np.array([part]) for part in (node, kind, feature, threshold, 0.5, arity)))


def every_kind():
    """x1 <= 2 leads to "x2 = 1" and, on the other side, to a branch for each of x2 = 0, 1, 3; under x2 = 3 to a line.

                0: x1 <= 2
      1: x2 = 1             2: x2
    3           4        5   6   7: x1 - x3 <= 1
                                  8          9
    """
    builder = Builder(contents([10, 10]))
    builder.split(one(0, THRESHOLD, 0, 2.0), contents([6, 3], [4, 7]))
    builder.split(one(1, EQUAL, 1, 1.0), contents([6, 0], [0, 3]))
    builder.split(one(2, MANY, 1, arity=3), contents([2, 0], [1, 2], [1, 5]), branch=np.array([0, 1, 3]))
    line = builder.direction(np.array([1.0, 0.0, -1.0]))
    builder.split(one(7, LINEAR, line, 1.0), contents([1, 0], [0, 5]))
    return builder.tree(features=3)


@pytest.mark.parametrize(
    ("case", "node"),
    [
        ([2.0, 1, 0], 3),  # <= goes left
        ([0.0, 0, 0], 4),  # another category than the one asked for
        ([3.0, 0, 0], 5),
        ([3.0, 1, 0], 6),
        ([3.0, 3, 2], 8),
        ([3.0, 3, 1], 9),
        ([3.0, 2, 0], 2),  # a category between those of the branches
        ([3.0, 9, 0], 2),  # and one beyond
        ([np.nan, 1, 0], 0),  # a missing value stops its case
        ([1.0, np.nan, 0], 1),
        ([3.0, np.nan, 0], 2),
        ([3.0, 3, np.nan], 7),
    ],
    ids=str,
)
def test_tree_sends_a_case_by_every_kind_of_test(case, node):
    assert every_kind().apply(np.array([case])).tolist() == [node]


def test_tree_sends_many_cases_as_it_sends_each():
    rng = np.random.default_rng(0)
    cells = np.column_stack([rng.normal(2, 2, 500), rng.integers(0, 5, 500), rng.normal(2, 3, 500)])
    cells[rng.random(cells.shape) < 0.1] = np.nan
    tree = every_kind()
    each = [tree.apply(row[None])[0] for row in cells]
    assert tree.apply(cells).tolist() == each
    assert set(each) == set(range(10))  # cases stop everywhere, at leaves and for want of a value


def test_tree_stops_cases_where_the_mask_says():
    tree, cells = every_kind(), np.array([[3.0, 3, 2], [1.0, 1, 0]])
    assert tree.apply(cells, mask(tree, [0])).tolist() == [2, 1]
    assert tree.apply(cells, mask(tree, [0, 2])).tolist() == [7, 1]
    assert tree.apply(cells, mask(tree, [2])).tolist() == [0, 0]  # what is under a leaf is not reached


def test_tree_knows_its_shape():
    tree = every_kind()
    assert tree.splits.tolist() == [0, 1, 2, 7]
    assert tree.leaves.tolist() == [3, 4, 5, 6, 8, 9]
    assert [list(tree.children(node)) for node in (0, 2, 3)] == [[1, 2], [5, 6, 7], []]
    assert tree.path(9) == [0, 2, 7, 9] and tree.path(0) == [0]
    assert tree.depth.tolist() == [0, 1, 1, 2, 2, 2, 2, 2, 3, 3]
    assert tree.parent.tolist() == [-1, 0, 0, 1, 1, 2, 2, 2, 7, 7]
    assert [tree.after(k) for k in range(5)] == [1, 3, 5, 8, 10]
    assert (tree.first[tree.leaves] == NEVER).all()


def test_tree_arrays_are_read_only():
    tree = every_kind()
    for field in fields(tree):
        with pytest.raises(ValueError, match="read-only"):
            getattr(tree, field.name)[...] = 0


def test_tree_sums_over_the_leaves_below():
    tree = every_kind()
    assert tree.sums_over_leaves(tree.weight).tolist() == tree.weight.tolist()
    assert tree.sums_over_leaves(np.ones(10)).tolist() == [6, 2, 4, 1, 1, 1, 1, 2, 1, 1]
    assert tree.sums_over_leaves(np.ones(10), mask(tree, [0, 2]))[:3].tolist() == [4, 1, 3]
    np.testing.assert_array_equal(tree.sums_over_leaves(tree.counts), tree.counts)


def test_tree_children_are_younger_than_their_parents():
    tree = every_kind()
    assert (tree.parent[1:] < np.arange(1, len(tree))).all()


# ---------------------------------------------------------------- smaller trees


def test_tree_rearranged_makes_the_splits_in_another_order():
    tree = every_kind()
    other = tree.rearranged([0, 2, 7, 1])
    assert other.kind.tolist() == [THRESHOLD, EQUAL, MANY, LEAF, LEAF, LINEAR, LEAF, LEAF, LEAF, LEAF]
    assert other.parent.tolist() == [-1, 0, 0, 2, 2, 2, 5, 5, 1, 1]
    assert other.branch.tolist() == [-1, -1, -1, 0, 1, 3, -1, -1, -1, -1]
    rng = np.random.default_rng(1)
    cells = np.column_stack([rng.normal(2, 2, 100), rng.integers(0, 4, 100), rng.normal(size=100)])
    one, same = tree.apply(cells), other.apply(cells)
    np.testing.assert_array_equal(tree.counts[one], other.counts[same])


@pytest.mark.parametrize("splits", range(5))
def test_tree_after_k_splits_is_a_prefix_of_all_arrays(splits):
    tree = every_kind()
    part = tree.rearranged(tree.splits[:splits])
    assert len(part) == tree.after(splits)
    for name in ("parent", "branch", "depth", "weight", "counts", "impurity", "prediction"):
        np.testing.assert_array_equal(getattr(part, name), getattr(tree, name)[: len(part)])
    still = tree.first[: len(part)] < len(part)
    assert (part.kind[~still] == LEAF).all()
    for name in ("kind", "feature", "threshold", "first", "arity", "gain"):
        np.testing.assert_array_equal(getattr(part, name)[still], getattr(tree, name)[: len(part)][still])


def test_tree_cut_answers_as_the_masked_tree_does():
    X, y = noisy(1, n=25)
    tree = grown(X, y, max_depth=3).tree
    for nodes in prunings(tree):
        split = mask(tree, nodes)
        cut = tree.cut(split)
        assert len(cut.splits) == len(nodes)
        np.testing.assert_array_equal(cut.counts[cut.apply(X)], tree.counts[tree.apply(X, split)])


def test_tree_cut_drops_what_hangs_on_nothing():
    assert len(every_kind().cut(mask(every_kind(), [2, 7]))) == 1


def test_threshold_between_two_numbers_is_midway_even_where_their_sum_overflows():
    low, high = np.array([1.0, 1.5e308, 1.0]), np.array([2.0, 1.7e308, np.nextafter(1.0, 2)])
    assert between(low, high).tolist() == [1.5, 1.6e308, 1.0]
