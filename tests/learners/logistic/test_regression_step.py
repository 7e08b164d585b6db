"""What a step says of the examples: probabilities, what each adds to the gradient, and Newton as least squares."""

from itertools import pairwise

import numpy as np
import pytest

from labkit.learners import LogisticRegression
from labkit.learners.descent.second_order import Newton
from tests.golden import close, golden
from tests.learners.logistic.borrowed import lecture, overlapping


def test_working_responses_and_weights_LOG_07():
    start = LogisticRegression().trace(*lecture())[0]
    assert close([start.responses.tolist(), start.weights.tolist()], golden("LOG-07"))


@pytest.mark.parametrize("lam", [0.0, 0.8])
def test_newton_is_weighted_least_squares_of_the_working_responses_I_000_014(lam):
    """Each iterate is the ridge fit of the step before's responses with its weights."""
    X, y = overlapping()
    Xa, D = np.column_stack([np.ones(len(X)), X]), np.diag([0.0, lam, lam, lam])
    trace = LogisticRegression(lam=lam, solver=Newton(halve=False)).trace(X, y)
    for before, after in pairwise(trace[:-1]):
        s, r = before.weights, before.responses
        np.testing.assert_allclose(after.w, np.linalg.solve(Xa.T @ (Xa * s[:, None]) + D, Xa.T @ (s * r)), rtol=1e-6)


def test_terms_of_the_examples_add_up_to_the_gradient_I_003_044():
    X, y = overlapping()
    for step in LogisticRegression().trace(X, y):
        np.testing.assert_allclose(step.terms.sum(axis=0), step.gradient, atol=1e-9)
        np.testing.assert_allclose(step.terms[:, 1:], step.residuals[:, None] * X, atol=1e-12)
        np.testing.assert_allclose(step.residuals, step.probabilities - step.targets, atol=1e-12)


def test_weights_are_largest_on_the_boundary_I_004_078():
    step = LogisticRegression(lam=0.1).fit(*overlapping()).last_step_
    order = np.argsort(np.abs(step.scores))
    assert np.all(np.diff(step.weights[order]) <= 1e-15)
    assert step.weights.max() <= 0.25


def test_numbers_of_a_step_are_those_of_its_model():
    X, y = overlapping()
    for intercept in (True, False):
        for step in LogisticRegression(lam=1.0, intercept=intercept).trace(X, y):
            np.testing.assert_allclose(step.scores, step.model.decision_function(X), atol=1e-12)
            np.testing.assert_allclose(step.probabilities, step.model.predict_proba(X)[:, 1], atol=1e-12)
            assert step.mistakes == np.sum(step.model.predict(X) != y)
            assert step.hessian.shape == (3 + intercept, 3 + intercept)


def test_far_from_the_truth_responses_are_large_and_not_wrong():
    """At 40 on the wrong side mu (1 - mu) is 4e-18; at 800 it has vanished and the response is infinite."""
    for far, response in ((40.0, 40.0 - np.exp(40.0)), (800.0, -np.inf)):
        start = LogisticRegression(start=[0.0, far], lam=1.0).trace([[1.0], [-1.0]], [0, 1])[0]
        assert start.responses[0] == pytest.approx(response)


def test_caption_says_loss_slope_and_mistakes():
    captions = [step.caption for step in LogisticRegression().trace(*lecture())]
    assert captions[0] == "start: loss 5.54518, 4 mistakes, slope 2.5"
    assert captions[1] == "iteration 1: loss 4.26485, 2 mistakes, slope 0.352"
    assert captions[-1] == "stop after 4 iterations: the gradient has vanished (below 1e-06); loss 4.22479, 2 mistakes"
