"""A tree as text, as dictionaries, and in scikit-learn's words."""

import json

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.feature_selection import SelectFromModel
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from labkit.core import data
from labkit.learners import ID3, DecisionTree, ObliqueTree, RegressionTree

TENNIS = data.load("tennis")
X, Y = TENNIS.without("day", "play"), TENNIS["play"]
DRAWN = """outlook?
├─ overcast: yes (4)
├─ rain: wind?
│  ├─ strong: no (2)
│  └─ weak: yes (3)
└─ sunny: humidity?
   ├─ high: no (3)
   └─ normal: yes (2)"""


def test_tree_draws_itself():
    learner = ID3()
    assert str(learner) == "ID3()"
    learner.fit(X, Y)
    assert str(learner.model_) == DRAWN and str(learner) == "ID3()\n" + DRAWN
    assert repr(learner) == "ID3()"


def test_moment_of_a_story_draws_what_is_split_by_then():
    model = ID3().trace(X, Y)[1].model
    lines = str(model).splitlines()
    assert lines == ["outlook?", "├─ overcast: yes (4)", "├─ rain: yes (3 of 5)", "└─ sunny: no (3 of 5)"]


def test_numbers_are_drawn_with_the_examples_of_their_leaves():
    learner = RegressionTree(max_depth=1).fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 3.0])
    assert str(learner.model_) == "x1 \u2264 0.5?\n├─ yes: 1 (1)\n└─ no: 3 (2)"


def test_dictionaries_hold_what_the_drawing_says_in_plain_values():
    root = json.loads(json.dumps(ID3().fit(X, Y).to_dict()))
    assert root["question"] == "outlook" and root["counts"] == {"no": 5.0, "yes": 9.0} and root["prediction"] == "yes"
    assert root["gain"] == pytest.approx(0.2467, abs=1e-4) and root["weight"] == 14
    assert list(root["children"]) == ["overcast", "rain", "sunny"]
    leaf = root["children"]["sunny"]["children"]["high"]
    assert leaf == {"prediction": "no", "weight": 3.0, "impurity": 0.0, "counts": {"no": 3.0, "yes": 0.0}}
    number = RegressionTree(max_depth=1).fit([[0.0], [1.0]], [1.0, 3.0]).to_dict()
    assert number["children"]["no"] == {"prediction": 3.0, "weight": 1.0, "impurity": 0.0}
    line = RegressionTree(leaf="linear", min_split=9).fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0]).to_dict()
    assert line["prediction"] == pytest.approx({"constant": 1.0, "x1": 2.0})


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (DecisionTree(max_depth=3), DecisionTreeClassifier(max_depth=3, random_state=0)),
        (DecisionTree(criterion="entropy"), DecisionTreeClassifier(criterion="entropy", random_state=0)),
        (RegressionTree(max_depth=3), DecisionTreeRegressor(max_depth=3, random_state=0)),
    ],
)
def test_attributes_are_scikit_learns(ours, theirs):
    rng = np.random.default_rng(0)
    A = rng.normal(size=(80, 4))
    y = (A[:, 0] + 0.5 * A[:, 1] > 0).astype(int)
    ours.fit(A, y), theirs.fit(A, y)
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=1e-9)
    assert (ours.get_depth(), ours.get_n_leaves()) == (theirs.get_depth(), theirs.get_n_leaves())
    assert ours.tree_ is ours.model_.tree


def test_importance_selects_features():
    iris = load_iris()
    kept = SelectFromModel(DecisionTree(max_depth=2)).fit(iris.data, iris.target).get_support()
    assert kept.tolist() == [False, False, False, True] or kept.tolist() == [False, False, True, True]


def test_labels_that_are_objects_are_kept():
    labels = np.array(["a", "b"], dtype=object)
    assert DecisionTree().fit([[0.0], [1.0]], labels).to_dict()["children"]["no"]["prediction"] == "b"


def test_what_is_not_there_is_said():
    assert not hasattr(DecisionTree(), "feature_importances_")
    with pytest.raises(ValueError, match="expected a fitted DecisionTree"):
        DecisionTree().to_dict()
    slanted = ObliqueTree().fit([[0.0, 0], [0, 1], [1, 0], [2, 2]], [0, 1, 1, 1])
    assert not hasattr(slanted, "feature_importances_") and slanted.get_n_leaves() == 2
