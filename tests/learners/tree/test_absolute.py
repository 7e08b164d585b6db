"""Absolute errors: medians of every beginning, and trees that split by them, against plain loops and scikit-learn."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

from labkit.core.table import Table
from labkit.learners import RegressionTree
from labkit.learners.tree.absolute import deviation, running
from labkit.learners.tree.by_hand import hand_steps


def least(y, v):
    return min(float(v @ np.abs(y - m)) for m in y)


@pytest.mark.parametrize("seed", range(6))
def test_running_deviations_are_those_of_every_beginning(seed):
    rng = np.random.default_rng(seed)
    y, v = rng.normal(size=40).round(1), rng.integers(1, 4, 40) * rng.choice([1.0, 0.3])
    np.testing.assert_allclose(running(y, v), [least(y[:k], v[:k]) for k in range(1, 41)], atol=1e-12)
    assert deviation(y, v) == pytest.approx(least(y, v))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_trees_are_scikit_learns(seed, weighted):  # I-001-043
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(90, 3))
    y = np.sin(2 * X[:, 0]) + 0.1 * rng.standard_cauchy(90)
    v = rng.integers(1, 4, 90).astype(float) if weighted else None
    ours = RegressionTree(criterion="absolute", leaf="median", max_depth=3).fit(X, y, sample_weight=v)
    theirs = DecisionTreeRegressor(criterion="absolute_error", max_depth=3).fit(X, y, sample_weight=v)
    assert ours.model_.tree.threshold[0] == pytest.approx(theirs.tree_.threshold[0], abs=1e-6)
    np.testing.assert_allclose(ours.model_.tree.impurity[0], theirs.tree_.impurity[0])
    errors = [np.average(np.abs(model.predict(X) - y), weights=v) for model in (ours, theirs)]
    assert errors[0] == pytest.approx(errors[1])
    assert ours.last_step_.error == pytest.approx(errors[0]) and "mean absolute error" in ours.last_step_.caption


def test_outlier_takes_the_split_by_squares_and_not_by_absolute_errors():
    """E-001-09: a single y far away is worth a split of its own by squares."""
    x = np.arange(20.0)[:, None]
    y = np.where(x[:, 0] < 10, 0.0, 1.0)
    y[3] = 40.0
    first = {c: RegressionTree(criterion=c, max_depth=1).fit(x, y).model_.tree.threshold[0]
             for c in ("squared", "absolute")}  # fmt: skip
    assert first["absolute"] == 9.5 and first["squared"] == 3.5


def test_errors_counted_are_those_of_the_leaves_own_answers():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), rng.exponential(size=60)
    for leaf in ("mean", "median", "linear"):
        step = RegressionTree(criterion="absolute", leaf=leaf, max_depth=2).fit(X, y).last_step_
        assert step.error == pytest.approx(np.abs(step.model.predict(X) - y).mean())


def test_categories_are_split_by_absolute_errors():
    table = Table.from_dict({"c": list("aabbcc"), "x": [1, 1, 1, 2, 2, 2]})
    y = [0.0, 1, 5, 5, 1, 0]
    for tests, leaves in (("binary", 2), ("multiway", 3), ("subsets", 2)):
        model = RegressionTree(criterion="absolute", tests=tests, leaf="median", max_depth=1).fit(table, y).model_
        assert model.tree.impurity[0] == pytest.approx(10 / 6) and len(model.leaves) == leaves
        left = model.tree.weight[model.leaves] @ model.tree.impurity[model.leaves] / 6
        assert model.tree.gain[0] == pytest.approx(10 / 6 - left)


def test_hand_may_split_by_absolute_errors():
    step, *_ = hand_steps([[0.0], [1], [2]], [0.0, 0, 9], ["x1 <= 1.5"], criterion="absolute")
    assert step.tests[step.asked].gain == 3.0 and "mean absolute error 0" in step.caption
