"""Learning curves: scores against the number of examples."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from labkit.core import data
from labkit.core.story import SOLVED, START, STOP
from labkit.learners import LDA, DecisionTree, GaussianMixture, LinearRegression, NearestNeighbours
from labkit.learners.selection.learning_curve import learning_curve
from labkit.learners.selection.validation import cross_validate


def test_all_examples_score_as_cross_validation_does():
    X, y = load_iris(return_X_y=True)
    last = learning_curve(LDA(), X, y, seed=3)[-1]
    assert last.size == 120
    np.testing.assert_allclose(last.validation_scores, cross_validate(LDA(), X, y, seed=3).scores)


def test_curves_approach_each_other():
    X, y = data.curve(200, noise=0.3)
    trace = learning_curve(LinearRegression(), X, y, repeats=3)
    gaps = trace.curve("gap")
    assert gaps[-1] < 0.1 * gaps[0]
    assert np.isclose(trace[-1].training, trace[-1].validation, rtol=0.1), "a line is too simple: more does not help"


def test_tree_knows_its_own_examples_by_heart_whatever_their_number():
    X, y = data.moons(200, noise=0.25)
    trace = learning_curve(DecisionTree(), X, y)
    assert (trace.curve("training") == 1).all()
    assert trace[-1].validation > trace[0].validation + 0.1


def test_story_goes_from_few_to_all_and_is_read_only():
    X, y = data.gaussians(60)
    trace = learning_curve(LDA(), X, y, sizes=[40, 10, 20])
    assert trace.curve("size").tolist() == [10, 20, 40]
    assert [step.event for step in trace] == [START, "update", STOP]
    assert trace[-1].caption.startswith("stop at 40 examples: accuracy")
    assert not trace[0].training_scores.flags.writeable
    assert trace[1].model.predict(X).shape == (60,)
    assert [step.event for step in learning_curve(LDA(), X, y, sizes=[5])] == [SOLVED]


def test_usual_sizes_begin_where_the_learner_can_learn():
    X, y = data.moons(60, noise=0.2)
    sizes = learning_curve(NearestNeighbours(k=5), X, y).curve("size")
    assert 5 <= sizes[0] <= 8 and sizes[-1] == 48
    assert learning_curve(GaussianMixture(components=3), X).curve("size")[0] >= 3
    with pytest.raises(ValueError, match="k: expected a whole number"):
        learning_curve(NearestNeighbours(k=50), X, y)


def test_model_is_that_of_its_rows():
    X, y = data.gaussians(60)
    for step in learning_curve(LDA(), X, y, sizes=[10, 48]):
        assert len(set(step.rows)) == step.size and not step.rows.flags.writeable
        alone = LDA().fit(X[step.rows], y[step.rows])
        np.testing.assert_allclose(step.model.predict_proba(X), alone.predict_proba(X))


def test_story_replays():
    X, y = data.gaussians(60)
    one, other = (learning_curve(LDA(), X, y, seed=5).curve("validation") for _ in range(2))
    np.testing.assert_array_equal(one, other)
    assert (one != learning_curve(LDA(), X, y, seed=6).curve("validation")).any()


@pytest.mark.parametrize(("sizes", "message"), [([0, 5], "sizes: expected a whole number >= 1"), ([100], "<= 48"),
                                                ([2.5], "sizes: expected a whole number"),
                                                ([], "sizes: expected at least one")])  # fmt: skip
def test_bad_sizes_are_refused(sizes, message):
    with pytest.raises(ValueError, match=message):
        learning_curve(LDA(), *data.gaussians(60), sizes=sizes)
