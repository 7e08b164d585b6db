"""The search of all trees: what the greedy counter-example is measured against."""

from itertools import product

import numpy as np
import pytest

from labkit.core.data import load
from labkit.learners.tree.exhaustive import smallest_tree
from labkit.learners.tree.plan import TreeExamples
from labkit.learners.tree.tree import EQUAL
from tests.golden import close, golden


def examples(cells, y, categorical=False, weights=None):
    cells, y = np.asarray(cells, dtype=float), np.asarray(y, dtype=int)
    kinds = np.full(cells.shape[1], categorical)
    return TreeExamples(cells, y, int(y.max()) + 1, kinds, weights)


def counter_example():
    """y = b xor c, and a misleads (I-002-049, I-002-050, E-002-12)."""
    table = load("cart_counterexample")
    return examples(table.numeric("a", "b", "c"), table["y"])


def fewest(cells, y, leaves):
    """The fewest errors of any tree with so many leaves at most, by brute force over nested cuts."""
    counts = np.bincount(y)
    best = len(y) - counts.max() if len(y) else 0
    if leaves == 1 or best == 0:
        return best
    for f in range(cells.shape[1]):
        for cut in np.unique(cells[:, f])[:-1]:
            yes = cells[:, f] <= cut
            for left in range(1, leaves):
                one = fewest(cells[yes], y[yes], left)
                best = min(best, one + fewest(cells[~yes], y[~yes], leaves - left))
    return best


def test_smallest_tree_of_the_counter_example_has_four_leaves():
    found = smallest_tree(counter_example())
    assert close([len(found.leaves), len(found.splits), int(found.depth.max())], golden("CCX-07"))
    assert found.feature[found.splits].tolist() == [1, 2, 2]  # b, then c on both sides
    assert (found.impurity[found.leaves] == 0).all()


def test_counter_example_is_b_xor_c():
    data = counter_example()
    a, b, c = data.cells.T.astype(int)
    assert (data.y == (b ^ c)).all() and sorted(zip(a, b, c, strict=True))[-2:] == [(1, 1, 1)] * 2


@pytest.mark.parametrize("seed", range(12))
def test_no_tree_has_fewer_errors_and_none_as_good_has_fewer_leaves(seed):
    rng = np.random.default_rng(seed)
    cells, y = rng.integers(0, 3, (8, 2)).astype(float), rng.integers(0, 2, 8)
    found = smallest_tree(examples(cells, y))
    errors = int((found.prediction[found.apply(cells)] != y).sum())
    leaves = len(found.leaves)
    assert errors == fewest(cells, y, 8)
    assert leaves == 1 or fewest(cells, y, leaves - 1) > errors


def test_smallest_tree_asks_for_categories_and_counts_weights():
    cells = [[0], [1], [2], [2]]
    found = smallest_tree(examples(cells, [0, 1, 0, 1], categorical=True, weights=np.array([1.0, 1, 1, 5])))
    assert (found.kind[found.splits] == EQUAL).all()
    assert found.weight[0] == 8 and found.prediction[found.apply(np.array(cells, float))].tolist() == [0, 1, 1, 1]
    assert len(found.leaves) == 2  # only category 0 is worth a test


def test_smallest_tree_of_equal_examples_is_a_leaf():
    assert len(smallest_tree(examples([[1, 2]] * 3, [0, 1, 1]))) == 1


def test_too_many_examples_are_refused():
    rows = np.array(list(product(range(5), repeat=2)))
    with pytest.raises(ValueError, match="expected at most 20 examples for a search of all trees, got 25; take fewer"):
        smallest_tree(examples(rows, rows[:, 0] % 2))
