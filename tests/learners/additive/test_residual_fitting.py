"""Residual fitting: DATA = FIT + RESIDUAL stage by stage, and L2 boosting as the case of equal stages."""

import inspect

import numpy as np
import pytest

from labkit.core import data
from labkit.core.story import START, STOP, UPDATE
from labkit.learners import Backfitting, L2Boost, LinearRegression, Perceptron, RegressionTree, ResidualFitting
from labkit.learners.additive import residual_fitting
from labkit.learners.additive.smoothers import PolynomialSmoother
from tests.golden import close, golden

MEAN, STUMP = RegressionTree(max_leaves=1), RegressionTree(max_depth=1)


def six():
    table = data.load("gbm6")
    return table.numeric("x"), table["y"]


def test_stumps_on_the_mean_are_l2_boosting():
    """I-002-043: the residual sums of squares of the lecture."""
    trace = ResidualFitting(learners=(MEAN, STUMP, STUMP, STUMP)).trace(*six())
    assert close(trace.curve("rss")[1:-1], golden("L2B-01"))
    stumps = [step.weak.tree for step in trace[2:-1]]
    record = [[float(t.threshold[0]), *t.prediction[1:].tolist()] for t in stumps]
    assert close(record, golden("L2B-02"))


def test_equal_stages_are_l2_boosting_after_the_first():
    """Trees move along with y, so that FIT_0, the mean, makes no difference."""
    X, y = data.additive(80, seed=2)
    ours = ResidualFitting(learners=[STUMP] * 6).trace(X, y)
    boosted = L2Boost(learner=STUMP, rounds=6).trace(X, y)
    for one, other in zip(ours[1:], boosted[1:], strict=True):
        np.testing.assert_allclose(one.residuals, other.residuals, atol=1e-12)
    assert close(ResidualFitting(learners=[STUMP] * 3).trace(*six()).curve("rss")[1:4], _without_first("L2B-01"))


def _without_first(id):
    row = golden(id)
    return type(row)(row.id, row.value[1:], row.tolerance, row.quantity, row.note)


def test_every_stage_is_fitted_to_what_those_before_it_left():
    X, y = data.additive(60, seed=1)
    stages = [LinearRegression(), RegressionTree(max_depth=2), Backfitting(smoother=PolynomialSmoother(3))]
    trace = ResidualFitting(learners=stages).trace(X, y)
    assert [step.event for step in trace] == [START, UPDATE, UPDATE, UPDATE, STOP]
    left = y.copy()
    for step, learner in zip(trace[1:], stages, strict=False):
        np.testing.assert_allclose(step.fitted, left, atol=1e-12)
        fit = learner.fit(X, left).predict(X)
        np.testing.assert_allclose(step.weak.predict(X), fit, atol=1e-12)
        left = left - fit
        np.testing.assert_allclose(step.residuals, left, atol=1e-12)
        assert step.rss == pytest.approx(left @ left)
    np.testing.assert_allclose(trace[0].residuals, y)
    np.testing.assert_allclose(trace[-1].model.predict(X) + left, y, atol=1e-12)  # DATA = FIT + RESIDUAL


def test_every_step_names_a_line_of_the_source():
    source = inspect.getsource(residual_fitting)
    for step in ResidualFitting().trace(*six())[:-1]:
        assert f"# ({step.equation})" in source


def test_least_squares_has_nothing_to_find_twice():
    X, y = data.additive(60, seed=1)
    rss = ResidualFitting(learners=[LinearRegression()] * 3).trace(X, y).curve("rss")
    assert rss[0] > rss[1] == pytest.approx(rss[2]) == pytest.approx(rss[3])


def test_greedy_stages_are_not_the_joint_fit_that_backfitting_reaches():
    """With features that share something, one function after the other leaves more than both together."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=200)
    X = np.column_stack([x, x + 0.5 * rng.normal(size=200)])
    y = X @ [1.0, -1.0]
    lines = Backfitting(smoother=PolynomialSmoother(1), max_sweeps=1)
    greedy = ResidualFitting(learners=[lines]).fit(X, y)
    again = ResidualFitting(learners=[lines, lines, lines]).fit(X, y)
    joint = Backfitting(smoother=PolynomialSmoother(1), max_sweeps=500).fit(X, y)
    assert greedy.score(X, y) < again.score(X, y) < joint.score(X, y) == pytest.approx(1.0)


def test_order_of_the_learners_matters():
    X, y = data.additive(60, seed=1)
    one, other = (ResidualFitting(learners=pair).fit(X, y).predict(X)
                  for pair in ((LinearRegression(), STUMP), (STUMP, LinearRegression())))  # fmt: skip
    assert np.abs(one - other).max() > 0.05


def test_captions_name_the_learners():
    X, y = six()
    trace = ResidualFitting(learners=(LinearRegression(), STUMP)).trace(X, y)
    assert trace[0].caption == f"start: nothing is fitted yet, all of y is left; residual sum of squares {y @ y:.4g}"
    assert trace[1].caption.startswith(
        f"stage 1: LinearRegression fitted to y; residual sum of squares {y @ y:.4g} -> "
    )
    assert trace[2].caption.startswith("stage 2: RegressionTree fitted to what is left; residual sum of squares ")
    assert trace[3].caption.startswith("stop after 2 stages: every learner has had its turn")
    assert (trace[1].stage, trace[1].round, trace[1].count) == (1, 1, 1)


@pytest.mark.parametrize(
    ("learners", "message"),
    [
        ((), "learners: expected a list of at least one learner of numbers such as .* got ()"),
        (STUMP, "learners: expected a list of at least one learner of numbers .*put them in a list"),
        ([LinearRegression(), Perceptron()], r"learners: expected a learner of numbers .* got Perceptron\(\)"),
        ([RegressionTree], r"got the class RegressionTree; make one, RegressionTree\(\)"),
        ([RegressionTree(max_depth=0)], "max_depth: expected a whole number >= 1"),
    ],
    ids=str,
)
def test_bad_learners_are_refused_at_the_call(learners, message):
    with pytest.raises(ValueError, match=message):
        ResidualFitting(learners=learners).steps(*six())
