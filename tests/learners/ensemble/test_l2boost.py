"""L2 boosting: the lecture's six points, a naive loop, scikit-learn's, and that residuals are the negative gradient."""

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingRegressor

from labkit.core import data
from labkit.core.data import load
from labkit.core.table import Table
from labkit.learners import (
    CART,
    L2Boost,
    LeastMeanSquares,
    LogitBoost,
    RecursiveLeastSquares,
    RegressionBoosting,
    RegressionTree,
)
from tests.golden import close, golden


def six_points():
    table = load("gbm6")
    return table.numeric("x"), table["y"]


def noisy(seed=0, n=80, d=2):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (n, d))
    return X, np.sin(2 * X[:, 0]) + 0.3 * rng.normal(size=n)


# ---------------------------------------------------------------- the lecture's numbers


def test_six_points_residual_sums_of_squares():
    """I-000-109, I-002-043: FIT1 + FIT2 + FIT3 + RESIDUAL3."""
    trace = L2Boost(rounds=3).trace(*six_points())
    assert close(trace[:-1].curve("rss"), golden("L2B-01"))
    X, y = six_points()
    fits = [step.weak.predict(X) for step in trace[1:-1]]
    np.testing.assert_allclose(trace[0].scores + sum(fits) + trace[-1].residuals, y, atol=1e-12)


def test_six_points_stumps():
    model = L2Boost(rounds=3).fit(*six_points()).model_
    trees = [model.member(b).tree for b in range(3)]
    assert close([[tree.threshold[0], *tree.prediction[1:]] for tree in trees], golden("L2B-02"))


def test_six_points_with_shrinkage():
    """I-000-114."""
    assert close(L2Boost(rounds=3, shrinkage=0.1).trace(*six_points())[:-1].curve("rss"), golden("L2B-03"))


def test_residuals_are_the_negative_gradient_only_of_half_the_square():
    """E-000-33: by differences, at every point and every round."""
    _, y = six_points()
    for step in L2Boost(rounds=3).trace(*six_points()):
        slope = [((y - (step.scores + h)) ** 2) for h in (1e-6, -1e-6)]
        whole = (slope[0] - slope[1]) / 2e-6
        np.testing.assert_allclose(-whole / 2, step.residuals, atol=1e-6)
        np.testing.assert_allclose(-whole, 2 * step.residuals, atol=1e-6)


# ---------------------------------------------------------------- against others


@pytest.mark.parametrize("shrinkage", [1.0, 0.3])
@pytest.mark.parametrize("learner", [RegressionTree(max_depth=1), RegressionTree(max_depth=3), LeastMeanSquares()])
def test_boosting_equals_a_naive_loop(learner, shrinkage):
    X, y = noisy()
    F = np.full(len(y), y.mean())
    trace = L2Boost(learner=learner, rounds=6, shrinkage=shrinkage).trace(X, y)
    for step in trace[1:-1]:
        np.testing.assert_allclose(step.fitted, y - F, atol=1e-12)
        f = type(learner)(**learner.get_params()).fit(X, y - F).predict(X)
        np.testing.assert_allclose(step.weak.predict(X), f, atol=1e-12)
        F = F + shrinkage * f
        np.testing.assert_allclose(step.scores, F, atol=1e-12)
        np.testing.assert_allclose(step.model.predict(X), F, atol=1e-12)
        assert step.rss == pytest.approx(((y - F) ** 2).sum())
        assert step.loss == pytest.approx(step.rss / 2)
    np.testing.assert_allclose(trace[-1].model.staged_predict(X), [s.scores for s in trace[1:-1]], atol=1e-12)


@pytest.mark.parametrize(("depth", "shrinkage"), [(1, 1.0), (2, 0.1)])
def test_boosting_equals_scikit_learns(depth, shrinkage):
    for seed in range(4):
        X, y = noisy(seed)
        learner = RegressionTree(max_depth=depth)
        ours = L2Boost(learner=learner, rounds=20, shrinkage=shrinkage).fit(X, y)
        theirs = GradientBoostingRegressor(
            n_estimators=20, learning_rate=shrinkage, max_depth=depth, random_state=0
        ).fit(X, y)
        np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-9)


@pytest.mark.parametrize(("depth", "shrinkage"), [(1, 1.0), (2, 0.3)])
def test_boosting_equals_second_order_boosting_without_a_penalty(depth, shrinkage):
    """Of squared errors g = -r and h = 1, so that its leaf weights -G/H are means of residuals."""
    for seed in range(4):
        X, y = noisy(seed)
        X = X.round(1) if seed % 2 else X
        ours = L2Boost(learner=RegressionTree(max_depth=depth), rounds=15, shrinkage=shrinkage).fit(X, y)
        other = RegressionBoosting(rounds=15, lam=0.0, max_depth=depth, shrinkage=shrinkage).fit(X, y)
        np.testing.assert_allclose(ours.predict(X), other.predict(X), atol=1e-9)


def test_rss_never_rises_with_trees():
    for seed in range(5):
        for shrinkage in (1.0, 0.5, 0.1):
            rss = L2Boost(rounds=40, shrinkage=shrinkage).trace(*noisy(seed)).curve("rss")
            assert (np.diff(rss) <= 1e-9).all()


def test_least_squares_finds_nothing_in_its_own_residuals():
    """One round of a linear learner is all of it; with shrinkage it comes there step by step (E-002-10)."""
    X, y = noisy()
    linear = RecursiveLeastSquares()
    once = L2Boost(learner=linear, rounds=1).fit(X, y)
    many = L2Boost(learner=linear, rounds=60, shrinkage=0.3).trace(X, y)
    assert once.last_step_.rss == pytest.approx(L2Boost(learner=linear, rounds=5).fit(X, y).last_step_.rss, rel=1e-4)
    rss = many.curve("rss")
    assert rss[1] > rss[2] > rss[3] > once.last_step_.rss
    assert rss[-1] == pytest.approx(once.last_step_.rss, rel=1e-4)


# ---------------------------------------------------------------- story, plane, bad input


def test_steps_are_prefixes_of_one_sum():
    trace = L2Boost(rounds=4).trace(*six_points())
    assert all(step.model.ensemble is trace[0].model.ensemble for step in trace)
    assert [step.model.members for step in trace] == [0, 1, 2, 3, 4, 4]
    assert trace[0].weak is None
    assert trace[0].fitted is None
    assert trace[1].caption == "round 1: residuals fitted; residual sum of squares 19.38 -> 1"
    assert trace[-1].caption.startswith("stop after 4 rounds: all 4 rounds are done")


@pytest.mark.parametrize("learner", [None, LeastMeanSquares()])
def test_field_is_the_prediction(learner):
    x, up = np.linspace(-2, 2, 21), np.linspace(-1.5, 2, 16)
    cases = np.column_stack([a.ravel() for a in np.meshgrid(x, up)])
    for step in L2Boost(learner=learner, rounds=5, shrinkage=0.5).trace(*noisy()):
        np.testing.assert_allclose(step.model.number_grid(x, up).ravel(), step.model.predict(cases), atol=1e-9)
    assert L2Boost(rounds=2).fit(*noisy(d=3)).model_.number_grid(x, up) is None


def test_tables_with_categories_are_boosted():
    colour, size = ["red", "blue", "red", "green"] * 5, np.arange(20.0)
    X = Table.from_dict({"colour": colour, "size": size})
    y = np.where(np.array(colour) == "red", 5.0, 1.0) + 0.1 * size
    boost = L2Boost(rounds=60, shrinkage=0.5).fit(X, y)
    assert boost.score(X, y) > 0.98
    assert boost.model_.member(0).question(0) == "colour = red"


def test_constant_numbers_are_learned_at_once():
    X = np.arange(5.0)[:, None]
    trace = L2Boost(rounds=3).trace(X, np.full(5, 2.5))
    assert trace.curve("rss").tolist() == [0.0] * 5
    assert trace[-1].model.predict(X).tolist() == [2.5] * 5


def test_bad_input_is_refused_with_the_repair():
    X, y = six_points()
    for options, message in (
        ({"rounds": 0}, r"^rounds: expected a whole number >= 1, got 0"),
        ({"shrinkage": 0.0}, r"^shrinkage: expected a number > 0 and <= 1, got 0.0"),
        ({"shrinkage": 1.5}, r"^shrinkage: expected"),
        (
            {"learner": CART()},
            r"^learner: expected a learner of numbers such as RegressionTree\(max_depth=1\), got CART",
        ),
        ({"learner": RegressionTree}, r"^learner: .* got the class RegressionTree; make one, RegressionTree\(\)"),
        ({"learner": RegressionTree(max_depth=0)}, r"^max_depth: expected"),
    ):
        with pytest.raises(ValueError, match=message):
            L2Boost(**options).steps(X, y)


# ---------------------------------------------------------------- the sum


@pytest.mark.parametrize(
    "learner",
    [L2Boost(rounds=30, shrinkage=0.1), L2Boost(learner=LeastMeanSquares(), rounds=5), LogitBoost(rounds=30)],
)
def test_model_repeats_the_scores_of_training_exactly(learner):
    X, y = data.gaussians(60, seed=2)
    for step in learner.trace(X, y):
        predicted = step.model.predict(X) if step.model.classes is None else step.model.decision_function(X)
        np.testing.assert_array_equal(predicted, step.scores)


def test_first_members_are_the_members_of_a_shorter_run():
    X, y = data.gaussians(60, seed=2)
    long, short = (L2Boost(learner=RegressionTree(max_depth=2), rounds=k).fit(X, y).model_ for k in (9, 4))
    np.testing.assert_array_equal(long.prefix(4).predict(X), short.predict(X))
    assert long.prefix(0).staged_predict(X).shape == (0, 60)
