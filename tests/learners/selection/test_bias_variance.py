"""Errors taken apart: the parts add up, and behave. E-004-02."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from labkit.core import data
from labkit.core.story import SOLVED, START, STOP
from labkit.learners import (
    BasisRegression,
    DecisionTree,
    KMeans,
    LinearRegression,
    NearestNeighbours,
    RegressionNeighbours,
    RegressionTree,
)
from labkit.learners.basis.functions import Polynomial
from labkit.learners.selection.bias_variance import bias_variance, fresh, redrawn

CASES = np.linspace(0.05, 0.95, 30)[:, None]
NOISE = 0.3**2


def parted(learner, draws=60, n=40):
    many = fresh(lambda n, seed: data.curve(n, noise=0.3, seed=seed), n, draws)
    return bias_variance(learner, many, CASES, data.wave(CASES[:, 0]), noise=NOISE)


@pytest.mark.parametrize("learner", [LinearRegression(), RegressionTree(), RegressionNeighbours(k=3)])
def test_squared_error_is_bias_and_variance_and_noise_at_every_step(learner):
    for step in parted(learner, draws=12):
        assert step.error == pytest.approx(step.bias + step.variance + step.noise, rel=1e-12)


def test_parts_predict_the_error_on_fresh_numbers():
    last = parted(BasisRegression(basis=Polynomial(3)), draws=200)[-1]
    rng, squares = np.random.default_rng(1), []
    for seed in range(1000, 1200):
        X, y = data.curve(40, noise=0.3, seed=seed)
        answers = BasisRegression(basis=Polynomial(3)).fit(X, y).predict(CASES)
        squares.append((data.wave(CASES[:, 0]) + rng.normal(0, 0.3, 30) - answers) ** 2)
    assert np.mean(squares) == pytest.approx(last.error, rel=0.06)


def test_complexity_trades_bias_for_variance_E_004_02():
    line, cubic, fifth, ninth = (parted(BasisRegression(basis=Polynomial(degree)))[-1] for degree in (1, 3, 5, 9))
    assert line.bias > 10 * cubic.bias > 10 * fifth.bias
    assert cubic.variance < fifth.variance < ninth.variance
    assert cubic.error < min(line.error, ninth.error)


def test_variance_of_the_mean_is_what_statistics_says():
    """Of n numbers with deviation s the mean has the variance s^2 / n; a line through no slope is that mean."""
    rng = np.random.default_rng(0)
    draws = [(np.zeros((25, 1)), rng.normal(0, 2.0, 25)) for _ in range(4000)]
    last = bias_variance(LinearRegression(), draws, np.zeros((1, 1)), [0.0])[-1]
    assert last.variance == pytest.approx(4 / 25, rel=0.08)
    assert last.bias == pytest.approx(0, abs=0.001)


@pytest.mark.parametrize("learner", [DecisionTree(max_depth=1), NearestNeighbours(k=1)])
def test_errors_of_classes_are_bias_and_what_variance_adds(learner):
    X, y = load_iris(return_X_y=True)
    trace = bias_variance(learner, redrawn(X[::2], y[::2], draws=15, seed=2), X[1::2], y[1::2])
    for step in trace:
        assert step.error == pytest.approx(step.bias + step.variance, abs=1e-12)
    last = trace[-1]
    commonest = [np.bincount(column).argmax() for column in last.answers.T]
    np.testing.assert_array_equal(last.main, commonest)
    assert last.bias == np.mean(np.array(commonest) != y[1::2])
    np.testing.assert_allclose(last.variances, (last.answers != commonest).mean(axis=0))


def test_variance_helps_where_the_main_answer_is_wrong():
    """Two of three draws say 1 where 0 is right: the error 2/3 is below the bias 1."""
    draws = [(np.array([[0.0], [1.0]]), np.array(labels)) for labels in ([1, 0], [1, 0], [0, 1])]
    last = bias_variance(NearestNeighbours(k=1), draws, [[0.0]], [0])[-1]
    assert (last.bias, last.error) == (1.0, pytest.approx(2 / 3))
    assert last.variance == pytest.approx(-1 / 3)


def test_story_shares_its_answers_and_ends_with_the_sum():
    trace = parted(LinearRegression(), draws=5)
    assert [step.event for step in trace] == [START, *["update"] * 3, STOP]
    assert [len(step.answers) for step in trace] == [1, 2, 3, 4, 5]
    assert all(np.shares_memory(step.answers, trace[-1].answers) for step in trace)
    assert not trace[2].answers.flags.writeable
    assert "= bias\u00b2" in trace[-1].caption and "+ noise 0.09" in trace[-1].caption
    np.testing.assert_array_equal(trace[3].model.predict(CASES), trace[3].answers[-1])
    assert [step.event for step in parted(LinearRegression(), draws=1)] == [SOLVED]


def test_draws_may_be_lists():
    last = bias_variance(LinearRegression(), [([[0], [1]], [0, 1]), ([[0], [1]], [0, 3])], [[2]], [4])[-1]
    assert (last.bias, last.variance) == (pytest.approx(0), pytest.approx(4)), "answers 2 and 6"


def test_draws_replay_by_seed():
    one, other = (next(iter(fresh(data.curve, 10, 3, seed=4)))[1] for _ in range(2))
    np.testing.assert_array_equal(one, other)
    assert len(list(fresh(data.curve, 10, 3))) == 3


def test_bad_input_is_refused():
    X, y = data.curve(20)
    with pytest.raises(ValueError, match="draws: expected at least one set"):
        bias_variance(LinearRegression(), [], X, y)
    with pytest.raises(ValueError, match="learner: expected one that learns from y, got KMeans"):
        bias_variance(KMeans(groups=2), [(X, y)], X, y)
    with pytest.raises(ValueError, match="inconsistent length 19"):
        redrawn(X, y[:-1])
    with pytest.raises(ValueError, match="noise: expected 0 for classes"):
        bias_variance(DecisionTree(), [(X, y > 0)], X, y > 0, noise=1.0)
    with pytest.raises(ValueError, match="noise: expected a number >= 0"):
        bias_variance(LinearRegression(), [(X, y)], X, y, noise=-1.0)
    with pytest.raises(ValueError, match="draws: expected a whole number >= 1"):
        fresh(data.curve, 10, 0)
