"""Closed-form least squares and ridge, I-003-009, I-003-012, I-003-014."""

import numpy as np
import pytest
from sklearn import datasets, linear_model

from labkit.core.data import load
from labkit.learners.least_squares.closed_form import SOLVERS, solutions
from labkit.learners.least_squares.engine.blocked_qr import triangle
from tests.golden import close, golden

BOTH = pytest.mark.parametrize("solver", SOLVERS)
DIABETES = datasets.load_diabetes(return_X_y=True)


def weights(X, y, lam=0.0, solver="qr", intercept=True):
    return solutions(X, np.asarray(y, dtype=float)[:, None], solver, intercept).weights(lam)[:, 0]


def ridge6():
    table = load("ridge6").numeric()
    return table[:, :2], table[:, 2]


def random(n, d, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, X @ rng.normal(size=d) + 3 + rng.normal(size=n)


def objective(w, X, y, lam):
    return 0.5 * ((X @ w[1:] + w[0] - y) ** 2).sum() + 0.5 * lam * (w[1:] ** 2).sum()


# ---------------------------------------------------------------- the lecture's numbers


@BOTH
def test_slope_of_a_line_through_the_origin_is_the_lecture_s(solver):
    x, y = np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 4.0])
    w = weights(x[:, None], y, solver=solver, intercept=False)
    assert close(w[1], golden("LIN-01"))
    assert w[1] == pytest.approx((x * y).sum() / (x * x).sum(), rel=1e-12)
    assert w[0] == 0


@BOTH
@pytest.mark.parametrize(("lam", "id"), [(0.0, "RID-01"), (10.0, "RID-03")])
def test_weights_of_the_lecture_s_table_are_its_golden_values(solver, lam, id):
    assert close(weights(*ridge6(), lam, solver, intercept=False)[1:], golden(id))


# ---------------------------------------------------------------- oracles


@BOTH
@pytest.mark.parametrize("lam", [0.0, 0.3, 100.0])
@pytest.mark.parametrize("intercept", [True, False])
def test_solution_is_that_of_the_normal_equations_written_out(solver, lam, intercept):
    X, y = random(30, 4)
    A = np.column_stack([np.full(30, float(intercept)), X])
    P = lam * np.diag([0.0, 1, 1, 1, 1])
    P[0, 0] = not intercept  # w[0] = 0
    expected = np.linalg.solve(A.T @ A + P, A.T @ y)
    np.testing.assert_allclose(weights(X, y, lam, solver, intercept), expected, rtol=1e-10, atol=1e-12)


@BOTH
@pytest.mark.parametrize("lam", [1e-3, 1.0, 50.0])
def test_objective_on_diabetes_is_that_of_scikit_learn_s_ridge(solver, lam):
    X, y = DIABETES
    peer = linear_model.Ridge(alpha=lam, solver="svd", tol=1e-12).fit(X, y)
    theirs = objective(np.r_[peer.intercept_, peer.coef_], X, y, lam)
    assert objective(weights(X, y, lam, solver), X, y, lam) == pytest.approx(theirs, rel=1e-10)


@BOTH
def test_objective_on_diabetes_is_that_of_scikit_learn_s_least_squares(solver):
    X, y = DIABETES
    peer = linear_model.LinearRegression().fit(X, y)
    theirs = objective(np.r_[peer.intercept_, peer.coef_], X, y, 0)
    assert objective(weights(X, y, 0, solver), X, y, 0) == pytest.approx(theirs, rel=1e-10)


@BOTH
def test_several_targets_are_solved_as_each_alone(solver):
    X, y = random(40, 3)
    Y = np.column_stack([y, y**2, -y])
    for lam in (0.0, 2.0):
        alone = np.column_stack([weights(X, column, lam, solver) for column in Y.T])
        np.testing.assert_allclose(solutions(X, Y, solver).weights(lam), alone, rtol=1e-9)


def test_residual_sum_of_squares_is_read_from_the_reduced_problem():
    X, y = random(50, 5)
    every = solutions(X, y[:, None])
    for lam in (0.0, 1.0, 1e4):
        w = every.weights(lam)[:, 0]
        assert every.rss(lam)[0] == pytest.approx(((X @ w[1:] + w[0] - y) ** 2).sum(), rel=1e-10)


@pytest.mark.parametrize(("n", "d"), [(1023, 3), (1024, 3), (5000, 3), (3000, 200)])
def test_many_examples_are_solved_block_by_block_as_in_one_piece(n, d):
    X, y = random(n, d)
    A = np.column_stack([np.ones(n), X])
    np.testing.assert_allclose(weights(X, y), np.linalg.lstsq(A, y, rcond=None)[0], rtol=1e-9)


@BOTH
def test_intercept_is_not_penalised_so_that_moving_y_moves_it_alone(solver):
    X, y = random(30, 3)
    w, moved = weights(X, y, 20.0, solver), weights(X, y + 1000, 20.0, solver)
    np.testing.assert_allclose(moved[1:], w[1:], rtol=1e-8)
    assert moved[0] == pytest.approx(w[0] + 1000, rel=1e-10)


# ---------------------------------------------------------------- the ill-posed case


@BOTH
@pytest.mark.parametrize(("n", "d"), [(3, 8), (1, 1), (1, 4), (5, 5)])
def test_too_few_examples_have_the_shortest_slopes(solver, n, d):
    X, y = random(n, d)
    every = solutions(X, y[:, None], solver)
    assert (every.rank, every.unique) == (n - 1, False)
    expected = np.linalg.pinv(X - X.mean(axis=0)) @ (y - y.mean())
    np.testing.assert_allclose(every.slopes(0.0)[:, 0], expected, rtol=1e-6, atol=1e-9)


@BOTH
@pytest.mark.parametrize("away", [0.0, 1.0, 1e3, 1e6])
@pytest.mark.parametrize("n", [4, 5, 60, 5000])
def test_rounding_of_the_means_is_not_taken_for_a_feature(solver, n, away):
    """Two different examples, many times each, have one direction: what is left across it is rounding."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        pair = rng.normal(size=(2, 3)) + away * rng.normal(size=3)
        rows = np.r_[0, 1, rng.integers(0, 2, n - 2)]
        y = rng.normal(size=n)
        every = solutions(pair[rows], y[:, None], solver)
        assert every.rank == 1
        w = every.weights(0.0)[:, 0]
        means = [y[rows == k].mean() for k in (0, 1)]
        np.testing.assert_allclose(pair @ w[1:] + w[0], means, rtol=1e-6, atol=1e-6)


@BOTH
@pytest.mark.parametrize("away", [1.0, 1e3, 1e6])
def test_sum_of_features_far_from_zero_is_no_new_feature(solver, away):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(80, 3)) + away * rng.normal(size=3)
        X[:, 2] = X[:, 0] - 0.3 * X[:, 1]
        assert solutions(X, rng.normal(size=(80, 1)), solver).rank == 2


@BOTH
def test_feature_that_hardly_varies_does_not_make_others_dependent(solver):
    X, y = random(60, 2)
    X[:, 1] = X[:, 0] + 1e-4 * X[:, 1]
    nearly = 1e8 + 1e-5 * np.arange(60.0)
    w = weights(np.column_stack([X, nearly]), y, solver=solver)
    assert solutions(np.column_stack([X, nearly]), y[:, None], solver).rank == 3
    residuals = y - np.column_stack([X, nearly]) @ w[1:] - w[0]
    alone = weights(X, y, solver=solver)
    assert residuals @ residuals <= ((y - X @ alone[1:] - alone[0]) ** 2).sum()


@BOTH
def test_duplicate_feature_shares_the_slope_evenly(solver):
    X, y = random(30, 2)
    w, single = weights(X[:, [0, 1, 1]], y, solver=solver), weights(X, y, solver=solver)
    np.testing.assert_allclose(w, [single[0], single[1], single[2] / 2, single[2] / 2], rtol=1e-7)


@BOTH
@pytest.mark.parametrize("lam", [0.0, 1e-12, 1.0])
@pytest.mark.parametrize("constant", [0.0, 7.1, -1e8, 1e-8])
def test_constant_feature_has_slope_zero(solver, lam, constant):
    X, y = random(300, 2)
    w = weights(np.column_stack([X, np.full(300, constant)]), y, lam, solver)
    assert w[3] == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose(w[:3], weights(X, y, lam, solver), rtol=1e-7)


@BOTH
def test_nothing_but_constants_predicts_the_mean(solver):
    every = solutions(np.full((4, 2), 3.3), np.array([[1.0], [2.0], [3.0], [6.0]]), solver)
    assert every.rank == 0
    assert every.weights(0.0)[:, 0] == pytest.approx([3.0, 0.0, 0.0])
    assert every.weights(1.0)[:, 0] == pytest.approx([3.0, 0.0, 0.0])


def test_ambiguity_is_said_only_where_there_are_many_solutions():
    X, y = random(30, 2)
    assert solutions(X, y[:, None]).ambiguity(0.0) == ""
    doubled = solutions(X[:, [0, 1, 1]], y[:, None])
    assert "rank 2 of 3" in doubled.ambiguity(0.0)
    assert doubled.ambiguity(0.1) == ""


# ---------------------------------------------------------------- scales and digits


@BOTH
@pytest.mark.parametrize("unit", [1e-8, 1.0, 1e8])
def test_unit_of_all_features_changes_the_slopes_only(solver, unit):
    X, y = random(60, 3)
    w = weights(unit * X, y, solver=solver)
    np.testing.assert_allclose(w * [1, unit, unit, unit], weights(X, y, solver=solver), rtol=1e-9)


@BOTH
def test_features_in_very_different_units_are_all_used(solver):
    X, y = random(60, 3)
    unit = np.array([1e-8, 1.0, 1e8])
    every = solutions(unit * X, y[:, None], solver)
    assert every.unique
    np.testing.assert_allclose(every.slopes(0.0)[:, 0] * unit, weights(X, y, solver=solver)[1:], rtol=1e-9)


@BOTH
def test_far_from_the_origin_the_slopes_stay_exact(solver):
    """Years, say, or seconds since 1970: exact numbers, so that the shifted data are the same data."""
    x = np.arange(50.0)
    y = 2 * x + np.tile([0.0, 1.0], 25)
    near, far = (weights(x[:, None] + shift, y, solver=solver)[1] for shift in (0.0, 2.0**30))
    assert far == pytest.approx(near, rel=1e-12)


def units_far_apart(seed=0):
    """Two equal columns in a unit 1e16 times as small as that of the third, which y depends on."""
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, 200))
    return np.column_stack([1e8 * a, 1e8 * a, 1e-8 * b]), b + 0.1 * rng.normal(size=200)


@BOTH
@pytest.mark.parametrize("lam", [0.0, 1e-30, 1e-20])
@pytest.mark.parametrize("seed", range(5))
def test_dependent_features_do_not_hide_one_in_a_far_larger_unit(solver, lam, seed):
    """The rounding of the first two is as long as the whole third."""
    X, y = units_far_apart(seed)
    every = solutions(X, y[:, None], solver)
    w = every.weights(lam)[:, 0]
    alone = weights(X[:, [0, 2]], y, solver=solver)
    np.testing.assert_allclose(w[[0, 3]], alone[[0, 2]], rtol=1e-3)
    np.testing.assert_allclose(w[1], w[2], rtol=1e-6)
    assert every.rank == 2
    assert ("in the unit of its feature" in every.ambiguity(lam)) == (lam == 0)


@BOTH
@pytest.mark.parametrize("lam", [1e-20, 1e-16, 1e-8, 1.0, 1e16])
def test_penalty_is_exact_in_units_that_are_far_apart(solver, lam):
    """Against least squares on the examples and sqrt(lam) I below them, the columns brought to length 1."""
    X, y = random(50, 3)
    X = (X - X.mean(axis=0)) * [1e8, 1.0, 1e-8]
    A, b = np.vstack([X, np.sqrt(lam) * np.eye(3)]), np.append(y - y.mean(), np.zeros(3))
    unit = np.linalg.norm(A, axis=0)
    best = np.linalg.lstsq(A / unit, b, rcond=None)[0] / unit
    reach = np.linalg.norm(X, axis=0)  # what a slope adds to the predictions
    np.testing.assert_allclose(weights(X, y, lam, solver)[1:] * reach, best * reach, rtol=1e-6, atol=1e-9)


def test_normal_equations_lose_digits_that_qr_keeps():
    """Two nearly equal features: their condition is squared."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=100)
    X = np.column_stack([x, x + 1e-6 * rng.normal(size=100)])
    y = X @ [1.0, 1.0]
    qr, normal = (np.abs(weights(X, y, solver=solver)[1:] - 1).max() for solver in SOLVERS)
    assert qr < 1e-8
    assert 1e-8 < normal < 0.1


def test_normal_equations_see_dependence_before_qr_does():
    rng = np.random.default_rng(0)
    x = rng.normal(size=100)
    X, y = np.column_stack([x, x + 1e-10 * rng.normal(size=100)]), x[:, None]
    assert [solutions(X, y, solver).rank for solver in SOLVERS] == [2, 1]


def test_equal_rows_count_as_often_as_they_come():
    X, y = random(20, 2)
    twice = weights(np.vstack([X, X]), np.r_[y, y], 2.0)
    np.testing.assert_allclose(twice, weights(X, y, 1.0), rtol=1e-10)


@pytest.mark.parametrize("rows", [3, 1023, 1024, 5000])
def test_triangle_of_blocks_is_that_of_all_rows(rows):
    M = np.random.default_rng(rows).normal(size=(rows, 4))
    np.testing.assert_allclose(np.abs(triangle(M)), np.abs(np.linalg.qr(M, mode="r")), rtol=1e-10, atol=1e-12)
