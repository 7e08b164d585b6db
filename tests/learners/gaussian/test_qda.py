"""Gaussian classes with covariances of their own: the lecture's numbers, normal densities, scikit-learn."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

from labkit.core.data import load
from labkit.learners.gaussian.lda import LDA, LDAModel
from labkit.learners.gaussian.qda import QDA, QDAModel
from tests.golden import close, golden


def lda10():
    table = load("lda10")
    return table.numeric("x1", "x2"), table["y"].astype(int)


# ---------------------------------------------------------------- the lectures' numbers


def test_coefficients_of_a_given_class_QDA_01():
    S = [[2.0, 1.0], [1.0, 3.0]]
    A, b, c = QDAModel.given([[1, 2], [0, 0]], [S, np.eye(2)], [0.4, 0.6]).coefficients
    assert close([A[0].tolist(), b[0].tolist(), [c[0]]], golden("QDA-01"))


def test_determinant_belongs_to_the_posterior_GEN_06_E_004_20():
    model = QDA().fit(*lda10()).model_
    printed = replace(model, determinant=False)
    assert close([model.predict_proba([[6, 6]])[0, 0], printed.predict_proba([[6, 6]])[0, 0]], golden("GEN-06"))
    right, wrong = (m.predict_proba([[5, 5]])[0, 0] for m in (model, printed))
    assert (right, wrong) == pytest.approx((0.78095388, 0.69329166), abs=5e-9)
    assert (right / (1 - right)) / (wrong / (1 - wrong)) == pytest.approx(1.5772, abs=5e-5)
    printed_c, c = printed.coefficients[2], model.coefficients[2]
    assert printed_c - c == pytest.approx(0.5 * np.linalg.slogdet(model.covariances)[1])


# ---------------------------------------------------------------- oracles


def test_scores_are_the_quadratic_form_I_004_067():  # I-000-007
    X, y = load_iris(return_X_y=True)
    model = QDA().fit(X, y).model_
    A, b, c = model.coefficients
    expected = np.einsum("ni,kij,nj->nk", X, A, X) + X @ b.T + c
    np.testing.assert_allclose(model.scores(X), expected, rtol=1e-7)


def test_joint_densities_are_scipys_I_004_068():
    X, y = load_iris(return_X_y=True)
    step = QDA().trace(X, y)[-1]
    for k in range(3):
        density = multivariate_normal(X[y == k].mean(axis=0), np.cov(X[y == k].T, bias=True)).logpdf(X)
        np.testing.assert_allclose(step.model.log_joint(X)[:, k], density + np.log(1 / 3), rtol=1e-8)
    assert step.log_likelihood == pytest.approx(step.model.log_likelihood(X, y))


@pytest.mark.parametrize("table", [load_iris, load_wine, load_breast_cancer])
def test_posterior_agrees_with_scikit_learn(table):
    X, y = table(return_X_y=True)
    theirs = QuadraticDiscriminantAnalysis(tol=0.0).fit(X, y)  # its tolerance depends on the units
    np.testing.assert_allclose(QDA().fit(X, y).predict_proba(X), theirs.predict_proba(X), atol=1e-6)


def test_equal_covariances_make_it_linear():
    means, S, P = [[1, 2], [3, 0], [0, -1]], [[2, 1], [1, 2]], [0.5, 0.3, 0.2]
    X = np.random.default_rng(0).normal(size=(30, 2))
    np.testing.assert_allclose(QDAModel.given(means, S, P).predict_proba(X),
                               LDAModel.given(means, S, P).predict_proba(X), atol=1e-12)  # fmt: skip


@pytest.mark.parametrize("classes", [2, 3])
def test_grid_is_what_is_decided_at_every_point(classes):
    X, y = load_iris(return_X_y=True)
    model = QDA().fit(X[y < classes, :2], y[y < classes]).model_
    x, z = np.linspace(4, 8, 7), np.linspace(2, 5, 5)
    field = model.score_grid(x, z) if classes == 2 else model.class_grid(x, z)
    assert field.shape == (5, 7)
    for row, col in [(0, 0), (4, 6), (2, 3), (0, 6)]:
        case = [[x[col], z[row]]]
        if classes == 2:
            assert field[row, col] == pytest.approx(model.decision_function(case)[0])
        else:
            assert field[row, col] == model.predict(case)[0]


# ---------------------------------------------------------------- hard cases


def test_class_of_one_member_takes_the_shared_covariance_and_is_named():
    X, y = lda10()
    learner = QDA().fit(np.vstack([X, [[20.0, 20.0]]]), [*y, 3])
    step = learner.last_step_
    assert step.borrowed == (2,)
    assert "singular, so the shared covariance is taken: class 3" in step.caption
    np.testing.assert_allclose(step.model.covariances[2], step.moments.shared)
    np.testing.assert_allclose(step.model.covariances[:2], step.moments.covariances[:2])
    assert learner.predict([[20.0, 21.0]]).tolist() == [3]


def test_class_on_a_line_takes_the_shared_covariance():
    X, y = lda10()
    X[y == 1, 1] = 2 * X[y == 1, 0]
    step = QDA().trace(X, y)[-1]
    assert step.borrowed == (0,)
    assert np.isfinite(step.log_likelihood)


def test_column_without_spread_in_any_class_changes_nothing_and_is_said():
    X, y = load_iris(return_X_y=True)
    wide = np.column_stack([X, np.full(len(X), 0.1)])
    learner = QDA().fit(wide, y)
    assert learner.last_step_.borrowed == (0, 1, 2)
    assert "the shared covariance is singular: 1 direction has no spread" in learner.last_step_.caption
    np.testing.assert_allclose(learner.predict_proba(wide), LDA().fit(X, y).predict_proba(X), atol=1e-6)


def test_digits_with_their_empty_corners_are_learned():
    X, y = load_digits(return_X_y=True)
    learner = QDA().fit(X, y)
    assert learner.score(X, y) > 0.9
    assert len(learner.last_step_.borrowed) > 0


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_posterior_does_not_depend_on_units_or_the_origin(scale):
    X, y = load_iris(return_X_y=True)
    P = QDA().fit(X, y).predict_proba(X)
    for moved in (X * scale, X * [1, scale, 1, 1 / scale], scale * X + 1e5 * scale):
        np.testing.assert_allclose(QDA().fit(moved, y).predict_proba(moved), P, atol=1e-6)


def test_first_class_wins_a_tie():
    model = QDAModel.given([[0.0], [0.0]], [[[1.0]], [[1.0]]], classes=["a", "b"])
    assert model.predict([[3.0]]).tolist() == ["a"]
