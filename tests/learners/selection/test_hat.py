"""Leaving one out by the leverages is exactly leaving one out."""

import numpy as np
import pytest
from sklearn.datasets import load_diabetes

from labkit.core import data
from labkit.learners import BasisRegression, LinearRegression, RegressionTree
from labkit.learners.basis.functions import GaussianBasis, Polynomial
from labkit.learners.selection.hat import left_out, leverages


def refitted(learner, X, y):
    rows = range(len(y))
    return np.array([y[i] - learner.fit(np.delete(X, i, 0), np.delete(y, i)).predict(X[i : i + 1])[0] for i in rows])


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("lam", [0.0, 0.01, 5.0])
def test_residuals_left_out_are_those_of_refitting(lam, intercept):
    X, y = (part[:60] for part in load_diabetes(return_X_y=True))
    learner = LinearRegression(lam=lam, intercept=intercept)
    np.testing.assert_allclose(left_out(learner, X, y), refitted(learner, X, y), rtol=1e-8)


def test_residuals_left_out_of_a_polynomial_are_those_of_refitting():
    X, y = data.curve(25, seed=2)
    for learner in (BasisRegression(basis=Polynomial(4)), BasisRegression(learner=LinearRegression(lam=0.1)),
                    BasisRegression(basis=np.sin)):  # fmt: skip
        np.testing.assert_allclose(left_out(learner, X, y), refitted(learner, X, y), rtol=1e-6)


@pytest.mark.parametrize("move", [(1e8, 0), (1e-8, 0), (1.0, 1e6)])
def test_units_and_offsets_do_not_matter(move):
    scale, offset = move
    X, y = data.curve(25, seed=2)
    plain = left_out(LinearRegression(), X, y)
    np.testing.assert_allclose(left_out(LinearRegression(), scale * X + offset, y), plain, rtol=1e-6)


def test_leverages_add_up_to_the_degrees_of_freedom():
    X, y = load_diabetes(return_X_y=True)
    for lam in (0.0, 0.3):
        step = LinearRegression(lam=lam).fit(X, y).last_step_
        assert leverages(X, lam).sum() == pytest.approx(step.degrees_of_freedom)


def test_constant_feature_leaves_the_mean():
    y = np.array([1.0, 2.0, 6.0])
    np.testing.assert_allclose(left_out(LinearRegression(), np.ones((3, 1)), y), y - [4.0, 3.5, 1.5])


@pytest.mark.parametrize("seed", range(40))
def test_odd_data_are_left_out_as_by_refitting(seed):
    """Dependent, rounded, repeated and constant columns, fewer examples than features, any offset of y."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(3, 15), rng.integers(1, 6)
    X = rng.normal(size=(n, d))
    X = {
        0: X,
        1: np.column_stack([X, X.sum(axis=1)]),
        2: np.round(X),
        3: X[rng.integers(n, size=n)],
        4: np.column_stack([X, np.full(n, 3.0)]),
    }[seed % 5]
    y = rng.normal(size=n) + (seed % 2) * 1e6
    learner = LinearRegression(lam=(0.0, 1e-6, 1.0)[seed % 3], intercept=seed % 4 > 0)
    found = left_out(learner, X, y)
    if found is not None:
        np.testing.assert_allclose(found, refitted(learner, X, y), rtol=1e-6, atol=1e-11 * np.abs(y).max())


def test_example_that_nearly_stands_alone_is_refitted():
    X = np.array([[0.0], [1.0], [2.0], [1e5]])
    y = np.array([0.3, 0.1, 0.4, 1e6])
    assert left_out(LinearRegression(), X, y) is None
    assert left_out(LinearRegression(), X[:3], y[:3]) is not None


def test_there_is_no_shortcut_where_columns_may_move_or_an_example_stands_alone():
    X, y = data.curve(25)
    assert left_out(BasisRegression(basis=GaussianBasis(3)), X, y) is None
    assert left_out(RegressionTree(), X, y) is None
    for solver in ("newton", "normal"):
        assert left_out(LinearRegression(solver=solver), X, y) is None
    alone = np.column_stack([X, np.eye(25)[:, 0]])  # only the first example knows of the second feature
    assert left_out(LinearRegression(), alone, y) is None
