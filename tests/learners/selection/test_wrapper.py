"""Forward and backward selection: golden path, a naive search, and ties. I-004-010."""

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression as TheirRegression

from labkit.core import data
from labkit.core.story import SOLVED, START, STOP
from labkit.learners import LDA, GaussianMixture, LinearRegression, LogisticRegression, NaiveBayes, NearestNeighbours
from labkit.learners.selection.wrapper import backward, forward
from tests.golden import close, golden


@pytest.fixture
def tennis():
    table = data.load("tennis")
    return table.without("day", "play"), table["play"]


def test_forward_selection_of_naive_bayes_on_tennis_FS_02(tennis):
    trace = forward(NaiveBayes(laplace=1), *tennis)
    path = [[step.taken.name, round(14 * step.score)] for step in trace[1:]]
    assert close(path, golden("FS-02"))
    assert round(14 * trace[0].score) == 9, "without features: the commonest class"
    assert trace.best.names == ("outlook", "humidity")


def test_every_round_shows_all_candidates_and_ties_go_to_the_first_column_FS_02(tennis):
    trace = forward(NaiveBayes(laplace=1), *tennis)
    first = [(c.name, round(14 * c.score)) for c in trace[1].candidates]
    assert first == [("outlook", 7), ("temperature", 7), ("humidity", 6), ("wind", 6)]
    assert [len(step.candidates) for step in trace] == [0, 4, 3, 2, 1]
    assert trace.order == ("outlook", "humidity", "temperature", "wind")


def right_by_hand(X, y, names):
    """Add-1 naive Bayes by counting, each example left out once: how many of 14 are right, FS-02."""
    right = 0
    for i in range(14):
        rest = [j for j in range(14) if j != i]
        odds = {}
        for kind in ("no", "yes"):
            own = [j for j in rest if y[j] == kind]
            odds[kind] = len(own) / 13
            for name in names:
                levels = len(set(X[name]))
                odds[kind] *= (sum(X[name][j] == X[name][i] for j in own) + 1) / (len(own) + levels)
        right += max(("no", "yes"), key=odds.get) == y[i]
    return right


def greedy_by_hand(X, y, adds):
    kept, path = [] if adds else list(X.names), []
    while len(kept) < 4 if adds else len(kept) > 1:
        tried = [name for name in X.names if (name in kept) != adds]
        sets = [[*kept, name] if adds else [other for other in kept if other != name] for name in tried]
        counts = [right_by_hand(X, y, each) for each in sets]
        best = counts.index(max(counts))
        kept = sets[best]
        path.append((tried[best], counts[best]))
    return path


@pytest.mark.parametrize("search", [forward, backward])
def test_search_is_that_of_counting_by_hand_FS_02(tennis, search):
    X, y = tennis
    trace = search(NaiveBayes(laplace=1), X, y)
    assert [(step.taken.name, round(14 * step.score)) for step in trace[1:]] == greedy_by_hand(X, y, search is forward)
    assert trace.best.names == ("outlook", "humidity")


@pytest.mark.parametrize(("search", "direction"), [(forward, "forward"), (backward, "backward")])
def test_subsets_are_those_of_scikit_learn(search, direction):
    X, y = load_diabetes(return_X_y=True)
    X, y = X[::8, :5], y[::8]
    trace = search(LinearRegression(), X, y, score="squared error")
    for size in (2, 3):
        how = {"n_features_to_select": size, "direction": direction, "scoring": "neg_mean_squared_error"}
        peer = SequentialFeatureSelector(TheirRegression(), cv=len(y), **how).fit(X, y)
        step = next(step for step in trace if len(step.columns) == size)
        assert sorted(step.columns) == np.flatnonzero(peer.get_support()).tolist()


def test_criterion_may_judge():
    X, y = load_diabetes(return_X_y=True)
    trace = forward(LinearRegression(), X, y, by="bic")

    def by_hand(columns):
        A = np.column_stack([np.ones(442), X[:, columns]])
        rss = np.linalg.lstsq(A, y)[1][0]
        return 442 * (np.log(2 * np.pi * rss / 442) + 1) + (len(columns) + 2) * np.log(442)

    kept, values = [], [by_hand([])]
    while len(kept) < 10:
        scores = {j: by_hand([*kept, j]) for j in range(10) if j not in kept}
        kept.append(min(scores, key=scores.get))
        values.append(scores[kept[-1]])
    assert trace[-1].columns == tuple(kept) and trace[1].measure == "BIC"
    np.testing.assert_allclose(trace.curve("score"), values)
    assert len(trace.best.columns) == int(np.argmin(values))


def test_criterion_chooses_less_with_bic_than_with_aic():
    X, y = data.gaussians(80, seed=1)
    X = np.column_stack([X, np.random.default_rng(3).normal(size=(80, 5))])
    aic, bic = (forward(LogisticRegression(), X, y, by=by).best.columns for by in ("aic", "bic"))
    assert len(bic) <= len(aic)
    assert set(bic) <= {0, 1}


def test_likelihood_of_the_features_cannot_compare_features():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="by: expected 'validation' for LDA, got 'aic'"):
        forward(LDA(), X, y, by="aic")


def test_forward_sees_neither_of_two_features_that_only_speak_together():
    X, y = data.xor(200, gap=0.2)
    trace = forward(NearestNeighbours(k=3), X, y, folds=5)
    assert trace[1].score < 0.7 and trace[2].score > 0.95


def test_story_of_rounds(tennis):
    X, y = tennis
    trace = forward(NaiveBayes(), X, y)
    assert [step.event for step in trace] == [START, "update", "update", "update", STOP]
    assert trace[0].caption == "start: no feature, accuracy 0.6429"
    assert trace[1].caption == "round 1: outlook added, accuracy 0.5 with 1 feature"
    assert trace[-1].caption == "stop after round 4: wind added, accuracy 0.5 with 4 features; no feature is left"
    assert trace[2].model.predict(X.select(*trace[2].names)).shape == y.shape
    assert trace[0].model.predict(X).tolist() == ["yes"] * 14
    few = backward(NaiveBayes(), X, y, most=1)
    assert len(few) == 2 and few[-1].caption.endswith("; the budget of 1 round is spent")


def test_own_function_may_judge():
    X, y = load_iris(return_X_y=True)

    def few(learner, X, y):
        return -float(X.shape[1])

    trace = backward(LDA(), X, y, by=few)
    assert trace.order == ("x1", "x2", "x3") and trace[1].measure == "few"


def test_one_feature_has_one_round_or_none():
    X, y = data.curve(20)
    assert len(forward(LinearRegression(), X, y)) == 2
    (only,) = backward(LinearRegression(), X, y)
    assert only.event == SOLVED and only.caption.startswith("solved: all 1 feature")


def test_bad_settings_are_refused(tennis):
    X, y = data.gaussians(20)
    with pytest.raises(ValueError, match="learner: expected one that learns from y, got GaussianMixture"):
        forward(GaussianMixture(), X, None)
    with pytest.raises(ValueError, match="y: expected numbers, got text"):
        forward(LinearRegression(), X, np.where(y == 1, "a", "b"))
    with pytest.raises(ValueError, match="most: expected a whole number >= 1 and <= 4"):
        forward(NaiveBayes(), *tennis, most=5)
    with pytest.raises(ValueError, match="by: expected one of 'validation', 'aic', 'aicc', 'bic'"):
        forward(NaiveBayes(), *tennis, by="gini")
