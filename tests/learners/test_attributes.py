"""What scikit-learn's users read of a fitted learner, and the tools of scikit-learn that read it."""

import matplotlib as mpl
import numpy as np
import pytest
from sklearn import cluster, discriminant_analysis, linear_model, mixture, naive_bayes, svm
from sklearn.feature_selection import RFE, SelectFromModel, SequentialFeatureSelector
from sklearn.metrics import RocCurveDisplay
from sklearn.model_selection import cross_val_score

from labkit.core import data
from labkit.core.learner import Classifier
from labkit.learners import (
    LDA,
    QDA,
    SVM,
    Adaline,
    DualLogistic,
    FisherDiscriminant,
    FuzzyPerceptron,
    GaussianMixture,
    HoKashyap,
    KMeans,
    LaplaceLogistic,
    LeastMeanSquares,
    LeastSquaresClassifier,
    LinearProgram,
    LinearRegression,
    LogisticRegression,
    MulticlassPerceptron,
    NaiveBayes,
    NearestNeighbours,
    NeuralNetwork,
    Perceptron,
    PocketPerceptron,
    RecursiveLeastSquares,
    RecursiveLogistic,
    RegressionNetwork,
    SoftmaxRegression,
    TangentSoftmax,
    VariationalLogistic,
    VariationalSoftmax,
    all_learners,
)  # fmt: skip

TWO, THREE = data.gaussians(80, seed=1), data.blobs(90, spread=0.2, seed=2)
NUMBERS = (THREE[0], THREE[0] @ [1.0, -2.0] + 0.3)
LINEAR = (
    Perceptron(), PocketPerceptron(), Adaline(), HoKashyap(), LinearProgram(), MulticlassPerceptron(),
    FuzzyPerceptron(), LeastSquaresClassifier(), LDA(), FisherDiscriminant(), SVM(kernel="linear"),
    LogisticRegression(lam=1.0), SoftmaxRegression(lam=1.0), TangentSoftmax(lam=1.0), RecursiveLogistic(),
    DualLogistic(),
)  # fmt: skip


def name_of(value):
    return type(value).__name__


@pytest.mark.parametrize("learner", LINEAR, ids=name_of)
@pytest.mark.parametrize("examples", [TWO, THREE], ids=["two", "three"])
def test_coefficients_give_the_scores(learner, examples):
    X, y = examples
    if learner.two_classes and len(set(y)) > 2:
        return
    learner.fit(X, y)
    rows = 1 if len(set(y)) == 2 else 3
    assert learner.coef_.shape == (rows, 2) and learner.intercept_.shape == (rows,)
    scores = X @ learner.coef_.T + learner.intercept_
    np.testing.assert_allclose(scores.squeeze(), learner.decision_function(X), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    "kind",
    [LogisticRegression, SoftmaxRegression, TangentSoftmax, LaplaceLogistic, VariationalLogistic, VariationalSoftmax],
)
def test_iterations_are_those_of_the_story(kind):
    learner = kind(max_iterations=3).fit(*TWO)
    if kind in (LogisticRegression, SoftmaxRegression):
        assert learner.n_iter_.shape == (1,)  # scikit-learn's has one entry too
    assert learner.n_iter_ == learner.last_step_.iteration <= 3
    with pytest.raises(AttributeError):
        learner.n_iter_ = 4


@pytest.mark.parametrize("kind", [LinearRegression, LeastMeanSquares, RecursiveLeastSquares])
def test_coefficients_give_the_numbers(kind):
    X, y = NUMBERS
    learner = kind().fit(X, y)
    assert learner.coef_.shape == (2,) and isinstance(learner.intercept_, float)
    np.testing.assert_allclose(X @ learner.coef_ + learner.intercept_, learner.predict(X), rtol=1e-9, atol=1e-9)


def test_coefficients_are_scikit_learn_s():
    X, y = NUMBERS
    theirs, ours = linear_model.LinearRegression().fit(X, y), LinearRegression().fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, rtol=1e-9)
    assert ours.intercept_ == pytest.approx(theirs.intercept_)
    assert not hasattr(ours, "n_iter_") and LinearRegression(solver="gradient").fit(X, y).n_iter_ > 0


@pytest.mark.parametrize("kind", [Perceptron, SVM, KMeans, LDA, LinearRegression, NeuralNetwork, GaussianMixture])
def test_attributes_are_read_only_and_only_of_the_fitted(kind):
    learner = kind()
    names = [name for name in dir(kind) if name.endswith("_") and not name.startswith("_")]
    assert names and not any(hasattr(learner, name) for name in names)
    with pytest.raises(AttributeError, match="expected a fitted"):
        getattr(learner, names[0])
    with pytest.raises(AttributeError):
        setattr(learner, names[0], 1)


def test_only_a_linear_kernel_has_coefficients():
    curved = SVM().fit(*TWO)
    assert not hasattr(curved, "coef_") and curved.intercept_.shape == (1,)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_support_vectors_are_scikit_learn_s(kernel):
    X, y = TWO
    ours, theirs = SVM(kernel=kernel, tolerance=1e-8).fit(X, y), svm.SVC(kernel=kernel, gamma=1.0, tol=1e-8).fit(X, y)
    place, other = np.argsort(ours.support_), np.argsort(theirs.support_)
    np.testing.assert_array_equal(ours.support_[place], theirs.support_[other])
    np.testing.assert_allclose(ours.dual_coef_[:, place], theirs.dual_coef_[:, other], atol=1e-4)
    np.testing.assert_array_equal(ours.support_vectors_, X[ours.support_])
    np.testing.assert_array_equal(ours.n_support_, theirs.n_support_)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, abs=1e-4) and ours.n_iter_ > 0


def test_gaussian_classes_are_scikit_learn_s():
    X, y = THREE
    theirs = discriminant_analysis.LinearDiscriminantAnalysis(solver="lsqr", store_covariance=True).fit(X, y)
    for name in ("means_", "priors_", "covariance_", "coef_", "intercept_"):
        np.testing.assert_allclose(differences(name, LDA().fit(X, y)), differences(name, theirs), rtol=1e-7)
    theirs = discriminant_analysis.QuadraticDiscriminantAnalysis(store_covariance=True).fit(X, y)
    for name in ("means_", "priors_", "covariance_"):
        np.testing.assert_allclose(getattr(QDA().fit(X, y), name), getattr(theirs, name))
    ours, theirs = NaiveBayes().fit(X, y), naive_bayes.GaussianNB().fit(X, y)
    for name in ("theta_", "var_", "class_prior_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-6)
    fisher = FisherDiscriminant().fit(X, y)
    assert fisher.scalings_.shape == (2, 2) and fisher.means_.shape == (3, 2)


def differences(name, learner):
    """Of scores only the differences decide."""
    value = getattr(learner, name)
    return value - value[0] if name in ("coef_", "intercept_") else value


def test_groups_are_scikit_learn_s():
    X, _ = THREE
    start = X[:3]
    ours, theirs = KMeans(start=start).fit(X), cluster.KMeans(3, init=start, n_init=1, tol=0).fit(X)
    np.testing.assert_allclose(ours.cluster_centers_, theirs.cluster_centers_)
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)
    np.testing.assert_array_equal(ours.labels_, ours.predict(X))
    assert ours.inertia_ == pytest.approx(theirs.inertia_) and ours.n_iter_ >= 1


@pytest.mark.parametrize(("kind", "theirs"), [("full", "full"), ("diagonal", "diag"), ("spherical", "spherical")])
def test_components_are_scikit_learn_s(kind, theirs):
    X, y = THREE
    means = np.array([X[y == k].mean(axis=0) for k in range(3)])
    ours = GaussianMixture(start=means, covariance=kind, tolerance=1e-10).fit(X)
    other = mixture.GaussianMixture(3, covariance_type=theirs, means_init=means, tol=1e-12, max_iter=999).fit(X)
    for name in ("weights_", "means_", "covariances_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(other, name), rtol=0.01, atol=1e-3)
    assert ours.n_iter_ >= 1


@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize("hidden", [(5, 4), ()])
def test_layers_of_a_network_answer_as_it_does(scaled, hidden):
    for learner, (X, y) in ((NeuralNetwork, THREE), (RegressionNetwork, NUMBERS)):
        fitted = learner(hidden=hidden, max_epochs=5, scaled=scaled).fit(X, y)
        z = X
        for last, (V, b) in enumerate(zip(fitted.coefs_, fitted.intercepts_, strict=True), start=2):
            z = z @ V + b if last == fitted.n_layers_ else np.tanh(z @ V + b)
        answer = fitted.classes_[z.argmax(axis=1)] if learner is NeuralNetwork else z[:, 0]
        np.testing.assert_allclose(answer, fitted.predict(X), rtol=1e-9)
        assert fitted.n_iter_ == 5


def test_neighbours_and_sweeps_count():
    assert NearestNeighbours().fit(*THREE).n_samples_fit_ == 90
    assert Perceptron(max_sweeps=3).fit(*TWO).n_iter_ == 3


# ---------------------------------------------------------------- tools


def noisy():
    """Two features that matter, three that do not."""
    X, y = data.gaussians(120, seed=4)
    return np.column_stack([X, np.random.default_rng(0).normal(size=(120, 3))]), y


@pytest.mark.parametrize("learner", [LDA(), LeastSquaresClassifier(), SVM(kernel="linear")], ids=name_of)
def test_features_are_selected_by_weights(learner):
    X, y = noisy()
    X = X / X.std(axis=0)
    assert set(np.flatnonzero(RFE(learner, n_features_to_select=2).fit(X, y).support_)) <= {0, 1}
    assert SelectFromModel(learner, max_features=2).fit(X, y).get_support()[:2].any()


def test_features_are_selected_one_by_one():
    X, y = noisy()
    chosen = SequentialFeatureSelector(LDA(), n_features_to_select=1, cv=3).fit(X, y)
    assert np.flatnonzero(chosen.get_support()).tolist() in ([0], [1])


@pytest.mark.parametrize("learner", [LDA(), Perceptron(), NearestNeighbours()], ids=name_of)
def test_learners_are_stacked(learner):
    from sklearn.ensemble import StackingClassifier

    X, y = noisy()
    stack = StackingClassifier([("first", learner), ("second", NaiveBayes())], final_estimator=LDA(), cv=3)
    assert cross_val_score(stack, X, y, cv=3, error_score="raise").mean() > 0.75


@pytest.mark.parametrize("learner", [LDA(), Perceptron(), NearestNeighbours(), SVM()], ids=name_of)
def test_roc_curve_is_drawn(learner):
    mpl.use("agg")
    X, y = noisy()
    assert RocCurveDisplay.from_estimator(learner.fit(X, y), X, y).roc_auc > 0.7


def test_coefficients_say_what_every_learner_of_classes_scores():
    """Whoever has coef_ has the scores of it."""
    X, y = TWO
    for kind in all_learners():
        if issubclass(kind, Classifier) and "coef_" in dir(kind):
            learner = kind().fit(X, y)
            if hasattr(learner, "coef_"):
                scores = (X @ learner.coef_.T + learner.intercept_).squeeze()
                np.testing.assert_allclose(scores, learner.decision_function(X), rtol=1e-6, atol=1e-6)
