"""What the slides print and what is right: I-003-018, I-004-011, I-004-012; E-003-03, E-003-04, E-004-01, E-004-35."""

import numpy as np
import pytest

from labkit.core.data import load
from labkit.learners.descent.first_order import GradientDescent
from labkit.learners.descent.moves import descend
from labkit.learners.least_squares.printed import stable_rate, sum_of_squares, train_loss
from tests.golden import close, golden

TABLE = load("ridge6").numeric()
X, Y = TABLE[:, :2], TABLE[:, 2]


def difference(objective, w, h=1e-6):
    return np.array([(objective.at(w + h * e).value - objective.at(w - h * e).value) / (2 * h) for e in np.eye(2)])


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


def test_stable_rate_of_the_squared_gradient_is_refused():
    with pytest.raises(ValueError, match="objective: expected one of bounded curvature"):
        stable_rate(train_loss(X, Y, printed=True))


@pytest.mark.parametrize("loss", [sum_of_squares, train_loss])
def test_examples_of_the_slides_losses_are_checked(loss):
    with pytest.raises(ValueError, match="inconsistent length 2"):
        loss(X, Y[:2])
