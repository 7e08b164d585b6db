"""Least-modulus regression: scikit-learn's median regression, the bound that proves it, and what a typo does."""

import numpy as np
import pytest
from sklearn.datasets import load_diabetes
from sklearn.linear_model import QuantileRegressor

from labkit.learners import LeastModulus, LinearRegression


def problem(seed, n=40, d=3, outliers=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = X @ rng.normal(size=d) + 1 + rng.laplace(size=n)
    y[:outliers] += 1e3
    return X, y


def least(X, y, intercept=True):
    """SciPy's linear programming, by scikit-learn."""
    return float(np.abs(y - QuantileRegressor(alpha=0, fit_intercept=intercept).fit(X, y).predict(X)).sum())


@pytest.mark.parametrize("seed", range(6))
def test_no_hyperplane_has_a_smaller_sum(seed):  # I-002-009
    X, y = problem(seed, outliers=seed)
    learner = LeastModulus(intercept=seed % 2 == 0).fit(X, y)
    assert learner.last_step_.loss == pytest.approx(least(X, y, learner.intercept), rel=1e-9)
    assert learner.last_step_.bound == pytest.approx(learner.last_step_.loss, rel=1e-9)
    assert (np.abs(learner.last_step_.residuals) < 1e-8).sum() >= 3 + learner.intercept
    assert learner.last_step_.reason == "no hyperplane has a smaller sum"


def test_sum_on_real_examples_is_sklearns():
    X, y = load_diabetes(return_X_y=True)
    assert LeastModulus().fit(X, y).last_step_.loss == pytest.approx(least(X, y), rel=1e-9)


def test_bound_rises_to_the_loss():
    trace = LeastModulus().trace(*problem(1, outliers=2))
    bound, loss = trace.curve("bound"), trace.curve("loss")
    assert (np.diff(bound) >= -1e-9 * loss[-1]).all()
    assert (bound <= loss[-1] * (1 + 1e-9)).all() and loss.min() == pytest.approx(loss[-1])
    assert trace[0].caption.startswith("start: least squares; sum of absolute errors")
    assert any("is put on the hyperplane" in step.caption for step in trace)


def test_one_constant_is_the_median_and_a_typo_moves_nothing():
    ones = np.ones((5, 1))
    assert LeastModulus(intercept=False).fit(ones, [1, 2, 4, 8, 16]).model_.w.tolist() == [0, 4]
    assert LeastModulus(intercept=False).fit(ones, [1, 2, 4, 8, 1e6]).model_.w[1] == pytest.approx(4)
    X, y = problem(3)
    typo = y.copy()
    typo[y.argmax()] += 1e4
    moved = [
        np.abs(kind().fit(X, typo).coef_ - kind().fit(X, y).coef_).max() for kind in (LeastModulus, LinearRegression)
    ]
    assert moved[0] < 1e-8 and moved[1] > 1


def test_what_can_be_met_is_met():
    X = np.arange(12.0).reshape(6, 2) ** 2
    step = LeastModulus().fit(X, X @ [2.0, -1.0] + 3).last_step_
    assert step.loss < 1e-9 and step.pivot == 0
    np.testing.assert_allclose(step.model.w, [3, 2, -1])


def test_features_that_depend_on_each_other_have_the_same_sum():
    X, y = problem(5)
    twice = np.column_stack([X, X[:, 0] * 2])
    assert LeastModulus().fit(twice, y).last_step_.loss == pytest.approx(least(X, y), rel=1e-9)


def test_budget_is_said():
    step = LeastModulus(max_pivots=2).fit(*problem(1)).last_step_
    assert step.reason == "the budget of 2 pivots is spent" and step.bound < step.loss
