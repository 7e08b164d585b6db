"""The objective of many classes: naive sums, differences of values, and what bounds it."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from scipy.special import log_softmax, softmax

from labkit.learners import blocks
from labkit.learners.logistic.softmax_objective import SoftmaxObjective

CASES = pytest.mark.parametrize(
    ("classes", "reference", "weighted", "prior"),
    [(3, 2, False, False), (3, 0, True, True), (4, None, False, False), (4, None, True, True), (2, 1, True, False)],
)


def problem(classes, reference, weighted=False, prior=False, n=30, inputs=3, seed=0):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(inputs, n)), np.arange(n) % classes
    size = inputs * (classes - (reference is not None))
    A = rng.normal(size=(size, size))
    precision, centre = (A @ A.T, rng.normal(size=size)) if prior else (np.linspace(0, 1, size), None)
    c = rng.uniform(0.5, 2, n) if weighted else None
    objective = SoftmaxObjective(X, precision, y=y, classes=classes, reference=reference, centre=centre, weights=c)
    return objective, rng.normal(size=size)


def whole(objective, w):
    """The weights of all classes, in rows."""
    W = np.zeros((objective.classes, len(objective.features)))
    W[[k for k in range(objective.classes) if k != objective.reference]] = w.reshape(-1, len(objective.features))
    return W


def naive_value(objective, w):
    scores = whole(objective, w) @ objective.features
    c = np.ones(objective.examples) if objective.weights is None else objective.weights
    loss = -sum(c[n] * log_softmax(scores[:, n])[k] for n, k in enumerate(objective.y))
    moved = w - (0 if objective.centre is None else objective.centre)
    return loss + 0.5 * moved @ objective.curvature @ moved


@CASES
def test_value_is_the_sum_of_log_probabilities_and_the_penalty(classes, reference, weighted, prior):
    objective, w = problem(classes, reference, weighted, prior)
    assert objective.at(w).value == pytest.approx(naive_value(objective, w), rel=1e-12)


@CASES
def test_gradient_is_the_slope_of_the_value(classes, reference, weighted, prior):
    objective, w = problem(classes, reference, weighted, prior)
    slope = approx_fprime(w, lambda v: naive_value(objective, v), 1e-6)
    np.testing.assert_allclose(objective.at(w).gradient, slope, rtol=1e-4, atol=1e-4)


@CASES
def test_hessian_is_the_big_matrix_of_the_lecture(classes, reference, weighted, prior, monkeypatch):
    """I-000-019: block k, j is the sum of mu_k (d_kj - mu_j) x x', here term by term; however it is cut."""
    objective, w = problem(classes, reference, weighted, prior)
    mu = softmax(whole(objective, w) @ objective.features, axis=0)
    c = np.ones(objective.examples) if objective.weights is None else objective.weights
    free = [k for k in range(classes) if k != reference]
    H = objective.curvature.copy()
    for n, x in enumerate(objective.features.T):
        spread = np.diag(mu[free, n]) - np.outer(mu[free, n], mu[free, n])
        H += c[n] * np.kron(spread, np.outer(x, x))
    np.testing.assert_allclose(objective.at(w).bare_hessian, H, rtol=1e-10, atol=1e-12)
    monkeypatch.setattr(blocks, "SHORTEST", 7)
    monkeypatch.setattr(blocks, "PRODUCT", 0)
    np.testing.assert_allclose(objective.at(w).bare_hessian, H, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("reference", [3, None])
def test_certain_examples_have_an_accurate_hessian(reference):
    """1 - mu would lose all digits: the likeliest class has 1 - 1e-17."""
    a = np.array([40.0, 0.0, 1.0, 0.0])
    objective = SoftmaxObjective(np.ones((1, 1)), np.zeros(3 + (reference is None)), y=np.array([0]), classes=4,
                                 reference=reference)  # fmt: skip
    H = objective.at(a[: 3 + (reference is None)]).bare_hessian
    assert H[0, 0] == pytest.approx((2 + np.e) * np.exp(-40), rel=1e-12)


def test_pin_changes_no_step_and_only_makes_the_hessian_regular():
    objective, w = problem(4, None)
    objective.precision[:] = 0.0
    point = objective.at(w)
    assert np.linalg.matrix_rank(point.bare_hessian) == 9
    assert np.linalg.matrix_rank(point.hessian) == 12
    shortest = np.linalg.pinv(point.bare_hessian) @ point.gradient
    np.testing.assert_allclose(np.linalg.solve(point.hessian, point.gradient), shortest, rtol=1e-8, atol=1e-10)


@CASES
def test_no_curvature_is_above_the_smoothness(classes, reference, weighted, prior):
    objective, w = problem(classes, reference, weighted, prior)
    rng = np.random.default_rng(1)
    for scale in (0.0, 0.1, 1.0, 10.0):
        H = objective.at(scale * rng.normal(size=len(w))).bare_hessian
        assert np.linalg.eigvalsh(H)[-1] <= objective.smoothness * (1 + 1e-12)


@CASES
def test_parts_estimate_the_objective_per_example_without_bias(classes, reference, weighted, prior):
    objective, w = problem(classes, reference, weighted, prior)
    parts = [objective.part(np.arange(n, n + 5)).at(w) for n in range(0, 30, 5)]
    assert np.mean([part.value for part in parts]) == pytest.approx(objective.at(w).value / 30)
    np.testing.assert_allclose(np.mean([part.gradient for part in parts], axis=0), objective.at(w).gradient / 30)


def test_margins_are_the_leads_over_every_rival():
    objective, w = problem(3, 2)
    scores = whole(objective, w) @ objective.features
    leads = [scores[objective.y[n], n] - scores[k, n] for k in range(3) for n in range(30) if k != objective.y[n]]
    np.testing.assert_allclose(objective.margins(w), leads)
    mu = softmax(scores, axis=0)
    np.testing.assert_allclose(objective.at(w).doubts, [mu[k, n] for k in range(3) for n in range(30)
                                                        if k != objective.y[n]])  # fmt: skip


def test_large_scores_do_not_overflow():
    objective, w = problem(3, 2)
    objective.precision[:] = 0.0
    point = objective.at(1e8 * w)
    assert np.isfinite(point.value)
    assert np.isfinite(point.gradient).all()
    assert np.isfinite(point.hessian).all()
