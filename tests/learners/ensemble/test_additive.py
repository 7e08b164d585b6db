"""The sum: what the finished model says of the training examples is, to the last bit, what training had."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import L2Boost, LeastMeanSquares, LogitBoost, RegressionTree


@pytest.mark.parametrize(
    "learner",
    [L2Boost(rounds=30, shrinkage=0.1), L2Boost(learner=LeastMeanSquares(), rounds=5), LogitBoost(rounds=30)],
)
def test_model_repeats_the_scores_of_training_exactly(learner):
    X, y = data.gaussians(60, seed=2)
    for step in learner.trace(X, y):
        np.testing.assert_array_equal(step.model.scores(X), step.scores)


def test_first_members_are_the_members_of_a_shorter_run():
    X, y = data.gaussians(60, seed=2)
    long, short = (L2Boost(learner=RegressionTree(max_depth=2), rounds=k).fit(X, y).model_ for k in (9, 4))
    np.testing.assert_array_equal(long.prefix(4).predict(X), short.predict(X))
    assert long.prefix(0).staged_scores(X).shape == (0, 60)
