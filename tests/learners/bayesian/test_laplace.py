"""Laplace's approximation: the lecture's numbers, the peak by another route, and the posterior it stands for."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.linear_model import LogisticRegression as Peer
from sklearn.preprocessing import StandardScaler

from labkit.core import data
from labkit.core.data import load
from labkit.core.story import STOP
from labkit.learners import LaplaceLogistic, LogisticRegression, SoftmaxRegression, VariationalSoftmax
from labkit.learners.bayesian.exact import exact_posterior
from tests.golden import close, golden


@pytest.fixture(scope="module")
def logit8():
    table = load("logit8")
    return table.numeric("x"), table["y"]


def test_laplace_has_the_lecture_s_mean_covariance_and_evidence(logit8):
    """I-000-029, I-000-031, E-000-11: prior N(0, 100 I) on the bias too, S0^-1 inside H."""
    learner = LaplaceLogistic().fit(*logit8)
    step = learner.last_step_
    assert close(step.model.posterior.mean, golden("LAP-01"))
    assert close(step.model.posterior.covariance, golden("LAP-02"))
    exact = exact_posterior(learner.log_joint(*logit8), step.model.posterior)
    assert close([step.log_evidence, exact.log_evidence], golden("LAP-06"))
    assert close(exact.mean, golden("LAP-07"))


def test_peak_and_hessian_are_those_of_the_log_joint(logit8):
    """By SciPy's BFGS and by differences, with a prior that has a mean and correlations."""
    learner = LaplaceLogistic(prior_mean=[0.5, -0.2], prior_variance=[[4.0, 1.0], [1.0, 2.0]]).fit(*logit8)
    log_joint, step = learner.log_joint(*logit8), learner.last_step_
    mean, found = step.model.posterior.mean, minimize(lambda w: -log_joint(w), np.zeros(2), tol=1e-10)
    np.testing.assert_allclose(mean, found.x, atol=1e-5)
    h = 1e-4 * np.array([[1, 0], [0, 1]])
    H = [[sum(si * sj * log_joint(mean + si * a + sj * b) for si in (1, -1) for sj in (1, -1)) for a in h]
         for b in h]  # fmt: skip
    np.testing.assert_allclose(-np.array(H) / 4e-8, np.linalg.inv(step.model.posterior.covariance), rtol=1e-4)
    assert -step.loss - step.constant == pytest.approx(float(log_joint(step.model.posterior.mean)), rel=1e-12)


def test_without_bias_and_with_a_wide_prior_the_peak_is_that_of_ridge(logit8):
    X, y = logit8
    for variance in (0.1, 1.0, 100.0):
        ridge = LogisticRegression(lam=1 / variance, intercept=False, tolerance=1e-10).fit(X, y)
        laplace = LaplaceLogistic(prior_variance=variance, intercept=False).fit(X, y)
        np.testing.assert_allclose(laplace.model_.w, ridge.model_.w, rtol=1e-7)


def test_many_classes_have_the_peak_of_softmax_with_the_bias_penalised():
    """The same optimum as SMX-03: J + 0.05 sum of |w_k|^2, bias included, is a prior of variance 10."""
    table = load("softmax12")
    X, y = table.numeric("x1", "x2"), table["k"]
    step = LaplaceLogistic(prior_variance=10.0).fit(X, y).last_step_
    assert close(step.model.posterior.mean.reshape(2, 3), golden("SMX-03"))
    assert step.model.posterior.covariance.shape == (6, 6)
    ones = np.column_stack([np.ones(len(X)), X])
    softmax = SoftmaxRegression(lam=0.1, intercept=False, tolerance=1e-10).fit(ones, y)
    np.testing.assert_allclose(step.model.W, softmax.model_.W[:, 1:], atol=1e-8)


def test_log_joint_of_many_classes_agrees_with_that_of_two():
    """Two classes by softmax (the reference last) or by the sigmoid: w turns its sign."""
    X, y = data.gaussians(30, seed=2)
    two, many = LaplaceLogistic().log_joint(X, y), VariationalSoftmax().log_joint(X, y)
    w = np.random.default_rng(0).normal(0, 2, (20, 3))
    np.testing.assert_allclose(two(w), many(-w), rtol=1e-12)
    assert two(w[0]).shape == () and two(w.reshape(4, 5, 3)).shape == (4, 5)


def test_log_joint_refuses_weights_of_another_length(logit8):
    """Four numbers are not two vectors of two."""
    log_joint = LaplaceLogistic().log_joint(*logit8)
    for bad in (np.zeros(4), np.zeros((5, 3)), 1.0):
        with pytest.raises(ValueError, match=r"^w: expected 2 weights, or rows of so many, got shape \("):
            log_joint(bad)


@pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer])
def test_peak_has_the_objective_of_scikit_learn(load):
    """Without a bias both solve the same problem: C = the prior's variance. Of many classes scikit-learn's penalty is
    symmetric, ours that of a reference class, so only two classes are compared."""
    X, y = load(return_X_y=True)
    X, y = StandardScaler().fit_transform(X[y < 2]), y[y < 2]
    ours = LaplaceLogistic(prior_variance=2.0, intercept=False).fit(X, y)
    theirs = Peer(C=2.0, fit_intercept=False, tol=1e-8, max_iter=10_000).fit(X, y)
    log_joint = ours.log_joint(X, y)
    mine, other = (-float(log_joint(w)) for w in (ours.model_.posterior.mean, theirs.coef_[0]))
    assert mine <= other * (1 + 1e-9)
    assert mine == pytest.approx(other, rel=1e-6)


def test_prior_pulls_back_what_the_likelihood_sends_away():
    """I-000-031: separable clouds; the weights grow with the prior's variance without end."""
    X, y = data.girolami()
    lengths = [
        np.linalg.norm(LaplaceLogistic(prior_variance=v, intercept=False).fit(X, y).model_.w)
        for v in (1.0, 100.0, 1e4, 1e6)
    ]
    assert (np.diff(lengths) > 1).all()
    step = LaplaceLogistic(intercept=False).fit(X, y).last_step_
    assert step.event == STOP and "gradient has vanished" in step.reason
    assert step.model.predict(X).tolist() == y.tolist()
    variances, axes = np.linalg.eigh(step.model.posterior.covariance)
    assert np.sqrt(variances[1] / variances[0]) > 3  # a long ellipse that points away from the origin
    assert abs(axes[:, 1] @ step.model.posterior.mean) > 0.95 * np.linalg.norm(step.model.posterior.mean)


def test_laplace_of_a_skewed_posterior_misses_its_mean(logit8):
    """LAP-07 against LAP-01: the true mean lies farther out than the peak; Laplace's evidence is too small."""
    learner = LaplaceLogistic().fit(*logit8)
    exact = exact_posterior(learner.log_joint(*logit8), learner.model_.posterior)
    assert np.linalg.norm(exact.mean) > 1.3 * np.linalg.norm(learner.model_.w)
    assert learner.last_step_.log_evidence < exact.log_evidence


def test_every_step_of_the_story_has_the_normal_that_fits_there(logit8):
    trace = LaplaceLogistic().trace(*logit8)
    assert len(trace) > 4
    np.testing.assert_array_equal(trace[0].model.posterior.mean, 0)
    np.testing.assert_allclose(
        np.linalg.inv(trace[0].model.posterior.covariance), [[2.01, 4.5], [4.5, 12.76]], rtol=1e-9
    )  # LOG-04 + I/100
    assert (np.diff(trace.curve("loss")) <= 1e-12).all()
    assert trace[-1].model.posterior.covariance[0, 0] > trace[0].model.posterior.covariance[0, 0]
    assert np.isfinite(trace.curve("log_evidence")).all()


def test_more_examples_make_the_posterior_narrower():
    X, y = data.gaussians(400, seed=3)
    spreads = [
        np.trace(LaplaceLogistic().fit(X[:n], y[:n]).last_step_.model.posterior.covariance) for n in (20, 100, 400)
    ]
    assert spreads[0] > spreads[1] > spreads[2]


def test_captions_say_how_sure_the_weights_are(logit8):
    trace = LaplaceLogistic().trace(*logit8)
    assert trace[0].caption.startswith("start: the peak is looked for from the prior's mean on; loss 5.54518")
    widest = np.sqrt(np.linalg.eigvalsh(trace[1].model.posterior.covariance)[-1])
    assert f"widest standard deviation {widest:.3g}" in trace[1].caption


def test_steps_tell_of_w_and_not_of_the_white_weights(logit8):
    """w, the gradient and the move in the coordinates of the features."""
    learner = LaplaceLogistic(prior_mean=0.3)
    trace, log_joint = learner.trace(*logit8), learner.log_joint(*logit8)
    for before, step in pairwise(trace[:-1]):
        np.testing.assert_allclose(step.w, step.model.posterior.mean)
        np.testing.assert_allclose(before.w + step.rate * step.direction, step.w, rtol=1e-9)
        slopes = [(log_joint(step.w - h) - log_joint(step.w + h)) / 2e-5 for h in 1e-5 * np.eye(2)]
        np.testing.assert_allclose(step.gradient, slopes, atol=1e-7)


def test_laplace_refuses_a_prior_of_another_length(logit8):
    with pytest.raises(ValueError, match=r"prior_mean: expected 2 numbers"):
        LaplaceLogistic(prior_mean=[0.0, 1.0, 2.0]).fit(*logit8)
    LaplaceLogistic(prior_mean=[1.0], intercept=False).fit(*logit8)


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_laplace_stands_features_of_any_size(scale):
    """With the prior measured in the same unit it is the same problem."""
    X, y = data.gaussians(60, seed=1)
    here = LaplaceLogistic(prior_variance=[9.0, 4.0, 4.0]).fit(X, y)
    there = LaplaceLogistic(prior_variance=[9.0, 4.0 / scale**2, 4.0 / scale**2]).fit(X * scale, y)
    np.testing.assert_allclose(there.predict_proba(X * scale), here.predict_proba(X), rtol=1e-6)
    assert there.last_step_.log_evidence == pytest.approx(here.last_step_.log_evidence, rel=1e-6)


def test_constant_and_repeated_features_are_told_apart_by_the_prior_alone():
    """The sum of the two weights is learned, their difference stays as the prior has it."""
    X, y = data.gaussians(60, seed=1)
    posterior = LaplaceLogistic(prior_variance=7.0).fit(np.column_stack([X, X[:, 0]]), y).model_.posterior
    assert posterior.mean[1] == pytest.approx(posterior.mean[3])
    difference = np.array([0.0, 1.0, 0.0, -1.0])
    assert difference @ posterior.covariance @ difference == pytest.approx(2 * 7.0, rel=1e-9)


def test_log_joint_and_steps_keep_their_own_copy_of_the_examples():
    X, y = data.girolami()
    log_joint = LaplaceLogistic(intercept=False).log_joint(X, y)
    step = VariationalSoftmax(intercept=False, max_iterations=3).fit(X, y).last_step_
    before = float(log_joint([0.3, 0.1])), step.bound
    X[:] = 0.0
    assert (float(log_joint([0.3, 0.1])), step.bound) == before
