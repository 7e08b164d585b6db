"""The story of an optimiser on any function: steps that a lab can play."""

from itertools import pairwise

import numpy as np
import pytest

from labkit.core.story import START, STOP, UPDATE, together
from labkit.learners.decisions.targets import expected_loss
from labkit.learners.descent.annealing import SimulatedAnnealing
from labkit.learners.descent.first_order import GradientDescent
from labkit.learners.descent.moves import descend
from labkit.learners.descent.objective import PlainObjective
from labkit.learners.descent.solvers import SOLVERS
from labkit.learners.descent.step import downhill
from labkit.learners.descent.stochastic import StochasticGradient
from labkit.learners.descent.surfaces import surface
from labkit.learners.least_squares.objective import train_loss
from labkit.learners.least_squares.regression import LinearRegression
from labkit.learners.linear import LinearPredictor

X, Y = np.array([[1.0, -1.0], [1.0, 0.5], [1.0, 2.0]]), np.array([-1.0, 1.0, 2.0])


def test_story_is_that_of_the_moves():
    objective, start = train_loss(X, Y), [3.0, -3.0]
    trace = downhill(objective, "gradient", start, max_iterations=20)
    moves = list(descend(objective, SOLVERS["gradient"], np.array(start), tolerance=1e-8, budget=20))
    np.testing.assert_array_equal([step.w for step in trace], [move.point.w for move in moves])
    assert trace.curve("loss").tolist() == [move.point.value for move in moves]
    assert trace.curve("iteration").tolist() == [*range(21), 20]
    assert [trace[0].event, trace[1].event, trace[-1].event] == [START, UPDATE, STOP]
    assert trace[-1].caption == "stop after 20 iterations: the budget of 20 iterations is spent; loss 0.0555557"
    assert not trace[3].w.flags.writeable


def test_right_and_printed_gradient_race_side_by_side_E_004_01():
    """I-004-012: the printed one, its errors squared, goes uphill from where the other goes down."""
    rate = GradientDescent(rate=0.3)
    right, printed = (
        downhill(train_loss(X, Y, printed=p), rate, [0.0, 3.0], max_iterations=50, model=LinearPredictor)
        for p in (False, True)
    )
    race = together([right, printed])
    assert race[1].steps[0].loss < right[0].loss < race[1].steps[1].loss
    assert printed[-1].reason.startswith("diverged")
    best = LinearRegression().fit(X[:, 1:], Y).model_.w
    np.testing.assert_allclose(right[-1].model.w, best, atol=1e-3)


def test_answer_goes_down_to_the_conditional_mean_I_000_003():
    trace = downhill(expected_loss([0.5, 0.3, 0.2]), GradientDescent(rate=0.5), [0.0, 0.0, 1.0])
    np.testing.assert_allclose(trace[-1].w, [0.5, 0.3, 0.2], atol=1e-7)


def test_values_of_a_plain_function_at_many_places():
    objective = expected_loss([0.5, 0.3, 0.2])
    places = np.random.default_rng(0).normal(size=(4, 5, 3))
    expected = [[objective.at(y).value for y in row] for row in places]
    np.testing.assert_allclose(objective.values(places), expected)


def test_stochastic_steps_say_by_which_examples():
    x, y = X[:, 1:], Y
    one, two = (LinearRegression(solver=StochasticGradient(batch=b), max_iterations=4).trace(x, y) for b in (1, 2))
    assert one[1].caption.startswith(f"iteration 1: by example {one[1].example}, loss ")
    assert two[1].caption.startswith("iteration 1: by 2 examples, loss ")
    assert one[0].caption.startswith("start: loss ")


@pytest.mark.parametrize(
    ("solver", "start", "words"),
    [
        ("newton", [1.0], "ddf: expected a function for the Hessian, which this solver asks for, got None; pass one"),
        ("stochastic", [1.0], "solver: expected one that needs no examples, .* got StochasticGradient"),
        ("adam", [1.0], "solver: expected one that needs no examples, .* got Adam"),
        ("adagrad", [1.0], "solver: expected one of"),
        ("gradient", [[1.0]], r"start: expected 1 numbers .* got shape \(1, 1\)"),
    ],
)
def test_what_a_function_cannot_do_is_refused(solver, start, words):
    objective = PlainObjective(lambda w: w @ w, lambda w: 2 * w, smoothness=2.0)
    with pytest.raises(ValueError, match=words):
        downhill(objective, solver, start)


@pytest.mark.parametrize("solver", ["gradient", "line search", SimulatedAnnealing(temperature=5.0, seed=1)])
def test_story_ends_where_the_ball_leaves_the_box(solver):
    """I-002-001: a saddle falls without end, the picture does not."""
    saddle = surface("saddle")
    trace = downhill(saddle, solver, saddle.start, box=saddle.box)
    outside = [bool(np.abs(step.w).max() > 2) for step in trace[:-1]]
    assert outside.index(True) == len(outside) - 1, "the first step outside is the last move"
    assert trace[-1].reason == "it has left the box"
    inside = downhill(surface("bowl"), "newton", (1.0, 1.0), box=((-2, 2), (-2, 2)))
    assert inside[-1].reason.startswith("the gradient has vanished")
    with pytest.raises(ValueError, match=r"box: expected a .low, high. for each of 2 weights, got 1; pass as many"):
        downhill(saddle, solver, saddle.start, box=((-2, 2),))


def test_gradient_that_has_vanished_wholly_names_no_bound():
    trace = downhill(surface("bowl"), "newton", (0.0, 0.0), tolerance=0)
    assert trace[-1].caption == "stop after 0 iterations: the gradient has vanished; loss 0"


@pytest.mark.parametrize("name", ["bowl", "ravine", "egg box", "banana"])
def test_exact_line_search_takes_few_looks(name):
    """A lab lets go of balls while the start is dragged."""
    looks, valley = [], surface(name)

    class Counting:
        smoothness, scale = valley.smoothness, 1.0

        def at(self, w):
            looks.append(w)
            return valley.at(w)

    trace = downhill(Counting(), "line search", valley.start, max_iterations=50)
    assert len(looks) <= 14 * trace[-1].iteration
    for one, other in pairwise(trace[:5]):
        assert abs(one.gradient @ other.gradient) <= 1e-9 * one.slope**2, "the new slope is across the line"
