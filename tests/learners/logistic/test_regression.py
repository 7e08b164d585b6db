"""Logistic regression: the lectures' numbers, every solver, scikit-learn's optimum, hard data, bad settings."""

import tracemalloc

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn import datasets
from sklearn.linear_model import LogisticRegression as Peer

from labkit.learners import LogisticRegression
from labkit.learners.descent.first_order import ConjugateGradient, GradientDescent, SteepestDescent
from labkit.learners.descent.second_order import BFGS, LevenbergMarquardt, Newton
from labkit.learners.descent.stochastic import StochasticGradient
from labkit.learners.logistic.sparse import ProximalNewton
from tests.golden import close, golden
from tests.learners.logistic.borrowed import lecture, overlapping, plain_loss

SOLVERS = ["newton", "gradient", "momentum", "line search", "conjugate gradient", "levenberg-marquardt", "bfgs"]
OPTIMISERS = [Newton(), Newton(halve=False), SteepestDescent("wolfe"), ConjugateGradient("wolfe"), BFGS()]
OPTIMISERS += [LevenbergMarquardt(damping=0.1), GradientDescent(momentum=0.5)]


def exact(**settings):
    return LogisticRegression(tolerance=1e-13, **settings)


def biased(X):
    """A column of ones as a feature, so that the bias is penalised."""
    return np.column_stack([np.ones(len(X)), X])


# ---------------------------------------------------------------- the lectures' numbers


def test_likeliest_weights_LOG_01_LOG_02():
    last = exact().fit(*lecture()).last_step_
    assert close(last.w, golden("LOG-01"))
    assert close(last.loss, golden("LOG-02"))


def test_newton_iterates_LOG_03():
    """I-000-014, I-003-048, I-004-077."""
    steps = exact(solver=Newton(halve=False)).trace(*lecture())
    assert close([step.w.tolist() for step in steps[1:6]], golden("LOG-03"))
    assert [step.rate for step in exact().trace(*lecture())[1:6]] == [1.0] * 5  # halving is never needed here


def test_three_conventions_of_lambda_have_three_optima_LOG_08_LOG_09_LOG_10():
    """E-000-03, E-004-30: "lambda = 1" with the bias penalised (deck 004), twice as much (000, 003), and ours."""
    X, y = lecture()
    assert close(exact(lam=1.0, intercept=False).fit(biased(X), y).model_.w[1:], golden("LOG-08"))
    assert close(exact(lam=2.0, intercept=False).fit(biased(X), y).model_.w[1:], golden("LOG-09"))
    assert close(exact(lam=1.0).fit(X, y).model_.w, golden("LOG-10"))


def test_three_gradient_steps_LOG_14():
    """I-003-045."""
    steps = LogisticRegression(solver=GradientDescent(rate=0.1)).trace(*lecture())
    assert close(steps[3].w, golden("LOG-14"))


def test_three_heavy_ball_steps_LOG_15():
    """I-003-047."""
    steps = LogisticRegression(solver=GradientDescent(rate=0.1, momentum=0.5)).trace(*lecture())
    assert close(steps[3].w, golden("LOG-15"))


@pytest.mark.parametrize(("lam", "id"), [(0.01, "LOG-20"), (0.0001, "LOG-21")])
def test_penalty_makes_separable_classes_well_posed(lam, id):
    """LOG-20, LOG-21."""
    assert close(float(exact(lam=lam, intercept=False).fit(*lecture("logit_sep6")).model_.w[1]), golden(id))


# ---------------------------------------------------------------- one loss, many ways down


@pytest.mark.parametrize("solver", [*SOLVERS, *OPTIMISERS], ids=str)
def test_every_solver_finds_the_same_minimum(solver):
    X, y = overlapping()
    last = LogisticRegression(lam=0.5, solver=solver, max_iterations=5000).fit(X, y).last_step_
    theirs = minimize(plain_loss, np.zeros(4), (X, y, 0.5), method="BFGS", options={"gtol": 1e-8})
    assert "vanished" in last.reason
    assert last.loss == pytest.approx(theirs.fun, rel=1e-9)
    np.testing.assert_allclose(last.w, theirs.x, atol=1e-4)


@pytest.mark.parametrize("solver", [name for name in SOLVERS if name != "momentum"])
def test_loss_never_rises_along_the_story(solver):
    losses = LogisticRegression(lam=0.1, solver=solver, max_iterations=200).trace(*overlapping()).curve("loss")
    assert np.all(np.diff(losses) <= 1e-12)


def test_rate_above_two_over_the_largest_curvature_may_not_settle():
    """I-003-046: near the minimum of logit8 the curvature is below the bound 2 / L, which is safe everywhere."""
    X, y = lecture()
    L = exact().trace(X, y)[0].objective.smoothness
    safe = LogisticRegression(solver=GradientDescent(rate=1.9 / L), max_iterations=3000).fit(X, y).last_step_
    wild = LogisticRegression(solver=GradientDescent(rate=8 / L), max_iterations=3000).fit(X, y).last_step_
    assert "vanished" in safe.reason
    assert "vanished" not in wild.reason


def test_stochastic_gradients_come_near_with_a_falling_rate():
    X, y = overlapping(200)
    solver = StochasticGradient(rate=1.0, batch=10, schedule="1/sqrt k")
    last = LogisticRegression(lam=1.0, solver=solver, max_iterations=2000).fit(X, y).last_step_
    best = LogisticRegression(lam=1.0).fit(X, y).last_step_
    assert best.loss <= last.loss < 1.02 * best.loss


def test_stochastic_gradient_of_one_example_is_the_delta_rule_of_the_sigmoid():
    X, y = lecture()
    steps = LogisticRegression(solver=StochasticGradient(rate=0.1, shuffled=False), max_iterations=8).trace(X, y)
    w = np.zeros(2)
    for x, t, step in zip(biased(X), y, steps[1:-1], strict=True):
        w = w + 0.1 * (t - 1 / (1 + np.exp(-w @ x))) * x
        np.testing.assert_allclose(step.w, w)


# ---------------------------------------------------------------- scikit-learn's optimum


def pairs():
    for name in ("iris", "wine", "breast_cancer", "digits"):
        X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
        rows = y >= y.max() - 1
        yield pytest.param(X[rows], (y[rows] == y.max()).astype(int), id=name)


@pytest.mark.parametrize("lam", [1e-3, 1.0, 100.0])
@pytest.mark.parametrize(("X", "y"), list(pairs()))
def test_optimum_is_that_of_scikit_learn(X, y, lam):
    last = LogisticRegression(lam=lam).fit(X, y).last_step_
    theirs = Peer(C=1 / lam, solver="newton-cholesky", tol=1e-10, max_iter=500).fit(X, y)
    best = plain_loss(np.r_[theirs.intercept_, theirs.coef_[0]], X, y, lam)
    assert last.loss == pytest.approx(plain_loss(last.w, X, y, lam), rel=1e-9)
    assert last.loss <= best * (1 + 1e-6)
    assert last.loss == pytest.approx(best, rel=1e-6)


def test_without_intercept_as_scikit_learn():
    X, y = overlapping()
    theirs = Peer(C=2.0, fit_intercept=False, tol=1e-10).fit(X, y)
    w = exact(lam=0.5, intercept=False).fit(X, y).model_.w
    np.testing.assert_allclose(w, np.r_[0.0, theirs.coef_[0]], atol=1e-5)
    step = exact(lam=0.5, intercept=False).trace(X, y)[1]
    assert step.w[0] == step.gradient[0] == step.direction[0] == 0.0


def test_example_weights_as_scikit_learn():
    X, y = overlapping()
    c = np.random.default_rng(0).uniform(0.1, 3, len(y))
    theirs = Peer(tol=1e-10).fit(X, y, sample_weight=c)
    w = exact(lam=1.0).fit(X, y, sample_weight=c).model_.w
    np.testing.assert_allclose(w, np.r_[theirs.intercept_, theirs.coef_[0]], atol=1e-5)


def test_probabilities_are_the_sigmoid_of_the_score():
    """I-003-041."""
    X, y = overlapping()
    learner = LogisticRegression(lam=1.0).fit(X, np.array(["no", "yes"])[y])
    P = learner.predict_proba(X)
    np.testing.assert_allclose(P[:, 1], 1 / (1 + np.exp(-learner.decision_function(X))))
    np.testing.assert_allclose(P.sum(axis=1), 1.0)
    np.testing.assert_array_equal(learner.predict(X) == "yes", P[:, 1] > 0.5)


# ---------------------------------------------------------------- hard data


@pytest.mark.parametrize("unit", [1e-8, 1e8, [1e8, 1.0, 1e-8], 1e60, 1e-60], ids=str)
@pytest.mark.parametrize("solver", ["newton", Newton(halve=False)], ids=str)
def test_units_of_the_features_do_not_matter(unit, solver):
    X, y = overlapping()
    plain = LogisticRegression(solver=solver).fit(X, y).last_step_
    scaled = LogisticRegression(solver=solver).fit(X * unit, y).last_step_
    assert scaled.loss == pytest.approx(plain.loss, rel=1e-12)
    np.testing.assert_allclose(scaled.w[1:] * unit, plain.w[1:], rtol=1e-6)
    assert scaled.unique


@pytest.mark.parametrize("solver", ["newton", "levenberg-marquardt"])
@pytest.mark.parametrize("offset", [1e3, 1e6])
def test_features_far_from_zero_are_no_obstacle(offset, solver):
    """As many of the one class as of the other: at the start only the features' differences have a slope."""
    X = overlapping(seed=2)[0]
    y = (X[:, 0] + np.random.default_rng(0).logistic(size=len(X)) > np.median(X[:, 0])).astype(int)
    rows = np.concatenate([np.flatnonzero(y == k)[: min(y.sum(), (1 - y).sum())] for k in (0, 1)])
    X, y = X[rows], y[rows]
    plain = LogisticRegression(solver=solver).fit(X, y).last_step_
    last = LogisticRegression(solver=solver).fit(X + offset, y).last_step_
    np.testing.assert_allclose(last.w[1:], plain.w[1:], rtol=1e-4)
    assert last.iteration < 40


@pytest.mark.parametrize("penalty", ["l2", "l1"])
def test_newton_ends_where_only_rounding_is_left(penalty):
    last = LogisticRegression(tolerance=0.0, lam=0.3, penalty=penalty).fit(*overlapping()).last_step_
    assert last.iteration < 15
    assert last.reason.startswith("nothing lower is found: ")


@pytest.mark.parametrize("solver", ["newton", "levenberg-marquardt", "bfgs"])
def test_dependent_features_share_their_weight_and_it_is_said_E_003_07(solver):
    X, y = overlapping()
    doubled = np.column_stack([X, X[:, 0], np.full(len(X), 3.0), np.zeros(len(X))])
    plain, last = (
        LogisticRegression().fit(X, y).last_step_,
        LogisticRegression(solver=solver).fit(doubled, y).last_step_,
    )
    assert plain.unique
    assert not last.unique
    assert last.loss == pytest.approx(plain.loss, rel=1e-9)
    assert last.w[1] == pytest.approx(last.w[4], rel=1e-4)
    assert last.w[6] == 0.0


def test_features_that_say_nothing_leave_the_share_of_the_classes():
    learner = LogisticRegression().fit([[1.0], [1.0], [1.0]], [0, 1, 1])
    np.testing.assert_allclose(learner.predict_proba([[1.0]]), [[1 / 3, 2 / 3]], atol=1e-6)


def test_start_is_where_the_story_begins():
    X, y = lecture()
    trace = LogisticRegression(start=[1.0, -1.0]).trace(X, y)
    np.testing.assert_array_equal(trace[0].w, [1.0, -1.0])
    assert trace[-1].loss == pytest.approx(golden("LOG-02").value)
    assert LogisticRegression(start=golden("LOG-01").value).fit(X, y).last_step_.iteration == 0


# ---------------------------------------------------------------- bad settings


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"lam": -1.0}, "lam: expected a number >= 0, got -1.0"),
        ({"penalty": "l3"}, "penalty: expected one of 'l2', 'l1', got 'l3'"),
        ({"solver": "adagrad"}, "solver: expected one of 'gradient'"),
        ({"solver": "bfgs", "penalty": "l1"}, "solver: expected one of 'newton', 'gradient', .*, got 'bfgs'"),
        ({"solver": Newton(), "penalty": "l1"}, "solver: expected one of 'newton', 'gradient'"),
        ({"start": [0.0]}, "start: expected 2 numbers"),
        ({"tolerance": -1}, "tolerance: expected a number >= 0"),
        ({"max_iterations": 0}, "max_iterations: expected a whole number >= 1"),
    ],
)
def test_bad_settings_are_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        LogisticRegression(**settings).fit(*lecture())


def test_proximal_optimiser_needs_the_l1_penalty():
    with pytest.raises(ValueError, match=r'solver: expected .* penalty="l1"'):
        LogisticRegression(solver=ProximalNewton()).fit(*lecture())


@pytest.mark.parametrize("lam", [0.0, 1.0])
def test_a_fit_takes_at_most_twice_the_memory_of_its_examples(lam):
    """Of what is as long as the examples, a place on the way keeps one exponential."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50_000, 10))
    y = (X[:, 0] + rng.logistic(size=len(X)) > 0).astype(int)
    tracemalloc.start()
    LogisticRegression(lam=lam).fit(X, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * X.nbytes
