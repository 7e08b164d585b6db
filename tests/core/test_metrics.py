"""Metrics agree with scikit-learn's."""

import numpy as np
import pytest
from sklearn import metrics as theirs

from labkit.core import metrics as ours


@pytest.fixture(params=range(5))
def rng(request):
    return np.random.default_rng(request.param)


def test_accuracy_agrees(rng):
    truth, predicted = rng.choice(["a", "b", "c"], (2, 40))
    assert ours.accuracy(truth, predicted) == pytest.approx(theirs.accuracy_score(truth, predicted))


def test_regression_errors_agree(rng):
    truth, predicted = rng.normal(size=(2, 30))
    assert ours.mean_squared_error(truth, predicted) == pytest.approx(theirs.mean_squared_error(truth, predicted))
    assert ours.r_squared(truth, predicted) == pytest.approx(theirs.r2_score(truth, predicted))


@pytest.mark.parametrize("predicted", [[2, 2], [2, 3]])
def test_r_squared_of_a_constant_truth_agrees(predicted):
    assert ours.r_squared([2, 2], predicted) == theirs.r2_score([2, 2], predicted)


@pytest.mark.parametrize("metric", [ours.accuracy, ours.mean_squared_error, ours.r_squared])
def test_metrics_refuse_different_lengths_and_nothing(metric):
    with pytest.raises(ValueError, match=r"one prediction per example, got \(2,\) against \(3,\); compare the same"):
        metric([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="expected at least one example, got none"):
        metric([], [])
