"""What a way down costs: I-003-045, I-003-046, I-003-047, I-003-048."""

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import LogisticRegression
from labkit.learners.descent import (
    SOLVERS,
    CountedObjective,
    GradientDescent,
    LevenbergMarquardt,
    Newton,
    SteepestDescent,
    StochasticGradient,
    priced,
    quadratic,
)
from labkit.learners.descent.moves import descend


@pytest.fixture(scope="module")
def valley():
    X, y = data.gaussians(30, seed=1)
    return LogisticRegression(lam=0.1, max_iterations=1).trace(X, y)[0].objective


def test_gradient_descent_pays_one_evaluation_a_move(valley):
    way = priced(valley, GradientDescent(), np.zeros(3), most=20)
    assert way.costs.tolist() == [0, *range(2, 21)]  # the start is paid with the first move


def test_newton_pays_a_hessian_of_three_rows_with_each_move(valley):
    way = priced(valley, Newton(), np.zeros(3), most=100)
    assert way.costs[:4].tolist() == [0, 5, 9, 13]


def test_damping_again_asks_for_no_new_hessian():
    bowl = quadratic([[2.0, 0.0], [0.0, 1.0]])
    way = priced(bowl, LevenbergMarquardt(), (1.0, 1.0), most=100)
    assert way.costs[1] == 4


def test_line_search_pays_for_every_try(valley):
    way = priced(valley, SteepestDescent(), np.zeros(3), most=100)
    assert (np.diff(way.costs) > 1).all()


def test_thirty_examples_one_at_a_time_are_one_evaluation(valley):
    way = priced(valley, StochasticGradient(rate=0.01), np.zeros(3), most=3)
    np.testing.assert_allclose(way.costs[[1, 30, 60]], [1 / 30, 1, 2])


@pytest.mark.parametrize("name", SOLVERS)
def test_counting_changes_no_way(valley, name):
    counted = CountedObjective(valley)
    ways = [[move.point.w for move in descend(each, SOLVERS[name], np.zeros(3), tolerance=1e-6, budget=40)]
            for each in (valley, counted)]  # fmt: skip
    np.testing.assert_array_equal(*ways)
    assert counted.count > 0


def test_a_place_is_paid_once(valley):
    counted = CountedObjective(valley)
    point = counted.at(np.ones(3))
    assert counted.count == 0
    assert (point.value, point.gradient.tolist()) == (point.value, point.gradient.tolist())
    assert counted.count == 1
    np.testing.assert_array_equal(point.hessian, point.hessian)
    assert counted.count == 4


def test_priced_way_knows_where_so_much_leads_and_what_a_loss_costs(valley):
    way = priced(valley, Newton(), np.zeros(3), most=100)
    assert [way.after(cost) for cost in (0, 4.9, 5, 8, 9)] == [0, 0, 1, 1, 2]
    assert way.cost_of(way.losses[0]) == 0 and way.cost_of(way.losses[2]) == 9
    assert way.cost_of(-1.0) is None


def test_priced_refuses_nothing_to_pay_with(valley):
    with pytest.raises(ValueError, match="most: expected a number"):
        priced(valley, Newton(), np.zeros(3), most=0)
