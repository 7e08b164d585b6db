"""Recursive least squares equals the batch solution at every example."""

from fractions import Fraction
from itertools import pairwise

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


# ---------------------------------------------------------------- digits


def exact(X, t, ridge):
    """The weights of ridge regression with a penalised constant, in fractions: no rounding but that of the answer."""
    rows = [[Fraction(1), *map(Fraction, map(float, x)), Fraction(float(y))] for x, y in zip(X, t, strict=True)]
    size = len(rows[0]) - 1
    M = [[sum(row[i] * row[j] for row in rows) for j in range(size + 1)] for i in range(size)]
    for i in range(size):
        M[i][i] += Fraction(ridge)
    for i in range(size):  # Gauss and Jordan
        M[i] = [value / M[i][i] for value in M[i]]
        for j in range(size):
            if j != i:
                M[j] = [a - M[j][i] * b for a, b in zip(M[j], M[i], strict=True)]
    return [row[-1] for row in M]


def told(X, t, **options):
    """By the story and by fit."""
    return [RecursiveLeastSquares(**options).trace(X, t)[-1].w, RecursiveLeastSquares(**options).fit(X, t).model_.w]


@pytest.mark.parametrize("ridge", [1e-2, 1e-6, 1e-10, 1e-14])
def test_no_digits_are_lost_with_little_ridge(ridge):
    X, t = noisy_line()
    for w in told(X, t, ridge=ridge):
        np.testing.assert_allclose(w, np.array(exact(X, t, ridge), dtype=float), rtol=2e-14)


@pytest.mark.parametrize("offset", [1e4, 1e8])
def test_features_far_from_zero_are_fitted_as_the_others(offset):
    X, t = noisy_line()
    X = X + offset
    w = exact(X, t, 1e-10)
    best = np.array([float(w[0] + sum(a * Fraction(float(b)) for a, b in zip(w[1:], x, strict=True))) for x in X])
    for found in told(X, t, ridge=1e-10):
        np.testing.assert_allclose(found, np.array(w, dtype=float), rtol=1e-9)
        np.testing.assert_allclose(found[0] + X @ found[1:], best, atol=1e-15 * 20 * np.abs(found[1:]).max() * offset)
    learner = RecursiveLeastSquares(ridge=1e-10 / offset**2).fit(X, t)  # the constant is free to be large
    assert learner.score(X, t) > 0.99


@pytest.mark.parametrize("forgetting", [1.0, 0.9, 0.05, 1e-200])
def test_fit_takes_many_examples_at_once_and_ends_as_the_story(forgetting):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(1200, 3))
    t = X @ [1.0, 2.0, 3.0] + rng.normal(size=1200)
    for given in (X, X[:2], np.repeat(X[:1], 700, axis=0)):
        learner = RecursiveLeastSquares(forgetting=forgetting)
        fitted, step = learner.fit(given, t[: len(given)]).last_step_, learner.trace(given, t[: len(given)])[-1]
        assert fitted.caption == step.caption
        if step.update:
            np.testing.assert_allclose(given @ fitted.w[1:] + fitted.w[0], given @ step.w[1:] + step.w[0], rtol=1e-6)


@pytest.mark.parametrize("forgetting", [1.0, 0.9])
def test_covariance_of_fit_is_that_of_the_story(forgetting):
    X, t = noisy_line()
    learner = RecursiveLeastSquares(forgetting=forgetting)
    told, fitted = learner.trace(X, t)[-1], learner.fit(X, t).last_step_
    np.testing.assert_allclose(fitted.covariance, told.covariance, rtol=1e-9)
    np.testing.assert_allclose(fitted.w, told.w, rtol=1e-12)


# ---------------------------------------------------------------- weights of the examples


def test_weighted_examples_are_those_of_weighted_ridge():
    X, t = noisy_line()
    s = np.random.default_rng(5).uniform(0.1, 3, len(X))
    Xa = np.column_stack([np.ones(len(X)), X])
    trace = RecursiveLeastSquares(ridge=0.1).trace(X, t, sample_weight=s)
    for step in trace[1:]:
        A, b, c = Xa[: step.update], s[: step.update], t[: step.update]
        w = np.linalg.solve(A.T @ (A * b[:, None]) + 0.1 * np.eye(3), A.T @ (b * c))
        np.testing.assert_allclose(step.w, w, rtol=1e-9)
    np.testing.assert_allclose(RecursiveLeastSquares(ridge=0.1).fit(X, t, s).model_.w, trace[-1].w, rtol=1e-12)


def test_gain_times_error_is_the_update_also_with_weights():
    X, t = noisy_line()
    trace = RecursiveLeastSquares(forgetting=0.8).trace(X, t, sample_weight=np.linspace(0.5, 2, len(X)))
    for before, step in pairwise(trace[:-1]):
        np.testing.assert_allclose(step.w, before.w + step.gain * step.error, rtol=1e-9, atol=1e-9)


def test_two_equal_examples_weigh_as_one_of_weight_two():
    X, t = noisy_line()
    twice = RecursiveLeastSquares().fit(np.repeat(X, 2, axis=0), np.repeat(t, 2)).model_.w
    np.testing.assert_allclose(RecursiveLeastSquares().fit(X, t, np.full(len(X), 2.0)).model_.w, twice, rtol=1e-12)


@pytest.mark.parametrize("wrong", [{"ridge": 0}, {"forgetting": 0}, {"forgetting": 1.1}, {"x0": 0}])
def test_recursive_least_squares_refuses_unusable_hyper_parameters(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected .* got .*;"):
        RecursiveLeastSquares(**wrong).steps(*noisy_line())
