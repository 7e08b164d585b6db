"""The interior point against the conditions that define its path, and against solvers that know nothing of it."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from bench.logistic import classified
from labkit.learners.svm.engine.interior_point import Inside, interior_point


def problem(n=40, d=3, seed=0):
    X, y = classified(n, d, seed)
    return X, 2.0 * y - 1


def last(F, z, C, tolerance=1e-12, budget=100):
    return list(interior_point(F, z, C, tolerance, budget))[-1]


def objective(F, z, C, w, b):
    return w @ w / 2 + C * np.maximum(0, 1 - z * (F @ w + b)).sum()


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_interior_point_reaches_the_least_primal_value_that_a_general_solver_finds(C):
    """I-001-014: SLSQP on the primal with its slacks as variables."""
    F, z = problem(n=25, d=2)
    n, d = F.shape
    margin = {"type": "ineq", "fun": lambda v: z * (F @ v[:d] + v[d]) - 1 + v[d + 1 :]}
    slack = {"type": "ineq", "fun": lambda v: v[d + 1 :]}
    found = minimize(
        lambda v: v[:d] @ v[:d] / 2 + C * v[d + 1 :].sum(), np.r_[np.zeros(d + 1), np.ones(n)],
        constraints=[margin, slack], method="SLSQP", options={"maxiter": 1000, "ftol": 1e-12},
    )  # fmt: skip
    end = last(F, z, C)
    w = F.T @ (end.alpha * z)
    assert objective(F, z, C, w, end.bias) == pytest.approx(found.fun, rel=1e-6)


@pytest.mark.parametrize("C", [0.1, 10.0, math.inf])
def test_interior_point_ends_where_primal_and_dual_meet(C):
    F, z = problem()
    hard = math.isinf(C)
    if hard:
        F = F + 3.0 * np.outer(z, [1.0, -1.0, 0.5])  # separable
    end = last(F, z, C)
    w = F.T @ (end.alpha * z)
    dual = end.alpha.sum() - w @ w / 2
    primal = w @ w / 2 if hard else objective(F, z, C, w, end.bias)
    assert np.isclose(primal, dual, rtol=1e-8)
    assert abs(z @ end.alpha) < 1e-8 * end.alpha.max()
    assert (end.margins > 1 - 1e-8).all() or not hard


def test_interior_point_stays_inside_the_box_and_its_gap_is_primal_minus_dual():
    F, z = problem()
    F = F - F.mean(axis=0)
    for step in interior_point(F, z, 2.0, 1e-10, 50):
        assert ((step.alpha > 0) & (step.alpha < 2.0)).all()
        w = F.T @ (step.alpha * z)
        if step.gap < 1e-6:  # by then w and the multipliers agree
            dual = step.alpha.sum() - w @ w / 2
            slack = np.maximum(0, 1 - step.margins)
            assert abs(w @ w / 2 + 2.0 * slack.sum() - dual - step.gap) < 1e-6
    assert step.gap < 1e-6 and step.mu == pytest.approx(step.gap / (2 * len(z)))


def test_newton_step_solves_the_whole_system_of_equations():
    """(5) and (6) against all unknowns at once, n + n + n + d + 1 of them, by dense elimination."""
    F, z = problem(n=7, d=2)
    state = Inside(F, z, 3.0)
    n, r = 7, 3
    H, a, s, xi, room = state.H.T.copy(), *(v.copy() for v in (state.alpha, state.surplus, state.slack, state.room))
    J, u, zero = np.diag(state.J), state.u.copy(), np.zeros
    rows = [
        np.hstack([H, zero((n, n)), -np.eye(n), np.eye(n)]),  # of (1)
        np.hstack([J, -H.T, zero((r, n)), zero((r, n))]),  # of (2)
        np.hstack([zero((n, r)), np.diag(s), np.diag(a), zero((n, n))]),  # of (3), below
        np.hstack([zero((n, r)), -np.diag(xi), zero((n, n)), np.diag(room)]),  # of (3), above
    ]
    residual = np.r_[1 + s - xi - H @ u, H.T @ a - J @ u, -a * s, -room * xi]
    predicted = np.linalg.solve(np.vstack(rows), residual)
    du, da, ds, dx = np.split(predicted, [r, r + n, r + 2 * n])
    t = min(1.0, 1 / max((-da / a).max(), (da / room).max(), (-ds / s).max(), (-dx / xi).max()))
    before = a @ s + room @ xi
    fall = ((a + t * da) @ (s + t * ds) + (room - t * da) @ (xi + t * dx)) / before
    mu = before / (2 * n) * fall**3
    residual[r + n : r + 2 * n] += mu - da * ds
    residual[r + 2 * n :] += mu + da * dx
    du, da, ds, dx = np.split(np.linalg.solve(np.vstack(rows), residual), [r, r + n, r + 2 * n])
    t = min(1.0, 0.99 / max((-da / a).max(), (da / room).max(), (-ds / s).max(), (-dx / xi).max()))
    assert state.advance()
    assert np.allclose(state.u, u + t * du)
    assert np.allclose(state.alpha, a + t * da)
    assert np.allclose(state.surplus, s + t * ds)
    assert np.allclose(state.slack, xi + t * dx)


@pytest.mark.parametrize("scale", [1e-8, 1e-3, 1e5, 1e8])
def test_the_unit_of_the_features_does_not_matter(scale):
    F, z = problem()
    plain, scaled = last(F, z, 1.0), last(F * scale, z, 1.0 / scale**2)
    assert scaled.iteration == plain.iteration
    assert np.allclose(scaled.alpha * scale**2, plain.alpha, atol=1e-9)
    assert scaled.bias == pytest.approx(plain.bias, abs=1e-9)


def test_few_iterations_are_enough_whatever_C_is():
    """Mehrotra's steps: the number of iterations hardly depends on the problem, unlike that of pair updates."""
    F, z = problem(n=500, d=5)
    assert all(last(F, z, C, tolerance=1e-8).iteration <= 30 for C in (1e-4, 1e-2, 1.0, 1e2, 1e4, 1e6))


def test_budget_ends_the_iteration():
    F, z = problem()
    assert [step.iteration for step in interior_point(F, z, 1.0, 0.0, 3)] == [0, 1, 2, 3]


def test_nothing_to_learn_from_is_no_error():
    """Equal examples: w is 0, and the smaller class pays for all its slack."""
    z = np.array([1.0, 1.0, -1.0])
    end = last(np.zeros((3, 2)), z, 1.0)
    assert end.alpha[2] == pytest.approx(1.0) and end.alpha.sum() == pytest.approx(2.0)


def test_iterates_are_frozen_and_each_its_own():
    F, z = problem()
    steps = list(interior_point(F, z, 1.0, 1e-6, 50))
    assert not any(step.alpha.flags.writeable or step.margins.flags.writeable for step in steps)
    assert not np.array_equal(steps[0].alpha, steps[1].alpha)
