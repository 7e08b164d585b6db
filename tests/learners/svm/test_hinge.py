"""The hinge loss as an objective: its values and subgradients by loops, and descents towards the dual's solution."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import SVM
from labkit.learners.descent.step import downhill
from labkit.learners.descent.stochastic import StochasticGradient
from labkit.learners.linear import LinearModel
from labkit.learners.svm.hinge import primal

RNG = np.random.default_rng(5)
X, Y = data.gaussians(60, distance=3.0, seed=1)
X = X / X.std()


def by_hand(w, C):
    """J and a subgradient, example by example."""
    value, slope = 0.5 * sum(w[1:] ** 2), np.array([0.0, *w[1:]])
    for x, y in zip(X, Y, strict=True):
        z = 1 if y == 1 else -1
        margin = z * (w[0] + x @ w[1:])
        if margin < 1:
            value += C * (1 - margin)
            slope -= C * z * np.array([1.0, *x])
    return value, slope


@pytest.mark.parametrize("C", [0.1, 3.0])
def test_value_and_subgradient_are_those_of_the_definition(C):
    objective = primal(X, Y, C)
    places = RNG.normal(size=(6, 3))
    for w in places:
        value, slope = by_hand(w, C)
        point = objective.at(w)
        assert point.value == pytest.approx(value)
        np.testing.assert_allclose(point.gradient, slope, atol=1e-10)
    np.testing.assert_allclose(objective.values(places), [by_hand(w, C)[0] for w in places])


def test_subgradient_is_the_slope_off_the_kinks():
    objective, w, h = primal(X, Y, 2.0), RNG.normal(size=3), 1e-7
    ahead = [(objective.at(w + h * e).value - objective.at(w - h * e).value) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(objective.at(w).gradient, ahead, atol=1e-4)


def test_kink_counts_as_flat():
    objective = primal([[-1.0], [1.0]], [0, 1], 5.0)
    np.testing.assert_array_equal(objective.at(np.array([0.0, 1.0])).gradient, [0.0, 1.0])


def test_parts_are_the_objective_on_average():
    objective, w = primal(X, Y, 2.0), RNG.normal(size=3)
    parts = [objective.part(np.array([k])).at(w) for k in range(60)]
    assert np.mean([part.value for part in parts]) == pytest.approx(objective.at(w).value / 60)
    np.testing.assert_allclose(np.mean([part.gradient for part in parts], axis=0), objective.at(w).gradient / 60)


def test_slacks_are_those_of_the_dual_solution():
    """I-001-019, E-001-11."""
    step = SVM(kernel="linear", C=2.0, tolerance=1e-9).fit(X, Y).last_step_
    point = primal(X, Y, 2.0).at(step.model.w)
    np.testing.assert_allclose(point.slacks, step.slacks, atol=1e-9)
    assert point.value == pytest.approx(step.primal)
    assert (point.slacks > 1).sum() == step.mistakes <= point.slacks.sum()


@pytest.mark.parametrize(("schedule", "rate"), [("1/k", 60.0), ("1/sqrt k", 0.5)])
def test_stochastic_subgradients_come_near_the_solution(schedule, rate):
    """I-001-019: rates that fall; the rate N and 1/k are Pegasos."""
    objective = primal(X, Y, 1.0)
    best = SVM(kernel="linear", C=1.0, tolerance=1e-9).fit(X, Y).last_step_
    solver = StochasticGradient(rate=rate, schedule=schedule, seed=1)
    trace = downhill(
        objective, solver, np.zeros(3), max_iterations=6000, model=lambda w: LinearModel(w, np.array([0, 1]), 1.0)
    )
    assert best.primal - 1e-9 <= trace[-1].loss < 1.05 * best.primal
    assert trace[-1].loss < 0.6 * trace[0].loss
    assert (trace[-1].model.predict(X) == best.model.predict(X)).mean() > 0.95


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="C: expected a number > 0"):
        primal(X, Y, 0.0)
    with pytest.raises(ValueError, match="expected 2 classes"):
        primal(X, np.arange(60) % 3)
