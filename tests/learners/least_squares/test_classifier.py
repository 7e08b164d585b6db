"""Least-squares classification: I-004-032, E-004-09."""

import numpy as np
import pytest
from sklearn import datasets, linear_model

from labkit.core.data import blobs, load
from labkit.core.story import SOLVED
from labkit.learners import LeastSquaresClassifier
from tests.golden import close, golden

SETS = pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits"])


def lda10():
    """The deck's class 1 is the positive one, so it comes second."""
    table = load("lda10").numeric()
    return table[:, :2], np.where(table[:, 2] == 1, "2nd: class 1", "1st: class 2")


def with_easy_point():
    X, y = lda10()
    return np.vstack([X, [-20.0, -20.0]]), np.append(y, "2nd: class 1")


def test_weights_on_the_lecture_s_table_are_the_golden_ones():
    step = LeastSquaresClassifier().fit(*lda10()).last_step_
    assert step.event == SOLVED
    assert close(step.model.w, golden("LSC-01"))
    assert step.mistakes == 0
    assert set(step.targets.ravel()) == {-1.0, 1.0}


def test_direction_is_fisher_s():
    """LSC-01 says that (w1, w2) is parallel to LDA-03."""
    w, fisher = LeastSquaresClassifier().fit(*lda10()).model_.w[1:], np.array(golden("LDA-03").value)
    assert abs(w @ fisher) == pytest.approx(np.linalg.norm(w) * np.linalg.norm(fisher), rel=1e-12)


def test_one_very_easy_example_pulls_the_boundary_over_two_others():
    X, y = with_easy_point()
    step = LeastSquaresClassifier().fit(X, y).last_step_
    assert close(step.model.w, golden("LSC-02"))
    assert step.mistakes == (step.model.predict(X) != y).sum() == 2
    assert "2 mistakes of 11" in step.caption


def test_bias_is_fitted_without_which_the_lecture_s_classes_would_not_come_apart():
    """E-004-09."""
    X, y = lda10()
    signs = np.where(y == y[0], 1.0, -1.0)
    assert (np.sign(X @ np.linalg.lstsq(X, signs, rcond=None)[0]) != signs).any()
    np.testing.assert_array_equal(LeastSquaresClassifier().fit(X, y).predict(X), y)


def test_nearest_code_decides():
    for X, y in (blobs(60, classes=4, spread=0.3, seed=1), lda10()):
        for coding in ("one-hot", "simplex"):
            step = LeastSquaresClassifier(coding=coding).fit(X, y).last_step_
            classes, index = np.unique(y, return_inverse=True)
            codes = np.array([step.targets[index == k][0] for k in range(len(classes))])
            nearest = ((step.outputs[:, None] - codes) ** 2).sum(axis=2).argmin(axis=1)
            np.testing.assert_array_equal(step.model.predict(X), classes[nearest])


@pytest.mark.parametrize("lam", [0.0, 0.5])
@pytest.mark.parametrize("classes", [2, 3, 5])
def test_codings_decide_alike_and_their_outputs_are_stretched_and_shifted(classes, lam):
    X, y = blobs(90, classes=classes, spread=0.4, seed=2)
    hot, simplex = (LeastSquaresClassifier(coding=coding, lam=lam).fit(X, y) for coding in ("one-hot", "simplex"))
    np.testing.assert_array_equal(hot.predict(X), simplex.predict(X))
    a, b = hot.last_step_.outputs, simplex.last_step_.outputs
    if classes > 2:
        np.testing.assert_allclose(a.sum(axis=1), 1.0)
        np.testing.assert_allclose(b, (classes * a - 1) / (classes - 1), atol=1e-12)
    else:
        np.testing.assert_array_equal(a, b)


def test_two_classes_are_the_difference_of_their_one_hot_fits():
    X, y = blobs(50, classes=2, spread=0.5, seed=3)
    A = np.column_stack([np.ones(50), X])
    W = np.linalg.lstsq(A, np.eye(2)[y], rcond=None)[0]
    np.testing.assert_allclose(LeastSquaresClassifier().fit(X, y).model_.w, W[:, 1] - W[:, 0], rtol=1e-9)


def test_middle_of_three_classes_in_a_row_is_never_the_largest():
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(centre, 0.3, (40, 1)) for centre in (0.0, 3.0, 6.0)])
    y = np.repeat(["left", "middle", "right"], 40)
    assert set(LeastSquaresClassifier().fit(X, y).predict(X)) == {"left", "right"}


@SETS
@pytest.mark.parametrize("lam", [1e-2, 10.0])
def test_scores_on_shipped_data_are_those_of_scikit_learn_s_ridge_classifier(name, lam):
    """It codes the classes as -1 and +1 one against the rest: one-hot, twice as wide, minus 1."""
    X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
    peer = linear_model.RidgeClassifier(alpha=lam, solver="svd").fit(X, y)
    ours = LeastSquaresClassifier(lam=lam).fit(X, y)
    scores = ours.decision_function(X)
    np.testing.assert_allclose(
        scores if len(ours.classes_) == 2 else 2 * scores - 1, peer.decision_function(X), rtol=1e-6, atol=1e-6
    )
    assert ours.score(X, y) == peer.score(X, y)


@SETS
def test_squared_errors_on_shipped_data_are_the_least_there_are(name):
    X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
    step = LeastSquaresClassifier().fit(X, y).last_step_
    best = linear_model.LinearRegression().fit(X, step.targets)
    assert step.rss == pytest.approx(((best.predict(X) - step.targets) ** 2).sum(), rel=1e-8)
    assert ("shortest" in step.caption) == (name == "digits")  # its corners are always white


def test_class_with_one_member_and_one_feature_are_enough():
    learner = LeastSquaresClassifier().fit([[0.0], [1.0], [5.0]], ["a", "a", "b"])
    assert learner.predict([[0.2], [6.0]]).tolist() == ["a", "b"]


def test_equal_outputs_are_the_first_class():
    X, y = [[0.0], [0.0], [0.0]], ["b", "a", "c"]
    learner = LeastSquaresClassifier().fit(X, y)
    assert "rank 0 of 1" in learner.last_step_.caption
    assert learner.predict([[5.0]]).tolist() == ["a"]
    assert LeastSquaresClassifier().fit(X[:2], y[:2]).predict([[5.0]]).tolist() == ["a"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"coding": "gray"}, "coding: expected one of 'one-hot', 'simplex', got 'gray'"),
        ({"lam": -1}, "lam: expected a number >= 0, got -1"),
    ],
)
def test_bad_hyper_parameters_are_refused(given, message):
    with pytest.raises(ValueError, match=message):
        LeastSquaresClassifier(**given).steps(*lda10())
