"""All lams from the largest to the smallest: warm starts find what cold starts find."""

import numpy as np
import pytest

from labkit.core.story import START, STOP
from labkit.learners import LogisticRegression
from tests.learners.logistic.borrowed import lecture, overlapping


@pytest.mark.parametrize("penalty", ["l2", "l1"])
@pytest.mark.parametrize("intercept", [True, False])
def test_every_fit_of_the_path_is_the_fit_of_its_lam(penalty, intercept):
    X, y = overlapping(d=5)
    learner = LogisticRegression(penalty=penalty, intercept=intercept, tolerance=1e-10)
    for step in learner.path(X, y)[::7]:
        alone = learner.set_params(lam=step.lam).fit(X, y)
        np.testing.assert_allclose(step.w, alone.model_.w, atol=1e-6)
        np.testing.assert_array_equal(step.w == 0, alone.model_.w == 0)


def test_l1_path_begins_without_features_and_ends_with_all_I_000_012():
    X, y = overlapping(d=5)
    trace = LogisticRegression(penalty="l1").path(X, y)
    assert trace[0].lam == LogisticRegression().lam_max(X, y)
    assert (trace[0].event, trace[0].kept) == (START, 0)
    assert (trace[-1].event, trace[-1].kept) == (STOP, 5)
    assert trace[-1].reason == "all lams are done"
    assert len(trace) == 51


@pytest.mark.parametrize("penalty", ["l2", "l1"])
def test_smaller_lam_has_longer_weights_and_a_smaller_loss_I_004_080(penalty):
    trace = LogisticRegression(penalty=penalty).path(*overlapping(d=5))
    size = trace.curve("size" if penalty == "l2" else lambda step: np.abs(step.w[1:]).sum())
    assert np.all(np.diff(trace.curve("lam")) <= 0)
    assert np.all(np.diff(size) >= -1e-9)
    assert np.all(np.diff(trace.curve("loss")) <= 1e-9)
    assert np.all(np.diff(trace.curve("log_likelihood")) >= -1e-9)


@pytest.mark.parametrize("penalty", ["l2", "l1"])
def test_loss_of_the_path_is_that_of_every_other_step_penalty_included(penalty):
    X, y = overlapping(d=3)
    learner = LogisticRegression(penalty=penalty, lam=2.0)
    (step, _), alone = learner.path(X, y, 2.0), learner.fit(X, y).last_step_
    assert step.loss == pytest.approx(alone.loss, rel=1e-9)
    slopes = step.w[1:]
    cost = slopes @ slopes if penalty == "l2" else 2 * np.abs(slopes).sum()
    assert step.loss == pytest.approx(cost - step.log_likelihood, rel=1e-9)


def test_path_says_how_many_weights_are_left_or_how_long_they_are():
    X, y = overlapping(d=3)
    assert LogisticRegression(penalty="l1").path(X, y)[0].caption.endswith(", 0 of 3 weights are not 0")
    step = LogisticRegression().path(X, y)[1]
    assert step.caption.endswith(f", weights {step.size:.3g} long")


def test_given_lams_are_sorted_and_checked():
    X, y = lecture()
    assert LogisticRegression().path(X, y, [0.1, 10, 1]).curve("lam").tolist() == [10, 1, 0.1, 0.1]
    assert LogisticRegression().path(X, y, 2.0)[0].caption.startswith("start: lam 2, log-likelihood -4.547, ")
    with pytest.raises(ValueError, match=r"lams: expected some numbers >= 0, got \[ 1\. -1\.\]"):
        LogisticRegression().path(X, y, [1.0, -1.0])
    with pytest.raises(ValueError, match=r"lams: expected some numbers >= 0, got \[\]"):
        LogisticRegression().path(X, y, [])


def test_path_down_to_zero_says_that_classes_are_separable():
    trace = LogisticRegression().path(*lecture("logit_sep6"), [1.0, 0.0])
    assert trace[0].settled.startswith("the gradient")
    assert trace[1].settled.startswith("the classes are separable")
