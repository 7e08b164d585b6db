"""Every optimiser on functions whose minimum is known, and the lectures' numbers."""

import inspect
from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import minimize

from labkit.learners.descent.changes import LastChanges
from labkit.learners.descent.first_order import (
    ConjugateGradient,
    GradientDescent,
    SteepestDescent,
    best_momentum,
)
from labkit.learners.descent.moves import descend
from labkit.learners.descent.objective import Objective, PlainObjective
from labkit.learners.descent.second_order import BFGS, LevenbergMarquardt, Newton, solved
from labkit.learners.descent.solvers import SOLVERS, chosen
from labkit.learners.descent.stochastic import StochasticGradient
from tests.golden import close, golden

WHOLE = [name for name in SOLVERS if name not in ("stochastic", "adam")]
LINE_SEARCHES = [
    SteepestDescent("exact"),
    SteepestDescent("wolfe"),
    ConjugateGradient("exact"),
    ConjugateGradient("wolfe"),
]


def quadratic(H, centre=None):
    H = np.asarray(H, dtype=float)
    c = np.zeros(len(H)) if centre is None else np.asarray(centre, dtype=float)
    L = float(np.linalg.eigvalsh(H)[-1])
    return PlainObjective(lambda w: (w - c) @ H @ (w - c) / 2, lambda w: H @ (w - c), lambda w: H, smoothness=L)


def rosenbrock():
    return PlainObjective(
        lambda w: (1 - w[0]) ** 2 + 100 * (w[1] - w[0] ** 2) ** 2,
        lambda w: np.array(
            [-2 * (1 - w[0]) - 400 * w[0] * (w[1] - w[0] ** 2), 200 * (w[1] - w[0] ** 2)],
        ),
        lambda w: np.array([[2 - 400 * (w[1] - 3 * w[0] ** 2), -400 * w[0]], [-400 * w[0], 200.0]]),
    )


def walked(objective, optimiser, start, tolerance=1e-9, budget=5000):
    return list(descend(objective, optimiser, np.asarray(start, dtype=float), tolerance=tolerance, budget=budget))


@pytest.mark.parametrize("name", WHOLE)
def test_optimiser_finds_the_minimum_of_a_parabola(name):
    moves = walked(quadratic([[3, 1], [1, 2]], [1, -2]), SOLVERS[name], [5, 5])
    assert "vanished" in moves[-1].reason
    np.testing.assert_allclose(moves[-1].point.w, [1, -2], atol=1e-8)


@pytest.mark.parametrize("name", ["conjugate gradient", "newton", "levenberg-marquardt", "bfgs"])
def test_optimiser_finds_the_end_of_a_bent_valley(name):
    moves = walked(rosenbrock(), SOLVERS[name], [-1.2, 1.0])
    np.testing.assert_allclose(moves[-1].point.w, [1, 1], atol=1e-6)


@pytest.mark.parametrize("name", ["line search", "conjugate gradient", "newton", "levenberg-marquardt", "bfgs"])
def test_searching_optimiser_never_rises(name):
    values = [move.point.value for move in walked(rosenbrock(), SOLVERS[name], [-1.2, 1.0], budget=200)]
    assert np.all(np.diff(values) <= 0)


def test_newton_solves_a_parabola_in_one_move():
    moves = walked(quadratic([[3, 1], [1, 2]]), Newton(), [5, 5])
    assert len(moves) == 3  # the start, the move, the end


def test_newton_trusts_the_slope_where_the_fall_is_lost_in_rounding():
    """On top of 1e8 a fall of 1e-10 is not seen; the slope still leads to the minimum, and there it ends by itself."""
    f = PlainObjective(lambda w: 1e8 + np.cosh(w[0]), lambda w: np.sinh(w), lambda w: np.cosh(w)[:, None])
    moves = walked(f, Newton(), [1e-4], tolerance=1e-12)
    assert abs(moves[-1].point.w[0]) < 1e-12
    moves = walked(f, Newton(), [1e-4], tolerance=0.0)
    assert moves[-1].reason
    assert len(moves) < 8


def test_conjugate_gradients_solve_a_parabola_in_as_many_moves_as_dimensions():
    rng = np.random.default_rng(0)
    A = rng.normal(size=(6, 6))
    moves = walked(quadratic(A @ A.T + np.eye(6)), ConjugateGradient(), rng.normal(size=6), tolerance=1e-6)
    assert len(moves) - 2 <= 7


def test_bfgs_takes_about_as_many_moves_as_scipy():
    start = [-1.2, 1.0]
    f = rosenbrock()
    theirs = minimize(f.f, start, jac=f.df, method="BFGS", options={"gtol": 1e-9})
    ours = walked(f, BFGS(), start)
    assert len(ours) - 2 <= 1.5 * theirs.nit


def test_changes_one_after_the_other_make_the_table_of_equation_1():
    rng = np.random.default_rng(0)
    A = rng.normal(size=(6, 6))
    H, few = A @ A.T + np.eye(6), LastChanges(4)
    moved = rng.normal(size=(4, 6))
    s, y = moved[-1], moved[-1] @ H
    B = np.eye(6) * (s @ y) / (y @ y)
    for s in moved:
        y = H @ s
        few.add(s, y)
        V = np.eye(6) - np.outer(s, y) / (s @ y)
        B = V @ B @ V.T + np.outer(s, s) / (s @ y)
    g = rng.normal(size=6)
    np.testing.assert_allclose(few.times(g), B @ g, rtol=1e-10)


@pytest.mark.parametrize("optimiser", [BFGS(memory=3), BFGS(memory=10)], ids=repr)
def test_bfgs_with_a_short_memory_finds_the_end_of_a_bent_valley(optimiser):
    moves = walked(rosenbrock(), optimiser, [-1.2, 1.0])
    np.testing.assert_allclose(moves[-1].point.w, [1, 1], atol=1e-6)


def test_bfgs_of_many_weights_needs_no_table():
    """One of 20,000 x 20,000 numbers takes 3 GB."""
    unit = np.linspace(1, 10, 20_000)
    parabola = PlainObjective(lambda w: float(unit @ (w - 1) ** 2) / 2, lambda w: unit * (w - 1))
    moves = walked(parabola, BFGS(), np.zeros(len(unit)), tolerance=1e-6)
    np.testing.assert_allclose(moves[-1].point.w, 1, atol=1e-6)
    assert len(moves) < 40


def test_heavy_ball_optimal_constants_OPT_08():
    assert close(best_momentum(1.0, 10.0), golden("OPT-08"))
    momentum, rate = best_momentum(1.0, 10.0)
    start = [10.0, 1.0]
    heavy = walked(quadratic(np.diag([1, 10])), GradientDescent(rate, momentum), start)
    plain = walked(quadratic(np.diag([1, 10])), GradientDescent(2 / 11), start)
    assert len(heavy) < 0.6 * len(plain)


def test_exact_line_search_zig_zags_OPT_09():
    moves = walked(quadratic(np.diag([1, 10])), SteepestDescent(), [10.0, 1.0], tolerance=1e-6)
    assert close([moves[1].rate, *moves[1].point.w], golden("OPT-09"))
    shrink = [after.point.w / before.point.w for before, after in pairwise(moves[:7])]
    np.testing.assert_allclose(shrink, [[9 / 11, -9 / 11]] * 6, rtol=1e-6)


@pytest.mark.parametrize("optimiser", LINE_SEARCHES, ids=repr)
def test_line_search_stands_far_off_steps_and_infinite_values(optimiser):
    """Along the line the value overflows; the search comes back."""
    f = PlainObjective(lambda w: np.exp(w[0]) - w[0], lambda w: np.array([np.exp(w[0]) - 1]))
    moves = walked(f, optimiser, [-800.0], tolerance=1e-6)
    assert abs(moves[-1].point.w[0]) < 1e-5


def test_too_large_a_rate_is_said_with_its_repair():
    moves = walked(quadratic(np.diag([1, 10])), GradientDescent(rate=0.21), [1.0, 1.0])
    assert moves[-1].reason.startswith("diverged at iteration ")
    assert "below 0.2 is safe" in moves[-1].reason
    assert np.isfinite(moves[-1].point.value)
    assert "vanished" in walked(quadratic(np.diag([1, 10])), GradientDescent(rate=0.19), [1.0, 1.0])[-1].reason


def test_without_a_bound_on_the_curvature_the_rate_must_be_given():
    with pytest.raises(ValueError, match="rate: expected a number"):
        walked(rosenbrock(), GradientDescent(), [0.0, 0.0])


def test_budget_is_spent_and_said():
    moves = walked(rosenbrock(), SteepestDescent(), [-1.2, 1.0], budget=3)
    assert [move.reason for move in moves] == ["", "", "", "", "the budget of 3 iterations is spent"]


@pytest.mark.parametrize("name", SOLVERS)
def test_moves_name_a_line_of_their_source(name):
    """What a lab lights while it plays."""
    optimiser = SOLVERS[name]
    moves = walked(Sum(np.arange(4.0), smoothness=4.0), optimiser, [9.0], budget=3)
    source = inspect.getsource(inspect.getmodule(type(optimiser)))
    assert moves[1].equation is not None
    assert f"# ({moves[1].equation})" in source


def test_start_at_the_minimum_stops_at_once():
    moves = walked(quadratic(np.eye(2)), Newton(), [0.0, 0.0])
    assert len(moves) == 2
    assert "vanished" in moves[-1].reason


class Sum(Objective):
    """f(w) = sum over n of (w - x_n)^2 / 2."""

    scale = 1.0

    def __init__(self, x, smoothness=None):
        self.x, self.examples, self.smoothness = np.asarray(x, dtype=float), len(x), smoothness

    def at(self, w):
        slope, bend = lambda v: np.array([(v - self.x).sum()]), lambda v: np.array([[float(self.examples)]])
        return PlainObjective(lambda v: ((v - self.x) ** 2).sum() / 2, slope, bend).at(w)

    def part(self, rows):
        few = Sum(self.x[rows])
        return PlainObjective(lambda v: few.at(v).value / len(rows), lambda v: few.at(v).gradient / len(rows))


def test_stochastic_rate_one_over_k_is_the_running_mean():
    """With the rate 1/k of k = 1, 2, ... every w is the mean of the examples so far."""
    x = np.array([3.0, -1.0, 4.0, 1.0, 5.0])
    optimiser = StochasticGradient(rate=1.0, schedule="1/k", shuffled=False)
    moves = walked(Sum(x), optimiser, [0.0], budget=5)
    ours = [float(move.point.w[0]) for move in moves[1:-1]]
    np.testing.assert_allclose(ours, np.cumsum(x) / np.arange(1, 6))
    assert [move.rows.tolist() for move in moves[1:-1]] == [[0], [1], [2], [3], [4]]


def test_stochastic_sweep_sees_every_example_once():
    moves = walked(Sum(np.arange(10.0)), StochasticGradient(batch=4), [0.0], budget=6)
    sizes = [len(move.rows) for move in moves[1:-1]]
    assert sizes == [4, 4, 2, 4, 4, 2]
    for sweep in (moves[1:4], moves[4:7]):
        assert sorted(np.concatenate([move.rows for move in sweep])) == list(range(10))


def test_stochastic_divergence_is_said():
    moves = walked(Sum(np.arange(3.0)), StochasticGradient(rate=50.0), [5.0])
    assert moves[-1].reason.startswith("diverged at iteration ")
    assert np.isfinite(moves[-1].point.w).all()


def test_singular_system_has_the_shortest_solution():
    H = np.array([[2.0, 2.0], [2.0, 2.0]])
    np.testing.assert_allclose(solved(H, np.array([4.0, 4.0])), np.linalg.pinv(H) @ [4.0, 4.0])
    np.testing.assert_array_equal(solved(np.zeros((2, 2)), np.ones(2)), [0.0, 0.0])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: GradientDescent(rate=0), "rate: expected a number > 0, got 0"),
        (lambda: GradientDescent(momentum=1.0), "momentum: expected a number >= 0 and < 1"),
        (lambda: SteepestDescent("golden"), "search: expected one of 'exact', 'wolfe'"),
        (lambda: StochasticGradient(batch=0), "batch: expected a whole number >= 1"),
        (lambda: StochasticGradient(schedule="fast"), "schedule: expected one of"),
        (lambda: LevenbergMarquardt(factor=1), "factor: expected a number > 1"),
        (lambda: chosen("adagrad"), "solver: expected one of 'gradient', .*, got 'adagrad'"),
        (lambda: chosen(Newton), "solver: expected one of"),
    ],
)
def test_bad_settings_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()
