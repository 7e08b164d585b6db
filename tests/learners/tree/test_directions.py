"""Directions for oblique tests, against scikit-learn's linear classifiers."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression

from labkit.learners.tree.oblique import DIRECTIONS, LOGISTIC_RIDGE, direction, pocket, sides


def two_clouds(seed=0, n=80, apart=1.5):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    mixing = rng.normal(size=(3, 3))
    return rng.normal(size=(n, 3)) @ mixing + apart * y[:, None] * rng.normal(size=3), y


def unit(w):
    return w / np.linalg.norm(w)


@pytest.mark.parametrize("seed", range(5))
def test_lda_is_fishers_direction(seed):
    """I-000-086."""
    X, y = two_clouds(seed)
    theirs = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y).coef_[0]
    np.testing.assert_allclose(unit(direction("lda", X, y, np.ones(len(y)))), unit(theirs), atol=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_logistic_is_the_ridged_logistic_regression(seed):
    X, y = two_clouds(seed)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    A = np.column_stack([np.ones(len(Z)), Z])  # our ridge holds the constant too
    model = LogisticRegression(C=1 / (LOGISTIC_RIDGE * len(Z)), fit_intercept=False, tol=1e-10, max_iter=1000).fit(A, y)
    ours = direction("logistic", X, y, np.ones(len(y)))
    np.testing.assert_allclose(unit(ours), unit(model.coef_[0, 1:] / X.std(axis=0)), atol=1e-5)


@pytest.mark.parametrize("kind", DIRECTIONS)
def test_separable_clouds_are_separated(kind):
    X, y = two_clouds(apart=30.0)
    z = X @ direction(kind, X, y, np.ones(len(y)))
    assert z[y == 0].max() < z[y == 1].min()


@pytest.mark.parametrize("kind", DIRECTIONS)
def test_weight_two_is_the_same_example_twice_and_order_does_not_matter(kind):
    X, y = two_clouds(1)
    v = np.random.default_rng(1).integers(1, 4, len(y)).astype(float)
    rows = np.random.default_rng(2).permutation(np.repeat(np.arange(len(y)), v.astype(int)))
    np.testing.assert_allclose(
        direction(kind, X, y, v), direction(kind, X[rows], y[rows], np.ones(len(rows))), atol=1e-7
    )


@pytest.mark.parametrize("kind", DIRECTIONS)
def test_units_of_the_features_do_not_matter(kind):
    X, y = two_clouds(2)
    units = np.array([1000.0, 0.001, 1.0])
    one, other = direction(kind, X, y, np.ones(len(y))), direction(kind, X * units, y, np.ones(len(y))) * units
    np.testing.assert_allclose(unit(other), unit(one), atol=1e-5)


@pytest.mark.parametrize("kind", DIRECTIONS)
def test_constant_and_collinear_columns_do_no_harm(kind):
    X, y = two_clouds(3)
    X = np.column_stack([X, np.full(len(y), 7.1), 2 * X[:, 0]])
    w = direction(kind, X, y, np.ones(len(y)))
    assert np.isfinite(w).all() and w[3] == 0 and np.abs(w).max() == 1


@pytest.mark.parametrize("kind", DIRECTIONS)
def test_equal_examples_have_no_direction(kind):
    assert not direction(kind, np.ones((4, 2)), np.array([0, 1, 0, 1]), np.ones(4)).any()


def test_pocket_makes_no_more_mistakes_than_any_sweep_of_the_perceptron():
    X, y = two_clouds(4, apart=1.0)
    s, v = 2.0 * y - 1, np.full(len(y), 1 / len(y))
    Z = s[:, None] * np.column_stack([np.ones(len(y)), X])
    w, counts, history = np.zeros(4), [], []
    for _ in range(100):
        wrong = Z @ w <= 0
        history.append(w)
        counts.append(wrong.sum())
        w = w + (v[:, None] * Z)[wrong].sum(axis=0)
    np.testing.assert_allclose(pocket(X, s, v), history[int(np.argmin(counts))][1:])
    assert min(counts) < counts[-1], "the last weights are the best: choose other examples"


def test_many_classes_take_the_side_of_the_nearer_of_the_two_farthest_means():
    centres = np.array([[0.0, 0], [1, 0], [9, 0], [8, 1]])
    rng = np.random.default_rng(0)
    y = np.arange(80) % 4
    X = centres[y] + 0.1 * rng.normal(size=(80, 2))
    side = sides(X, y, np.full(80, 1 / 80))
    assert [set(side[y == k]) for k in range(4)] == [{-1.0}, {-1.0}, {1.0}, {1.0}]


def test_classes_absent_from_the_node_have_no_side():
    X, y = two_clouds()
    np.testing.assert_array_equal(sides(X, 5 * y + 2, np.full(len(y), 1.0)), 2.0 * y - 1)
