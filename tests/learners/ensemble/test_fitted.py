"""The names that scikit-learn's users look for on fitted ensembles, and its tools that look for them."""

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingRegressor
from sklearn.feature_selection import RFE, SelectFromModel
from sklearn.tree import DecisionTreeClassifier

from labkit.core import data
from labkit.core.learner import Classifier
from labkit.core.table import Table
from labkit.learners import (
    CART,
    AdaBoost,
    Bagging,
    GradientBoosting,
    L2Boost,
    LogisticRegression,
    LogitBoost,
    OneVsOne,
    OneVsRest,
    OutputCodes,
    RandomForest,
    RegressionBagging,
    RegressionBoosting,
    RegressionForest,
    RegressionTree,
)

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 4))
Y = 2 * X[:, 1] + np.sin(3 * X[:, 3]) + 0.1 * RNG.normal(size=80)
Z = np.array(["ape", "bee"])[(Y > 0).astype(int)]
Z3 = np.digitize(Y, [-1.0, 1.0])
OF_TREES = [AdaBoost(rounds=8), AdaBoost(rounds=4, weak=CART(max_depth=2)), Bagging(members=5), RandomForest(trees=8),
            GradientBoosting(rounds=8), LogitBoost(rounds=8), RegressionBagging(members=5), RegressionForest(trees=8),
            RegressionBoosting(rounds=8), L2Boost(rounds=8)]  # fmt: skip
OF_TASKS = [OneVsRest(), OneVsOne(), OutputCodes()]


def fitted(learner):
    return learner.fit(X, Z if isinstance(learner, Classifier) else Y)


@pytest.mark.parametrize("learner", OF_TREES, ids=repr)
def test_importances_are_shares_and_find_what_matters(learner):
    shares = fitted(learner).feature_importances_
    assert shares.shape == (4,) and (shares >= 0).all() and shares.sum() == pytest.approx(1)
    assert shares.argmax() == 1


@pytest.mark.parametrize("learner", OF_TREES, ids=repr)
@pytest.mark.parametrize("tool", [RFE, SelectFromModel])
def test_features_are_selected_by_importances(learner, tool):
    y = Z if isinstance(learner, Classifier) else Y
    how = {"n_features_to_select": 2} if tool is RFE else {"max_features": 2, "threshold": -np.inf}
    assert tool(learner, **how).fit(X, y).get_support()[1]
    assert tool(learner, **how).fit(X, y).get_support().sum() == 2


@pytest.mark.parametrize("learner", [*OF_TREES, *OF_TASKS], ids=repr)
def test_estimators_are_the_members(learner):
    model = fitted(learner).model_
    estimators = learner.estimators_
    if learner.__class__ in (GradientBoosting, RegressionBoosting):
        assert estimators.shape == (8, 1)
        estimators = estimators[:, 0]
    assert len(estimators) == model.members
    for b, each in enumerate(estimators):
        np.testing.assert_array_equal(each.predict(X), model.member(b).predict(X))


@pytest.mark.parametrize("learner", [*OF_TREES, *OF_TASKS], ids=repr)
def test_nothing_is_there_before_fitting_and_nothing_can_be_set(learner):
    fresh = type(learner)()
    for name in (
        "estimators_",
        "feature_importances_",
        "n_iter_",
        "estimator_weights_",
        "estimator_errors_",
        "oob_score_",
    ):
        assert not hasattr(fresh, name)
    with pytest.raises(AttributeError):
        fresh.estimators_ = []


def test_weights_and_errors_of_adaboost_are_scikit_learns():
    ours = AdaBoost(rounds=6, weak=CART(max_depth=1)).fit(X, Z)
    theirs = AdaBoostClassifier(CART(max_depth=1), n_estimators=6).fit(X, Z)
    np.testing.assert_allclose(2 * ours.estimator_weights_, theirs.estimator_weights_)
    np.testing.assert_allclose(ours.estimator_errors_, theirs.estimator_errors_)
    assert ours.n_iter_ == len(ours.estimators_) == 6


def test_importances_of_adaboost_weigh_members_as_their_votes():
    ours = AdaBoost(rounds=6, weak=CART(max_depth=2)).fit(X, Z)
    of_each = []
    for model in ours.estimators_:
        theirs = DecisionTreeClassifier(max_depth=2, random_state=0)
        round = len(of_each)
        weights = AdaBoost(rounds=6, weak=CART(max_depth=2)).trace(X, Z)[round + 1].weights
        of_each.append(theirs.fit(X, Z, weights).feature_importances_)
        assert model.tree.feature[0] == theirs.tree_.feature[0]
    expected = ours.estimator_weights_ @ np.array(of_each)
    np.testing.assert_allclose(ours.feature_importances_, expected / expected.sum(), atol=1e-9)


def test_importances_of_boosting_are_those_of_scikit_learn():
    """One sum of squared errors taken off, where theirs are shares of every tree first."""
    theirs = GradientBoostingRegressor(n_estimators=1, max_depth=3).fit(X, Y)
    ours = [RegressionBoosting(rounds=1, lam=0.0), L2Boost(learner=RegressionTree(max_depth=3), rounds=1)]
    for learner in ours:
        np.testing.assert_allclose(learner.fit(X, Y).feature_importances_, theirs.feature_importances_, atol=1e-9)


def test_boosting_of_many_classes_counts_all_trees():
    learner = GradientBoosting(rounds=5).fit(X, Z3)
    assert learner.estimators_.shape == (5, 3)
    gains = np.zeros(4)
    for tree in (each.tree for each in learner.estimators_.ravel()):
        np.add.at(gains, tree.feature[tree.splits], tree.gain[tree.splits])
    np.testing.assert_allclose(learner.feature_importances_, gains / gains.sum())


def test_rounds_after_an_early_stop_are_those_of_the_model():
    learner = RegressionBoosting(rounds=300, patience=3, shrinkage=0.5).fit(X, Y)
    assert learner.n_iter_ == learner.model_.members == len(learner.estimators_) < 300


def test_members_that_are_no_trees_have_no_importances():
    learner = Bagging(learner=LogisticRegression(), members=2).fit(X, Z)
    assert not hasattr(learner, "feature_importances_")
    with pytest.raises(AttributeError, match="expected members that are trees of tests of single attributes, got a"):
        learner._falls()


def test_bags_have_a_score_out_of_bag():
    for learner in (Bagging(members=20), RandomForest(trees=20)):
        assert learner.fit(X, Z).oob_score_ == pytest.approx(1 - learner.oob_error_)
    for learner in (RegressionBagging(members=20), RegressionForest(trees=20)):
        assert learner.fit(X, Y).oob_score_ == pytest.approx(1 - learner.oob_error_ / Y.var())


def test_importances_of_categories_are_those_of_their_attribute():
    tennis = data.load("tennis")
    table, y = tennis.without("play", "day"), tennis["play"]
    for learner in (RandomForest(trees=9), GradientBoosting(rounds=5), AdaBoost(rounds=3, weak=CART(max_depth=2))):
        shares = learner.fit(table, y).feature_importances_
        assert shares.shape == (4,) and shares.sum() == pytest.approx(1)
    assert isinstance(table, Table)


def test_output_codes_have_a_code_book():
    learner = OutputCodes(code="one-vs-one").fit(X, Z3)
    np.testing.assert_array_equal(learner.code_book_, learner.model_.code)
