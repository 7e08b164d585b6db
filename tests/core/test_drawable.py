"""What a model offers a view: views ask for nothing else, and every offer is what the model predicts."""

import re
from pathlib import Path

import numpy as np
import pytest

import labkit.views
from labkit.core import data, drawable
from labkit.learners import CART, LVQ, SVM, Bagging, Perceptron, RegressionTree

VIEWS = Path(labkit.views.__file__).parent
OFFERS = {name for name, kind in vars(drawable).items() if getattr(kind, "_is_protocol", False)} - {"Protocol"}


def offers(model):
    return {name for name in OFFERS if isinstance(model, getattr(drawable, name))}


@pytest.mark.parametrize("file", sorted(VIEWS.rglob("*.py")), ids=lambda file: file.stem)
def test_view_asks_a_model_only_for_what_is_written_down(file):
    source = file.read_text(encoding="utf-8")
    assert "hasattr(" not in source, f"{file.name}: ask isinstance(model, ...) for a Protocol of core/drawable.py"
    if file.parent.name == "plane":
        assert not re.search(r"\.tree\b", source), f"{file.name}: a plane knows leaf boxes, not the tree they are of"


@pytest.mark.parametrize(
    ("learner", "offered"),
    [
        (Perceptron(), {"HasLinearRegions", "HasHyperplane"}),
        (LVQ(), {"HasLinearRegions", "HasPrototypes"}),
        (SVM(), {"ScoresOnGrid", "ClassesOnGrid"}),
        (CART(), {"HasTree", "HasLeafBoxes", "ClassesOnGrid", "NumbersOnGrid"}),
        (Bagging(members=2), {"HasMembers", "ScoresOnGrid", "ClassesOnGrid"}),
    ],
    ids=lambda each: type(each).__name__,
)
def test_model_offers_what_it_has(learner, offered):
    assert offers(learner.fit(*data.gaussians(40, seed=1)).model_) == offered


def test_model_that_only_predicts_offers_nothing():
    class Only:
        classes = np.array([0, 1])

        def predict(self, X):
            return np.zeros(len(X), dtype=int)

    assert offers(Only()) == set()


def test_tree_answers_with_classes_or_with_numbers_not_with_both():
    X, y = data.gaussians(40, seed=1)
    axis = np.linspace(-1, 1, 5)
    classes, numbers = CART().fit(X, y).model_, RegressionTree().fit(X, X[:, 0]).model_
    assert classes.number_grid(axis, axis) is None and classes.class_grid(axis, axis).dtype.kind == "i"
    assert numbers.class_grid(axis, axis) is None and numbers.number_grid(axis, axis).dtype.kind == "f"
