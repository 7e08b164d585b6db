"""Decisions by the posteriors of other learners."""

import pickle

import numpy as np
import pytest

from labkit.core import data
from labkit.core.data import load
from labkit.learners import ID3, LDA, QDA, BayesDecision, DecisionTree, GradientBoosting, Perceptron

LOSSES = [[0, 1, 4], [2, 0, 1], [9, 3, 0]]


def blobs(n=90):
    X, y = data.blobs(n, spread=0.4, seed=3)
    return X, np.array(["ape", "bee", "cow"])[y]


@pytest.mark.parametrize("inner", [LDA(), QDA(), DecisionTree(max_depth=2)])
def test_without_losses_it_decides_as_the_inner_learner(inner):
    """I-004-013: any learner is a function from cases to classes; I-000-005."""
    X, y = blobs()
    ours = BayesDecision(learner=inner).fit(X, y)
    np.testing.assert_array_equal(ours.predict(X), inner.fit(X, y).predict(X))
    np.testing.assert_array_equal(ours.predict_proba(X), inner.predict_proba(X))


def test_decision_has_the_least_expected_loss():
    X, y = blobs()
    ours = BayesDecision(losses=LOSSES).fit(X, y)
    P = LDA().fit(X, y).predict_proba(X)
    plain = np.array([[sum(p[k] * LOSSES[k][i] for k in range(3)) for i in range(3)] for p in P])
    np.testing.assert_allclose(ours.risks(X), plain, atol=1e-12)
    np.testing.assert_array_equal(ours.predict(X), ours.classes_[plain.argmin(axis=1)])
    assert (ours.predict(X) != LDA().fit(X, y).predict(X)).any()


def test_losses_move_the_boundary_of_two_classes_to_the_threshold():
    X, y = data.gaussians(200, seed=2)
    careful = BayesDecision(losses=[[0, 1], [9, 0]]).fit(X, y)
    p = careful.predict_proba(X)[:, 1]
    np.testing.assert_array_equal(careful.predict(X), p > 0.1)
    np.testing.assert_array_equal(careful.model_.score_grid(X[:1, 0], X[:1, 1]) > 0, [[p[0] > 0.1]])


def test_rejected_cases_are_those_that_nobody_is_sure_of():
    X, y = blobs()
    ours = BayesDecision(reject=0.2).fit(X, y)
    np.testing.assert_array_equal(ours.rejected(X), ours.predict_proba(X).max(axis=1) < 0.8)
    assert 0 < ours.rejected(X).sum() < len(X) / 2
    kept = ~ours.rejected(X)
    assert ours.score(X[kept], y[kept]) > ours.score(X, y)
    assert not BayesDecision().fit(X, y).rejected(X).any()
    assert set(ours.predict(X)) == set(y), "a rejected case still has a class of the least risk"


def test_story_is_that_of_the_inner_learner_with_the_decisions_on_top():
    X, y = data.gaussians(80, seed=1)
    inner = GradientBoosting(rounds=4)
    ours, theirs = BayesDecision(learner=inner, losses=[[0, 1], [5, 0]]).trace(X, y), inner.trace(X, y)
    assert [step.caption for step in ours] == [step.caption for step in theirs]
    np.testing.assert_array_equal(ours.curve("loss"), theirs.curve("loss"))
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(one.model.predict(X), other.model.predict_proba(X)[:, 1] > 1 / 6)


def test_grid_is_what_the_model_predicts():
    x, y = np.linspace(-1, 1, 7), np.linspace(-2, 2, 5)
    cells = np.array([[a, b] for b in y for a in x])
    three = BayesDecision(losses=LOSSES).fit(*blobs()).model_
    np.testing.assert_array_equal(three.classes[three.class_grid(x, y).ravel()], three.predict(cells))
    two = BayesDecision(losses=[[0, 1], [3, 0]]).fit(*data.gaussians(80, seed=1)).model_
    np.testing.assert_array_equal(two.classes[(two.score_grid(x, y).ravel() > 0).astype(int)], two.predict(cells))


def test_generative_learner_can_be_told_other_frequencies():
    """I-000-006: with its densities kept, new priors multiply the odds; no new fit of them is needed."""
    X, y = data.gaussians(200, seed=4)
    rare = BayesDecision(learner=LDA(priors=[0.99, 0.01])).fit(X, y)
    even = BayesDecision(learner=LDA(priors=[0.5, 0.5])).fit(X, y)

    def odds(P):
        return P[:, 1] / P[:, 0]

    np.testing.assert_allclose(odds(rare.predict_proba(X)) * 99, odds(even.predict_proba(X)), rtol=1e-6)
    assert (rare.predict(X) == 1).sum() < (even.predict(X) == 1).sum()


def test_table_goes_to_an_inner_learner_that_takes_it():
    """A wrong "yes" costs five: only where the outlook leaves no doubt is it said."""
    table = load("tennis")
    X, y = table.select("outlook"), table["play"]
    bold, careful = (BayesDecision(learner=ID3(), losses=losses).fit(X, y) for losses in (None, [[0, 5], [1, 0]]))
    assert set(X["outlook"][bold.predict(X) == "yes"]) == {"overcast", "rain"}
    assert set(X["outlook"][careful.predict(X) == "yes"]) == {"overcast"}


def test_step_survives_pickling():
    step = pickle.loads(pickle.dumps(BayesDecision().fit(*blobs()).last_step_))
    assert step.event == "solved"
    assert step.moments.counts.sum() == 90


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"learner": Perceptron()}, r"learner: expected one that has probabilities such as LDA\(\), got Perceptron"),
        ({"learner": LDA}, r"learner: expected a learner of classes.*make one, LDA\(\)"),
        ({"losses": [[0, 1], [1, 0]]}, r"losses: expected a matrix of 3 rows.*got shape \(2, 2\)"),
        ({"losses": np.full((3, 3), np.nan)}, "losses: expected finite numbers"),
        ({"reject": -0.1}, "reject: expected a number >= 0"),
        ({"learner": GradientBoosting(rounds=0)}, "rounds: expected"),
    ],
)
def test_bad_hyper_parameters_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        BayesDecision(**parameters).steps(*blobs())


def test_rejected_on_a_grid_is_what_is_rejected_of_its_cases():
    model = BayesDecision(reject=0.3).fit(*blobs()).model_
    x, y = np.linspace(-1, 1, 5), np.linspace(-1, 1, 4)
    mask = model.rejected_on(x, y)
    assert mask.shape == (4, 5)
    assert mask.any() and not mask.all()
    assert mask.tolist() == [[bool(model.rejected([[a, b]])[0]) for a in x] for b in y]
