"""Where features are far more than examples: the span of the examples against the same problem as it is read."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression as Peer

from labkit.learners import LogisticRegression, SoftmaxRegression
from labkit.learners.descent import second_order
from labkit.learners.logistic.engine import span


def wide(n=20, d=300, classes=2):
    rng = np.random.default_rng(0)
    return rng.normal(size=(n, d)) + 3.0, np.arange(n) % classes


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("kind", [LogisticRegression, SoftmaxRegression], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("solver", ["newton", "gradient"])
def test_steps_in_the_span_are_those_of_all_weights(kind, intercept, solver, monkeypatch):
    """Also gradient and direction, in the weights of the features."""
    X, y = wide(classes=2 if kind is LogisticRegression else 3)
    learner = kind(lam=50.0, intercept=intercept, solver=solver, max_iterations=5, tolerance=0.0)
    short = learner.trace(X, y)
    monkeypatch.setattr(span, "FEW_FEATURES", 1000)
    for one, other in zip(short, learner.trace(X, y), strict=True):
        assert one.loss == pytest.approx(other.loss, rel=1e-9)
        np.testing.assert_allclose(one.w, other.w, atol=1e-8)
        np.testing.assert_allclose(one.gradient, other.gradient, atol=1e-6 * np.abs(short[0].gradient).max())


@pytest.mark.parametrize("classes", [2, 3])
def test_optimum_is_that_of_scikit_learn(classes):
    X, y = wide(40, 3000, classes)
    ours = (LogisticRegression(lam=1.0) if classes == 2 else SoftmaxRegression(lam=1.0, reference=None)).fit(X, y)
    theirs = Peer(tol=1e-10, max_iter=5000).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)


def test_hundred_thousand_features_need_no_table_of_their_squares():
    """300 GiB it would be."""
    X, y = wide(8, 100_000)
    assert LogisticRegression().fit(X, y).score(X, y) == 1.0
    assert SoftmaxRegression().fit(X, np.arange(8) % 3).score(X, np.arange(8) % 3) == 1.0


@pytest.mark.parametrize("learner", [SoftmaxRegression(lam=0.5), SoftmaxRegression(lam=0.5, reference=None),
                                     LogisticRegression(lam=0.5)], ids=str)  # fmt: skip
def test_newton_by_products_ends_where_newton_by_tables_does(learner, monkeypatch):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(90, 12)) * np.geomspace(0.01, 100, 12)
    y = (X[:, 0] * 100 + rng.logistic(size=90) > 0).astype(int)
    y = y if isinstance(learner, LogisticRegression) else y + (X[:, 1] > 0.02)
    table = learner.fit(X, y).last_step_
    monkeypatch.setattr(second_order, "MOST_SOLVED", 1)
    products = learner.fit(X, y).last_step_
    assert "vanished" in products.reason
    assert products.loss == pytest.approx(table.loss, rel=1e-9)


def test_products_with_the_hessian_are_its_products():
    X, y = wide(30, 5, 3)
    for learner, labels in ((SoftmaxRegression(lam=0.5), y), (LogisticRegression(lam=0.5), y > 0)):
        point = learner.trace(X, labels)[1].point
        v = np.random.default_rng(2).normal(size=point.w.shape)
        np.testing.assert_allclose(point.hessian_times(v), point.hessian @ v, rtol=1e-9)
        np.testing.assert_allclose(point.hessian_diagonal, point.hessian.diagonal(), rtol=1e-9)
