"""The squared loss for optimisers, I-003-011, I-003-018."""

import numpy as np
import pytest

from labkit.learners.least_squares.objective import SquaredLoss


def problem(lam=0.7, seed=0, n=12):
    rng = np.random.default_rng(seed)
    A = np.column_stack([np.ones(n), rng.normal(size=(n, 3))])
    return SquaredLoss(A, rng.normal(size=n), lam * np.array([0.0, 1, 1, 1])), rng.normal(size=4)


def slope(f, w, h=1e-6):
    return np.array([(f(w + h * e) - f(w - h * e)) / (2 * h) for e in np.eye(len(w))])


def test_loss_is_half_the_squared_errors_and_half_the_penalty_without_the_bias():
    J, w = problem(lam=2.0)
    errors = [sum(a * b for a, b in zip(row, w, strict=True)) - y for row, y in zip(J.A, J.y, strict=True)]
    expected = sum(e * e for e in errors) / 2 + (w[1] ** 2 + w[2] ** 2 + w[3] ** 2)
    assert J.at(w).value == pytest.approx(expected, rel=1e-12)


def test_gradient_and_hessian_are_the_differences_of_the_value():
    J, w = problem()
    np.testing.assert_allclose(J.at(w).gradient, slope(lambda v: J.at(v).value, w), rtol=1e-6)
    np.testing.assert_allclose(J.at(w).hessian, slope(lambda v: J.at(v).gradient, w), rtol=1e-6, atol=1e-8)


def test_smoothness_is_the_largest_curvature_of_any_direction():
    J, _ = problem()
    directions = np.random.default_rng(1).normal(size=(500, 4))
    curvatures = [p @ J.hessian @ p / (p @ p) for p in directions]
    assert max(curvatures) <= J.smoothness <= np.trace(J.hessian)
    assert J.smoothness == pytest.approx(np.linalg.norm(J.hessian, 2))


def test_smoothness_of_nothing_to_learn_from_is_none():
    assert SquaredLoss(np.zeros((3, 2)), np.ones(3), np.zeros(2)).smoothness is None


@pytest.mark.parametrize("batch", [1, 3, 4])
def test_parts_are_an_unbiased_estimate_of_the_mean_objective(batch):
    J, w = problem()
    parts = [J.part(np.arange(k, k + batch)).at(w) for k in range(0, 12, batch)]
    assert np.mean([part.value for part in parts]) == pytest.approx(J.at(w).value / 12)
    np.testing.assert_allclose(np.mean([part.gradient for part in parts], axis=0), J.at(w).gradient / 12)


def test_scale_bounds_the_gradient_at_zero_and_is_never_zero():
    J, _ = problem()
    assert (np.abs(J.at(np.zeros(4)).gradient) <= J.scale).all()
    assert (SquaredLoss(J.A, np.zeros(12), J.penalty).scale == 1).all()


def test_values_at_many_places_are_those_of_the_points():
    J, w = problem(n=4000)  # a block has four places
    W = w + np.random.default_rng(2).normal(size=(3, 4, 4))
    expected = [[J.at(w).value for w in row] for row in W]
    np.testing.assert_allclose(J.values(W), expected, rtol=1e-12)
    np.testing.assert_allclose(J.part(np.arange(5)).values(w), J.part(np.arange(5)).at(w).value)
