"""The squared loss for optimisers, I-003-011, I-003-018; what the slides print and what is right.

I-004-011, I-004-012; E-003-03, E-003-04, E-004-01, E-004-35.
"""

import numpy as np
import pytest

from labkit.core.data import load
from labkit.learners import LinearRegression
from labkit.learners.descent.first_order import GradientDescent, stable_rate
from labkit.learners.descent.moves import descend
from labkit.learners.least_squares.objective import SquaredLoss, sum_of_squares, train_loss
from tests.golden import close, golden


def problem(lam=0.7, seed=0, n=12):
    rng = np.random.default_rng(seed)
    A = np.column_stack([np.ones(n), rng.normal(size=(n, 3))])
    return SquaredLoss(A, rng.normal(size=n), lam * np.array([0.0, 1, 1, 1])), rng.normal(size=4)


def slope(f, w, h=1e-6):
    return np.array([(f(w + h * e) - f(w - h * e)) / (2 * h) for e in np.eye(len(w))])


def test_loss_is_half_the_squared_errors_and_half_the_penalty_without_the_bias():  # I-003-011
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


# ---------------------------------------------------------------- the slides' losses

TABLE = load("ridge6").numeric()
X, Y = TABLE[:, :2], TABLE[:, 2]


def difference(objective, w, h=1e-6):
    return slope(lambda v: objective.at(v).value, w, h)


def last(objective, rate, budget=400):
    moves = descend(objective, GradientDescent(rate=rate), np.zeros(2), tolerance=1e-9, budget=budget)
    return list(moves)[-1]


def test_gradients_of_the_train_loss_are_the_golden_ones():
    zero = np.zeros(2)
    right, printed = (train_loss(X, Y, printed=printed).at(zero).gradient for printed in (False, True))
    assert close([right.tolist(), printed.tolist()], golden("LIN-02"))
    np.testing.assert_allclose(right, difference(train_loss(X, Y), zero), rtol=1e-6)


def test_largest_stable_rates_are_the_golden_ones():
    rates = [stable_rate(sum_of_squares(X, Y, printed=printed)) for printed in (False, True)]
    assert close(rates, golden("RID-04"))


def test_printed_gradient_of_the_sum_is_half_of_it():
    """E-003-03, by differences."""
    w = np.array([0.5, -1.0])
    right = sum_of_squares(X, Y).at(w).gradient
    np.testing.assert_allclose(right, difference(sum_of_squares(X, Y), w), rtol=1e-6)
    np.testing.assert_allclose(sum_of_squares(X, Y, printed=True).at(w).gradient, right / 2, rtol=1e-12)


@pytest.mark.parametrize("loss", [sum_of_squares, train_loss])
def test_rates_below_the_stable_one_converge_and_above_it_diverge(loss):
    objective = loss(X, Y)
    below, above = (last(objective, share * stable_rate(objective)) for share in (0.95, 1.05))
    np.testing.assert_allclose(below.point.w, golden("RID-01").value, rtol=1e-6)
    assert "vanished" in below.reason
    assert "diverged" in above.reason


def test_rate_that_the_printed_gradient_calls_stable_makes_the_true_one_diverge():
    rate = 0.95 * stable_rate(sum_of_squares(X, Y, printed=True))
    assert "vanished" in last(sum_of_squares(X, Y, printed=True), rate).reason
    assert "diverged" in last(sum_of_squares(X, Y), rate).reason


def test_squared_gradient_leads_uphill_from_the_start():
    """E-004-01: its sign is lost, here it is the opposite one."""
    objective = train_loss(X, Y, printed=True)
    moves = list(descend(objective, GradientDescent(rate=0.01), np.zeros(2), tolerance=0, budget=50))
    assert moves[1].point.value > moves[0].point.value
    assert "diverged" in moves[-1].reason


def test_stable_rate_depends_on_the_unit_of_x():
    """E-004-35: "usually less than 1" holds for no unit in particular."""
    assert stable_rate(train_loss(X / 100, Y)) == pytest.approx(1e4 * stable_rate(train_loss(X, Y)))
    assert stable_rate(train_loss(X / 100, Y)) > 1


@pytest.mark.parametrize("momentum", [0.0, 0.5])
def test_stable_rate_is_on_every_step_downhill_and_grows_with_momentum(momentum):
    X = np.random.default_rng(0).normal(size=(30, 2)) * [1.0, 3.0]
    y, ends = X @ [1.0, -1.0] + 2, []
    first = LinearRegression(solver="gradient").trace(X, y)[0]
    bound = stable_rate(first.objective, momentum)
    assert bound == pytest.approx((1 + momentum) * first.stable_rate)
    for share in (0.98, 1.02):
        solver = GradientDescent(rate=share * bound, momentum=momentum)
        ends.append(LinearRegression(solver=solver, max_iterations=5000).fit(X, y).last_step_.reason)
    assert "vanished" in ends[0] and "diverged" in ends[1]


def test_stable_rate_of_the_squared_gradient_is_refused():
    with pytest.raises(ValueError, match="objective: expected one of bounded curvature"):
        stable_rate(train_loss(X, Y, printed=True))


@pytest.mark.parametrize("loss", [sum_of_squares, train_loss])
def test_examples_of_the_slides_losses_are_checked(loss):
    with pytest.raises(ValueError, match="inconsistent length 2"):
        loss(X, Y[:2])
