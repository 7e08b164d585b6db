"""Boosting of other losses: absolute errors, Huber's, the exponential loss of two classes."""

import numpy as np
import pytest
from sklearn._loss import HuberLoss
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor
from sklearn.tree import DecisionTreeRegressor

from labkit.learners import GradientBoosting, RegressionBoosting
from labkit.learners.ensemble.losses import Exponential
from labkit.learners.ensemble.robust import Absolute, Huber

EXACT = dict(shrinkage=0.3, max_depth=3, lam=0.0, bins=None, min_leaf=5)
THEIRS = dict(learning_rate=0.3, max_depth=3, min_samples_leaf=5)


def curve(n=121, seed=0, outliers=6):
    """A bent line, and a few targets far off it."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, size=(n, 2))
    y = np.sin(2 * X[:, 0]) + 0.3 * X[:, 1] + 0.1 * rng.normal(size=n)
    y[rng.permutation(n)[:outliers]] += 40
    return X, y


def test_rounds_of_absolute_errors_are_scikit_learns():  # I-000-134
    X, y = curve()
    w = np.random.default_rng(1).uniform(0.5, 2, len(y))  # without weights many splits gain the same
    ours = RegressionBoosting(loss="absolute", rounds=20, **EXACT).fit(X, y, sample_weight=w)
    theirs = GradientBoostingRegressor(loss="absolute_error", n_estimators=20, **THEIRS).fit(X, y, w)
    staged = list(theirs.staged_predict(X))
    np.testing.assert_allclose(ours.model_.staged_predict(X), staged, atol=1e-9)


def test_rounds_of_hubers_loss_are_those_of_a_plain_loop_over_scikit_learns_parts():
    X, y = curve(outliers=0)
    y += 0.1 * np.random.default_rng(2).standard_t(2, len(y))
    ours = RegressionBoosting(loss="huber", rounds=15, **EXACT).fit(X, y).model_
    delta = np.sort(np.abs(y - np.median(y)))[int(np.ceil(0.9 * len(y))) - 1]
    loss, F = HuberLoss(quantile=0.9, delta=delta), np.full(len(y), np.median(y))
    assert ours.ensemble.loss.delta == delta
    for staged in ours.staged_predict(X):
        tree = DecisionTreeRegressor(max_depth=3, min_samples_leaf=5).fit(X, -loss.gradient(y_true=y, raw_prediction=F))
        leaf = tree.apply(X)
        for node in np.unique(leaf):
            F[leaf == node] += 0.3 * loss.fit_intercept_only((y - F)[leaf == node])
        np.testing.assert_allclose(staged, F, atol=1e-9)


def test_first_round_of_hubers_loss_is_scikit_learns():
    X, y = curve()
    ours = RegressionBoosting(loss="huber", rounds=1, **EXACT).fit(X, y)
    theirs = GradientBoostingRegressor(loss="huber", alpha=0.9, n_estimators=1, **THEIRS).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=0.05)  # their delta lies between two errors


def test_rounds_of_the_exponential_loss_are_scikit_learns():
    """Where every value has a leaf of its own, so that it does not matter how splits are measured."""
    rng = np.random.default_rng(0)
    x = rng.integers(0, 4, size=(300, 1)).astype(float)
    y = rng.random(300) < np.array([0.1, 0.6, 0.35, 0.9])[x[:, 0].astype(int)]
    w = rng.uniform(0.5, 2, 300)
    ours = GradientBoosting(loss="exponential", rounds=10, shrinkage=0.3, max_depth=3, lam=0.0).fit(x, y, w)
    theirs = GradientBoostingClassifier(loss="exponential", n_estimators=10, **THEIRS).fit(x, y, w)
    np.testing.assert_allclose(ours.predict_proba(x), theirs.predict_proba(x), atol=1e-9)
    np.testing.assert_allclose(ours.decision_function(x), theirs.decision_function(x), atol=1e-9)


@pytest.mark.parametrize("loss", ["absolute", "huber"])
def test_outliers_move_the_answers_less_than_by_squares(loss):
    (X, y), (fresh, truth) = curve(n=400, outliers=20), curve(n=400, seed=9, outliers=0)
    error = {
        name: np.abs(RegressionBoosting(loss=name).fit(X, y).predict(fresh) - truth).mean()
        for name in (loss, "squared")
    }
    assert error[loss] < error["squared"] / 2


@pytest.mark.parametrize("loss", ["absolute", "huber"])
@pytest.mark.parametrize("more", [{}, {"rows": 0.5, "columns": 0.5}, {"negative": "prune"}, {"patience": 5}])
def test_loss_falls_and_leaves_answer_what_moved_the_scores(loss, more):
    X, y = curve()
    trace = RegressionBoosting(loss=loss, rounds=25, lam=0.5, **more).trace(X, y)
    losses = trace.curve("loss")
    assert losses[-1] < 0.98 * losses[0]
    for step in (trace[0], trace[3], trace[-1]):
        np.testing.assert_allclose(step.model.predict(X), step.scores, atol=1e-9)


def test_weight_of_two_is_the_example_twice():
    X, y = curve()
    twice = np.arange(len(y)) % 3 == 0
    for loss in ("absolute", "huber"):
        learner = RegressionBoosting(loss=loss, rounds=5, lam=0.5)
        weighted = learner.fit(X, y, sample_weight=1.0 + twice).predict(X)
        both = learner.fit(np.vstack([X, X[twice]]), np.append(y, y[twice])).predict(X)
        np.testing.assert_allclose(weighted, both, atol=1e-9)


@pytest.mark.parametrize("by", [1e-90, 1e90])
@pytest.mark.parametrize("loss", ["absolute", "huber"])
def test_units_of_the_target_do_not_matter(loss, by):
    X, y = curve()
    learner = RegressionBoosting(loss=loss, rounds=5, lam=0.0)
    np.testing.assert_allclose(learner.fit(X, y * by).predict(X) / by, learner.fit(X, y).predict(X), rtol=1e-9)


def test_delta_is_above_0_though_nearly_all_targets_are_equal():
    y = np.append(np.zeros(40), [3.0, 5.0])
    assert Huber.of(y, None).delta == 3.0
    model = RegressionBoosting(loss="huber", rounds=50, lam=0.0, min_leaf=1).fit(np.arange(42.0)[:, None], y)
    assert model.predict([[41.0]])[0] > 2.5
    assert RegressionBoosting(loss="huber", rounds=3).fit([[1.0], [2.0]], [4.0, 4.0]).predict([[5.0]]) == 4.0


def test_error_that_is_rounding_has_no_side():
    g, h = Absolute().slopes(np.array([0.3, 1.0, -1.0]), np.array([0.1 + 0.2, 0.0, 0.0]))
    assert h is None and g.tolist() == [0.0, -1.0, 1.0]


def test_exponential_loss_of_a_huge_mistake_is_a_number():
    assert np.isfinite(Exponential().value(np.array([0]), np.array([1e6]))).all()


def test_exponential_loss_has_two_classes():
    X, y = np.arange(6.0)[:, None], [0, 0, 1, 1, 2, 2]
    with pytest.raises(ValueError, match="loss: expected 'logistic' for 3 classes, got 'exponential'; change it"):
        GradientBoosting(loss="exponential").fit(X, y)
    with pytest.raises(ValueError, match="loss: expected one of 'squared', 'absolute', 'huber', got 'hinge'"):
        RegressionBoosting(loss="hinge").fit(X, y)
