"""Sums and answers in blocks against one plain product."""

import numpy as np
import pytest

from labkit.learners.blocks import (
    BLOCK,
    SHORTEST,
    blocks,
    class_squares,
    in_blocks,
    scores,
    weighted_square,
    weighted_sum,
)

SIZES = pytest.mark.parametrize("n", [1, 50, BLOCK // 3 + 5])


@pytest.mark.parametrize(("n", "width"), [(0, 3), (1, 3), (7, 0), (10, 4), (10, BLOCK), (10, 3 * BLOCK)])
def test_blocks_are_all_rows_in_order_none_twice(n, width):
    assert [row for some in blocks(n, width, 10) for row in range(n)[some]] == list(range(n))


def test_a_block_takes_no_more_than_so_many_numbers_but_a_row_at_least():
    assert [some.stop - some.start for some in blocks(9, 3, 10)] == [3, 3, 3]
    assert [some.stop - some.start for some in blocks(2, 30, 10)] == [1, 1]


@pytest.mark.parametrize("shape", [(0, 2), (5, 2), (3, 4, 2)])
def test_answers_in_blocks_keep_the_shape_of_the_rows(shape):
    rows = np.arange(np.prod(shape), dtype=float).reshape(shape)
    np.testing.assert_array_equal(in_blocks(lambda some: some.sum(axis=1), rows, 2, 4), rows.sum(axis=-1))
    assert in_blocks(lambda some: some @ np.ones((2, 3)), rows, 2, 4).shape == (*shape[:-1], 3)


@SIZES
@pytest.mark.parametrize("many", [(), (4,)])
def test_scores_and_weighted_sums_are_the_plain_products(n, many):
    rng = np.random.default_rng(0)
    X, w, c = rng.normal(size=(3, n)), rng.normal(size=(*many, 3)), rng.uniform(0, 1, (*many, n))
    np.testing.assert_allclose(scores(w, X), w @ X, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(weighted_sum(X, c), c @ X.T, rtol=1e-9, atol=1e-9)


@SIZES
@pytest.mark.parametrize("weighted", [False, True])
def test_weighted_square_is_the_sum_of_c_x_x(n, weighted):
    rng = np.random.default_rng(0)
    X, c = rng.normal(size=(3, n)), rng.uniform(0, 1, n) if weighted else None
    expected = np.einsum("in,n,jn->ij", X, c if weighted else np.ones(n), X)
    np.testing.assert_allclose(weighted_square(X, c), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n", [1, 50, 40 * SHORTEST])
def test_class_squares_are_the_sums_of_mu_k_mu_j_x_x(n, weighted):
    rng = np.random.default_rng(1)
    mu, X, c = rng.uniform(0, 1, (4, n)), rng.normal(size=(9, n)), rng.uniform(0.5, 2, n)
    expected = np.einsum("kn,an,jn,bn->kajb", mu * (c if weighted else 1.0), X, mu, X, optimize=True)
    np.testing.assert_allclose(class_squares(mu, X, c if weighted else None), expected, rtol=1e-9, atol=1e-9)
