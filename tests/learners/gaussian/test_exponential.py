"""Classes of one exponential family: Bayes' rule, the slide's numbers, and other learners in disguise."""

import numpy as np
import pytest
from scipy import stats
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.naive_bayes import BernoulliNB

from labkit.learners.gaussian.exponential import ExponentialFamily, ExponentialModel
from labkit.learners.gaussian.naive_bayes import NaiveBayes
from labkit.learners.probability import sigmoid
from tests.golden import close, golden


def counts(seed=0):
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1, 2], 40)
    return rng.poisson(np.array([[1, 6], [4, 2], [9, 9]])[y]).astype(float), y


def waits(seed=0):
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], 60)
    return rng.gamma(np.array([[1.0, 4.0], [5.0, 2.0]])[y]), y


def test_poisson_classes_GEN_10():
    model = ExponentialModel.given("poisson", [[3.0], [1.0]], priors=[0.4, 0.6])
    (w,), w0 = model.log_odds()
    posterior = model.predict_proba([[2.0]])[0, 0]
    assert close([w, w0, posterior], golden("GEN-10"))
    assert posterior == pytest.approx(sigmoid(w * 2 + w0))


def test_posterior_is_linear_in_T_and_not_in_x_E_004_23():
    model = ExponentialModel.given("gaussian", [[0.0, 1.0], [0.0, 4.0]])
    odds = -model.decision_function([[0.0], [1.0], [2.0], [3.0]])  # of the first class
    assert np.diff(odds, 2) == pytest.approx([-0.75, -0.75])
    w, w0 = model.log_odds()
    np.testing.assert_allclose([w @ [x, x * x] + w0 for x in range(4)], odds)


DENSITIES = {
    "gaussian": lambda x, p: stats.norm(p[0], p[1] ** 0.5).pdf(x),
    "bernoulli": lambda x, p: stats.bernoulli(p[0]).pmf(x),
    "poisson": lambda x, p: stats.poisson(p[0]).pmf(x),
    "gamma": lambda x, p: stats.gamma(p[0], scale=1 / p[1]).pdf(x),
    "beta": lambda x, p: stats.beta(*p).pdf(x),
}


@pytest.mark.parametrize(
    ("family", "parameters", "X"),
    [
        ("gaussian", [[[0, 1], [1, 2]], [[2, 3], [0, 1]]], [[1, 2.5], [0, 0]]),
        ("bernoulli", [[[0.2], [0.7]], [[0.5], [0.1]]], [[1, 0], [1, 1]]),
        ("poisson", [[[3], [1]], [[2], [5]]], [[4, 0], [1, 7]]),
        ("gamma", [[[2, 1], [1, 3]], [[5, 2], [2, 2]]], [[1, 2.5], [0.1, 9]]),
        ("beta", [[[2, 1], [1, 3]], [[5, 2], [0.5, 0.5]]], [[0.1, 0.5], [0.9, 0.03]]),
    ],
)
def test_posterior_is_bayes_rule_I_004_074(family, parameters, X):
    model = ExponentialModel.given(family, parameters, priors=[0.3, 0.7])
    joint = np.array([[p * np.prod([DENSITIES[family](x, q) for x, q in zip(row, columns, strict=True)])
                       for columns, p in zip(parameters, [0.3, 0.7], strict=True)] for row in X])  # fmt: skip
    np.testing.assert_allclose(np.exp(model.log_joint(X)), joint)
    np.testing.assert_allclose(model.predict_proba(X), joint / joint.sum(axis=1, keepdims=True))


def test_gaussian_family_is_naive_bayes_of_numbers():
    X, y = load_iris(return_X_y=True)
    ours, same = ExponentialFamily().fit(X, y), NaiveBayes().fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), same.predict_proba(X), atol=1e-9)
    np.testing.assert_allclose(ours.model_.log_joint(X), same.model_.scores(X))
    np.testing.assert_allclose(ours.model_.parameters[..., 0], same.model_.means)


def test_bernoulli_family_agrees_with_scikit_learn():
    X, y = load_breast_cancer(return_X_y=True)
    bits = (np.quantile(X, 0.3, axis=0) < X).astype(float)
    bits = bits[:, [bits[y == 0, d].mean() < 1 for d in range(X.shape[1])]]
    theirs = BernoulliNB(alpha=1e-12).fit(bits, y)
    np.testing.assert_allclose(ExponentialFamily(family="bernoulli").fit(bits, y).predict_proba(bits),
                               theirs.predict_proba(bits), atol=1e-6)  # fmt: skip


@pytest.mark.parametrize(("family", "data"), [("poisson", counts), ("gamma", waits)])
def test_estimates_are_the_most_likely_ones(family, data):
    X, y = data()
    model = ExponentialFamily(family=family).fit(X, y).model_

    def likelihood(m):
        return m.log_joint(X)[np.arange(len(y)), y].sum()

    best, rng = likelihood(model), np.random.default_rng(0)
    for _ in range(20):
        moved = model.parameters * rng.uniform(0.95, 1.05, model.parameters.shape)
        assert likelihood(ExponentialModel.given(family, moved, model.priors)) < best


def test_shares_of_two_classes_are_told_apart_by_their_beta_densities():  # I-004-084
    rng = np.random.default_rng(0)
    X, y = np.concatenate([rng.beta(0.5, 0.5, 300), rng.beta(5, 5, 300)])[:, None], np.repeat([0, 1], 300)
    fitted = ExponentialFamily(family="beta").fit(X, y)
    assert fitted.predict([[0.02], [0.5], [0.98]]).tolist() == [0, 1, 0], "no line through x: T is (ln x, ln(1 - x))"
    assert fitted.score(X, y) > 0.75
    x = np.linspace(-0.5, 1.5, 5)
    both = ExponentialFamily(family="beta").fit(np.column_stack([X, X[::-1]]), y).model_
    assert np.isfinite(both.score_grid(x, x)).all()
    with pytest.raises(ValueError, match="X: expected numbers above 0 and below 1 for the beta family, got 1 at"):
        fitted.predict([[1.0]])


def shares(seed=0, n=200):
    rng, a = np.random.default_rng(seed), np.array([[0.7, 2.0, 5.0], [4.0, 3.0, 1.5]])
    return np.concatenate([rng.dirichlet(one, n) for one in a]).clip(1e-9), np.repeat([0, 1], n), a


def test_rows_of_shares_have_scipys_dirichlet_densities():  # I-004-084
    X, _, a = shares()
    model = ExponentialModel.given("dirichlet", a[..., None])
    expected = np.log(0.5) + np.column_stack([stats.dirichlet(one).logpdf((X / X.sum(axis=1)[:, None]).T) for one in a])
    np.testing.assert_allclose(model.log_joint(X), expected, rtol=1e-6, atol=1e-6)
    two = ExponentialModel.given("dirichlet", [[[2.0], [1.0]], [[5.0], [0.5]]])
    beta = ExponentialModel.given("beta", [[[2.0, 1.0]], [[5.0, 0.5]]])
    x = np.linspace(0.1, 0.9, 5)
    np.testing.assert_allclose(two.log_joint(np.column_stack([x, 1 - x])), beta.log_joint(x[:, None]), atol=1e-12)


def test_dirichlet_estimate_is_the_most_likely_one_and_tells_the_classes_apart():
    X, y, a = shares()
    learner = ExponentialFamily(family="dirichlet").fit(X, y)
    assert learner.score(X, y) > 0.85
    for k, one in enumerate(learner.model_.parameters[..., 0]):
        np.testing.assert_allclose(one, a[k], rtol=0.25)
        rows = (X[y == k] / X[y == k].sum(axis=1)[:, None]).T
        best = stats.dirichlet(one).logpdf(rows).sum()
        for moved in one * np.random.default_rng(1).uniform(0.95, 1.05, (20, 3)):
            assert stats.dirichlet(moved).logpdf(rows).sum() < best


def test_rows_that_are_no_shares_are_refused_and_equal_ones_replaced():
    X, y, _ = shares(n=5)
    with pytest.raises(ValueError, match="X: expected shares above 0 whose sum is 1 in every row for the dirichlet"):
        ExponentialFamily(family="dirichlet").fit(X * 2, y)
    X[y == 0] = [0.2, 0.3, 0.5]
    learner = ExponentialFamily(family="dirichlet").fit(X, y)
    assert learner.last_step_.replaced == ((0, 0), (0, 1), (0, 2))
    assert (learner.predict(X) == y).all()


def test_class_at_the_edge_is_replaced_and_named():
    X, y = counts()
    X[y == 0, 0] = 0
    learner = ExponentialFamily(family="poisson").fit(X, y)
    assert learner.last_step_.replaced == ((0, 0),)
    assert "at the edge of the family, so replaced: x1 of class 0" in learner.last_step_.caption
    assert np.isfinite(learner.predict_proba(X)).all()


@pytest.mark.parametrize(("family", "data"), [("gaussian", waits), ("poisson", counts), ("gamma", waits)])
def test_grid_is_what_is_decided_at_every_point(family, data):
    model = ExponentialFamily(family=family).fit(*data()).model_
    x, z = np.arange(1.0, 8), np.arange(1.0, 5)
    grid = np.array([[a, b] for b in z for a in x])
    expected = model.decision_function(grid) if len(model.classes) == 2 else model.predict(grid)
    ask = model.score_grid if len(model.classes) == 2 else model.class_grid
    np.testing.assert_allclose(ask(x, z), expected.reshape(4, 7))
    assert np.isfinite(ask(x - 3, z - 3)).all()  # a picture may show more than the support


@pytest.mark.parametrize(
    ("family", "value", "expected"),
    [("bernoulli", 0.5, "0 or 1"), ("poisson", 1.5, "whole numbers from 0 on"), ("gamma", 0.0, "numbers above 0")],
)
def test_numbers_outside_the_support_are_refused_in_training_and_prediction(family, value, expected):
    X, y = np.array([[1.0], [0.0], [1.0], [1.0]]) + (family == "gamma"), [0, 0, 1, 1]
    learner = ExponentialFamily(family=family).fit(X, y)
    with pytest.raises(ValueError, match=rf"X: expected {expected} for the {family} family, got {value:g} at \(1, 0\)"):
        ExponentialFamily(family=family).steps([[1.0], [value], [1.0], [1.0]], y)
    with pytest.raises(ValueError, match=rf"X: expected {expected} for the {family} family, got {value:g} at \(0, 0\)"):
        learner.predict([[value]])


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        ("gaussian", [[0, 1], [0, -1]]),
        ("bernoulli", [[0.5], [1.0]]),
        ("poisson", [[0.0], [1.0]]),
        ("poisson", [1.0, 2.0]),
        ("gamma", [[1.0], [2.0]]),
        ("gamma", [[1.0, np.nan], [2.0, 1.0]]),
    ],
)
def test_impossible_given_parameters_are_refused(family, parameters):
    with pytest.raises(ValueError, match=rf"parameters: expected the {family} family's \("):
        ExponentialModel.given(family, parameters)


def test_outlier_does_not_cost_the_gaussian_family_its_digits():
    X, y = load_iris(return_X_y=True)
    X[0] = 1e9
    others = y > 0
    P = NaiveBayes().fit(X, y).predict_proba(X[others])
    np.testing.assert_allclose(ExponentialFamily().fit(X, y).predict_proba(X[others]), P, atol=1e-9)


def test_far_from_the_origin_the_gaussian_family_keeps_its_digits():
    X, y = load_iris(return_X_y=True)
    P = ExponentialFamily().fit(X, y).predict_proba(X)
    np.testing.assert_allclose(ExponentialFamily().fit(X + 1e6, y).predict_proba(X + 1e6), P, atol=1e-6)
