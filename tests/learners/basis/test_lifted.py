"""Learners on basis functions against the same learner on columns that were made by hand, and scikit-learn's."""

import numpy as np
import pytest
from sklearn import linear_model
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.ensemble import StackingClassifier
from sklearn.metrics import RocCurveDisplay
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from labkit.core import data
from labkit.core.story import START
from labkit.learners import (
    BasisClassifier,
    BasisRegression,
    BayesDecision,
    LinearRegression,
    LogisticRegression,
    Perceptron,
    SoftmaxRegression,
)
from labkit.learners.basis.functions import GaussianBasis, Polynomial, SigmoidBasis
from labkit.learners.descent.first_order import GradientDescent

X_AXIS, Y_AXIS = np.linspace(-1, 1, 7), np.linspace(-2, 2, 5)
CELLS = np.array([[x, y] for y in Y_AXIS for x in X_AXIS])


def curve(n=60, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, n)
    return x[:, None], np.sin(4 * x) + rng.normal(0, 0.1, n)


def loss(P, y, w, lam):
    """What both sides minimise: minus the log-likelihood, and half lam |w|^2 without the bias."""
    return -np.log(P[np.arange(len(y)), y]).sum() + lam / 2 * np.sum(np.square(w))


@pytest.mark.parametrize("columns", [(0, 1), (2, 3, 7)])
def test_logistic_on_a_polynomial_has_the_loss_of_scikit_learn(columns):
    X, y = load_breast_cancer(return_X_y=True)
    X = StandardScaler().fit_transform(X[:, columns])
    ours = BasisClassifier(learner=LogisticRegression(lam=1.0), basis=Polynomial(2)).fit(X, y)
    powers = PolynomialFeatures(2, include_bias=False)
    theirs = make_pipeline(powers, linear_model.LogisticRegression(tol=1e-10, max_iter=10_000)).fit(X, y)
    mine = loss(ours.predict_proba(X), y, ours.model_.inner.w[1:], 1.0)
    other = loss(theirs.predict_proba(X), y, theirs[-1].coef_, 1.0)
    assert mine == pytest.approx(other, rel=1e-6)
    assert mine <= other * (1 + 1e-9)


def test_softmax_on_bumps_has_the_loss_of_scikit_learn():
    X, y = load_iris(return_X_y=True)
    X = X[:, :2]
    ours = BasisClassifier(learner=SoftmaxRegression(lam=1.0, reference=None), basis=GaussianBasis(4)).fit(X, y)
    phi = ours.model_.basis(X)
    theirs = linear_model.LogisticRegression(tol=1e-10, max_iter=10_000).fit(phi, y)
    mine = loss(ours.predict_proba(X), y, ours.model_.inner.W[:, 1:], 1.0)
    assert mine == pytest.approx(loss(theirs.predict_proba(phi), y, theirs.coef_, 1.0), rel=1e-6)


def test_ridge_on_rises_is_scikit_learn_s():
    X, y = load_diabetes(return_X_y=True)
    ours = BasisRegression(learner=LinearRegression(lam=0.5), basis=SigmoidBasis(3)).fit(X[:, 2:5], y)
    phi = ours.model_.basis(X[:, 2:5])
    theirs = linear_model.Ridge(alpha=0.5).fit(phi, y)
    np.testing.assert_allclose(ours.predict(X[:, 2:5]), theirs.predict(phi), rtol=1e-8)


def test_polynomial_through_a_polynomial_is_that_polynomial():
    """I-004-082"""
    x = np.linspace(-2, 3, 12)
    found = BasisRegression(basis=Polynomial(3)).fit(x[:, None], 1 - 2 * x + 0.5 * x**3).model_.inner.w
    np.testing.assert_allclose(found, [1, -2, 0, 0.5], atol=1e-10)


@pytest.mark.parametrize(
    "basis", [Polynomial(7), GaussianBasis(8), SigmoidBasis(8), GaussianBasis(8, 0.2, "quantiles")]
)
def test_every_basis_bends_a_line_around_a_curve(basis):
    X, y = curve()
    assert LinearRegression().fit(X, y).score(X, y) < 0.8
    assert BasisRegression(basis=basis).fit(X, y).score(X, y) > 0.97


@pytest.mark.parametrize("basis", [Polynomial(2), GaussianBasis(4)])
@pytest.mark.parametrize("made", [data.xor, data.rings])
def test_boundary_bends_where_no_line_separates(made, basis):
    """I-000-035: the same learner, straight in x and bent in phi(x)."""
    X, y = made(200, seed=1)
    inner = LogisticRegression(lam=0.01)
    assert inner.fit(X, y).score(X, y) < 0.75
    assert BasisClassifier(learner=inner, basis=basis).fit(X, y).score(X, y) > 0.97


def test_story_is_that_of_the_inner_learner_on_phi():
    X, y = data.rings(60, seed=2)
    inner, basis = LogisticRegression(lam=0.1, solver=GradientDescent(), max_iterations=20), Polynomial(2)
    ours, theirs = BasisClassifier(learner=inner, basis=basis).trace(X, y), inner.trace(basis(X), y)
    assert [step.caption for step in ours] == [step.caption for step in theirs]
    assert ours[0].event == START
    np.testing.assert_array_equal(ours.curve("loss"), theirs.curve("loss"))
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(one.w, other.w)
        np.testing.assert_array_equal(one.model.decision_function(X), other.model.decision_function(basis(X)))


def test_number_that_no_step_has_is_refused_by_name():
    trace = BasisClassifier(learner=LogisticRegression(lam=1.0)).trace(*data.rings(60, seed=2))
    with pytest.raises(ValueError, match=r"curve: expected a number that RetoldStep has \(.*iteration, .*loss, "):
        trace.curve("nonsense")


def test_centres_stay_where_the_training_examples_were():
    X, y = curve()
    ours = BasisRegression(basis=GaussianBasis(5)).fit(X, y)
    assert ours.predict(X[:1]) == pytest.approx(ours.predict(X)[:1])
    assert ours.model_.basis.centres.max() == X.max()


def test_any_function_of_x_is_a_basis():
    X, y = data.rings(100, seed=3)
    ours = BasisClassifier(learner=LogisticRegression(lam=0.01), basis=lambda X: (X**2).sum(axis=1, keepdims=True))
    assert ours.fit(X, y).score(X, y) > 0.97


@pytest.mark.parametrize("inner", [SoftmaxRegression(lam=1.0), LogisticRegression(lam=1.0), Perceptron(max_sweeps=5)])
def test_grid_is_what_the_model_predicts(inner):
    three = isinstance(inner, SoftmaxRegression)
    X, y = data.blobs(60, spread=0.3, seed=1) if three else data.rings(60, seed=1)
    model = BasisClassifier(learner=inner).fit(X, np.array(["ape", "bee", "cow"])[y]).model_
    score, index = model.score_grid(X_AXIS, Y_AXIS), model.class_grid(X_AXIS, Y_AXIS)
    assert index.shape == (5, 7)
    np.testing.assert_array_equal(model.classes[index.ravel()], model.predict(CELLS))
    assert score is None if three else np.array_equal(score > 0, index == 1)


def test_grid_of_a_model_without_scores_is_what_it_predicts():
    model = BasisClassifier(learner=BayesDecision()).fit(*data.rings(60, seed=1)).model_
    assert not hasattr(model, "decision_function") and model.score_limit == 0.5
    np.testing.assert_array_equal(model.score_grid(X_AXIS, Y_AXIS).ravel() > 0, model.predict(CELLS) == 1)


def test_grid_of_numbers_is_what_the_model_predicts():
    X = np.random.default_rng(0).uniform(-1, 1, (40, 2))
    model = BasisRegression(basis=Polynomial(2)).fit(X, X[:, 0] * X[:, 1]).model_
    np.testing.assert_allclose(model.number_grid(X_AXIS, Y_AXIS), np.outer(Y_AXIS, X_AXIS), atol=1e-9)


def test_it_has_scores_and_probabilities_where_the_inner_learner_has_them():
    X, y = data.rings(60, seed=1)
    plain, probable = BasisClassifier(learner=Perceptron(max_sweeps=5)), BasisClassifier(learner=SoftmaxRegression())
    assert hasattr(plain, "decision_function")
    assert not hasattr(plain, "predict_proba")
    assert not hasattr(plain.fit(X, y).model_, "predict_proba")
    assert hasattr(probable, "predict_proba")
    np.testing.assert_array_equal(plain.decision_function(X) > 0, plain.predict(X) == 1)


@pytest.mark.parametrize("inner", [None, Perceptron(max_sweeps=5)], ids=str)
def test_scikit_learn_scores_stacks_and_draws_it(inner):
    """Perceptron has scores alone, the default has probabilities too."""
    X, y = data.rings(90, seed=1)
    ours = BasisClassifier(learner=inner)
    assert cross_val_score(ours, X, y, scoring="roc_auc", cv=3, error_score="raise").min() > 0.9
    assert RocCurveDisplay.from_estimator(ours.fit(X, y), X, y).roc_auc > 0.95
    stack = StackingClassifier([("basis", ours), ("line", LogisticRegression())], LogisticRegression(lam=1.0))
    assert stack.fit(X, y).score(X, y) > 0.9


def test_default_penalty_keeps_many_functions_from_fitting_every_example():
    """495 functions of 30 features."""
    scores = cross_val_score(BasisClassifier(), *load_breast_cancer(return_X_y=True), cv=3, error_score="raise")
    assert scores.mean() > 0.93


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_bumps_learn_the_same_in_any_unit(scale):
    X, y = data.rings(80, seed=4)
    ours = BasisClassifier(learner=LogisticRegression(lam=0.1), basis=GaussianBasis(4))
    np.testing.assert_array_equal(ours.fit(scale * X, y).predict(scale * X), ours.fit(X, y).predict(X))


def test_one_row_per_class_and_one_feature_are_enough():
    ours = BasisClassifier(learner=LogisticRegression(lam=1.0), basis=GaussianBasis(3)).fit([[0.0], [1.0]], ["a", "b"])
    assert ours.predict([[0.0], [1.0]]).tolist() == ["a", "b"]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"basis": Polynomial}, "basis: expected"),
        ({"basis": lambda X: X[:-1]}, "basis: expected a row for each of 60 cases, got 59"),
        ({"basis": lambda X: X[:, 0]}, "basis: Expected 2D array"),
        ({"basis": lambda X: np.full_like(X, np.nan)}, "basis: expected finite numbers"),
        ({"basis": GaussianBasis([[0, 0, 0]], 1.0)}, "centres: expected 2 coordinates"),
        (
            {"learner": LinearRegression()},
            r"learner: expected a learner of classes such as SoftmaxRegression\(lam=1.0\)",
        ),
        ({"learner": LogisticRegression()}, "expected 2 classes in y, got 3"),
        ({"learner": SoftmaxRegression(lam=-1)}, "lam: expected a number >= 0"),
    ],
)
def test_bad_hyper_parameters_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        BasisClassifier(**parameters).steps(*data.blobs(60, seed=1))


def test_default_with_many_functions_learns_by_bfgs_what_newton_learns():
    """Digits with all products of their 64 features have 19,305 weights, too many for Newton's moves."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 22))
    y = (X @ rng.normal(size=(22, 5)) + rng.gumbel(size=(300, 5))).argmax(axis=1)  # 275 functions, 1104 weights
    ours = BasisClassifier().fit(X, y)
    assert ours.last_step_.equation is None and "vanished" in ours.last_step_.reason
    newton = BasisClassifier(learner=SoftmaxRegression(lam=1.0)).fit(X, y)
    assert ours.last_step_.iteration > 3 * newton.last_step_.iteration  # many short moves
    np.testing.assert_allclose(ours.predict_proba(X), newton.predict_proba(X), atol=1e-3)
