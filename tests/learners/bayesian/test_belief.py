"""The three ways to predict by a belief about the weights."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.data import load
from labkit.learners import LaplaceLogistic
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
    np.testing.assert_allclose(many.predictive(X, "monte carlo")[:, 1], exact, atol=4e-3)
    np.testing.assert_allclose(belief.predictive(X, "probit")[:, 1], exact, atol=0.02)


def test_monte_carlo_is_the_mean_over_its_draws(belief):
    X = np.linspace(-5, 10, 7)[:, None]
    plain = sigmoid(belief.inputs(X) @ belief.draws.T).mean(axis=1)
    np.testing.assert_allclose(belief.predictive(X, "monte carlo")[:, 1], plain, rtol=1e-12)
    np.testing.assert_array_equal(belief.predictive(X, "monte carlo"), belief.predictive(X, "monte carlo"))


def test_plug_in_is_surer_than_the_others_far_from_the_examples(belief):
    """The mean and the standard deviation of the score both grow with the distance, so the probit never is certain."""
    far = np.array([[1e3]])
    sure = {kind: belief.predictive(far, kind)[0].max() for kind in ("plug-in", "probit", "monte carlo")}
    assert sure["plug-in"] == 1.0
    mean, variance = belief.scores(far)
    assert sure["probit"] == pytest.approx(float(sigmoid(mean / np.sqrt(np.pi / 8 * variance))[0]), abs=1e-3)
    assert sure["probit"] < 0.96 and sure["monte carlo"] < 0.97


def test_plug_in_and_probit_have_one_straight_boundary():
    X, y = data.girolami()
    belief = LaplaceLogistic(intercept=False).fit(X, y).model_
    cases = np.random.default_rng(0).normal(0, 8, (500, 2))
    sides = [belief.log_odds(cases, kind) > 0 for kind in ("plug-in", "probit")]
    np.testing.assert_array_equal(*sides)
    np.testing.assert_array_equal(sides[0], cases @ belief.posterior.mean > 0)


def test_log_odds_stay_finite_where_everything_is_certain(belief):
    sure = Normal(belief.posterior.mean, belief.posterior.precision * 1e12)
    belief = LogisticBelief(sure, belief.classes)
    for kind in ("plug-in", "probit", "monte carlo"):
        assert np.isfinite(belief.log_odds([[-1e6], [0.0], [1e6]], kind)).all()


def test_grid_is_the_decision_function():
    X, y = data.gaussians(60, seed=1)
    x, up = np.linspace(-1, 1, 7), np.linspace(-1, 1, 5)
    grid = np.array([(a, b) for b in up for a in x])
    belief = LaplaceLogistic(predictive="monte carlo").fit(X, y).model_
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
    np.testing.assert_allclose(belief.predictive(X, "monte carlo"), np.mean(by_hand, axis=0))


def test_softmax_belief_stands_scores_of_any_size():
    belief = SoftmaxBelief(Normal(np.array([0.0, 1e6, 0.0, 2e6]), np.eye(4)), np.arange(3))
    X = [[-1.0], [0.0], [1.0]]
    for kind in ("plug-in", "monte carlo"):
        P = belief.predictive(X, kind)
        np.testing.assert_allclose(P.sum(axis=1), 1.0)
        np.testing.assert_allclose(P[[0, 2]], [[0, 0, 1], [0, 1, 0]], atol=1e-12)


def test_softmax_belief_without_a_bias_has_0_in_its_place():
    belief = SoftmaxBelief(Normal(np.arange(4.0), np.eye(4)), np.arange(3), intercept=False)
    np.testing.assert_array_equal(belief.W, [[0, 0, 1], [0, 2, 3], [0, 0, 0]])
    assert LogisticBelief(Normal(np.ones(2), np.eye(2)), np.arange(2), intercept=False).w.tolist() == [0, 1, 1]


def test_predictive_refuses_what_it_cannot_do(belief):
    with pytest.raises(ValueError, match="kind: expected one of 'probit', 'plug-in', 'monte carlo', got 'laplace'"):
        belief.predictive([[0.0]], "laplace")
    many = SoftmaxBelief(Normal(np.zeros(4), np.eye(4)), np.arange(3))
    with pytest.raises(ValueError, match="kind: expected one of 'monte carlo', 'plug-in', got 'probit'"):
        many.predictive([[0.0]], "probit")
