"""The weighted vote of AdaBoost's members: scores, prefixes, ties, and planes."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import CART, AdaBoost, ObliqueTree
from labkit.learners.tree.model import TreeModel

WEAK = pytest.mark.parametrize(
    "weak", [None, CART(max_depth=2), ObliqueTree(max_depth=1)], ids=["stump", "tree", "w'x"]
)
CLASSES = pytest.mark.parametrize("classes", [2, 4])


def boosted(classes, weak=None, rounds=12):
    X, y = data.blobs(100, classes=classes, spread=0.35, seed=7)
    y = np.array(["ape", "bee", "cow", "dog"])[y]
    return X, y, AdaBoost(rounds=rounds, weak=weak).fit(X, y).model_


@WEAK
@CLASSES
def test_score_is_the_sum_of_alphas_of_the_members_answers(classes, weak):
    X, _, model = boosted(classes, weak)
    votes = np.zeros((len(X), classes))
    for b in range(model.members):
        votes += model.alphas[b] * (model.member(b).predict(X)[:, None] == model.classes)
    expected = votes[:, 1] - votes[:, 0] if classes == 2 else votes
    np.testing.assert_allclose(model.decision_function(X), expected, atol=1e-12)


@CLASSES
def test_prediction_is_the_sign_or_the_largest_score(classes):
    X, _, model = boosted(classes)
    scores = model.decision_function(X)
    index = (scores > 0).astype(int) if classes == 2 else scores.argmax(axis=1)
    np.testing.assert_array_equal(model.predict(X), model.classes[index])


@WEAK
@CLASSES
def test_staged_predictions_are_those_of_the_prefixes(classes, weak):
    X, _, model = boosted(classes, weak)
    staged = model.staged_predict(X)
    assert staged.shape == (model.members, len(X))
    for k in range(1, model.members + 1):
        assert model.prefix(k).members == k
        np.testing.assert_array_equal(staged[k - 1], model.prefix(k).predict(X))


def test_steps_share_one_ensemble():
    X, y = data.gaussians(60, seed=1)
    trace = AdaBoost(rounds=10).trace(X, y)
    assert len({id(step.model.ensemble) for step in trace}) == 1
    assert [step.model.members for step in trace] == [*range(11), 10]
    assert all(isinstance(step.weak, TreeModel) for step in trace[1:])


@WEAK
@CLASSES
@pytest.mark.parametrize("k", [0, 1, 12])
def test_grid_is_the_score_or_the_class_at_every_point(classes, weak, k):
    model = boosted(classes, weak)[2]
    model = model.prefix(min(k, model.members))
    x, y = np.linspace(-1, 1, 23), np.linspace(-0.9, 1.1, 17)
    scores, indices = model.score_grid(x, y), model.class_grid(x, y)
    assert indices.shape == (17, 23)
    cases = np.column_stack([np.tile(x, 17), np.repeat(y, 23)])
    np.testing.assert_array_equal(model.classes[indices.ravel()], model.predict(cases))
    if classes == 2:
        np.testing.assert_allclose(scores.ravel(), model.decision_function(cases), atol=1e-12)
    else:
        assert scores is None


def test_grid_is_none_where_there_is_no_plane():
    x = np.linspace(0, 1, 5)
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 3)), np.arange(20) % 2
    assert AdaBoost(rounds=3).fit(X, y).model_.score_grid(x, x) is None
    table = Table.from_dict({"a": X[:, 0].tolist(), "b": ["u", "v"] * 10})
    assert AdaBoost(rounds=3).fit(table, rng.permutation(y)).model_.score_grid(x, x) is None


def test_category_that_training_never_had_stops_where_it_is_asked_for():
    X = Table.from_dict({"colour": ["red", "blue", "red", "blue", "red"]})
    model = AdaBoost(rounds=3).fit(X, [1, 0, 1, 0, 1]).model_
    cases = Table.from_dict({"colour": ["red", "blue", "green"]})
    assert model.member(0).question(0) == "colour = blue"
    np.testing.assert_array_equal(model.predict(cases), [1, 0, 1])  # green: the heavier class of all examples
    np.testing.assert_array_equal(model.predict(cases), model.member(0).predict(cases))


def test_members_beyond_the_ensemble_are_refused():
    model = boosted(2, rounds=3)[2]
    with pytest.raises(ValueError, match=r"^members: expected a whole number >= 0 and <= 3, got 4"):
        model.prefix(4)
    with pytest.raises(ValueError, match=r"^b: expected a whole number >= 0 and < 3, got 3"):
        model.prefix(2).member(3)
