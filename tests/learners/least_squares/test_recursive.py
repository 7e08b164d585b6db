"""Recursive least squares equals the batch solution at every example."""

import numpy as np
import pytest

from labkit.core.data import load
from labkit.learners.least_squares.recursive import RecursiveLeastSquares
from tests.golden import close, golden


def noisy_line(n=30):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(n, 2))
    return X, X @ [1.0, -2.0] + 0.5 + 0.1 * rng.normal(size=n)


def weighted_ridge(X, t, ridge, forgetting):
    """Batch solution: example i of n weighs forgetting^(n - 1 - i), the penalty ridge forgetting^n."""
    n = len(X)
    Xa, weight = np.column_stack([np.ones(n), X]), forgetting ** np.arange(n - 1, -1, -1.0)
    moments = Xa.T @ (Xa * weight[:, None]) + ridge * forgetting**n * np.eye(Xa.shape[1])
    return np.linalg.solve(moments, Xa.T @ (weight * t)), np.linalg.inv(moments)


def test_recursive_least_squares_after_one_sweep_RLS_01():
    data = load("dhs4").numeric()
    targets = np.where(data[:, -1] == 1, 1.0, -1.0)
    assert close(RecursiveLeastSquares(ridge=0.01).fit(data[:, :2], targets).model_.w, golden("RLS-01"))


@pytest.mark.parametrize("forgetting", [1.0, 0.9, 0.5])
def test_every_step_is_the_batch_solution_so_far_I_000_039(forgetting):
    X, t = noisy_line()
    for step in RecursiveLeastSquares(ridge=0.1, forgetting=forgetting).trace(X, t)[1:]:
        w, P = weighted_ridge(X[: step.update], t[: step.update], 0.1, forgetting)
        assert step.w == pytest.approx(w, abs=1e-8)
        assert step.covariance == pytest.approx(P, rel=1e-6, abs=1e-9)


def test_forgetting_follows_a_drift():
    X = np.ones((200, 1))
    t = np.repeat([0.0, 1.0], 100)
    errors = [abs(RecursiveLeastSquares(forgetting=f).fit(X, t).predict([[1.0]])[0] - 1) for f in (1.0, 0.9)]
    assert errors[0] > 0.4 and errors[1] < 0.01


def test_plain_form_only_learns_more():
    unknown = RecursiveLeastSquares().trace(*noisy_line()).curve(lambda step: np.trace(step.covariance))
    assert (np.diff(unknown) <= 0).all()


def test_wind_up_is_told_and_leaves_usable_weights():
    X, t = np.ones((3000, 1)), np.ones(3000)
    last = RecursiveLeastSquares(forgetting=0.5).fit(X, t).last_step_
    assert last.reason.startswith("wind-up at example ") and np.isfinite(last.w).all()


def test_captions_tell_the_error():
    trace = RecursiveLeastSquares().trace([[1.0], [2.0]], [2.0, 3.0])
    assert trace[1].caption == "update 1: example 0 was off by +2" and trace[1].equation == 3
    assert trace[-1].caption == "stop after 2 updates: all 2 examples are taken in"


@pytest.mark.parametrize("wrong", [{"ridge": 0}, {"forgetting": 0}, {"forgetting": 1.1}, {"x0": 0}])
def test_recursive_least_squares_refuses_unusable_hyper_parameters(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected .* got .*;"):
        RecursiveLeastSquares(**wrong).steps(*noisy_line())
