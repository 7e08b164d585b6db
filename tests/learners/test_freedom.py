"""Effective degrees of freedom: the trace of the hat matrix, and the rank where nothing is penalised."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import LinearRegression, LogisticRegression, SoftmaxRegression
from labkit.learners.freedom import effective, rank


@pytest.fixture
def examples():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(30, 3)) * [1e-8, 1.0, 1e8]
    return X, X @ [1e8, 1.0, 1e-8] + rng.normal(size=30)


@pytest.mark.parametrize("lam", [0.0, 0.5, 20.0])
def test_freedom_is_the_trace_of_the_hat_matrix(lam):
    X = np.random.default_rng(0).normal(size=(25, 4))
    A = np.column_stack([np.ones(25), X])
    penalty = np.array([0.0, *[lam] * 4])
    hat = A @ np.linalg.inv(A.T @ A + np.diag(penalty)) @ A.T
    assert effective(A.T @ A, penalty) == pytest.approx(np.trace(hat))


def test_freedom_does_not_depend_on_units(examples):
    X, _ = examples
    assert effective(X.T @ X, np.zeros(3)) == pytest.approx(3)
    assert rank(X.T, np.linalg.norm(X, axis=0)) == 3


def test_dependent_features_count_once():
    X = np.random.default_rng(1).normal(size=(20, 2))
    X = np.column_stack([X, X.sum(axis=1), np.zeros(20)])
    assert effective(X.T @ X, np.zeros(4)) == pytest.approx(2)
    y = X[:, 0] + np.arange(20) % 3
    for solver in ("qr", "newton"):
        step = LinearRegression(solver=solver).fit(X, y).last_step_
        assert step.degrees_of_freedom == pytest.approx(3), "two slopes and the bias"
    kinds = (np.arange(20) % 2).astype(int)
    assert LogisticRegression().fit(X[:, :3], kinds).last_step_.degrees_of_freedom == 3


@pytest.mark.parametrize("lam", [0.0, 0.3, 50.0])
def test_ridge_downhill_and_solved_have_the_same_freedom(lam):
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(30, 3)), rng.normal(size=30)
    solved, downhill = (
        LinearRegression(lam=lam, solver=solver).fit(X, y).last_step_.degrees_of_freedom for solver in ("qr", "newton")
    )
    assert solved == pytest.approx(downhill)


def test_weights_hardly_told_apart_are_still_counted_on_the_way_downhill():
    """Squares of singular values are below rounding long before these are."""
    x = np.linspace(0, 1, 20)
    X = np.column_stack([x, x + 1e-8 * np.sin(40 * x)])
    for solver in ("qr", "gradient"):
        assert LinearRegression(solver=solver).fit(X, x).last_step_.degrees_of_freedom == 3


def test_logistic_freedom_is_that_of_its_last_weighted_ridge_fit():
    X, y = data.gaussians(60, seed=1)
    step = LogisticRegression(lam=2.0).fit(X, y).last_step_
    A = np.column_stack([np.ones(60), X]) * np.sqrt(step.weights)[:, None]
    hat = A @ np.linalg.inv(A.T @ A + 2.0 * np.diag([0, 1, 1])) @ A.T
    assert step.degrees_of_freedom == pytest.approx(np.trace(hat))
    assert SoftmaxRegression(lam=2.0).fit(X, y).last_step_.degrees_of_freedom == pytest.approx(np.trace(hat))


def test_l1_penalty_counts_the_weights_that_are_left():
    X, y = data.gaussians(60, seed=1)
    X = np.column_stack([X, np.random.default_rng(0).normal(size=(60, 4))])
    learner = LogisticRegression(lam=4.0, penalty="l1").fit(X, y)
    kept = np.count_nonzero(learner.model_.w[1:])
    assert 0 < kept < 6
    assert learner.last_step_.degrees_of_freedom == kept + 1
    nothing = LogisticRegression(lam=1e3, penalty="l1").fit(X, y).last_step_
    assert nothing.degrees_of_freedom == 1, "the bias is never left out"


def test_softmax_without_penalty_is_free_in_all_classes_but_one():
    X, y = data.blobs(60, spread=0.4, seed=1)
    for reference in ("last", None):
        assert SoftmaxRegression(reference=reference).fit(X, y).last_step_.degrees_of_freedom == 6
