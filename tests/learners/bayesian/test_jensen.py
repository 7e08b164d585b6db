"""Variational softmax: the lecture's one-weight example, a bound that only climbs, and the collapse without entropy."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.datasets import load_iris

from labkit.core import data
from labkit.core.data import load
from labkit.learners import VariationalLogistic, VariationalSoftmax
from labkit.learners.bayesian.exact import exact_posterior
from labkit.learners.bayesian.jensen import JensenBound
from labkit.learners.bayesian.normal import Normal, prior
from labkit.learners.probability import sigmoid
from tests.golden import close, golden

ONE = (
    np.ones((5, 1)),
    np.array([0, 0, 0, 0, 1]),
)  # one weight, x = 1: four examples of the class that has it, one without


def one_weight(entropy=True):
    return JensenBound(ONE[0], prior(0.0, 1.0, 1), np.eye(2)[ONE[1]], entropy)


def normal(mean, variance):
    return Normal(np.array([mean]), np.array([[1 / variance]]))


def test_bound_of_one_weight_has_the_lecture_s_values():
    """I-000-022, I-000-023, E-000-09: the bound of -ln p(D), the exact one, and the exact mean."""
    learner = VariationalSoftmax(prior_variance=1.0, intercept=False, tolerance=1e-15)
    step = learner.trace(*ONE)[-1]
    exact = exact_posterior(learner.log_joint(*ONE), step.parts[0])
    assert close([-step.bound, -exact.log_evidence, float(exact.mean[0])], golden("JEN-04"))
    assert step.parts[0].covariance[0, 0] == pytest.approx(0.2283, abs=1e-4)


def test_objective_without_entropy_falls_as_the_variance_shrinks():
    """JEN-05."""
    jensen = one_weight(entropy=False)
    values = [
        -jensen.bound([q], jensen.tighten([q])) for q in (normal(0.5, variance) for variance in (1.0, 0.1, 0.001))
    ]
    assert close(values, golden("JEN-05"))
    assert (np.diff(values) < 0).all()


def test_optimum_of_one_weight_is_scipy_s():
    jensen = one_weight()

    def bound(v):
        q = normal(v[0], np.exp(v[1]))
        return -jensen.bound([q], jensen.tighten([q]))

    best = minimize(bound, [0.0, 0.0], tol=1e-12)
    step = VariationalSoftmax(prior_variance=1.0, intercept=False, tolerance=1e-14).fit(*ONE).last_step_
    np.testing.assert_allclose([step.parts[0].mean[0], np.log(step.parts[0].covariance[0, 0])], best.x, atol=1e-5)


def test_optimum_of_three_classes_is_scipy_s():
    """All means and all Cholesky factors at once, by BFGS: the bound is convex, so there is one optimum."""
    table = load("softmax12")
    X, y = table.numeric("x1", "x2"), table["k"]
    step = VariationalSoftmax(prior_variance=4.0, tolerance=1e-13, max_iterations=2000).fit(X, y).last_step_
    rows, columns = np.tril_indices(3)

    def parts(v):
        for mean, low in zip(v[:6].reshape(2, 3), v[6:].reshape(2, 6), strict=True):
            L = np.zeros((3, 3))
            L[rows, columns] = low
            yield Normal(mean, L @ L.T)

    jensen = JensenBound(np.insert(X, 0, 1.0, axis=1), prior(0.0, 4.0, 3), (y[:, None] == np.unique(y)).astype(float))

    def bound(v):
        qs = list(parts(v))
        return -jensen.bound(qs, jensen.tighten(qs))

    start = np.concatenate([np.zeros(6), *[np.eye(3)[rows, columns]] * 2])
    best = minimize(bound, start, tol=1e-9, options={"maxiter": 2000})
    assert -step.bound == pytest.approx(best.fun, rel=1e-7)
    np.testing.assert_allclose(np.concatenate([q.mean for q in step.parts]), best.x[:6], atol=2e-3)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("entropy", [True, False])
def test_bound_climbs_on_many_problems(seed, entropy):
    X, y = data.blobs(36, classes=2 + seed % 3, spread=(0.1, 0.4)[seed % 2], seed=seed)
    trace = VariationalSoftmax(
        prior_variance=(0.1, 1.0, 100.0, 1e4)[seed % 4], prior_mean=0.3 * (seed % 2), intercept=bool(seed % 5),
        entropy=entropy, max_iterations=25,
    ).trace(X, y)  # fmt: skip
    bounds = trace.curve("bound")
    assert (np.diff(bounds) >= -1e-10 * np.abs(bounds).max()).all()
    assert bounds[-1] > bounds[0]


def test_bound_is_below_the_evidence_and_below_that_of_the_parabolas():
    """Two weights, two classes: the quadratic bound of the sigmoid is the tighter one here."""
    X, y = data.girolami(20, seed=1)
    jensen = VariationalSoftmax(prior_variance=0.5, intercept=False, max_iterations=1000).fit(X, y)
    parabolas = VariationalLogistic(prior_variance=0.5, intercept=False).fit(X, y)
    exact = exact_posterior(parabolas.log_joint(X, y), parabolas.model_.posterior)
    assert jensen.last_step_.bound < parabolas.last_step_.bound < exact.log_evidence


def test_at_the_end_the_precision_is_that_of_the_fixed_point():
    """S^-1 = H and g = 0; the closed form of I-000-024 stays where it is, too."""
    X, y = data.blobs(30, spread=0.4, seed=3)
    step = VariationalSoftmax(prior_variance=1.0, tolerance=1e-15, max_iterations=3000).fit(X, y).last_step_
    for k, q in enumerate(step.qs):
        expanded = step.jensen.expanded(k, q, step.log_slopes)
        np.testing.assert_allclose(expanded.precision, q.precision, rtol=1e-5)
        np.testing.assert_allclose(expanded.mean, q.mean, atol=1e-5)


def test_closed_form_of_the_first_order_overshoots_under_a_wide_prior():
    """I-000-024: why (8) takes the curvature of the examples."""
    jensen = JensenBound(ONE[0], prior(0.0, 100.0, 1), np.eye(2)[ONE[1]])
    q = jensen.start
    touch = jensen.tighten([q])
    far = jensen.expanded(0, q, touch)
    assert abs(far.mean[0]) > 50
    assert jensen.class_objective(0, jensen.fit(0, q, touch), touch) < jensen.class_objective(0, q, touch)
    assert jensen.class_objective(0, far, touch) > jensen.class_objective(0, q, touch)


def test_without_entropy_all_normals_collapse_to_points():
    """E-000-09."""
    X, y = data.blobs(36, spread=0.4, seed=1)
    options = {"prior_variance": 4.0, "max_iterations": 60}
    kept, lost = (VariationalSoftmax(entropy=entropy, **options).trace(X, y) for entropy in (True, False))
    assert kept[-1].spread > 0.3
    assert lost[-1].spread < 1e-4
    assert (np.diff(lost.curve("spread")) <= 1e-12).all()
    assert "moves by itself; bound" in kept[1].caption
    assert "moves by itself; no bound without entropy: " in lost[1].caption


def test_each_class_moves_by_itself_and_the_tangents_between():
    X, y = data.blobs(30, seed=2)
    trace = VariationalSoftmax(max_iterations=2).trace(X, y)
    assert [step.fitted for step in trace] == [None, 0, 1, None, 0, 1, None, None]
    assert trace[1].qs[1] is trace[0].qs[1]
    assert trace[2].qs[0] is trace[1].qs[0]
    np.testing.assert_array_equal(trace[1].log_slopes, trace[0].log_slopes)
    assert "class 0 moves by itself; bound" in trace[1].caption
    assert "the tangents touch; bound" in trace[3].caption


def test_posterior_of_all_classes_has_the_parts_on_its_diagonal():
    X, y = data.blobs(30, seed=2)
    step = VariationalSoftmax(max_iterations=3).fit(X, y).last_step_
    S = step.model.posterior.covariance
    for k, q in enumerate(step.parts):
        block = slice(3 * k, 3 * k + 3)
        np.testing.assert_allclose(S[block, block], q.covariance, rtol=1e-9)
    np.testing.assert_allclose(S[:3, 3:], 0, atol=1e-12)


def test_objective_too_far_out_is_infinite():
    """Also where only the sum of the exponentials is too large for a number."""
    assert one_weight().class_objective(0, normal(709.7, 1e-6), np.zeros(5)) == np.inf


def test_tangents_above_the_logarithm_hold_for_any_lambda():
    """E-000-08: (3) is never below (2), whatever lambda is."""
    jensen, q = one_weight(), normal(0.4, 0.7)
    touch = jensen.tighten([q])
    best = jensen.bound([q], touch)
    for shift in (-2.0, -0.1, 0.1, 2.0):
        assert jensen.bound([q], touch + shift) < best


def solved_exactly(n, ones):
    """Mean and variance of one weight with x = 1: by bisection of (g, S^-1 = H) to the last digit."""

    def variance(m):
        low, high = 0.0, 1.0
        for _ in range(200):
            s = (low + high) / 2
            low, high = (s, high) if 1 / s > 1 + n * sigmoid(m + s / 2) else (low, s)
        return s

    low, high = -9.0, 9.0
    for _ in range(200):
        m = (low + high) / 2
        low, high = (m, high) if m + n * sigmoid(m + variance(m) / 2) < ones else (low, m)
    return m, variance(m)


@pytest.mark.parametrize(("tolerance", "error"), [(1e-6, 3e-6), (0.0, 2e-15)])
def test_end_is_right_in_the_weights_and_not_only_in_the_bound(tolerance, error):
    """The bound is flat at its top: 1e-8 of it was 1e-4 of the mean, and no rounding of it is less than 1e-7."""
    m, s = solved_exactly(5, 4)
    last = VariationalSoftmax(prior_variance=1.0, intercept=False, tolerance=tolerance).fit(*ONE).last_step_
    assert last.reason.startswith("no distribution" if tolerance else "what is left is rounding")
    assert abs(last.parts[0].mean[0] - m) < error
    assert abs(last.parts[0].covariance[0, 0] - s) < error


def test_default_ends_where_nothing_moves_any_more():
    X, y = data.blobs(60, spread=0.4, seed=3)
    near, best = (VariationalSoftmax(prior_variance=1.0, tolerance=t).fit(X, y).last_step_ for t in (1e-6, 0.0))
    assert best.iteration < 1000
    for q, end in zip(near.parts, best.parts, strict=True):
        np.testing.assert_allclose(q.mean, end.mean, atol=1e-5)
        np.testing.assert_allclose(q.covariance, end.covariance, atol=1e-5)


@pytest.mark.parametrize("standard", [False, True])
def test_a_wide_prior_comes_to_its_end_on_the_irises(standard):
    """Class by class alone, a thousand rounds left means 4 off, and probabilities 0.13."""
    X, y = load_iris(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0) if standard else X
    step = VariationalSoftmax().fit(X, y).last_step_
    best = VariationalSoftmax(tolerance=0.0, max_iterations=20_000).fit(X, y).last_step_
    assert step.iteration < 1000 and step.reason.startswith("no distribution would move")
    np.testing.assert_allclose(step.model.posterior.mean, best.model.posterior.mean, atol=1e-3)
    np.testing.assert_allclose(step.model.predict_proba(X), best.model.predict_proba(X), atol=1e-5)
    assert best.jensen.distance(best.qs, best.log_slopes) < 1e-7  # the optimum itself: no q would move


def test_moves_of_all_classes_are_told_and_raise_the_bound():
    X, y = data.blobs(60, spread=0.1, seed=1)
    trace = VariationalSoftmax(max_iterations=60).trace(X, y)
    bounds = trace.curve("bound")
    assert (np.diff(bounds) >= -1e-10 * np.abs(bounds).max()).all()
    together = [step for step in trace if step.equation == 10]
    assert together and all("all classes move together; bound" in step.caption for step in together)
    assert min(step.iteration for step in together) > 30


def test_many_weights_have_fewer_rounds():
    few, many = (JensenBound(np.ones((1800, d)), prior(0.0, 1.0, d), np.zeros((1800, 10))) for d in (3, 65))
    assert many.rounds < 50 < few.rounds == 1000
    assert (many.moves, few.moves) == (1, 5)
    X, y = data.blobs(30, seed=2)
    assert VariationalSoftmax(max_iterations=2).fit(X, y).last_step_.iteration == 2
