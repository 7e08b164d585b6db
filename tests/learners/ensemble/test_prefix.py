"""The sum of the members' terms: the same for cases, after every member and on a grid, whatever the members are."""

from dataclasses import replace

import numpy as np
import pytest

from labkit.core import data
from labkit.core.learner import Regressor
from labkit.learners import (
    CART,
    AdaBoost,
    Bagging,
    GradientBoosting,
    L2Boost,
    LogitBoost,
    OutputCodes,
    RegressionBagging,
)
from labkit.learners.ensemble import prefix
from labkit.learners.ensemble.members import SeparateMembers
from labkit.learners.ensemble.prefix import decided, settled
from labkit.learners.grid import image, points

LEARNERS = [AdaBoost(rounds=6), GradientBoosting(rounds=4), Bagging(members=4), OutputCodes(ties="scores"),
            OutputCodes(learner=CART(max_depth=2), decoding="loss"), LogitBoost(rounds=5),
            L2Boost(rounds=5, shrinkage=0.3), RegressionBagging(members=4)]  # fmt: skip


def fitted(learner):
    two = isinstance(learner, LogitBoost)
    X, y = data.gaussians(50, seed=3) if two else data.blobs(50, spread=0.4, seed=3)
    return learner.fit(X, X[:, 0] ** 2 if isinstance(learner, Regressor) else y).model_, X


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_prefixes_stages_and_grids_are_one_sum(learner, monkeypatch):
    model, X = fitted(learner)
    monkeypatch.setattr(prefix, "CASES", 7)  # cases are asked in several parts
    staged = model.staged_predict(X)
    x, y = np.linspace(-1, 1, 9), np.linspace(-1.2, 1, 8)
    for k in range(model.members + 1):
        some = model.prefix(k)
        grid = some.number_grid(x, y) if model.classes is None else model.classes[some.class_grid(x, y)]
        np.testing.assert_allclose(grid, image(some.predict(points(x, y)), x, y), atol=1e-12)
        if k:
            np.testing.assert_allclose(some.predict(X), staged[k - 1], atol=1e-12)


@pytest.mark.parametrize("learner", [AdaBoost(rounds=6), Bagging(members=4), L2Boost(rounds=5)], ids=repr)
def test_members_asked_one_by_one_add_up_to_the_same(learner):
    """Trees stand in one set of arrays; the same trees as separate models are asked one after the other."""
    model, X = fitted(learner)
    models = tuple(model.member(b) for b in range(model.members))
    separate = SeparateMembers(models, model.ensemble.members.classes, plane=True)
    other = type(model)(replace(model.ensemble, trained=separate), model.members)
    np.testing.assert_array_equal(other.predict(X), model.predict(X))
    np.testing.assert_array_equal(other.staged_predict(X), model.staged_predict(X))


def test_scores_equal_up_to_rounding_are_the_first_class():
    np.testing.assert_array_equal(decided(settled(np.array([1e-14, -1e-14, 1e-3]), 3.0)), [0, 0, 1])
    scores = np.array([[0.3, 0.1 + 0.2, 0.0], [0.0, 0.3, 0.1 + 0.2], [0.1, 0.2, 0.21]])
    np.testing.assert_array_equal(decided(settled(scores, 0.6, classes=True)), [0, 1, 2])
