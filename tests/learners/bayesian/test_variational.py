"""Variational EM: the lecture's numbers, a bound that only climbs, and stays below the evidence."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler

from labkit.core import data
from labkit.core.data import load
from labkit.learners import BasisClassifier, LaplaceLogistic, VariationalLogistic
from labkit.learners.basis.functions import Polynomial
from labkit.learners.bayesian.bounds import curvature, log_sigmoid_below
from labkit.learners.bayesian.exact import exact_posterior
from labkit.learners.bayesian.normal import prior
from labkit.learners.bayesian.variational import Parabolas
from tests.golden import close, golden


@pytest.fixture(scope="module")
def logit8():
    table = load("logit8")
    return table.numeric("x"), table["y"]


@pytest.fixture(scope="module")
def trace(logit8):
    return VariationalLogistic(prior_variance=10.0, tolerance=1e-13).trace(*logit8)


def test_variational_em_has_the_lecture_s_fixed_point(trace):
    """I-000-028."""
    assert close(trace[-1].model.posterior.covariance, golden("VAR-13"))
    assert close(trace[-1].xi, golden("VAR-14"))


def test_bound_after_each_e_step_has_the_lecture_s_values(trace):
    after = [step.bound for step in trace if step.half == "E"]
    assert close([after[k] for k in (0, 1, 2, 5, -1)], golden("VAR-15"))


def test_bound_climbs_and_stays_below_the_exact_evidence(trace, logit8):
    """E-000-10: what is bounded is ln p(D), not the posterior."""
    exact = exact_posterior(VariationalLogistic(prior_variance=10.0).log_joint(*logit8), trace[-1].model.posterior)
    assert close(exact.log_evidence, golden("VAR-16"))
    assert close([exact.mean.tolist(), exact.covariance.tolist()], golden("VAR-17"))
    assert (np.diff(trace.curve("bound")) >= -1e-12).all()
    assert (trace.curve("bound") < exact.log_evidence).all()
    assert (
        np.linalg.eigvalsh(exact.covariance - trace[-1].model.posterior.covariance) > 0
    ).all()  # the variational one is too small


def test_e_and_m_steps_alternate_and_each_changes_its_own_half(trace):
    assert [step.half for step in trace][:5] == ["", "E", "M", "E", "M"]
    for before, after in pairwise(trace[:-1]):
        if after.half == "E":
            np.testing.assert_array_equal(after.xi, before.xi)
        else:
            np.testing.assert_array_equal(after.model.posterior.mean, before.model.posterior.mean)


def test_quadratic_bound_lies_below_the_log_joint_everywhere(trace, logit8):
    """I-000-027: contours of the bound against those of the true posterior; q is proportional to the bound."""
    X, y = logit8
    learner = VariationalLogistic(prior_variance=10.0)
    w = np.random.default_rng(0).normal(0, 3, (500, 2))
    signs = 2 * y - 1
    scores = w @ np.column_stack([np.ones(8), X]).T * signs
    step = trace[3]  # after an E step
    q = step.model.posterior
    below = log_sigmoid_below(scores, step.xi).sum(axis=1) + prior(0.0, 10.0, 2).log_density(w)
    assert (below <= learner.log_joint(X, y)(w) + 1e-9).all()
    np.testing.assert_allclose(below - q.log_density(w), step.bound, rtol=1e-9)


def test_m_step_maximises_the_bound(trace, logit8):
    """By SciPy from the same q, each xi by itself; and the E step is stationary in the mean."""
    step = trace[2]
    found = minimize(lambda v: -step.parabolas.bound(step.q, np.exp(v)), np.zeros(len(step.xi)), tol=1e-12)
    np.testing.assert_allclose(np.exp(found.x), step.xi, rtol=1e-4)
    X = np.insert(logit8[0], 0, 1.0, axis=1)
    np.testing.assert_allclose(
        trace[3].model.posterior.precision, np.eye(2) / 10 + 2 * (X.T * curvature(step.xi)) @ X, rtol=1e-12
    )


@pytest.mark.parametrize("seed", range(12))
def test_bound_climbs_on_many_problems(seed):
    """Classes that overlap and classes that a line separates, wide and narrow priors, with and without a bias."""
    rng = np.random.default_rng(seed)
    make = (data.gaussians, data.separable, data.girolami)[seed % 3]
    X, y = make(40, seed=seed)
    trace = VariationalLogistic(
        prior_variance=float(rng.choice([0.1, 1.0, 100.0, 1e4])), prior_mean=rng.normal(), intercept=bool(seed % 2),
        max_iterations=60,
    ).trace(X, y)  # fmt: skip
    bounds = trace.curve("bound")
    assert (np.diff(bounds) >= -1e-10 * np.abs(bounds).max()).all()
    assert bounds[-1] > bounds[0]


def test_bound_is_below_the_evidence_of_two_weights():
    for seed in range(5):
        X, y = data.gaussians(30, seed=seed)
        learner = VariationalLogistic(intercept=False, prior_variance=4.0).fit(X, y)
        laplace = LaplaceLogistic(intercept=False, prior_variance=4.0).fit(X, y)
        exact = exact_posterior(learner.log_joint(X, y), laplace.model_.posterior)
        assert learner.last_step_.bound < exact.log_evidence
        assert learner.last_step_.bound > exact.log_evidence - 1.0


def test_variational_predicts_about_as_laplace_on_real_examples():
    X, y = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X)[:, :8]
    ours, laplace = (kind(prior_variance=1.0).fit(X, y) for kind in (VariationalLogistic, LaplaceLogistic))
    assert ours.score(X, y) > 0.93
    assert np.abs(ours.predict_proba(X) - laplace.predict_proba(X)).mean() < 0.02
    np.testing.assert_allclose(ours.model_.posterior.mean, laplace.model_.posterior.mean, atol=0.35)


def test_inputs_may_be_functions_of_x():
    """I-000-027: y = w'phi(x); rings are told apart by squares, with a belief about their weights."""
    X, y = data.rings(80, seed=1)
    learner = BasisClassifier(learner=VariationalLogistic(prior_variance=10.0), basis=Polynomial(degree=2)).fit(X, y)
    assert learner.score(X, y) > 0.95
    assert learner.last_step_.bound > VariationalLogistic(prior_variance=10.0).fit(X, y).last_step_.bound


def test_budget_and_tolerance_end_the_story(logit8):
    short = VariationalLogistic(max_iterations=1).trace(*logit8)
    assert len(short) == 4 and short[-1].reason == "the budget of 1 iteration is spent"
    assert "no parabola has moved" in VariationalLogistic(tolerance=0.01).trace(*logit8)[-1].reason
    assert short[1].caption.startswith("iteration 1: E step") and short[2].caption.startswith("iteration 1: M step")


def test_many_weights_have_fewer_iterations():
    few, many = (Parabolas(np.ones((1800, d)), prior(0.0, 1.0, d), np.zeros(1800)) for d in (3, 65))
    assert many.rounds < 100 < few.rounds == 500
