"""Recursive logistic regression is one Newton step an example, and comes near the whole fit."""

from itertools import pairwise

import numpy as np
import pytest

from labkit.learners import LogisticRegression, RecursiveLogistic
from tests.learners.logistic.borrowed import overlapping


@pytest.mark.parametrize("ridge", [0.1, 1.0, 10.0])
def test_every_update_is_a_newton_step_from_the_examples_before_I_000_015(ridge):
    """With the information A of what was seen in the place of the Hessian; the slide's own formulas are the same."""
    X, y = overlapping()
    w, A, P = np.zeros(4), ridge * np.eye(4), np.eye(4) / ridge
    for step, x, t in zip(RecursiveLogistic(ridge=ridge).trace(X, y)[1:-1], X, y, strict=True):
        x = np.r_[1.0, x]
        a = w @ x
        mu = 1 / (1 + np.exp(-a))
        s = mu * (1 - mu)
        response = a + (t - mu) / s
        k = P @ x / (1 / s + x @ P @ x)
        np.testing.assert_allclose(step.gain, k, rtol=1e-6)
        assert step.weight == pytest.approx(s)
        A += s * np.outer(x, x)
        newton = w + np.linalg.solve(A, x) * (t - mu)
        w, P = w + k * (response - a), P - np.outer(k, P @ x)
        np.testing.assert_allclose(step.w, w, rtol=1e-6)
        np.testing.assert_allclose(step.w, newton, rtol=1e-6)
        np.testing.assert_allclose(step.covariance, np.linalg.inv(A), rtol=1e-6, atol=1e-12)


def test_what_is_unknown_never_grows():
    trace = RecursiveLogistic().trace(*overlapping())
    assert np.all(np.diff(trace.curve("spread")) <= 0)
    assert trace[0].spread == 4.0


def test_one_pass_comes_near_the_whole_fit():
    X, y = overlapping(2000)
    near = RecursiveLogistic().fit(X, y).model_.w
    best = LogisticRegression(lam=1.0, intercept=False).fit(np.column_stack([np.ones(len(X)), X]), y).model_.w[1:]
    assert np.linalg.norm(near - best) < 0.1 * np.linalg.norm(best)


@pytest.mark.parametrize("unit", [1e-8, 1e8, 1e50])
def test_any_unit_keeps_the_numbers_finite(unit):
    X, y = overlapping()
    last = RecursiveLogistic().fit(X * unit, y).last_step_
    assert np.isfinite(last.w).all()
    assert np.isfinite(last.covariance).all()


def test_caption_names_the_example_its_class_and_its_probability():
    X, y = overlapping()
    trace = RecursiveLogistic().trace(X, np.array(["no", "yes"])[y])
    for i, (before, step) in enumerate(pairwise(trace[:-1])):
        own = float(before.model.predict_proba(X[[i]])[0, y[i]])
        assert step.caption == (
            f"update {i + 1}: example {i} is of class {'yes' if y[i] else 'no'}, which had the probability {own:.3g}"
        )
    with pytest.raises(ValueError, match="ridge: expected a number > 0"):
        RecursiveLogistic(ridge=0).fit(*overlapping())
