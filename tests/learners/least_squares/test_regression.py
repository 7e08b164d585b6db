"""LinearRegression: I-003-009..012, I-003-014, I-003-018, I-004-011, I-002-028."""

import numpy as np
import pytest
from sklearn import datasets, linear_model

from labkit.core.data import load
from labkit.core.story import SOLVED, START, STOP, UPDATE
from labkit.learners import LeastMeanSquares, LinearRegression, RecursiveLeastSquares
from labkit.learners.descent.first_order import GradientDescent
from labkit.learners.descent.solvers import SOLVERS
from labkit.learners.descent.stochastic import StochasticGradient
from tests.golden import close, golden

CERTAIN = [name for name in SOLVERS if name not in ("stochastic", "adam")]
TABLE = load("ridge6").numeric()
RIDGE6 = TABLE[:, :2], TABLE[:, 2]


def numbers(n=40, d=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, X @ np.arange(1.0, d + 1) - 2 + 0.5 * rng.normal(size=n)


# ---------------------------------------------------------------- solved at once


@pytest.mark.parametrize("solver", ["qr", "normal"])
def test_closed_form_is_one_step_with_the_projection_of_y(solver):
    """I-003-012: what is left is perpendicular to everything that the features reach."""
    X, y = numbers()
    (step,) = LinearRegression(solver=solver).trace(X, y)
    assert step.event == SOLVED
    np.testing.assert_allclose(step.fitted + step.residuals, y)
    np.testing.assert_allclose(step.residuals @ np.column_stack([np.ones(40), X]), 0, atol=1e-10)
    assert step.rss == pytest.approx((step.residuals**2).sum())
    assert step.fitted @ step.fitted + step.rss == pytest.approx(y @ y)
    assert "no penalty" in step.caption


def test_step_says_rank_condition_and_degrees_of_freedom_as_written_out():
    X, y = numbers()
    Xc = X - X.mean(axis=0)
    for lam in (0.0, 5.0):
        step = LinearRegression(lam=lam).fit(X, y).last_step_
        H = Xc @ np.linalg.solve(Xc.T @ Xc + lam * np.eye(3), Xc.T)
        assert step.degrees_of_freedom == pytest.approx(1 + np.trace(H))
        assert step.condition == pytest.approx(np.linalg.cond(Xc.T @ Xc + lam * np.eye(3)))
        assert step.rank == np.linalg.matrix_rank(Xc) == 3
        w = step.slopes
        assert step.loss == pytest.approx(((X @ w + step.w[0] - y) ** 2).sum() / 2 + lam / 2 * (w @ w))


def test_dependent_features_are_said_and_have_the_shortest_slopes():
    X, y = numbers()
    step = LinearRegression().fit(X[:, [0, 1, 2, 2]], y).last_step_
    assert "rank 3 of 4" in step.caption
    assert "shortest" in step.caption
    assert step.condition == np.inf
    assert step.slopes[2] == pytest.approx(step.slopes[3])
    ridge = LinearRegression(lam=1e-9).fit(X[:, [0, 1, 2, 2]], y).last_step_
    assert "shortest" not in ridge.caption
    np.testing.assert_allclose(ridge.slopes, step.slopes, rtol=1e-6)  # what ridge tends to as lam goes to 0


def test_normal_is_perpendicular_to_the_fitted_plane_in_the_space_of_x_and_y():
    """I-003-010, E-003-05: the graph y = w'x + b has the normal (w, -1); w alone lives in the space of x."""
    X, y = numbers(d=2)
    learner = LinearRegression().fit(X, y)
    graph = np.column_stack([X, learner.predict(X)])
    np.testing.assert_allclose((graph - graph[0]) @ learner.last_step_.normal, 0, atol=1e-12)


def test_one_example_is_predicted_as_it_is():
    step = LinearRegression().fit([[3.0, 4.0]], [7.0]).last_step_
    assert step.w.tolist() == [7.0, 0.0, 0.0]
    assert step.condition == np.inf
    assert LinearRegression(lam=1.0).fit([[3.0, 4.0]], [7.0]).last_step_.condition == 1.0


# ---------------------------------------------------------------- downhill


@pytest.mark.parametrize("solver", CERTAIN)
@pytest.mark.parametrize("lam", [0.0, 3.0])
@pytest.mark.parametrize("intercept", [True, False])
def test_every_way_downhill_ends_at_the_closed_form(solver, lam, intercept):
    X, y = numbers()
    exact = LinearRegression(lam=lam, intercept=intercept).fit(X, y).last_step_
    trace = LinearRegression(lam=lam, intercept=intercept, solver=solver).trace(X, y)
    assert "vanished" in trace[-1].reason
    np.testing.assert_allclose(trace[-1].w, exact.w, rtol=1e-6, atol=1e-8)
    assert trace[-1].loss == pytest.approx(exact.loss, rel=1e-10)
    assert trace[-1].rss == pytest.approx(exact.rss, rel=1e-6)
    assert trace[0].event == START
    assert {step.event for step in trace[1:-1]} == {UPDATE}
    assert trace[-1].iteration == len(trace) - 2


@pytest.mark.parametrize("solver", ["conjugate gradient", "newton", "bfgs"])
@pytest.mark.parametrize("lam", [0.0, 1.0])
def test_ways_downhill_agree_with_scikit_learn_on_diabetes(solver, lam):
    X, y = datasets.load_diabetes(return_X_y=True)
    peer = (linear_model.Ridge(alpha=lam) if lam else linear_model.LinearRegression()).fit(X, y)
    best = ((y - peer.predict(X)) ** 2).sum() / 2 + lam / 2 * (peer.coef_**2).sum()
    assert LinearRegression(solver=solver, lam=lam).fit(X, y).last_step_.loss == pytest.approx(best, rel=1e-6)


def test_newton_needs_one_iteration_and_conjugate_gradients_one_per_weight():
    X, y = numbers()
    ends = {name: LinearRegression(solver=name).fit(X, y).last_step_ for name in ("newton", "conjugate gradient")}
    assert ends["newton"].iteration == 1
    assert ends["conjugate gradient"].iteration <= 4


def test_gradient_steps_of_the_lecture_are_its_golden_weights():
    """Its loss is twice ours, so its rate 0.01 is 0.02 here."""
    learner = LinearRegression(solver=GradientDescent(rate=0.02), intercept=False, max_iterations=2)
    assert close(learner.fit(*RIDGE6).last_step_.w[1:], golden("RID-05"))


def test_rate_above_the_stable_one_is_named_and_the_weights_from_before_are_kept():
    """RID-04 says 1 / (largest eigenvalue) for twice our loss."""
    stable = 2 * golden("RID-04").value[0]
    short, long = (
        LinearRegression(solver=GradientDescent(rate=share * stable), intercept=False).fit(*RIDGE6).last_step_
        for share in (0.99, 1.2)
    )
    assert close(np.round(short.w[1:], 6), golden("RID-01"))
    assert f"a rate below {stable:.3g} is safe" in long.reason
    assert np.isfinite(long.w).all()


def test_momentum_needs_fewer_iterations_than_plain_descent_in_a_long_valley():
    X, y = numbers()
    X = X * [1.0, 0.3, 0.1]
    plain, heavy = (
        LinearRegression(solver=name, max_iterations=10**4).fit(X, y).last_step_ for name in ("gradient", "momentum")
    )
    assert heavy.iteration < plain.iteration / 2


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("lam", [0.0, 1e9])
def test_steps_downhill_have_residuals_and_the_valley_they_go_down(lam, intercept):
    X, y = numbers()
    learner = LinearRegression(solver="bfgs", lam=lam, intercept=intercept)
    for step in learner.trace(X, y):
        errors = y - step.model.predict(X)
        np.testing.assert_allclose(step.residuals, errors, rtol=1e-9, atol=1e-12)
        assert step.rss == pytest.approx(errors @ errors, rel=1e-9)
        assert step.lam == lam
        assert step.objective.at(step.w if intercept else step.w[1:]).value == pytest.approx(step.loss)
    assert not step.objective.A.flags.writeable


def test_steps_keep_their_own_examples():
    X, y = numbers()
    for intercept in (True, False):
        step = LinearRegression(solver="newton", intercept=intercept).fit(X, y).last_step_
        before = step.residuals
        X += 5
        y += 5
        np.testing.assert_array_equal(step.residuals, before)


def test_start_says_the_loss_there():
    X, y = numbers()
    first = LinearRegression(solver="gradient").trace(X, y)[0]
    assert first.caption == f"start: loss {y @ y / 2:.6g}, slope {first.slope:.3g}"


def test_start_is_where_the_story_starts():
    X, y = numbers()
    start = [1.0, 2.0, 3.0, 4.0]
    assert LinearRegression(solver="gradient", start=start).trace(X, y)[0].w.tolist() == start
    best = LinearRegression().fit(X, y).model_.w
    trace = LinearRegression(solver="gradient", start=best).trace(X, y)
    assert [step.event for step in trace] == [START, STOP]
    assert trace[-1].iteration == 0


def test_without_intercept_the_bias_stays_zero_in_every_array():
    X, y = numbers()
    for step in LinearRegression(solver="bfgs", intercept=False).trace(X, y):
        assert step.w[0] == step.gradient[0] == 0
        assert len(step.w) == len(step.gradient) == 4
        assert step.direction is None or len(step.direction) == 4


@pytest.mark.parametrize(("rate", "unit"), [(1e3, 1.0), (1e200, 1.0), (1.0, 1e60)])
def test_stochastic_gradients_that_diverge_say_so(rate, unit):
    X, y = numbers()
    trace = LinearRegression(solver=StochasticGradient(rate=rate)).trace(unit * X, y)
    assert "diverged" in trace[-1].reason
    assert np.isfinite(trace[-1].w).all()
    assert all(step.caption for step in trace)


@pytest.mark.parametrize("solver", CERTAIN)
@pytest.mark.parametrize("unit", [1e-8, 1e8])
def test_ways_downhill_work_in_any_unit(solver, unit):
    X, y = numbers()
    trace = LinearRegression(solver=solver, intercept=False).trace(unit * X, y)
    exact = LinearRegression(intercept=False).fit(X, y)
    assert "vanished" in trace[-1].reason
    np.testing.assert_allclose(trace[-1].w * unit, exact.model_.w, rtol=1e-6, atol=1e-8)


def test_mini_batches_come_near_the_solution():
    X, y = numbers(n=200)
    exact = LinearRegression(lam=1.0).fit(X, y)
    solver = StochasticGradient(rate=0.5, batch=20, schedule="1/sqrt k")
    learner = LinearRegression(lam=1.0, solver=solver, max_iterations=3000).fit(X, y)
    np.testing.assert_allclose(learner.model_.w, exact.model_.w, atol=0.02)
    assert learner.last_step_.loss == pytest.approx(exact.last_step_.loss, rel=1e-3)


# ---------------------------------------------------------------- its relatives in perceptron


def test_one_example_at_a_time_is_the_delta_rule():
    """I-002-028: the deck's factor 2 is absorbed by the rate (E-002-03)."""
    X, y = numbers(n=15)
    stochastic = StochasticGradient(rate=0.1, batch=1, shuffled=False)
    ours = LinearRegression(solver=stochastic, max_iterations=45).trace(X, y)[:-1]
    theirs = LeastMeanSquares(learning_rate=0.1, tolerance=0.0, max_sweeps=3).trace(X, y)[:-1]
    assert len(ours) == len(theirs) == 46
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a.w, b.w, rtol=1e-12, atol=1e-14)
        assert b.example is None or a.rows.tolist() == [b.example]


def test_stream_of_three_samples_moves_the_weights_as_in_the_lecture():
    solver = StochasticGradient(rate=0.1, shuffled=False)
    trace = LinearRegression(solver=solver, max_iterations=3).trace([[1.0], [2.0], [3.0]], [2.0, 3.0, 5.0])
    assert close([step.w.tolist() for step in trace[1:4]], golden("DLT-01"))


def test_ridge_with_a_penalised_bias_is_where_recursive_least_squares_arrives():
    table = load("dhs4").numeric()
    X, y = table[:, :2], np.where(table[:, 2] == 1, 1.0, -1.0)
    ones = np.column_stack([np.ones(4), X])
    w = LinearRegression(lam=0.01, intercept=False).fit(ones, y).model_.w[1:]
    assert close(w, golden("RLS-01"))
    np.testing.assert_allclose(RecursiveLeastSquares(ridge=0.01).fit(X, y).model_.w, w, rtol=1e-10)


# ---------------------------------------------------------------- the ridge path


def test_path_is_the_solution_for_every_penalty():
    X, y = numbers()
    lams = [0.0, 0.1, 3.0, 1e5]
    for intercept in (True, False):
        learner = LinearRegression(intercept=intercept)
        trace = learner.path(X, y, lams)
        assert trace.curve("lam").tolist() == lams
        for step in trace:
            alone = LinearRegression(lam=step.lam, intercept=intercept).fit(X, y).last_step_
            np.testing.assert_allclose(step.w, alone.w, rtol=1e-9)
            for name in ("rss", "degrees_of_freedom", "condition", "loss"):
                assert getattr(step, name) == pytest.approx(getattr(alone, name), rel=1e-9)


def test_path_of_the_lecture_s_table_passes_its_golden_weights():
    trace = LinearRegression(intercept=False).path(*RIDGE6, [0.0, 10.0])
    assert close(trace[0].slopes, golden("RID-01"))
    assert close(trace[1].slopes, golden("RID-03"))


def test_path_shrinks_from_least_squares_to_the_mean():
    X, y = numbers()
    trace = LinearRegression().path(X, y)
    assert (np.diff(trace.curve("lam")) > 0).all()
    assert (np.diff(trace.curve("rss")) > 0).all()
    assert (np.diff(trace.curve("degrees_of_freedom")) < 0).all()
    assert (np.diff(trace.curve("condition")) < 0).all()
    assert (np.diff(trace.curve(lambda step: np.linalg.norm(step.slopes))) < 0).all()
    assert trace[0].degrees_of_freedom == pytest.approx(4, abs=0.01)
    assert trace[-1].degrees_of_freedom == pytest.approx(1, abs=0.01)
    assert trace[-1].caption.endswith(", 1 degree of freedom; all lams are done")
    assert trace[0].caption.endswith(", 4 degrees of freedom")
    assert trace[-1].w[0] == pytest.approx(y.mean(), abs=0.01)
    assert (trace[0].event, trace[1].event, trace[-1].event) == (START, UPDATE, STOP)


def test_path_of_one_penalty_or_of_constant_features_is_told_too():
    X, y = numbers()
    (step,) = LinearRegression().path(X, y, [2.0])
    assert step.event == SOLVED
    trace = LinearRegression().path(np.ones((5, 2)), np.arange(5.0))
    assert all(step.w.tolist() == [2.0, 0.0, 0.0] for step in trace)


def test_path_arrays_are_read_only():
    trace = LinearRegression().path(*numbers())
    assert not any(step.w.flags.writeable or step.singular_values.flags.writeable for step in trace)


@pytest.mark.parametrize("lams", [[], [-1.0], [np.nan], [np.inf], 3.0, [[1.0]], ["x"]])
def test_bad_penalties_of_a_path_are_refused(lams):
    with pytest.raises(ValueError, match=r"^lams: expected"):
        LinearRegression().path(*numbers(), lams)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"lam": -0.1}, "lam: expected a number >= 0, got -0.1"),
        ({"solver": "svd"}, "solver: expected one of 'qr', 'normal', 'gradient'"),
        ({"solver": GradientDescent}, "solver: expected"),
        ({"start": [1.0]}, r"start: expected 4 numbers .*, got shape \(1,\)"),
        ({"start": [1.0, 0, 0, 0], "intercept": False}, "start: expected 0 as bias for intercept=False, got 1"),
        ({"tolerance": -1}, "tolerance: expected a number >= 0"),
        ({"max_iterations": 0}, "max_iterations: expected a whole number >= 1"),
        ({"intercept": "yes"}, "intercept: expected one of False, True"),
    ],
)
def test_bad_hyper_parameters_are_refused_with_the_repair(given, message):
    with pytest.raises(ValueError, match=message):
        LinearRegression(**given).steps(*numbers())
