"""Block after block (I-002-037): Gauss and Seidel, closed forms, and where it ends."""

import numpy as np
import pytest
from scipy.optimize import least_squares

from labkit.learners import LinearRegression, LogisticRegression
from labkit.learners.descent.alternating import Alternating
from labkit.learners.descent.objective import PlainObjective
from labkit.learners.descent.step import downhill
from labkit.learners.descent.surfaces import surface

RNG = np.random.default_rng(6)
A = RNG.normal(size=(30, 4))
B = A @ [1.0, -1.0, 2.0, 0.5] + RNG.normal(0, 0.2, 30)
SQUARES = PlainObjective(lambda w: float((A @ w - B) @ (A @ w - B)) / 2, lambda w: (A @ w - B) @ A, lambda w: A.T @ A)
T = np.linspace(0, 3, 25)
Y = 2.0 * np.exp(-1.3 * T) + 0.05 * RNG.normal(size=25)


def decay_loss(w):
    return float(((w[0] * np.exp(-w[1] * T) - Y) ** 2).sum()) / 2


def decay_slope(w):
    g = np.exp(-w[1] * T)
    r = w[0] * g - Y
    return np.array([r @ g, -w[0] * (r * g) @ T])


def linear_weight(w):
    """The best w for the v that is: linear least squares."""
    g = np.exp(-w[1] * T)
    return [g @ Y / (g @ g)]


@pytest.mark.parametrize("blocks", [((0,), (1,), (2,), (3,)), ((0, 1), (2, 3)), ((3, 0), (1,), (2,)), ((0, 1, 2, 3),)])
def test_limit_is_the_joint_least_squares_E_002_10(blocks):
    trace = downhill(SQUARES, Alternating(blocks), np.zeros(4), tolerance=1e-9, max_iterations=500)
    np.testing.assert_allclose(trace[-1].w, np.linalg.lstsq(A, B)[0], atol=1e-8)
    assert (np.diff(trace.curve("loss")) <= 1e-12).all()
    if len(blocks) == 2:
        assert trace[2].caption.endswith("; the turn of weights 2, 3")


def test_one_move_is_gauss_and_seidel():
    H, b = A.T @ A, A.T @ B
    trace = downhill(SQUARES, Alternating(((0,), (1,), (2,), (3,))), np.zeros(4), max_iterations=8)
    w = np.zeros(4)
    for k, step in enumerate(trace[1:-1]):
        j = k % 4
        w[j] = (b[j] - H[j] @ w + H[j, j] * w[j]) / H[j, j]
        np.testing.assert_allclose(step.w, w, atol=1e-8)
        assert np.flatnonzero(step.direction).tolist() == [j]
        assert step.caption.endswith(f"; the turn of weight {j}")


def test_correlated_weights_creep_by_the_square_of_their_correlation():
    """In the bowl x^2 + y^2 + x y the correlation is 1/2: a sweep leaves a quarter of the error."""
    trace = downhill(surface("bowl"), Alternating(((0,), (1,))), [2.0, 1.0], max_iterations=8)
    y = np.array([step.w[1] for step in trace[2:9:2]])
    np.testing.assert_allclose(y[1:] / y[:-1], 0.25, rtol=1e-4)


@pytest.mark.parametrize("best", [(), (linear_weight, None)], ids=["searched", "closed form"])
def test_weight_and_exponent_in_turn_arrive_where_scipy_does(best):
    """The dictionary model with one function: w given v is linear least squares, v given w is searched."""
    f = PlainObjective(decay_loss, decay_slope)
    trace = downhill(f, Alternating(((0,), (1,)), best), [0.5, 0.5], tolerance=1e-7, max_iterations=300)
    theirs = least_squares(lambda w: w[0] * np.exp(-w[1] * T) - Y, [0.5, 0.5])
    np.testing.assert_allclose(trace[-1].w, theirs.x, atol=1e-5)


def test_learners_go_down_block_after_block_too():
    """A logistic loss has its unit of the gradient at every point, not once for all."""
    y = (A[:, 0] + 0.5 * B > 0).astype(int)
    for learner in (LogisticRegression, LinearRegression):
        solvers = "newton", Alternating(((0, 1), (2, 3, 4)))
        plain, turns = (learner(lam=1.0, solver=solver, tolerance=1e-9).fit(A, y) for solver in solvers)
        np.testing.assert_allclose(turns.model_.w, plain.model_.w, atol=1e-6)


def test_wrong_closed_form_is_found_out():
    f = PlainObjective(decay_loss, decay_slope)
    trace = downhill(f, Alternating(((0,), (1,)), (lambda w: [50.0], None)), [0.5, 0.5])
    assert trace[-1].reason.startswith("the block (0,) would go up: what its closed form finds")
    np.testing.assert_array_equal(trace[-1].w, [0.5, 0.5])


def test_axes_of_a_saddle_hold_it_fast():
    """x y from (0, 0) and along an axis: no block alone sees a way down."""
    assert "vanished" in downhill(surface("saddle"), Alternating(((0,), (1,))), [0.0, 0.0])[-1].reason


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: downhill(SQUARES, Alternating(((0,), (1,))), np.zeros(4)),
            "blocks: expected every weight from 0 to 3",
        ),
        (lambda: downhill(SQUARES, Alternating(((0, 1), (1, 2, 3))), np.zeros(4)), "blocks: expected every weight"),
        (lambda: Alternating(((0,), (1,)), (None,)), "best: expected one for each of the 2 blocks, got 1"),
        (lambda: Alternating((0, 1)), "blocks: expected places of weights in groups, got .0, 1.; write"),
        (lambda: Alternating(((0,),), solver="best"), "solver: expected one of"),
        (lambda: Alternating(((0,),), tolerance=-1), "tolerance: expected"),
        (lambda: Alternating(((0,),), max_iterations=0), "max_iterations: expected"),
    ],
)
def test_bad_blocks_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()
