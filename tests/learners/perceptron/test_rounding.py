"""Conditioned features ask the same question; certificates allow for rounding."""

import numpy as np
import pytest

from labkit.learners.linear import signed
from labkit.learners.perceptron.rounding import balances, conditioned, polished, separates


@pytest.mark.parametrize("x0", [-1.0, 1.0])
def test_conditioned_features_are_about_one_and_give_the_same_scores(x0):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 3)) * [1e-3, 1.0, 1e5] + [7.0, -40.0, 0.0]
    Z = signed(X, x0, rng.choice((-1.0, 1.0), 30))
    Y, T = conditioned(Z)
    v = rng.normal(size=4)
    assert np.allclose(Y, Z @ T, atol=1e-9) and Y @ v == pytest.approx(Z @ (T @ v), abs=1e-9)
    assert ((np.abs(Y).max(axis=0) >= 0.7) & (np.abs(Y).max(axis=0) <= 1.5)).all()


def test_conditioning_keeps_the_lectures_whole_numbers_exact_and_a_constant_feature_finite():
    Y, T = conditioned(np.array([[1.0, 0.0, 5.0], [-1.0, -1.0, -5.0], [1.0, 2.0, 5.0]]))
    assert Y.tolist() == [[1, -1, 0], [-1, 0, 0], [1, 1, 0]]
    assert T.tolist() == [[1, -1, -5], [0, 1, 0], [0, 0, 1]]


def test_separator_must_stand_above_rounding():
    Z = np.array([[1.0, 1e16], [-1.0, -1e16 + 2]])
    assert separates(np.array([[1.0, 1.0], [-1.0, 2.0]]), np.array([0.0, 1.0]))
    assert not separates(Z, np.array([1e16, -1.0]))  # 0 and 2, of terms of size 1e16
    assert not separates(Z, np.zeros(2))


def test_balance_is_relative_to_every_column_and_needs_weights_above_zero():
    Z = np.array([[1.0, 1e-160], [-1.0, -1e-160]])
    assert balances(Z, np.ones(2))
    assert not balances(np.array([[1.0, 1e-160], [-1.0, -2e-160]]), np.ones(2))
    assert not balances(Z, np.zeros(2)) and not balances(Z, -np.ones(2))


def test_polishing_makes_a_rough_balance_exact():
    Z = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 0.0], [-1.0, 3.0]])
    rough = np.array([1.0, 1.0 + 1e-5, 2.0, 1e-7])
    assert not balances(Z, rough)
    assert balances(Z, polished(Z, rough)) and polished(Z, rough) == pytest.approx(rough, abs=1e-5)
