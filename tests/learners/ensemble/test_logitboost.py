"""LogitBoost: the lecture's six points, a naive loop by the formulas, and what keeps it finite."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.data import load
from labkit.learners import LeastMeanSquares, LogitBoost, RegressionTree
from labkit.learners.ensemble.logitboost import LARGEST, LEAST, probability, response, weight
from tests.golden import close, golden


def six_points():
    table = load("gbm6")
    return table.numeric("x"), table["z"]


# ---------------------------------------------------------------- the lecture's numbers


def test_first_working_responses_and_weights():
    """I-000-110."""
    step = LogitBoost(rounds=1).trace(*six_points())[1]
    assert close([step.responses.tolist(), step.weights.tolist()], golden("LGB-01"))


def test_first_stump_and_scores():
    step = LogitBoost(rounds=1).trace(*six_points())[1]
    tree = step.weak.tree
    found = [tree.threshold[0], *tree.prediction[1:], step.scores[0], step.scores[-1]]
    assert close(found, golden("LGB-02"))


def test_working_response_is_the_newton_step_of_the_slides_sum():
    """u = -g/h with the slide's g and h, whose score is 2F; both by differences of its loss."""
    F, z, h = np.array([-0.6, 0.1, 0.4]), np.array([-1.0, 1.0, -1.0]), 1e-4

    def loss(score):
        return np.log1p(np.exp(-z * score))

    g = (loss(2 * F + h) - loss(2 * F - h)) / (2 * h)
    second = (loss(2 * F + h) - 2 * loss(2 * F) + loss(2 * F - h)) / h**2
    np.testing.assert_allclose(response(z, F), -g / second, rtol=1e-5)
    np.testing.assert_allclose(weight(F), second, rtol=1e-5)


# ---------------------------------------------------------------- against the formulas


@pytest.mark.parametrize("shrinkage", [1.0, 0.5])
@pytest.mark.parametrize("depth", [1, 2])
def test_boosting_equals_a_naive_loop(depth, shrinkage):
    X, y = data.gaussians(80, seed=3)
    F = np.zeros(80)
    trace = LogitBoost(learner=RegressionTree(max_depth=depth), rounds=6, shrinkage=shrinkage).trace(X, y)
    for step in trace[1:-1]:
        p = 1 / (1 + np.exp(-2 * F))
        w = p * (1 - p)
        u = np.clip((y - p) / w, -4, 4)
        np.testing.assert_allclose(step.weights, w, rtol=1e-9)
        np.testing.assert_allclose(step.responses, u, rtol=1e-9)
        f = RegressionTree(max_depth=depth).fit(X, u, w).predict(X)
        F = F + shrinkage * f / 2
        np.testing.assert_allclose(step.scores, F, atol=1e-9)
        np.testing.assert_allclose(step.probabilities, 1 / (1 + np.exp(-2 * F)), atol=1e-9)
        np.testing.assert_array_equal(step.model.predict(X), (F > 0).astype(int))
        assert step.loss == pytest.approx(np.log1p(np.exp(-2 * (2 * y - 1) * F)).mean())
        assert step.error == pytest.approx(np.mean((F > 0) != y))
    model = trace[-1].model
    np.testing.assert_array_equal(model.staged_predict(X), [step.model.predict(X) for step in trace[1:-1]])
    np.testing.assert_allclose(model.predict_proba(X)[:, 1], probability(F), atol=1e-9)


def test_training_loss_falls_unless_a_response_was_clipped():
    rises = 0
    for seed in range(5):
        trace = LogitBoost(rounds=60, shrinkage=0.5).trace(*data.moons(120, noise=0.2, seed=seed))
        loss = trace.curve("loss")
        rising = np.flatnonzero(np.diff(loss) > 1e-9)
        assert all(np.abs(trace[m + 1].responses).max() == LARGEST for m in rising)
        assert loss[-1] < 0.25
        rises += len(rising)
    assert rises  # which is why the docstring warns


# ---------------------------------------------------------------- what keeps it finite


def test_responses_are_clipped_and_weights_have_a_floor():
    F = np.array([-400.0, -3.0, 0.0, 3.0, 400.0])
    assert response(np.ones(5), F).tolist() == pytest.approx([LARGEST, LARGEST, 2, 1 / probability(3.0), 1])
    assert response(-np.ones(5), F).tolist() == pytest.approx([-1, -1 / probability(3.0), -2, -LARGEST, -LARGEST])
    assert weight(F)[[0, 4]].tolist() == [LEAST, LEAST]
    assert weight(F)[1] == pytest.approx(probability(3.0) * probability(-3.0))


def test_long_run_on_separable_classes_stays_finite():
    X = np.arange(10.0)[:, None]
    y = np.repeat(["a", "b"], 5)
    boost = LogitBoost(rounds=1000).fit(X, y)
    assert np.isfinite(boost.decision_function(X)).all()
    assert boost.score(X, y) == 1
    assert boost.last_step_.loss == pytest.approx(0, abs=1e-12)
    np.testing.assert_allclose(boost.predict_proba(X).sum(axis=1), 1)


def test_probabilities_add_up_and_follow_the_score():
    X, y = data.gaussians(60, seed=1)
    boost = LogitBoost(rounds=10).fit(X, y)
    P, F = boost.predict_proba(X), boost.decision_function(X)
    np.testing.assert_allclose(P.sum(axis=1), 1)
    np.testing.assert_array_equal(P[:, 1] > 0.5, F > 0)
    np.testing.assert_array_equal(boost.predict(X) == boost.classes_[1], F > 0)


# ---------------------------------------------------------------- story, plane, bad input


def test_steps_are_prefixes_of_one_sum():
    trace = LogitBoost(rounds=4).trace(*six_points())
    assert all(step.model.ensemble is trace[0].model.ensemble for step in trace)
    assert [step.model.members for step in trace] == [0, 1, 2, 3, 4, 4]
    assert trace[0].caption == "start: every probability is 1/2; log loss 0.6931"
    assert trace[0].responses is trace[0].weights is trace[0].weak is None
    assert trace[1].caption == "round 1: log loss 0.6931 -> 0.4178, training error 0.1667"


def test_field_is_the_score():
    X, y = data.gaussians(60, seed=1)
    x, up = np.linspace(-2, 2, 21), np.linspace(-1.5, 2, 16)
    cases = np.column_stack([a.ravel() for a in np.meshgrid(x, up)])
    for step in LogitBoost(rounds=6).trace(X, y):
        np.testing.assert_allclose(step.model.score_grid(x, up).ravel(), step.model.decision_function(cases), atol=1e-9)


def test_bad_input_is_refused_with_the_repair():
    X, y = six_points()
    with pytest.raises(ValueError, match=r"^rounds: expected a whole number >= 1, got 0"):
        LogitBoost(rounds=0).steps(X, y)
    with pytest.raises(ValueError, match=r"^learner: expected a learner of numbers that takes weights"):
        LogitBoost(learner=LeastMeanSquares()).steps(X, y)
    with pytest.raises(ValueError, match="expected 2 classes in y, got 3; use a multi-class learner"):
        LogitBoost().steps(X, np.arange(6) % 3)


def test_scores_that_only_rounding_tells_from_zero_are_the_first_class():
    """Examples of both classes at one place: whatever the rounds add up to there is noise."""
    rng = np.random.default_rng(0)
    corners = np.array([(a, b) for a in range(4) for b in range(4)], dtype=float)
    for _ in range(30):
        z = rng.integers(2, size=16)
        X, y = np.vstack([corners] * 4), np.concatenate([z, 1 - z, rng.permutation(z), z])
        model = LogitBoost(learner=RegressionTree(), rounds=4).fit(X, y).model_
        score = model.score_grid(np.arange(4.0), np.arange(4.0))[corners[:, 1].astype(int), corners[:, 0].astype(int)]
        np.testing.assert_array_equal(score > 0, model.predict(corners))
        np.testing.assert_array_equal(model.staged_predict(corners)[-1], model.predict(corners))
        tied = np.array([y[(corner == X).all(axis=1)].mean() == 0.5 for corner in corners])
        assert (model.predict(corners)[tied] == 0).all()
