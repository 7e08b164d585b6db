"""Members of any kind: trained on whatever a sample holds, asked one by one or all at once with the same answers."""

import numpy as np
import pytest

from labkit.core import data
from labkit.core.data import load
from labkit.core.learner import Classifier, Regressor, TrainingSet
from labkit.learners import (
    CART,
    Bagging,
    L2Boost,
    LeastMeanSquares,
    OutputCodes,
    Perceptron,
    RandomForest,
    RegressionTree,
)
from labkit.learners.ensemble import members
from labkit.learners.ensemble.members import Constant, SeparateMembers, TreeMembers
from labkit.learners.grid import points
from labkit.learners.tree.model import TreeModel


def three_classes(n=90):
    X, y = data.blobs(n, spread=0.5, seed=3)
    return TrainingSet(X, y, np.array(["ape", "bee", "cow"]))


def grown(kind=CART, count=5):
    examples = three_classes()
    rng = np.random.default_rng(0)
    models = []
    for _ in range(count):
        rows = rng.integers(len(examples.y), size=len(examples.y))
        y = examples.y[rows] if kind is CART else examples.y[rows].astype(float)
        classes = examples.classes if kind is CART else None
        models.append(members.trained(kind(), TrainingSet(examples.X[rows], y, classes)))
    return models, TrainingSet(examples.X, examples.y, examples.classes if kind is CART else None)


@pytest.mark.parametrize("kind", [CART, RegressionTree])
def test_trees_together_answer_as_they_do_alone(kind):
    models, examples = grown(kind)
    trees, singles = members.gathered(models, examples), SeparateMembers(tuple(models), examples.classes, True)
    assert isinstance(trees, TreeMembers)
    for first in (0, 1, 3, 5):
        np.testing.assert_array_equal(trees.answers(examples.X, first), singles.answers(examples.X, first))
    x, y = np.linspace(-2, 2, 23), np.linspace(-1, 2, 17)
    cases = points(x, y)
    for b, model in enumerate(models):
        again = trees.member(b)
        assert isinstance(again, TreeModel)
        assert again.merit == model.merit
        np.testing.assert_array_equal(again.predict(cases), model.predict(cases))


def test_points_of_a_grid_come_row_by_row():
    np.testing.assert_array_equal(points(np.array([1, 2]), np.array([5, 6])), [[1, 5], [2, 5], [1, 6], [2, 6]])


def test_sample_without_a_class_trains_a_member_that_never_names_it():
    examples = three_classes()
    rows = np.flatnonzero(examples.y != 1)
    some = TrainingSet(examples.X[rows], examples.y[rows], examples.classes)
    tree = members.trained(CART(), some)
    line = members.trained(Perceptron(), some)
    assert set(tree.predict(examples.X)) == {"ape", "cow"}
    assert set(line.predict(examples.X)) == {"ape", "cow"}
    together = members.gathered([line, line], examples)
    assert set(together.answers(examples.X, 2).ravel()) == {0, 2}


@pytest.mark.parametrize("learner", [CART(), Perceptron()])
def test_sample_of_one_class_trains_a_member_that_always_answers_it(learner):
    examples = three_classes()
    rows = np.flatnonzero(examples.y == 2)
    model = members.trained(learner, TrainingSet(examples.X[rows], examples.y[rows], examples.classes))
    assert isinstance(model, TreeModel if isinstance(learner, CART) else Constant)
    assert model.predict(examples.X).tolist() == ["cow"] * len(examples.y)


def test_categories_are_asked_one_by_one_and_not_painted():
    tennis = load("tennis")
    X, y = tennis.select("outlook", "wind"), np.unique(tennis["play"], return_inverse=True)[1]
    examples = TrainingSet(X, y, np.array(["no", "yes"]))
    together = members.gathered([members.trained(CART(), examples)], examples)
    assert isinstance(together, SeparateMembers)
    assert not together.drawable(None)


def test_learner_of_the_members_is_checked():
    default = RegressionTree(max_depth=1)
    assert members.chosen(None, default, Regressor) is default
    mine = LeastMeanSquares()
    assert members.chosen(mine, default, Regressor) is mine
    for learner, message in (
        (
            CART,
            r"learner: expected a learner of numbers such as RegressionTree\(max_depth=1\), got the class CART; make",
        ),
        (CART(), r"learner: expected a learner of numbers .*, got CART\(\); choose another"),
        ("tree", r"learner: expected .*, got 'tree'"),
        (7, r"learner: expected .*, got a int"),
    ):
        with pytest.raises(ValueError, match=message):
            members.chosen(learner, default, Regressor)
    with pytest.raises(ValueError, match=r"learner: expected a learner of numbers that takes weights"):
        members.chosen(LeastMeanSquares(), default, Regressor, weighs=True)
    with pytest.raises(ValueError, match=r"learner: expected a learner of classes"):
        members.chosen(default, CART(), Classifier)


@pytest.mark.parametrize(
    "learner", [Bagging(members=3), RandomForest(trees=3), L2Boost(rounds=3), OutputCodes()], ids=repr
)
def test_members_that_are_not_there_are_refused(learner):
    """A share of the votes of three among seven would be no share."""
    examples = three_classes()
    model = learner.fit(examples.X, examples.y).model_
    assert model.prefix(1).prefix(3).members == 3
    for k in (4, -1, 1.5):
        with pytest.raises(ValueError, match=f"members: expected a whole number >= 0 and <= 3, got {k}"):
            model.prefix(k)
    with pytest.raises(ValueError, match="b: expected a whole number >= 0 and < 3, got 3"):
        model.member(3)
