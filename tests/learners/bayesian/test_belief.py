"""The three ways to predict by a belief about the weights."""

import numpy as np
import pytest
from sklearn.datasets import load_digits

from labkit.core import data
from labkit.core.data import load
from labkit.learners import LaplaceLogistic, VariationalSoftmax
from labkit.learners.bayesian import probit
from labkit.learners.bayesian.belief import LogisticBelief, SoftmaxBelief
from labkit.learners.bayesian.normal import Normal
from labkit.learners.probability import sigmoid, softmax
from tests.golden import close, golden


@pytest.fixture(scope="module")
def belief():
    table = load("logit8")
    return LaplaceLogistic().fit(table.numeric("x"), table["y"]).model_


@pytest.mark.parametrize(("id", "x"), [("LAP-03", 1.0), ("LAP-04", 2.25)])
def test_predictive_has_the_lecture_s_values(belief, id, x):
    """I-000-030: plug-in, both forms of the probit, and the exact integral over the normal weights."""
    (mean,), (variance,) = belief.scores([[x]])
    values = [
        mean,
        variance,
        belief.predictive([[x]], "plug-in")[0, 1],
        probit.sigmoid_by_probit(mean, variance),
        belief.predictive([[x]], "probit")[0, 1],
        probit.expected_sigmoid(mean, variance),
    ]
    assert close([float(value) for value in values], golden(id))


def test_monte_carlo_tends_to_the_exact_integral(belief):
    X = np.linspace(-5, 10, 31)[:, None]
    many = LogisticBelief(belief.posterior, belief.classes, samples=200_000)
    exact = probit.expected_sigmoid(*belief.scores(X))
    np.testing.assert_allclose(many.predictive(X, "Monte Carlo")[:, 1], exact, atol=4e-3)
    np.testing.assert_allclose(belief.predictive(X, "probit")[:, 1], exact, atol=0.02)


def test_monte_carlo_is_the_mean_over_its_draws(belief):
    X = np.linspace(-5, 10, 7)[:, None]
    plain = sigmoid(belief.inputs(X) @ belief.draws.T).mean(axis=1)
    np.testing.assert_allclose(belief.predictive(X, "Monte Carlo")[:, 1], plain, rtol=1e-12)
    np.testing.assert_array_equal(belief.predictive(X, "Monte Carlo"), belief.predictive(X, "Monte Carlo"))


def test_plug_in_is_surer_than_the_others_far_from_the_examples(belief):
    """The mean and the standard deviation of the score both grow with the distance, so the probit never is certain."""
    far = np.array([[1e3]])
    sure = {kind: belief.predictive(far, kind)[0].max() for kind in ("plug-in", "probit", "Monte Carlo")}
    assert sure["plug-in"] == 1.0
    mean, variance = belief.scores(far)
    assert sure["probit"] == pytest.approx(float(sigmoid(mean / np.sqrt(np.pi / 8 * variance))[0]), abs=1e-3)
    assert sure["probit"] < 0.96 and sure["Monte Carlo"] < 0.97


def test_plug_in_probit_and_draws_have_one_straight_boundary():
    """E-000-47: g - 1/2 is odd, so whatever is symmetric about w* has the border of w*, with few draws as with many."""
    X, y = data.girolami()
    cases = np.random.default_rng(0).normal(0, 8, (500, 2))
    for samples in (2, 10, 1000):
        belief = LaplaceLogistic(intercept=False, samples=samples).fit(X, y).model_
        sides = [belief.log_odds(cases, kind) > 0 for kind in ("plug-in", "probit", "Monte Carlo")]
        np.testing.assert_array_equal(sides, 3 * [cases @ belief.posterior.mean > 0])
        border = np.outer([1, 30], [[0, 1], [-1, 0]] @ belief.posterior.mean)
        np.testing.assert_allclose(belief.predictive(border, "Monte Carlo"), 0.5, atol=1e-12)


def test_boundary_of_the_exact_posterior_bends():
    """E-000-47: it is not normal. Its border is not that of the peak, and not the same near the origin as far out."""
    X, y = data.girolami(12, seed=1)
    learner = LaplaceLogistic(intercept=False).fit(X, y)
    posterior = learner.model_.posterior
    u = np.stack(np.meshgrid(*2 * [np.arange(-8, 12, 0.1)]), axis=-1).reshape(-1, 2)
    w = posterior.mean + u @ posterior.root.T
    height = learner.log_joint(X, y)(w)
    share = np.exp(height - height.max())

    def border(radius):
        """The direction of the plug-in's border, turned until the exact probability is one half."""
        low, high, first = -1.0, 1.0, np.arctan2(-posterior.mean[0], posterior.mean[1])
        for _ in range(40):
            angle = first + (low + high) / 2
            x = radius * np.array([np.cos(angle), np.sin(angle)])
            surer = share @ sigmoid(w @ x) > share.sum() / 2
            low, high = (low, angle - first) if surer else (angle - first, high)
        return low

    near, far = border(0.01), border(10.0)
    assert min(abs(near), abs(far)) > 0.01
    assert abs(near - far) > 0.003


@pytest.mark.parametrize("kind", [LaplaceLogistic, VariationalSoftmax], ids=lambda kind: kind.__name__)
def test_probabilities_do_not_depend_on_the_order_of_the_examples(kind):
    """Eigenvectors may turn round with it; one root of the covariance does not."""
    X, y = data.blobs(60, spread=0.3, seed=1)
    order = np.random.default_rng(0).permutation(60)
    learner = kind(predictive="Monte Carlo", samples=10)
    here, there = learner.fit(X, y).predict_proba(X), learner.fit(X[order], y[order]).predict_proba(X)
    np.testing.assert_allclose(there, here, atol=1e-7)


def test_digits_are_told_as_well_as_by_the_peak_alone():
    """Of 585 weights that are hardly known a hundred draws say little: 0.55."""
    X, y = load_digits(return_X_y=True)
    learner = LaplaceLogistic().fit(X[::4], y[::4])
    peak = learner.model_.predictive(X[1::4], "plug-in").argmax(axis=1)
    assert learner.score(X[1::4], y[1::4]) > np.mean(peak == y[1::4]) - 0.01 > 0.9


def test_coupled_probits_of_many_classes_are_near_the_mean_over_many_draws():
    rng = np.random.default_rng(1)
    A = rng.normal(size=(6, 6))
    belief = SoftmaxBelief(Normal(rng.normal(size=6), A @ A.T + np.eye(6)), np.arange(3), samples=100_000)
    X = rng.normal(0, 2, (40, 2))
    probit, draws = belief.predictive(X, "probit"), belief.predictive(X, "Monte Carlo")
    np.testing.assert_allclose(probit.sum(axis=1), 1.0)
    np.testing.assert_allclose(probit, draws, atol=0.05)


def test_coupled_probits_of_known_weights_are_the_softmax_and_of_two_classes_the_probit():
    rng = np.random.default_rng(2)
    X, mean, S = rng.normal(size=(9, 2)), rng.normal(size=6), np.diag([0.5, 2.0, 3.0])
    sure = SoftmaxBelief(Normal(mean, 1e12 * np.eye(6)), np.arange(3))
    np.testing.assert_allclose(sure.predictive(X, "probit"), sure.predictive(X, "plug-in"), atol=1e-5)
    two, one = (
        make(Normal(sign * mean[:3], S), np.arange(2)) for make, sign in ((SoftmaxBelief, -1), (LogisticBelief, 1))
    )
    np.testing.assert_allclose(two.predictive(X, "probit"), one.predictive(X, "probit"))


def test_log_odds_stay_finite_where_everything_is_certain(belief):
    sure = Normal(belief.posterior.mean, belief.posterior.precision * 1e12)
    belief = LogisticBelief(sure, belief.classes)
    for kind in ("plug-in", "probit", "Monte Carlo"):
        assert np.isfinite(belief.log_odds([[-1e6], [0.0], [1e6]], kind)).all()


def test_grid_is_the_decision_function():
    X, y = data.gaussians(60, seed=1)
    x, up = np.linspace(-1, 1, 7), np.linspace(-1, 1, 5)
    grid = np.array([(a, b) for b in up for a in x])
    belief = LaplaceLogistic(predictive="Monte Carlo").fit(X, y).model_
    np.testing.assert_allclose(belief.score_grid(x, up).ravel(), belief.decision_function(grid))
    X, y = data.blobs(60, seed=1)
    belief = LaplaceLogistic().fit(X, y).model_
    np.testing.assert_array_equal(belief.classes[belief.class_grid(x, up)].ravel(), belief.predict(grid))


def test_softmax_belief_gives_the_last_class_the_weights_0():
    rng = np.random.default_rng(2)
    posterior = Normal(rng.normal(size=6), 50 * np.eye(6))
    belief = SoftmaxBelief(posterior, np.array(["a", "b", "c"]), samples=50)
    X = rng.normal(size=(4, 2))
    np.testing.assert_array_equal(belief.W[-1], 0)
    scores = belief.inputs(X) @ belief.W.T
    np.testing.assert_allclose(belief.predictive(X, "plug-in"), softmax(scores))
    by_hand = [softmax(np.c_[belief.inputs(X) @ w.reshape(2, 3).T, np.zeros(4)]) for w in belief.draws]
    np.testing.assert_allclose(belief.predictive(X, "Monte Carlo"), np.mean(by_hand, axis=0))


def test_softmax_belief_stands_scores_of_any_size():
    belief = SoftmaxBelief(Normal(np.array([0.0, 1e6, 0.0, 2e6]), np.eye(4)), np.arange(3))
    X = [[-1.0], [0.0], [1.0]]
    for kind in ("plug-in", "probit", "Monte Carlo"):
        P = belief.predictive(X, kind)
        np.testing.assert_allclose(P.sum(axis=1), 1.0)
        np.testing.assert_allclose(P[[0, 2]], [[0, 0, 1], [0, 1, 0]], atol=1e-12)


def test_softmax_belief_without_a_bias_has_0_in_its_place():
    belief = SoftmaxBelief(Normal(np.arange(4.0), np.eye(4)), np.arange(3), intercept=False)
    np.testing.assert_array_equal(belief.W, [[0, 0, 1], [0, 2, 3], [0, 0, 0]])
    assert LogisticBelief(Normal(np.ones(2), np.eye(2)), np.arange(2), intercept=False).w.tolist() == [0, 1, 1]


def test_predictive_refuses_what_it_cannot_do(belief):
    with pytest.raises(ValueError, match="kind: expected one of 'probit', 'plug-in', 'Monte Carlo', got 'laplace'"):
        belief.predictive([[0.0]], "laplace")
    many = SoftmaxBelief(Normal(np.zeros(4), np.eye(4)), np.arange(3))
    with pytest.raises(ValueError, match="kind: expected one of 'probit', 'plug-in', 'Monte Carlo', got 'laplace'"):
        many.predictive([[0.0]], "laplace")
