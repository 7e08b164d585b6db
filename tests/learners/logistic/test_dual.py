"""The dual of penalised logistic regression: it meets Newton's weights, and its gap tells the truth on the way."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import DualLogistic, LogisticRegression
from labkit.learners.logistic.dual import lowest
from labkit.learners.probability import sigmoid

X, Y = data.moons(60, noise=0.3, seed=1)


def newton(X, y, lam):
    """Of a penalised bias: a column of ones without a bias beside it."""
    return LogisticRegression(lam=lam, intercept=False).fit(np.column_stack([np.ones(len(X)), X]), y).model_.w[1:]


@pytest.mark.parametrize("lam", [0.3, 3.0, 100.0])
def test_dual_ends_at_the_weights_of_newtons_method(lam):
    model = DualLogistic(lam=lam, tolerance=1e-12, max_sweeps=3000).fit(X, Y).model_
    np.testing.assert_allclose(model.w, newton(X, Y, lam), atol=1e-5)


def test_floor_and_ceiling_hold_the_highest_between_them_and_the_ceiling_only_falls():  # I-000-136
    trace = DualLogistic(lam=1.0, tolerance=1e-10, max_sweeps=1000).trace(X, Y)
    highest = trace[-1].floor
    assert all(step.floor <= highest + 1e-9 and highest <= step.ceiling + 1e-9 for step in trace)
    assert np.diff([step.ceiling for step in trace]).max() <= 1e-9
    assert trace[-1].gap < 1e-7 and trace[-1].reason == "floor and ceiling meet"


def test_multipliers_at_the_end_are_the_probabilities_of_the_other_class():
    last = DualLogistic(lam=1.0, tolerance=1e-12, max_sweeps=3000).fit(X, Y).last_step_
    other = last.model.predict_proba(X)[np.arange(len(Y)), 1 - Y]
    np.testing.assert_allclose(last.multipliers, other, atol=1e-4)


@pytest.mark.parametrize("m", [-800.0, -3.0, 0.0, 2.0, 800.0])
@pytest.mark.parametrize("q", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("old", [-30.0, 0.0, 5.0])
def test_one_multiplier_is_lowest_where_the_derivative_vanishes(m, q, old):
    a = lowest(m, q, old)
    error = a + m + q * (sigmoid(a) - sigmoid(old))
    assert abs(error) <= 1e-9 * max(1.0, abs(m), q)


def test_story_that_runs_out_of_sweeps_says_so():
    assert "the budget of 2 sweeps is spent" in DualLogistic(lam=1e-6, max_sweeps=2).fit(X, Y).last_step_.caption


def test_no_penalty_is_refused():
    with pytest.raises(ValueError, match="lam"):
        DualLogistic(lam=0).fit(X, Y)
