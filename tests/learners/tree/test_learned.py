"""Any learner at a node: its score is tested, or the normal of its border."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone

from labkit.core import data
from labkit.learners import QDA, SVM, LinearRegression, LogisticRegression, NearestNeighbours, ObliqueTree, Perceptron
from labkit.learners.tree.cuts import cut_piece
from labkit.learners.tree.rules import extract
from labkit.learners.tree.tree import LEARNED, LINEAR


@pytest.mark.parametrize("learner", [NearestNeighbours(k=5), QDA(), SVM()], ids=lambda each: type(each).__name__)
def test_score_of_any_learner_is_tested(learner):  # I-000-129
    X, y = data.moons(120, noise=0.2, seed=1)
    model = ObliqueTree(direction=learner, max_depth=2).fit(X, y).model_
    tree = model.tree
    assert tree.kind[0] == LEARNED and model.question(0).startswith(f"score of {type(learner).__name__} \u2264")
    score = tree.directions[int(tree.feature[0])](X)
    yes = tree.apply(X, np.arange(len(tree)) < 1) == 1
    assert (yes == (score <= tree.threshold[0])).all()
    alone = ObliqueTree(max_depth=1).fit(X, y).model_
    assert tree.gain[0] >= alone.tree.gain[0] - 0.2, "not the best column"
    assert not hasattr(learner, "model_"), "what was given was fitted"


def test_first_test_is_the_learners_own_border_where_that_is_the_best_cut():
    """Rings: a quadratic score parts them by one test, where lines need many."""
    rng = np.random.default_rng(0)
    angle, radius = rng.uniform(0, 2 * np.pi, 200), np.where(np.arange(200) % 2, 1.0, 3.0)
    X, y = (radius * np.array([np.cos(angle), np.sin(angle)])).T, np.arange(200) % 2
    assert len(ObliqueTree(direction=QDA()).fit(X, y).model_.leaves) == 2
    assert len(ObliqueTree().fit(X, y).model_.leaves) > 4


@pytest.mark.parametrize("learner", [Perceptron(), LogisticRegression(lam=0.01)], ids=lambda each: type(each).__name__)
def test_learner_with_a_hyperplane_gives_a_line(learner):
    X, y = data.separable(80, margin=0.2, seed=1)
    model = ObliqueTree(direction=learner).fit(X, y).model_
    assert model.tree.kind[0] == LINEAR and model.tree.directions.dtype == float
    assert cut_piece(model.tree, 0, (-1, 1), (-1, 1)) is not None


def test_many_classes_stories_copies_and_limits_work():
    X, y = data.blobs(90, spread=0.3, seed=1)
    learner = ObliqueTree(direction=NearestNeighbours(k=5), max_depth=3)
    trace = learner.trace(X, y)
    assert (trace[-1].model.predict(X) == learner.fit(X, y).predict(X)).all()
    assert (pickle.loads(pickle.dumps(learner)).predict(X) == learner.predict(X)).all()
    assert clone(learner).direction.k == 5
    assert (trace[1].model.compact.predict(X) == trace[1].model.predict(X)).all()
    assert cut_piece(learner.model_.tree, 0, (-1, 1), (-1, 1)) is None
    with pytest.raises(ValueError, match="expected tests that are conditions, got learners at the nodes"):
        extract(learner)


def test_node_that_the_learner_refuses_has_axis_tests_and_the_root_passes_it_on():
    X, y = data.moons(60, noise=0.3, seed=1)
    tree = ObliqueTree(direction=NearestNeighbours(k=15)).fit(X, y)
    assert tree.score(X, y) == 1.0, "small nodes stayed leaves"
    with pytest.raises(ValueError, match="k"):
        ObliqueTree(direction=NearestNeighbours(k=100)).fit(X, y)


def test_direction_is_a_word_or_a_learner_of_classes():
    X, y = data.moons(40, seed=1)
    with pytest.raises(ValueError, match="direction: expected one of 'lda', 'perceptron', 'logistic', a learner"):
        ObliqueTree(direction=LinearRegression()).fit(X, y)
    with pytest.raises(ValueError, match="direction: expected a learner that takes weights, got NearestNeighbours"):
        ObliqueTree(direction=NearestNeighbours()).fit(X, y, sample_weight=np.arange(1, 41))
