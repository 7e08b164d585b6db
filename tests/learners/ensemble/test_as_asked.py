"""Steps come as they are asked for: no round is made before its step is wanted, and each is what it will stay."""

from itertools import islice

import numpy as np
import pytest

from labkit.core import data
from labkit.core.learner import Regressor
from labkit.learners import (
    CART,
    AdaBoost,
    GradientBoosting,
    L2Boost,
    LogitBoost,
    RegressionBoosting,
    RegressionTree,
    ResidualFitting,
)
from labkit.learners.ensemble import members
from labkit.learners.ensemble.engine.boost_tree import TreeGrower
from labkit.learners.ensemble.engine.stumps import StumpSearch
from labkit.learners.ensemble.members import GrowingWhole

X, Z = data.moons(60, noise=0.3, seed=0)
X3, Z3 = data.blobs(60, classes=3, spread=0.4, seed=0)
Y = X[:, 0] ** 2 - X[:, 1]
STORIES = {
    "stumps": (AdaBoost(rounds=8), (X, Z), (StumpSearch, "fit")),
    "trees": (AdaBoost(rounds=8, weak=CART(max_depth=1)), (X, Z), (members, "trained")),
    "classes": (GradientBoosting(rounds=8), (X, Z), (TreeGrower, "grow")),
    "numbers": (RegressionBoosting(rounds=8), (X, Y), (TreeGrower, "grow")),
    "L2": (L2Boost(rounds=8), (X, Y), ("labkit.learners.ensemble.l2boost", "trained")),
    "logit": (LogitBoost(rounds=8), (X, Z), ("labkit.learners.ensemble.logitboost", "trained")),
    "stages": (ResidualFitting(learners=[RegressionTree(max_depth=1)] * 8), (X, Y), (members, "trained")),
}
PARAMETRIZED = pytest.mark.parametrize(("learner", "examples", "place"), STORIES.values(), ids=STORIES)


@PARAMETRIZED
def test_rounds_are_made_when_their_steps_are_asked_for(learner, examples, place, monkeypatch):
    owner, name = place
    made, original = [], getattr(owner, name) if not isinstance(owner, str) else members.trained

    def counted(*arguments, **more):
        made.append(1)
        return original(*arguments, **more)

    monkeypatch.setattr(f"{owner}.{name}", counted) if isinstance(owner, str) else monkeypatch.setattr(
        owner, name, counted
    )
    steps = learner.steps(*examples)
    assert not made
    for k in range(4):
        assert next(steps).count == k
        assert len(made) == k


@PARAMETRIZED
def test_models_that_stream_are_those_that_are_kept(learner, examples, place):
    kept, cases = learner.trace(*examples), examples[0]
    for step, other in zip(learner.steps(*examples), kept, strict=True):
        assert step.caption == other.caption
        np.testing.assert_array_equal(step.model.predict(cases), other.model.predict(cases))
        if not isinstance(learner, Regressor):
            np.testing.assert_array_equal(step.model.decision_function(cases), other.model.decision_function(cases))


def test_first_models_do_not_change_while_the_story_goes_on():
    for learner in (GradientBoosting(rounds=9), AdaBoost(rounds=9)):
        steps = learner.steps(X3, Z3)
        some = list(islice(steps, 4))
        before = [step.model.predict(X3) for step in some]
        list(steps)
        for step, answers in zip(some, before, strict=True):
            np.testing.assert_array_equal(step.model.predict(X3), answers)


def test_growing_parts_are_put_together_once_for_each_length():
    parts, calls = [1], []
    growing = GrowingWhole(parts, lambda: calls.append(1) or list(parts))
    assert growing.whole == growing.whole == [1] and len(calls) == 1
    parts.append(2)
    assert growing.whole == [1, 2] and len(growing) == len(calls) == 2
    growing.end()
    parts.append(3)
    assert growing.whole == [1, 2] and len(growing) == 2
