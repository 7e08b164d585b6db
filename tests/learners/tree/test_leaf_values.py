"""Means, medians and lines of the nodes of a regression tree."""

import numpy as np
import pytest

from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.leaf_values import least_squares, lines, mean_errors, median, members
from labkit.learners.tree.plan import TreeExamples
from labkit.learners.tree.tree import THRESHOLD


def two_leaves(cells, y, cut, weights=None):
    """A tree x1 <= cut with the means of its nodes, built by hand."""
    v = np.ones(len(y)) if weights is None else weights
    parts = [np.full(len(y), True), cells[:, 0] <= cut, cells[:, 0] > cut]
    means = np.array([np.average(y[p], weights=v[p]) for p in parts])
    spread = np.array([np.average((y[p] - m) ** 2, weights=v[p]) for p, m in zip(parts, means, strict=True)])
    weight = np.array([v[p].sum() for p in parts])
    boxes = [Contents(weight[s], np.empty((len(weight[s]), 0)), spread[s], means[s]) for s in (slice(1), slice(1, 3))]
    builder = Builder(boxes[0])
    builder.split(Splits(*(np.array([x]) for x in (0, THRESHOLD, 0, cut, 0.0, 2))), boxes[1])
    return builder.tree(cells.shape[1]), TreeExamples(cells, y, 0, np.zeros(cells.shape[1], dtype=bool), weights)


def data(seed, n=12, d=2):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.normal(size=n)


@pytest.mark.parametrize("n", range(1, 9))
def test_median_is_numpys_where_all_weigh_the_same(n):
    y = np.random.default_rng(n).normal(size=n)
    assert median(y, np.full(n, 0.1)) == pytest.approx(np.median(y), abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_weight_two_is_the_same_example_twice(seed):
    X, y = data(seed, 7)
    v = np.random.default_rng(seed).integers(1, 4, 7)
    twice = np.repeat(np.arange(7), v)
    assert median(y, v.astype(float)) == np.median(y[twice])
    c, b, _ = least_squares(X, y, v.astype(float))
    c2, b2, _ = least_squares(X[twice], y[twice], np.ones(len(twice)))
    np.testing.assert_allclose([c, *b], [c2, *b2])


def test_median_minimises_the_absolute_and_mean_the_squared_error():
    """E-001-09: y = (0, 0, 0, 10) has the squared errors 18.75 and 25, the absolute ones 3.75 and 2.5 (I-001-041)."""
    y = np.array([0.0, 0, 0, 10])
    mean, middle = y.mean(), median(y, np.ones(4))
    assert [((y - c) ** 2).mean() for c in (mean, middle)] == [18.75, 25]
    assert [np.abs(y - c).mean() for c in (mean, middle)] == [3.75, 2.5]


def test_line_is_numpys_least_squares_and_flat_for_one_example():
    """I-001-042."""
    X, y = data(0)
    c, b, _ = least_squares(X, y, np.ones(len(y)))
    np.testing.assert_allclose([c, *b], np.linalg.lstsq(np.column_stack([np.ones(len(y)), X]), y)[0])
    c, b, _ = least_squares(X[:1], y[:1], np.ones(1))
    assert c == y[0] and not b.any()


def test_line_of_collinear_columns_is_the_shortest():
    X, y = data(1, d=1)
    c, b, _ = least_squares(np.hstack([X, X]), y, np.ones(len(y)))
    single = least_squares(X, y, np.ones(len(y)))
    np.testing.assert_allclose([c, *b], [single[0], single[1][0] / 2, single[1][0] / 2])


@pytest.mark.parametrize("units", [(1e-8, 1e8), (1e8, 1e8), (1e-8, 1.0)])
def test_line_does_not_depend_on_the_units_of_the_columns(units):
    X, y = data(4)
    c, b, slopes = least_squares(X, y, np.ones(len(y)))
    c2, b2, slopes2 = least_squares(X * units, y, np.ones(len(y)))
    np.testing.assert_allclose([c2, *(b2 * units)], [c, *b])
    assert slopes == slopes2 == 2


def test_slopes_that_cannot_be_told_apart_count_once_and_constants_have_none():
    X, y = data(5)
    weights = np.random.default_rng(5).uniform(0.5, 2, len(y))
    X = np.column_stack([X, X.sum(axis=1), np.full(len(y), 1e6 / 3)])
    _, b, slopes = least_squares(X, y, weights)
    assert slopes == 2 and b[3] == 0
    assert least_squares(X[:2], y[:2], weights[:2])[2] == 1, "two examples make one line"


@pytest.mark.parametrize("kind", ["mean", "median", "linear"])
@pytest.mark.parametrize("weighted", [False, True])
def test_every_node_answers_for_its_own_examples(kind, weighted):
    X, y = data(2)
    v = np.random.default_rng(2).uniform(0.5, 2, len(y)) if weighted else None
    tree, examples = two_leaves(X, y, 0.0, v)
    here = members(tree, examples)
    found, _ = lines(kind, tree, examples, here)
    error = mean_errors(found, tree, examples, here)
    for node, rows in enumerate([np.arange(len(y)), np.flatnonzero(X[:, 0] <= 0), np.flatnonzero(X[:, 0] > 0)]):
        assert sorted(here[node][0].tolist()) == rows.tolist()
        w = np.ones(len(rows)) if v is None else v[rows]
        off = y[rows] - found[node, 0] - X[rows] @ found[node, 1:]
        assert error[node] == pytest.approx(np.average(off**2, weights=w))
        for nearby in (off - 1e-4, off + 1e-4):
            if kind == "median":
                assert w @ np.abs(off) <= w @ np.abs(nearby) + 1e-12
            else:
                assert w @ off**2 < w @ nearby**2
        assert kind == "linear" or not found[node, 1:].any()


def test_categories_have_no_slope():
    X, y = data(3)
    X[:, 1] = np.arange(len(y)) % 3
    tree, examples = two_leaves(X, y, 0.0)
    examples = TreeExamples(X, y, 0, np.array([False, True]))
    found, _ = lines("linear", tree, examples, members(tree, examples))
    assert found[:, 1].all() and not found[:, 2].any()
