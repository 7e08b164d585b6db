"""Gaussian classes with one covariance: the lecture's numbers, Bayes' rule written out, and scikit-learn."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from labkit.core.data import load
from labkit.learners.gaussian.lda import LDA, LDAModel
from labkit.learners.probability import sigmoid
from tests.golden import close, golden

THREE = dict(means=[[1, 2], [3, 0], [0, -1]], covariance=[[2, 1], [1, 2]], priors=[0.5, 0.3, 0.2])


def lda10():
    table = load("lda10")
    return table.numeric("x1", "x2"), table["y"].astype(int)


def log_odds(model):
    """(w, w0) of the first class against the second."""
    w = model.W[0] - model.W[1]
    return w[1:], w[0]


# ---------------------------------------------------------------- the lectures' numbers


def test_two_classes_have_the_weights_of_equation_6_GEN_02():  # I-004-062
    w, w0 = log_odds(LDA().fit(*lda10()).model_)
    assert close([*w, w0], golden("GEN-02"))


@pytest.mark.parametrize(("id", "x"), [("GEN-03", (5, 6)), ("GEN-04", (6, 5)), ("GEN-05", (4, 7))])
def test_posterior_is_the_sigmoid_and_not_the_printed_one_E_004_19(id, x):
    model = LDA().fit(*lda10()).model_
    w, w0 = log_odds(model)
    printed = sigmoid(-(w @ x) + w0)
    assert close([model.predict_proba([x])[0, 0], printed], golden(id))
    assert sigmoid(w @ x + w0) == pytest.approx(model.predict_proba([x])[0, 0])


def test_directions_and_offsets_of_given_classes_GEN_07_GEN_08():
    model = LDAModel.given(**THREE)
    assert close(model.directions, golden("GEN-07"))
    assert close(model.offsets, golden("GEN-08"))


def test_scores_are_those_of_the_slide_up_to_what_all_classes_share_I_004_061():  # I-000-008
    model = LDAModel.given(**THREE)
    X = np.random.default_rng(0).normal(size=(20, 2))
    slide = X @ model.directions.T - model.offsets
    shift = model.scores(X) - slide
    np.testing.assert_allclose(shift, shift[:, :1] * np.ones(3), atol=1e-12)


def test_log_likelihood_adds_every_class_E_004_21():
    X, y = lda10()
    step = LDA().trace(X, y)[-1]
    assert step.log_likelihood == pytest.approx(-41.482, abs=5e-4)
    own = step.model.log_joint(X)[np.arange(10), y - 1]
    assert step.log_likelihood == pytest.approx(own.sum())
    assert step.model.log_likelihood(X, y) == pytest.approx(own.sum())
    assert step.terms == pytest.approx([own[y == 1].sum(), own[y == 2].sum()])
    density = multivariate_normal(step.model.means[1], step.model.covariances[1]).logpdf(X[y == 2])
    printed = step.log_likelihood - 2 * density.sum()  # the minus sign of the slide
    assert printed == pytest.approx(-4.819, abs=5e-4)


# ---------------------------------------------------------------- oracles


def test_posterior_is_bayes_rule_with_normal_densities_I_004_065():  # I-004-060
    model = LDAModel.given(**THREE)
    X = np.random.default_rng(1).normal(0, 2, size=(50, 2))
    joint = np.column_stack(
        [
            p * multivariate_normal(m, THREE["covariance"]).pdf(X)
            for m, p in zip(THREE["means"], THREE["priors"], strict=True)
        ]
    )
    np.testing.assert_allclose(np.exp(model.log_joint(X)), joint)  # I-004-068
    np.testing.assert_allclose(model.predict_proba(X), joint / joint.sum(axis=1, keepdims=True))
    np.testing.assert_array_equal(model.predict(X), joint.argmax(axis=1))


@pytest.mark.parametrize("table", [load_iris, load_wine, load_breast_cancer])
def test_posterior_agrees_with_scikit_learn(table):
    X, y = table(return_X_y=True)
    theirs = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y)  # the solver with maximum-likelihood covariances
    np.testing.assert_allclose(LDA().fit(X, y).predict_proba(X), theirs.predict_proba(X), atol=1e-6)


def test_estimates_are_the_most_likely_ones_I_004_069():
    X, y = load_iris(return_X_y=True)
    step = LDA().trace(X, y)[-1]
    rng = np.random.default_rng(0)
    for _ in range(20):
        A = rng.normal(0, 0.05, (4, 4))
        means, shared = step.moments.means, step.moments.shared
        moved = LDAModel.given(means + rng.normal(0, 0.05, means.shape), shared + A @ A.T)
        assert moved.log_likelihood(X, y) < step.log_likelihood


def test_given_priors_move_the_border_and_do_not_turn_it():
    X, y = lda10()
    even, first = LDA().fit(X, y).model_, LDA(priors=[0.9, 0.1]).fit(X, y).model_
    np.testing.assert_allclose(first.W[:, 1:], even.W[:, 1:])
    assert log_odds(first)[1] - log_odds(even)[1] == pytest.approx(np.log(9))
    assert log_odds(first)[0] == pytest.approx(log_odds(even)[0])


def test_border_is_where_both_classes_are_equally_probable_I_004_064():  # I-004-063
    model = LDA().fit(*lda10()).model_
    w, w0 = log_odds(model)
    on = -w0 * w / (w @ w) + np.outer([-3.0, 0.0, 7.0], [-w[1], w[0]])
    np.testing.assert_allclose(model.predict_proba(on), 0.5, atol=1e-12)
    assert (model.predict(on + 1e-6 * w) == 1).all()
    assert (model.predict(on - 1e-6 * w) == 2).all()


# ---------------------------------------------------------------- hard cases


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_posterior_does_not_depend_on_units_or_the_origin(scale):
    X, y = load_iris(return_X_y=True)
    P = LDA().fit(X, y).predict_proba(X)
    for moved in (X * scale, X * [1, scale, 1, 1 / scale], scale * X + 1e5 * scale):
        np.testing.assert_allclose(LDA().fit(moved, y).predict_proba(moved), P, atol=1e-6)


def test_copied_and_constant_columns_change_nothing_and_are_said():
    X, y = load_iris(return_X_y=True)
    wide = np.column_stack([X, X[:, 0], np.full(len(X), 0.1)])
    learner = LDA().fit(wide, y)
    np.testing.assert_allclose(learner.predict_proba(wide), LDA().fit(X, y).predict_proba(X), atol=1e-6)
    assert "the shared covariance is singular: 2 directions have no spread" in learner.last_step_.caption
    assert np.linalg.matrix_rank(learner.last_step_.moments.shared) == 4
    assert (np.linalg.eigvalsh(learner.model_.covariances[0]) > 0).all()


def test_more_columns_than_examples_still_separate_the_classes():
    X, y = load_digits(return_X_y=True)
    few = np.random.default_rng(0).permutation(len(y))[:50]
    learner = LDA().fit(X[few], y[few])
    assert learner.score(X[few], y[few]) == 1.0
    assert learner.score(X, y) > 0.6
    assert "singular" in learner.last_step_.reason


def test_one_example_of_each_class_goes_to_the_nearest_mean():
    learner = LDA().fit([[0.0, 0.0], [4.0, 2.0]], ["a", "b"])
    assert learner.predict([[1.0, 0.0], [3.0, 2.0]]).tolist() == ["a", "b"]
    assert "2 directions have no spread" in learner.last_step_.reason


def test_first_class_wins_a_tie():
    model = LDAModel.given([[-1.0], [1.0]], [[1.0]], classes=["left", "right"])
    assert model.predict([[0.0]]).tolist() == ["left"]
    assert model.decision_function([[0.0]]).tolist() == [0.0]


@pytest.mark.parametrize("priors", [[0.5, 0.6], [1.0, 0.0], [0.5, 0.25, 0.25], "equal", [[0.5, 0.5]], [np.nan, 1.0]])
def test_impossible_priors_are_refused(priors):
    with pytest.raises(ValueError, match=r"^priors: expected .*got"):
        LDA(priors=priors).steps(*lda10())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"covariance": [[1, 2], [2, 1]]}, "symmetric positive definite"),
        ({"covariance": [[1, 0.5], [0, 1]]}, "symmetric positive definite"),
        ({"covariance": [[np.nan, 0], [0, 1]]}, "symmetric positive definite"),
        ({"covariance": np.eye(3)}, r"expected shape \(2, 2\) for one shared matrix"),
        ({"covariance": np.stack([np.eye(2)] * 3)}, "expected one matrix"),
        ({"priors": [0.5, 0.5]}, "priors: expected 3 probabilities"),
        ({"classes": ["b", "a", "c"]}, "classes: expected 3 different labels in sorted order"),
        ({"means": [[1, np.inf], [0, 0], [1, 1]]}, "means: expected finite numbers"),
    ],
)
def test_impossible_given_classes_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        LDAModel.given(**(THREE | change))


def test_likelihood_needs_a_class_for_every_example():
    with pytest.raises(ValueError, match="expected one target per example, got X with 10 rows and y"):
        LDA().fit(*lda10()).model_.log_likelihood(lda10()[0], [1, 2])


def test_likelihood_of_an_unknown_class_is_refused():
    model = LDA().fit(*lda10()).model_
    with pytest.raises(ValueError, match=r"y: expected the model's classes \[1, 2\], got 3; leave such"):
        model.log_likelihood([[1.0, 2.0]], [3])
