"""Cross-validation against scikit-learn's, its story, and odd data. I-004-010."""

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LinearRegression as TheirRegression
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB as TheirClassifier

from labkit.core import data, resampling
from labkit.core.story import START, STOP
from labkit.core.table import Table
from labkit.learners import (
    LDA,
    DecisionTree,
    GaussianMixture,
    LinearRegression,
    NaiveBayes,
    NearestNeighbours,
    SoftmaxRegression,
)
from labkit.learners.selection.validation import cross_validate, parts, validated


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


def test_scores_of_folds_are_scikit_learns(iris):
    X, y = iris
    ours = cross_validate(NaiveBayes(), X, y, folds=7, seed=3)
    cuts = list(resampling.folds(150, k=7, seed=3, classes=y))
    np.testing.assert_allclose(ours.scores, cross_val_score(NaiveBayes(), X, y, cv=cuts))
    assert ours.mean == pytest.approx(np.average(ours.scores, weights=[len(test) for _, test in cuts]))
    assert ours.standard_error == pytest.approx(ours.scores.std(ddof=1) / np.sqrt(7))


@pytest.mark.parametrize(
    ("score", "theirs", "sign"),
    [("squared error", "neg_mean_squared_error", -1), ("absolute error", "neg_mean_absolute_error", -1),
     ("r squared", "r2", 1)],
)  # fmt: skip
def test_numbers_are_scored_as_scikit_learn_does(score, theirs, sign):
    X, y = load_diabetes(return_X_y=True)
    cuts = list(resampling.folds(442, k=5, seed=1))
    ours = cross_validate(LinearRegression(), X, y, seed=1, score=score).scores
    np.testing.assert_allclose(ours, sign * cross_val_score(LinearRegression(), X, y, cv=cuts, scoring=theirs))


def test_log_loss_is_scikit_learns(iris):
    X, y = iris
    cuts = list(resampling.folds(150, k=5, seed=0, classes=y))
    ours = cross_validate(SoftmaxRegression(lam=1.0), X, y, score="log loss").scores
    np.testing.assert_allclose(
        ours, -cross_val_score(SoftmaxRegression(lam=1.0), X, y, cv=cuts, scoring="neg_log_loss")
    )


def test_leave_one_out_leaves_every_example_out_once(iris):
    X, y = iris
    trace = cross_validate(NearestNeighbours(k=3), X, y, folds="leave one out")
    assert [step.test.tolist() for step in trace[1:]] == [[i] for i in range(150)]
    by_hand = sum(NearestNeighbours(k=3).fit(np.delete(X, i, 0), np.delete(y, i)).predict(X[i : i + 1])[0] == y[i]
                  for i in range(150))  # fmt: skip
    assert trace.total == by_hand


def test_story_starts_with_what_the_learner_promises_and_ends_with_what_it_holds(iris):
    X, y = iris
    trace = cross_validate(DecisionTree(), X, y)
    first, *folds = trace
    assert (first.event, first.training, first.score) == (START, 1.0, None)
    assert (folds[-1].event, len(folds)) == (STOP, 5)
    assert trace.mean == folds[-1].mean < first.training
    assert folds[-1].reason in folds[-1].caption
    for step in folds:
        assert set(step.train) | set(step.test) == set(range(150)) and not set(step.train) & set(step.test)
        assert step.model.predict(X[step.test]).shape == step.test.shape
        assert not step.test.flags.writeable
    means = np.cumsum(trace.scores * trace.sizes) / np.cumsum(trace.sizes)
    np.testing.assert_allclose(trace[1:].curve("mean"), means)


def test_repeats_cut_anew_and_the_first_as_if_alone(iris):
    X, y = iris
    once, thrice = (cross_validate(LDA(), X, y, repeats=repeats, seed=4) for repeats in (1, 3))
    assert len(thrice.scores) == 15
    np.testing.assert_array_equal(thrice.scores[:5], once.scores)
    tests = [tuple(step.test) for step in thrice[1:]]
    assert len(set(tests)) == 15
    again = cross_validate(LDA(), X, y, repeats=3, seed=4)
    np.testing.assert_array_equal(thrice.scores, again.scores)


def test_folds_keep_the_shares_of_the_classes(iris):
    X, y = iris
    shares = [np.bincount(y[step.test]).tolist() for step in cross_validate(LDA(), X, y)[1:]]
    assert shares == [[10, 10, 10]] * 5
    loose = [np.bincount(y[step.test]).tolist() for step in cross_validate(LDA(), X, y, stratified=False)[1:]]
    assert loose != shares


@pytest.mark.parametrize("folds", [5, "leave one out"])
def test_number_without_its_story_is_the_same(iris, folds):
    X, y = iris
    for learner, target in ((LDA(), y), (LinearRegression(), 1.0 * y), (LinearRegression(lam=3.0), 1.0 * y)):
        record = cross_validate(learner, X, target, folds=folds, seed=2).mean
        assert validated(learner, X, target, folds=folds, seed=2) == pytest.approx(record)


def test_training_part_of_one_class_answers_that_class():
    X, y = np.arange(4.0)[:, None], np.array(["a", "a", "a", "b"])
    trace = cross_validate(LDA(), X, y, folds="leave one out")
    assert trace[-1].model.predict(X).tolist() == ["a"] * 4
    assert cross_validate(LDA(), X, y, folds="leave one out", score="log loss").scores[-1] == np.inf


def test_tables_and_own_scores_are_taken():
    tennis = data.load("tennis")
    X, y = tennis.select("outlook", "wind"), tennis["play"]

    def yes(learner, X, y):
        return float(np.mean(learner.predict(X) == "yes"))

    trace = cross_validate(NaiveBayes(), X, y, folds=7, score=yes)
    assert trace[1].measure == "yes" and isinstance(X, Table)
    assert 0 < trace.mean < 1


class Mine:
    """A student's own learner, whose fit forgets to return itself and adds to what was there."""

    def __init__(self):
        self.seen = []

    def fit(self, X, y):
        self.seen.extend(y)
        self.mean = np.mean(self.seen)

    def predict(self, X):
        return np.full(len(X), self.mean)


def test_any_object_that_fits_and_predicts_is_a_learner():
    X, y = data.curve(30)
    learner = Mine()
    trace = cross_validate(learner, X, y)
    assert trace[1].measure == "squared error" and not learner.seen
    for step in trace[1:]:
        assert step.score == pytest.approx(np.mean((y[step.test] - y[step.train].mean()) ** 2)), "no fold sees another"


@pytest.mark.parametrize("kind", [int, float])
def test_scikit_learns_learners_say_whether_they_learn_classes(kind):
    X, y = load_diabetes(return_X_y=True)  # whole numbers
    assert cross_validate(TheirRegression(), X, y.astype(kind))[1].measure == "squared error"
    assert cross_validate(TheirClassifier(), X, (y > 150).astype(kind))[1].measure == "accuracy"


@pytest.mark.parametrize("folds", [5, "leave one out"])
def test_learner_without_teacher_is_scored_by_its_own_score(folds):
    X, _ = data.blobs(60, spread=0.15, seed=1)
    ours = cross_validate(GaussianMixture(components=3), X, folds=folds)
    train, test = parts(60, folds=folds)[3]
    assert ours.scores[3] == GaussianMixture(components=3).fit(X[train]).score(X[test])
    assert validated(GaussianMixture(components=3), X, folds=folds) == pytest.approx(ours.mean)


def test_learner_is_never_trained_itself(iris):
    learner = LDA()
    cross_validate(learner, *iris)
    assert not hasattr(learner, "model_")


@pytest.mark.parametrize(
    ("how", "message"),
    [({"folds": 1}, "folds: expected a whole number >= 2"), ({"folds": 151}, "each needs an example"),
     ({"folds": "all"}, "folds: expected one of 'leave one out', a number, got 'all'"),
     ({"folds": "leave one out", "repeats": 2}, "repeats: .*the same every time"),
     ({"repeats": 0}, "repeats: expected a whole number >= 1"), ({"seed": -1}, "seed: expected"),
     ({"score": "f1"}, "score: expected one of 'accuracy'"), ({"stratified": 3}, "stratified: expected one of True")],
)  # fmt: skip
def test_bad_settings_are_refused(iris, how, message):
    for function in (cross_validate, validated):
        with pytest.raises(ValueError, match=message):
            function(LDA(), *iris, **how)


def test_bad_data_are_refused(iris):
    X, y = iris
    with pytest.raises(ValueError, match="inconsistent length 149"):
        cross_validate(LDA(), X, y[:-1])
    with pytest.raises(ValueError, match="learner: expected one with fit and predict, got 'LDA'"):
        cross_validate("LDA", X, y)
    with pytest.raises(ValueError, match="score: expected one that a single example has, got 'r squared'"):
        cross_validate(LinearRegression(), X, 1.0 * y, score="r squared", folds="leave one out")
    with pytest.raises(ValueError, match="n: expected a whole number >= 2"):
        parts(1, folds="leave one out")
