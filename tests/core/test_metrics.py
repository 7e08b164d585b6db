"""Metrics agree with scikit-learn's."""

import numpy as np
import pytest
from sklearn import metrics as theirs

from labkit.core import metrics as ours


@pytest.fixture(params=range(5))
def rng(request):
    return np.random.default_rng(request.param)


def test_counts_of_right_and_wrong_agree(rng):
    truth, predicted = rng.choice(["a", "b", "c"], (2, 40))
    assert ours.accuracy(truth, predicted) == pytest.approx(theirs.accuracy_score(truth, predicted))
    assert ours.errors(truth, predicted) == 40 - theirs.accuracy_score(truth, predicted, normalize=False)
    classes, table = ours.confusion(truth, predicted)
    np.testing.assert_array_equal(table, theirs.confusion_matrix(truth, predicted, labels=classes))


def test_confusion_knows_classes_that_were_only_predicted():
    classes, table = ours.confusion([1, 1], [1, 2])
    assert classes.tolist() == [1, 2]
    assert table.tolist() == [[1, 1], [0, 0]]


def test_regression_errors_agree(rng):
    truth, predicted = rng.normal(size=(2, 30))
    assert ours.mean_squared_error(truth, predicted) == pytest.approx(theirs.mean_squared_error(truth, predicted))
    assert ours.r_squared(truth, predicted) == pytest.approx(theirs.r2_score(truth, predicted))


@pytest.mark.parametrize("predicted", [[2, 2], [2, 3]])
def test_r_squared_of_a_constant_truth_agrees(predicted):
    assert ours.r_squared([2, 2], predicted) == theirs.r2_score([2, 2], predicted)


def test_log_loss_agrees(rng):
    probabilities = rng.dirichlet(np.ones(3), 20)
    truth = np.r_[0, 1, 2, rng.integers(3, size=17)]
    assert ours.log_loss(truth, probabilities) == pytest.approx(theirs.log_loss(truth, probabilities))


def test_log_loss_of_the_impossible_is_infinite():
    assert ours.log_loss([0], [[0.0, 1.0]]) == np.inf


@pytest.mark.parametrize(
    "metric", [ours.accuracy, ours.errors, ours.confusion, ours.mean_squared_error, ours.r_squared]
)
def test_metrics_refuse_different_lengths_and_nothing(metric):
    with pytest.raises(ValueError, match=r"one prediction per example, got \(2,\) against \(3,\); compare the same"):
        metric([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="expected at least one example, got none"):
        metric([], [])


@pytest.mark.parametrize(
    ("truth", "probabilities", "message"),
    [
        ([0, 1, 0], [[0.5, 0.5]], r"one prediction per example, got \(3,\) against \(1,\)"),
        ([], np.empty((0, 2)), "at least one example"),
        ([0], [0.5], r"probabilities: expected one row per example .* got shape \(1,\); pass what predict_proba"),
        ([2], [[0.5, 0.5]], "truth_index: expected whole numbers from 0 to 1, .* got 2 to 2; pass the index"),
        ([-1], [[0.5, 0.5]], "truth_index: .* got -1 to -1"),
        ([0.0], [[0.5, 0.5]], "truth_index: expected whole numbers"),
    ],
)
def test_log_loss_refuses_with_one_clear_message(truth, probabilities, message):
    with pytest.raises(ValueError, match=message):
        ours.log_loss(truth, probabilities)
