"""Likelihoods against scipy's densities, and counted parameters."""

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.datasets import load_diabetes, load_iris
from sklearn.naive_bayes import GaussianNB

from labkit.core import data
from labkit.core.table import Table
from labkit.learners import (
    LDA,
    QDA,
    BasisRegression,
    DecisionTree,
    ExponentialFamily,
    LeastSquaresClassifier,
    LinearRegression,
    LogisticRegression,
    NaiveBayes,
    NearestNeighbours,
    RandomForest,
    RegressionNeighbours,
    RegressionTree,
    SoftmaxRegression,
)
from labkit.learners.basis.functions import Polynomial
from labkit.learners.selection.criteria import gaussian, has_likelihood, likelihood


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


def test_numbers_have_the_likelihood_of_gaussian_noise_E_004_05():
    X, y = load_diabetes(return_X_y=True)
    learner = LinearRegression().fit(X, y)
    residuals = y - learner.predict(X)
    found = likelihood(learner, X, y)
    assert found.log_likelihood == pytest.approx(stats.norm.logpdf(residuals, scale=residuals.std()).sum())
    assert (found.k, found.n, found.of) == (pytest.approx(10 + 1 + 1), 442, "y given x")  # slopes, bias, variance


def test_log_likelihood_of_classes_is_that_of_the_classes_that_came(iris):
    X, y = iris
    learner = SoftmaxRegression(lam=0.1).fit(X, y)
    P = learner.predict_proba(X)
    assert likelihood(learner, X, y).log_likelihood == pytest.approx(sum(math.log(p[k]) for p, k in zip(P, y)))  # noqa: B905
    assert likelihood(learner, X, y).of == "y given x"


@pytest.mark.parametrize(("learner", "k"), [(LDA(), 2 + 12 + 10), (QDA(), 2 + 12 + 30), (NaiveBayes(), 2 + 24),
                                           (ExponentialFamily(), 2 + 24)])  # fmt: skip
def test_densities_are_held_against_the_examples_and_their_classes(iris, learner, k):
    X, y = iris
    found = likelihood(learner.fit(X, y), X, y)
    model = learner.model_
    covariances = model.covariances if hasattr(model, "covariances") else [np.diag(v) for v in model.parameters[..., 1]]
    means = model.means if hasattr(model, "means") else model.parameters[..., 0]
    each = [stats.multivariate_normal(m, S).logpdf(X[y == c]).sum() + 50 * math.log(1 / 3)
            for c, (m, S) in enumerate(zip(means, covariances, strict=True))]  # fmt: skip
    assert found.log_likelihood == pytest.approx(sum(each))
    assert (found.k, found.of) == (k, "x and y")


def test_given_priors_are_not_free(iris):
    X, y = iris
    assert likelihood(LDA(priors=[0.2, 0.3, 0.5]).fit(X, y), X, y).k == 24 - 2


def test_categories_count_all_shares_but_one():
    tennis = data.load("tennis")
    X, y = tennis.select("outlook", "wind"), tennis["play"]
    found = likelihood(NaiveBayes(laplace=0).fit(X, y), X, y)
    assert found.k == 1 + 2 * 2 + 2 * 1
    yes, no = y == "yes", y == "no"
    by_hand = 9 * math.log(9 / 14) + 5 * math.log(5 / 14)
    for name in ("outlook", "wind"):
        for own in (yes, no):
            counts = np.unique(X[name][own], return_counts=True)[1]
            by_hand += (counts * np.log(counts / counts.sum())).sum()
    assert found.log_likelihood == pytest.approx(by_hand)


def test_category_that_a_class_never_had_has_no_likelihood():
    X = Table.from_dict({"a": ["u", "u", "v", "v"]})
    learner = NaiveBayes(laplace=0).fit(X, ["p", "p", "q", "q"])
    assert likelihood(learner, X, ["p", "p", "q", "p"]).log_likelihood == -math.inf


def test_trees_count_what_their_leaves_answer(iris):
    X, y = iris
    assert likelihood(DecisionTree(max_leaves=4).fit(X, y), X, y).k == 4 * 2
    assert likelihood(RegressionTree(max_leaves=5).fit(X, X[:, 0]), X, X[:, 0]).k == 5 + 1
    lines = RegressionTree(max_leaves=3, leaf="linear").fit(X[:, :2], X[:, 2])
    assert likelihood(lines, X[:, :2], X[:, 2]).k == 3 * 3 + 1


def test_weights_that_are_left_out_are_not_counted(iris):
    X, y = iris
    X, y = X[50:, :2], y[50:]
    assert likelihood(LogisticRegression(intercept=False).fit(X, y), X, y).k == 2
    assert likelihood(LinearRegression(intercept=False).fit(X, 1.0 * y), X, 1.0 * y).k == 2 + 1


def test_penalty_lowers_the_count():
    X, y = load_diabetes(return_X_y=True)
    counts = [likelihood(LinearRegression(lam=lam).fit(X, y), X, y).k for lam in (0, 0.1, 1, 1e6)]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == pytest.approx(2, abs=1e-3), "bias and variance are left"


def test_basis_counts_the_functions_of_the_inner_learner():
    X, y = data.curve(40)
    assert likelihood(BasisRegression(basis=Polynomial(4)).fit(X, y), X, y).k == pytest.approx(4 + 1 + 1)


def test_neighbours_count_n_over_k():
    X, y = data.curve(40)
    assert likelihood(RegressionNeighbours(k=8).fit(X, y), X, y).k == 40 / 8 + 1


def test_learner_without_likelihood_is_refused_by_name(iris):
    X, y = iris
    for learner in (NearestNeighbours(), RandomForest(trees=2), LeastSquaresClassifier()):
        X2, y2 = X[50:], y[50:]
        assert not has_likelihood(learner.fit(X2, y2))
        with pytest.raises(ValueError, match=rf"got {type(learner).__name__}; judge it by cross-validation"):
            likelihood(learner, X2, y2)


def test_learner_must_be_trained(iris):
    with pytest.raises(ValueError, match="expected a fitted LDA"):
        likelihood(LDA(), *iris)


def test_other_features_are_refused(iris):
    X, y = iris
    for learner in (LDA(), NaiveBayes()):
        with pytest.raises(ValueError, match=r"X has 1 features, but .* is expecting 4"):
            likelihood(learner.fit(X, y), X[:, :1], y)


def test_learner_of_another_library_is_refused(iris):
    with pytest.raises(ValueError, match="got GaussianNB; judge it by cross-validation"):
        likelihood(GaussianNB(), *iris)


@pytest.mark.parametrize(("family", "law"), [("poisson", stats.poisson.logpmf), ("bernoulli", stats.bernoulli.logpmf)])
def test_families_have_one_parameter_a_class_and_column(family, law):
    rng = np.random.default_rng(0)
    y = np.arange(60) % 3
    X = rng.poisson(3.0, (60, 2)) if family == "poisson" else rng.integers(2, size=(60, 2))
    found = likelihood(ExponentialFamily(family=family).fit(X, y), X, y)
    means = np.array([X[y == c].mean(axis=0) for c in range(3)])
    assert found.k == 2 + 3 * 2
    assert found.log_likelihood == pytest.approx(law(X, means[y]).sum() + 60 * math.log(1 / 3))


def test_other_classes_are_refused(iris):
    X, y = iris
    with pytest.raises(ValueError, match="y: expected the classes that the learner was trained on"):
        likelihood(LDA().fit(X, y), X, y + 1)


def test_numbers_that_are_all_hit_have_an_infinite_likelihood():
    x = np.arange(6.0)
    for slope, offset in ((0.1, 0.3), (1e8, 1e6), (1e-8, 0.0)):
        y = slope * x + offset
        assert likelihood(LinearRegression().fit(x[:, None], y), x[:, None], y).log_likelihood == math.inf
    assert gaussian(0.0, 3) == math.inf


def test_as_many_coefficients_as_examples_are_no_merit():
    X, y = data.curve(8)
    assert math.isnan(likelihood(RegressionNeighbours(k=1).fit(X, y), X, y).log_likelihood)
    assert math.isnan(likelihood(BasisRegression(basis=Polynomial(7)).fit(X, y), X, y).log_likelihood)
