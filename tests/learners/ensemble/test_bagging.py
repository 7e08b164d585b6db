"""Bagging: against a naive one, scikit-learn's error, and samples that lack classes."""

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier
from sklearn.tree import DecisionTreeClassifier

from labkit.core import data
from labkit.core.data import load
from labkit.learners import CART, Bagging, LeastMeanSquares, Perceptron, RegressionBagging, RegressionTree
from labkit.learners.ensemble.bootstrap import left_out


def noisy(n=150, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (n, 2))
    return X, np.sin(2 * X[:, 0]) + 0.3 * rng.normal(size=n)


# ---------------------------------------------------------------- against naive ones


@pytest.mark.parametrize("learner", [CART(max_depth=3), Perceptron()])
def test_bagging_equals_a_naive_vote(learner):
    """I-000-102: every member by hand, every vote counted."""
    X, y = data.gaussians(80, seed=2)
    y = np.array(["no", "yes"])[y]
    trace = Bagging(learner=learner, members=7).trace(X, y)
    votes, heard = np.zeros((80, 2), dtype=int), np.zeros((80, 2), dtype=int)
    for b, step in enumerate(trace[1:-1]):
        rows = np.repeat(np.arange(80), step.drawn)
        assert len(rows) == 80
        said = type(learner)(**learner.get_params()).fit(X[rows], y[rows]).predict(X)
        np.testing.assert_array_equal(step.newest.predict(X), said)
        votes[np.arange(80), (said == "yes").astype(int)] += 1
        heard[step.out_of_bag, (said == "yes").astype(int)[step.out_of_bag]] += 1
        np.testing.assert_array_equal(step.model.predict_proba(X), votes / (b + 1))
        np.testing.assert_array_equal(step.model.predict(X), np.where(votes[:, 1] > votes[:, 0], "yes", "no"))
        there = heard.any(axis=1)
        assert step.oob_error == pytest.approx(np.mean((heard[:, 1] > heard[:, 0])[there] != (y == "yes")[there]))
    staged = trace[-1].model.staged_predict(X)
    np.testing.assert_array_equal(staged, [step.model.predict(X) for step in trace[1:-1]])


@pytest.mark.parametrize("learner", [None, LeastMeanSquares()])
def test_regression_bagging_equals_a_naive_average(learner):
    X, y = noisy(60)
    trace = RegressionBagging(learner=learner, members=6).trace(X, y)
    naive = learner or RegressionTree()
    said, out = [], []
    for step in trace[1:-1]:
        rows = np.repeat(np.arange(60), step.drawn)
        said.append(type(naive)(**naive.get_params()).fit(X[rows], y[rows]).predict(X))
        out.append(np.where(step.out_of_bag, said[-1], np.nan))
        np.testing.assert_allclose(step.model.predict(X), np.mean(said, axis=0), atol=1e-12)
        there = ~np.isnan(out).all(axis=0)
        assert step.oob_error == pytest.approx(np.mean((np.nanmean(np.array(out)[:, there], axis=0) - y[there]) ** 2))
    np.testing.assert_allclose(
        trace[-1].model.staged_predict(X), np.cumsum(said, axis=0) / np.arange(1, 7)[:, None], atol=1e-12
    )


def test_error_is_that_of_scikit_learn_within_noise():
    X, y = data.moons(400, noise=0.35, seed=0)
    train, test = slice(0, 200), slice(200, 400)
    ours = [1 - Bagging(seed=s).fit(X[train], y[train]).score(X[test], y[test]) for s in range(5)]
    theirs = [
        1 - BaggingClassifier(DecisionTreeClassifier(random_state=s), n_estimators=50, random_state=s)
        .fit(X[train], y[train]).score(X[test], y[test])
        for s in range(5)
    ]  # fmt: skip
    assert np.mean(ours) == pytest.approx(np.mean(theirs), abs=0.025)


# ---------------------------------------------------------------- what its bag says


def test_out_of_bag_error_tells_the_error_on_new_cases():
    X, y = data.gaussians(1200, seed=4)
    bag = Bagging(members=40).fit(X[:400], y[:400])
    test_error = 1 - bag.score(X[400:], y[400:])
    assert bag.last_step_.oob_error == pytest.approx(test_error, abs=0.06)


def test_share_out_of_bag_is_the_lectures():
    X, y = data.gaussians(200, seed=4)
    trace = Bagging(learner=CART(max_depth=1), members=60).trace(X, y)
    shares = [step.out_of_bag.mean() for step in trace[1:]]
    assert np.mean(shares) == pytest.approx(left_out(200), abs=0.01)
    assert np.isnan(trace[0].oob_error)


def test_first_members_do_not_depend_on_how_many_follow():
    X, y = data.blobs(60, spread=0.5, seed=1)
    few, many = Bagging(members=4).fit(X, y).model_, Bagging(members=9).fit(X, y).model_
    np.testing.assert_array_equal(few.ensemble.drawn, many.ensemble.drawn[:4])
    np.testing.assert_array_equal(few.predict_proba(X), many.prefix(4).predict_proba(X))


def test_steps_are_prefixes_of_one_bag():
    trace = Bagging(members=5).trace(*data.gaussians(40, seed=1))
    assert all(step.model.ensemble is trace[0].model.ensemble for step in trace)
    assert [step.model.members for step in trace] == [0, 1, 2, 3, 4, 5, 5]
    assert trace[2].caption.startswith("member 2: ")
    assert trace[-1].caption.startswith("stop after 5 members: ")


def test_without_a_member_the_most_frequent_class_or_the_mean_is_answered():
    X, y = data.gaussians(40, seed=1)
    y = np.where(np.arange(40) < 30, 1, 0)
    start = Bagging(members=2).trace(X, y)[0].model
    assert set(start.predict(X)) == {1}
    np.testing.assert_array_equal(start.predict_proba(X)[0], [0.25, 0.75])
    X, y = noisy(30)
    assert RegressionBagging(members=2).trace(X, y)[0].model.predict(X) == pytest.approx(y.mean())


# ---------------------------------------------------------------- the plane


@pytest.mark.parametrize(("learner", "classes"), [(None, 2), (None, 3), (Perceptron(), 2)])
def test_grid_is_what_the_votes_say_there(learner, classes):
    X, y = data.gaussians(60, seed=5) if classes == 2 else data.blobs(60, spread=0.5, seed=5)
    x, up = np.linspace(-2, 2, 21), np.linspace(-1.5, 2, 16)
    cases = np.column_stack([a.ravel() for a in np.meshgrid(x, up)])
    for step in Bagging(learner=learner, members=4).trace(X, y):
        score, shares = step.model.score_grid(x, up), step.model.predict_proba(cases)
        np.testing.assert_array_equal(step.model.class_grid(x, up).ravel(), shares.argmax(axis=1))
        if classes == 2:
            np.testing.assert_allclose(score.ravel(), shares[:, 1] - 0.5, atol=1e-12)
        else:
            assert score is None


def test_grid_of_numbers_is_the_prediction():
    X, y = noisy(60)
    x, up = np.linspace(-2, 2, 21), np.linspace(-1.5, 2, 16)
    cases = np.column_stack([a.ravel() for a in np.meshgrid(x, up)])
    for step in RegressionBagging(members=3).trace(X, y):
        np.testing.assert_allclose(step.model.number_grid(x, up).ravel(), step.model.predict(cases), atol=1e-12)


def test_nothing_is_painted_where_there_is_no_plane():
    X, y = data.gaussians(40, seed=1)
    model = Bagging(members=2).fit(np.column_stack([X, X]), y).model_
    assert model.score_grid(X[:, 0], X[:, 1]) is model.class_grid(X[:, 0], X[:, 1]) is None


# ---------------------------------------------------------------- tables, odd samples, bad input


def test_tables_with_categories_are_bagged():
    tennis = load("tennis")
    X, y = tennis.without("day", "play"), tennis["play"]
    bag = Bagging(members=25).fit(X, y)
    assert bag.score(X, y) > 0.9
    assert bag.model_.member(3).question(0)
    assert set(bag.predict(X[::2])) <= {"no", "yes"}


def test_missing_values_go_to_members_that_take_them():
    X, y = data.gaussians(60, seed=1)
    X = X.copy()
    X[::7, 0] = np.nan
    assert Bagging(learner=CART(missing="surrogates"), members=5).fit(X, y).score(X, y) > 0.7
    with pytest.raises(ValueError, match="NaN"):
        Bagging(members=5).fit(X, y)


@pytest.mark.parametrize("learner", [CART(), Perceptron()])
def test_samples_of_one_class_always_answer_it(learner):
    """Of three examples, one alone of its class, many samples hold one class only."""
    X, y = np.array([[0.0], [1.0], [2.0]]), np.array(["a", "a", "b"])
    trace = Bagging(learner=learner, members=20).trace(X, y)
    alone = [step for step in trace[1:-1] if step.drawn[2] == 0]
    assert alone
    assert all(set(step.newest.predict(X)) == {"a"} for step in alone)
    assert set(trace[-1].model.predict(X)) <= {"a", "b"}


def test_rare_class_may_be_missing_from_samples():
    X, y = data.blobs(40, spread=0.5, seed=1)
    rare = np.where(np.arange(40) == 0, 9, y % 2)
    bag = Bagging(learner=CART(), members=10).fit(X, rare)
    assert bag.predict_proba(X).shape == (40, 3)
    assert bag.model_.member(0).predict_proba(X).shape == (40, 3)


@pytest.mark.parametrize("kind", [Bagging, RegressionBagging])
def test_bad_input_is_refused_with_the_repair(kind):
    X, y = data.gaussians(20, seed=1)
    for members in (0, -1, 2.5):
        with pytest.raises(ValueError, match=r"^members: expected a whole number >= 1, got"):
            kind(members=members).fit(X, y)
    with pytest.raises(ValueError, match=r"^learner: expected .* got the class CART; make one, CART\(\)"):
        kind(learner=CART).fit(X, y)
    wrong = RegressionTree() if kind is Bagging else CART()
    with pytest.raises(ValueError, match=r"^learner: expected a learner of"):
        kind(learner=wrong).fit(X, y)


def test_what_the_members_refuse_is_refused_at_the_call():
    X, y = data.blobs(30, seed=1)
    with pytest.raises(ValueError, match="expected 2 classes in y, got 3"):
        Bagging(learner=Perceptron()).steps(X, y)
    with pytest.raises(ValueError, match=r"^max_depth: expected"):
        Bagging(learner=CART(max_depth=0)).steps(X, y)


def test_tied_votes_are_said():
    X, y = data.moons(80, noise=0.4, seed=1)
    model = Bagging(members=2).fit(X, y).model_
    first, second = (model.member(b).predict(X) for b in range(2))
    assert (first != second).any()
    np.testing.assert_array_equal(model.ambiguous(X), first != second)
    assert (model.predict(X)[first != second] == 0).all()
