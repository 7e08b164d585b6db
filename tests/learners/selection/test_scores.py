"""Scores by name; ties go to the first."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import LDA, GaussianMixture, LinearRegression, Perceptron
from labkit.learners.selection.fitting import Baseline
from labkit.learners.selection.scores import SCORES, chosen


def test_best_is_the_first_of_equals_up_to_rounding():
    assert SCORES["accuracy"].best([0.5, 0.7, 0.7 + 1e-16, 0.6]) == 1
    assert SCORES["error"].best([0.5, 0.1 + 1e-17, 0.1, 0.1]) == 1
    assert SCORES["error"].best([np.nan, 3.0, np.inf]) == 1
    assert SCORES["error"].best([2.0, -np.inf, -np.inf]) == 1
    assert SCORES["error"].best([0.0, 0.0]) == 0
    assert SCORES["squared error"].best([1.0, 3e-31, 2e-32]) == 1, "nothing but rounding is left"
    assert SCORES["squared error"].best([1.0, 3e-20, 2e-20]) == 2


def test_scores_of_classes_agree_with_each_other():
    X, y = data.gaussians(50, seed=3)
    learner = LDA().fit(X, y)
    accuracy, error = SCORES["accuracy"].of(learner, X, y), SCORES["error"].of(learner, X, y)
    assert accuracy + error == 1 and accuracy == learner.score(X, y)
    P = learner.predict_proba(X)[np.arange(50), y]
    assert SCORES["log loss"].of(learner, X, y) == pytest.approx(-np.log(P).mean())


def test_usual_score_is_accuracy_or_squared_error():
    assert chosen(None, LDA(), np.array([0, 1])).name == "accuracy"
    assert chosen(None, LinearRegression(), np.array([0, 1])).name == "squared error"
    with pytest.raises(ValueError, match=r"score: expected one of 'accuracy', .* a function of"):
        chosen("auc", LDA(), None)


@pytest.mark.parametrize(
    ("score", "learner", "suited"),
    [("squared error", LDA(), "'accuracy', 'error', 'log loss', None"),
     ("log loss", Perceptron(), "'accuracy', 'error', None"),
     ("accuracy", LinearRegression(), "'squared error', 'absolute error', 'r squared', None"),
     ("accuracy", GaussianMixture(), "None, a function")],
)  # fmt: skip
def test_score_that_the_learner_cannot_have_is_refused(score, learner, suited):
    with pytest.raises(ValueError, match=f"score: expected one of {suited}.*got '{score}'"):
        chosen(score, learner, np.array([0, 1]))


def test_baseline_answers_the_commonest_class_the_first_of_equals_or_the_mean():
    y = np.array(["b", "a", "b", "a", "c"])
    baseline = Baseline.of(y, True)
    assert baseline.predict(np.zeros((3, 1))).tolist() == ["a"] * 3
    np.testing.assert_allclose(baseline.predict_proba([[0]]), [[0.4, 0.4, 0.2]])
    assert Baseline.of(np.array([1.0, 3.0]), False).predict([[0], [1]]).tolist() == [2.0, 2.0]
    assert baseline.fit(None, np.array(["c", "c"])).answer == "c"
