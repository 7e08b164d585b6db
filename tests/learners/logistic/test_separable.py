"""Separable classes have no likeliest weights: it is found, said, and the story ends at finite weights."""

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.datasets import load_iris

from labkit.learners import LogisticRegression
from labkit.learners.logistic.separable import CERTAIN, PARTLY, SEPARABLE
from tests.learners.logistic.borrowed import lecture, overlapping, plain_loss

ON_THE_PLANE = np.array([[-1.0], [0.0], [0.0], [1.0], [2.0]]), np.array([0, 0, 1, 1, 1])
SECOND_ORDER = ["newton", "levenberg-marquardt", "bfgs"]


def kind_of(X, y):
    """By linear programming: the most examples n that have t_n = 1 where t_n <= d'z_n and 0 <= t_n <= 1."""
    Z = np.column_stack([np.ones(len(X)), X]) * (2.0 * y - 1.0)[:, None]
    n, k = Z.shape
    bounds = [(None, None)] * k + [(0, 1)] * n
    found = linprog(np.r_[np.zeros(k), -np.ones(n)], np.hstack([-Z, np.eye(n)]), np.zeros(n), bounds=bounds)
    return "" if -found.fun < 0.5 else SEPARABLE if -found.fun > n - 0.5 else PARTLY


def test_loss_falls_for_ever_E_003_07():
    X, y = lecture("logit_sep6")
    losses = [plain_loss(np.array([0.0, w]), X, y) for w in (1, 5, 10, 20)]
    np.testing.assert_allclose(losses, [0.978, 0.0135, 9e-5, 4e-9], rtol=0.04)


@pytest.mark.parametrize("solver", [*SECOND_ORDER, "line search", "conjugate gradient"])
@pytest.mark.parametrize("intercept", [True, False])
def test_separable_classes_are_said_and_end_with_certain_probabilities(solver, intercept):
    learner = LogisticRegression(solver=solver, intercept=intercept).fit(*lecture("logit_sep6"))
    assert learner.last_step_.reason == f"{SEPARABLE}; the probabilities are within 1e-08 of their limits"
    assert np.isfinite(learner.model_.w).all()
    assert learner.last_step_.point.doubts.max() <= CERTAIN


@pytest.mark.parametrize("solver", ["gradient", "momentum", "stochastic"])
def test_slow_way_down_says_it_when_its_budget_is_spent(solver):
    last = LogisticRegression(solver=solver, max_iterations=50).fit(*lecture("logit_sep6")).last_step_
    assert last.reason == f"{SEPARABLE}; the budget of 50 iterations is spent"


@pytest.mark.parametrize("solver", [*SECOND_ORDER, "gradient", "conjugate gradient"])
def test_separable_but_for_examples_on_the_plane_is_said(solver):
    last = LogisticRegression(solver=solver, tolerance=1e-7).fit(*ON_THE_PLANE).last_step_
    assert last.reason.startswith(PARTLY)
    assert last.loss == pytest.approx(2 * np.log(2), abs=1e-2)


@pytest.mark.parametrize("tolerance", [0.0, 1e-12, 1e-3])
@pytest.mark.parametrize(
    ("X", "y", "kind"), [(*lecture("logit_sep6"), SEPARABLE), (*ON_THE_PLANE, PARTLY)], ids=["", "q"]
)
def test_what_is_said_does_not_depend_on_the_tolerance(X, y, kind, tolerance):
    last = LogisticRegression(tolerance=tolerance).fit(X, y).last_step_
    assert last.reason.startswith(kind)
    assert last.iteration < 40


def test_few_examples_that_overlap_have_finite_weights_E_004_28():
    assert LogisticRegression().fit(*lecture()).last_step_.reason == "the gradient has vanished (below 1e-06)"


@pytest.mark.parametrize("seed", range(60))
def test_what_is_said_is_what_linear_programming_finds(seed):
    """Small sets of small whole numbers: separable, nearly, or not at all."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, size=(rng.integers(4, 12), rng.integers(1, 4))).astype(float)
    y = (X @ rng.normal(size=X.shape[1]) + rng.normal(size=len(X)) > 0).astype(int)
    y[:2] = 0, 1
    reason = LogisticRegression().fit(X, y).last_step_.reason
    kind = kind_of(X, y)
    assert reason.startswith(kind) if kind else reason.startswith("the gradient")


@pytest.mark.parametrize("overlap", [1e-2, 1e-4])
def test_slight_overlap_is_an_overlap(overlap):
    X, y = np.array([[-1.0], [0.0], [overlap], [1.0]]), np.array([0, 1, 0, 1])
    assert LogisticRegression().fit(X, y).last_step_.reason.startswith("the gradient")


def test_with_a_penalty_separable_classes_have_a_minimum():
    X, y = load_iris(return_X_y=True)
    last = LogisticRegression(lam=1e-6).fit(X[y < 2], y[y < 2]).last_step_
    assert last.reason.startswith("the gradient")


@pytest.mark.parametrize("unit", [1e-8, 1e8])
def test_separable_in_any_unit(unit):
    X, y = overlapping(seed=5)
    y = (X[:, 0] > np.median(X[:, 0])).astype(int)
    last = LogisticRegression().fit(X * unit, y).last_step_
    assert last.reason.startswith(SEPARABLE)
    assert last.mistakes == 0
