"""Every optimiser where the function is not convex: at saddles, on maxima, in one basin of many, without a bottom."""

import numpy as np
import pytest
from scipy.optimize import minimize

from labkit.learners.descent.critical import MINIMUM, SADDLE, classify
from labkit.learners.descent.first_order import ConjugateGradient, GradientDescent, SteepestDescent
from labkit.learners.descent.second_order import BFGS, LevenbergMarquardt, Newton
from labkit.learners.descent.step import downhill
from labkit.learners.descent.surfaces import Surface, surface

WELLS = Surface(lambda x, y: (x**2 - 1) ** 2 + y**2 + x * y**2 / 4)  # minima near (-1, 0) and (1, 0), a saddle at 0
DOWNHILL = [
    GradientDescent(rate=0.05),
    GradientDescent(rate=0.02, momentum=0.8),
    SteepestDescent("exact"),
    SteepestDescent("wolfe"),
    ConjugateGradient("exact"),
    ConjugateGradient("wolfe"),
    Newton(),
    LevenbergMarquardt(),
    BFGS(),
]
ALL = pytest.mark.parametrize("optimiser", DOWNHILL, ids=repr)
STARTS = [(0.01, 0.5), (-0.3, -0.8), (1.7, 1.1), (-1.6, 0.2), (0.05, 0.0), (0.4, 1.5)]


@ALL
@pytest.mark.parametrize("start", STARTS, ids=str)
def test_way_down_ends_in_a_minimum_that_scipy_knows(optimiser, start):
    trace = downhill(WELLS, optimiser, start, max_iterations=3000)
    assert classify(WELLS, trace[-1].w, tolerance=1e-6).kind == MINIMUM
    theirs = minimize(lambda w: WELLS.at(w).value, trace[-1].w, method="Nelder-Mead", options={"xatol": 1e-9})
    np.testing.assert_allclose(trace[-1].w, theirs.x, atol=1e-4)


@ALL
@pytest.mark.parametrize("start", [(0.0, 0.0), (1.0, 0.0)], ids=["saddle", "minimum"])
def test_start_where_the_gradient_is_zero_stays_and_says_why(optimiser, start):
    """The ball on the exact saddle does not roll (I-002-001); what it lies on, ``classify`` knows."""
    trace = downhill(WELLS, optimiser, start)
    assert len(trace) == 2
    assert trace[-1].reason == "the gradient has vanished (below 1e-08)"
    assert classify(WELLS, trace[-1].w).kind == (SADDLE if start[0] == 0 else MINIMUM)


@ALL
@pytest.mark.parametrize("side", [-1, 1])
def test_ball_beside_the_saddle_rolls_to_its_own_side(optimiser, side):
    trace = downhill(WELLS, optimiser, (1e-4 * side, 0.0), max_iterations=3000)
    np.testing.assert_allclose(trace[-1].w, [side, 0.0], atol=1e-5)


@pytest.mark.parametrize("name", ["saddle", "hill", "turned saddle"])
@pytest.mark.parametrize("optimiser", [SteepestDescent(), ConjugateGradient(), Newton(), BFGS()], ids=repr)
def test_function_without_a_bottom_is_said(optimiser, name):
    trace = downhill(surface(name), optimiser, surface(name).start)
    assert trace[-1].reason == "the function falls without end"
    assert (np.diff(trace.curve("loss")[:-1]) < 0).all()


def test_whole_newton_goes_to_the_saddle_and_to_the_maximum_and_says_so():
    for name in ("saddle", "turned saddle", "hill"):
        trace = downhill(surface(name), Newton(halve=False), (1.0, 0.3))
        np.testing.assert_allclose(trace[1].w, [0.0, 0.0], atol=1e-12)
        assert len(trace) == 3
        assert "J bent downwards, so that Newton went to where it is level" in trace[1].caption
    bowl = downhill(surface("bowl"), Newton(halve=False), (1.0, 0.3))
    assert "bent" not in bowl[1].caption


def test_halved_newton_turns_away_from_the_saddle_and_says_so():
    whole, halved = (downhill(WELLS, Newton(halve=h), (0.2, 0.1)) for h in (False, True))
    assert classify(WELLS, whole[-1].w).kind == SADDLE
    assert classify(WELLS, halved[-1].w).kind == MINIMUM
    assert "turned part of its step round" in halved[1].caption
    assert (halved[1].equation, halved[-2].equation) == (5, 1)
    assert halved[-2].note == ""


@pytest.mark.parametrize("halve", [True, False])
def test_newton_says_where_it_has_no_direction(halve):
    """On a plane, and in a trough that is straight along its length, H p = -g has no solution."""
    for f, moves in ((lambda x, y: x + y, 0), (lambda x, y: x**2 + y, 1), (lambda x, y: y - x**2, 0)):
        trace = downhill(Surface(f), Newton(halve), (0.0 if moves == 0 else 1.0, 1.0))
        assert trace[-1].reason == "nothing lower is found: Newton's direction is level"
        assert trace[-1].iteration == moves


@ALL
def test_start_outside_the_domain_and_a_tip_without_gradient_are_said(optimiser):
    log, cone = Surface(lambda x, y: x - np.log(x) + y**2), Surface(lambda x, y: np.sqrt(x**2 + y**2))
    for start in ((-1.0, 1.0), (0.0, 1.0)):
        trace = downhill(log, optimiser, start)
        assert (len(trace), trace[-1].reason) == (2, "the function is no finite number here")
    assert downhill(cone, optimiser, (0.0, 0.0))[-1].reason == "the function has no gradient here"
    np.testing.assert_allclose(downhill(log, optimiser, (0.5, 1.0), max_iterations=3000)[-1].w, [1, 0], atol=1e-4)


@pytest.mark.parametrize("optimiser", [*DOWNHILL[2:], LevenbergMarquardt(factor=1e300)], ids=repr)
def test_story_without_a_tolerance_ends_where_numbers_do(optimiser):
    """Squares of gradients and the damping shrink below the smallest number: no error, and no loop without end."""
    trace = downhill(surface("flat bowl"), optimiser, (1.5, 1.0), tolerance=0.0, max_iterations=3000)
    assert trace[-1].loss < 1e-40
    assert trace[-1].reason


def test_neighbouring_starts_end_in_different_minima():
    """The minimum found is likely to be the one near the start."""
    of = surface("egg box")
    ends = [downhill(of, "bfgs", start)[-1].w for start in ((0.4, 0.3), (3.0, 2.9), (-3.3, 2.8))]
    np.testing.assert_allclose(ends, [[0, 0], [2.9898, 2.9898], [-2.9898, 2.9898]], atol=1e-3)


def test_momentum_rolls_through_minima_that_stop_plain_descent():
    of = surface("egg box")
    plain, heavy = (downhill(of, name, of.start) for name in ("gradient", "momentum"))
    assert heavy[-1].loss < 1e-9 < 0.4 < plain[-1].loss
