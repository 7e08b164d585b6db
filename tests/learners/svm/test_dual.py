"""The two problems and what multipliers say about them, against definitions written out and SciPy's optimiser."""

import math

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, minimize

from labkit.core import data
from labkit.learners import SVM
from labkit.learners.svm.dual import Problem, Solution
from labkit.learners.svm.kernels import RBF, Linear, PolynomialKernel, SigmoidKernel

RNG = np.random.default_rng(3)


def problem(kernel, n=14, C=2.0, seed=0):
    X, y = data.gaussians(n, seed=seed)
    return Problem(kernel, X, 2.0 * y - 1, C)


def apart(n, seed):
    """Two clouds that a line separates; no pair of examples faces each other."""
    return data.gaussians(n, distance=7.0, seed=seed)


def feasible(problem, seed=0):
    """Multipliers within their bounds, balanced."""
    rng = np.random.default_rng(seed)
    alpha = rng.uniform(0.1, 0.6, len(problem.z)) * min(problem.C, 3.0)
    for sign in (-1, 1):
        alpha[problem.z == sign] /= alpha[problem.z == sign].sum()
    return alpha


def by_hand(problem, alpha, b):
    """(primal, dual) by loops over all pairs."""
    n, z, K = len(problem.z), problem.z, problem.kernel(problem.X, problem.X)
    square = sum(alpha[i] * alpha[j] * z[i] * z[j] * K[i, j] for i in range(n) for j in range(n))
    f = [sum(alpha[j] * z[j] * K[i, j] for j in range(n)) + b for i in range(n)]
    slack = sum(max(0.0, 1 - z[i] * f[i]) for i in range(n))
    return square / 2 + problem.C * slack, sum(alpha) - square / 2


@pytest.mark.parametrize("kernel", [Linear(), RBF(2.0), PolynomialKernel(3)])
def test_values_are_those_of_the_definitions(kernel):
    """I-001-013, I-001-014: primal (1), dual (2), slacks (4)."""
    p = problem(kernel)
    solution = Solution(p, feasible(p), 0.3)
    np.testing.assert_allclose([solution.primal, solution.dual], by_hand(p, solution.alpha, 0.3), rtol=1e-10)
    assert solution.gap == pytest.approx(solution.primal - solution.dual)
    assert solution.margin == pytest.approx(2 * solution.half_margin)


@pytest.mark.parametrize("seed", range(5))
def test_any_primal_value_is_above_any_dual_value(seed):
    p = problem(RBF(1.0), seed=seed)
    for bias in (-1.0, 0.0, None, 2.0):
        assert Solution(p, feasible(p, seed), bias).gap > 0


@pytest.mark.parametrize(("C", "hard"), [(0.3, False), (2.0, False), (math.inf, True)])
@pytest.mark.parametrize("kernel", [Linear(), RBF(2.0), PolynomialKernel(2)])
def test_solution_is_that_of_a_general_optimiser(kernel, C, hard):
    X, y = data.separable(12, margin=0.2, seed=1) if hard else data.gaussians(12, seed=1)
    z = 2.0 * y - 1
    p = Problem(kernel, X, z, C)
    Q = z[:, None] * p.kernel(p.X, p.X) * z
    found = minimize(
        lambda a: 0.5 * a @ Q @ a - a.sum(), feasible(p), jac=lambda a: Q @ a - 1, hess=lambda a: Q,
        method="trust-constr",
        bounds=[(0, None if hard else C)] * 12, constraints=LinearConstraint(z[None], 0, 0),
        options={"gtol": 1e-10, "xtol": 1e-14, "maxiter": 3000},
    )  # fmt: skip
    ours = SVM(kernel=kernel, C=C, tolerance=1e-10, solver="smo").fit(X, y).last_step_
    assert ours.dual == pytest.approx(-found.fun, rel=1e-4)
    assert ours.dual >= -found.fun - 1e-7
    assert ours.kkt.worst < 1e-8


def test_each_condition_is_measured_by_itself():
    """(5): who is outside, on the edge, inside, and by how much each is not."""
    X = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    p = Problem(Linear(), X, np.sign(X[:, 0]), 1.0)
    best = Solution(p, [0.0, 0.5, 0.5, 0.0], 0.0)  # w = 1, the inner two on the edge
    assert best.kkt.worst == 0
    assert best.violation == 0
    assert Solution(p, [0.0, 0.5, 0.5, 0.0], 0.25).kkt.edge == pytest.approx(0.25)
    assert Solution(p, [0.0, 0.4, 0.4, 0.0], 0.0).kkt.edge == pytest.approx(0.2)
    assert Solution(p, [0.25, 0.0, 0.0, 0.25], 0.0).kkt.outside == pytest.approx(0.0)
    assert Solution(p, [0.2, 0.0, 0.0, 0.2], 0.0).kkt.outside == pytest.approx(0.2)
    assert Solution(p, [0.0, 1.0, 1.0, 0.0], 0.0).kkt.inside == pytest.approx(1.0)
    assert Solution(p, [0.0, 1.5, 1.5, 0.0], 0.0).kkt.box == pytest.approx(0.5 / 1.5)
    assert Solution(p, [-0.1, 0.4, 0.5, 0.0], 0.0).kkt.box == pytest.approx(0.1 / 0.5)
    assert Solution(p, [0.0, 0.5, 0.4, 0.0], 0.0).kkt.balance == pytest.approx(0.1 / 0.5)


def test_bias_is_half_way_where_a_range_is_best():
    """All multipliers at C: any bias that keeps everyone inside is as good."""
    X = np.array([[-1.0], [1.0]])
    p = Problem(Linear(), X, np.array([-1.0, 1.0]), 0.1)
    solution = Solution(p, [0.1, 0.1])
    assert solution.bias == 0
    assert solution.violation == 0
    values = [Solution(p, [0.1, 0.1], b).primal for b in (-0.5, 0.0, 0.5)]
    np.testing.assert_allclose(values, values[0])


def test_hard_margin_value_is_that_of_weights_that_keep_every_margin():
    X, y = apart(25, seed=0)
    p = Problem(Linear(), X, 2.0 * y - 1, math.inf)
    rough = SVM(kernel="linear", C=math.inf, max_iterations=2, solver="smo").fit(X, y).last_step_
    best = SVM(kernel="linear", C=math.inf, tolerance=1e-10, solver="smo").fit(X, y).last_step_
    assert rough.dual < best.dual < rough.primal
    assert best.gap < 1e-6 * best.dual
    assert Solution(p, np.zeros(25)).primal == math.inf  # no direction at all: no length keeps the margins


def test_examples_are_seen_from_their_middle_where_only_the_bias_notices():
    X, z = RNG.normal(size=(10, 3)) + 5, np.sign(np.arange(10) - 4.5)
    for kernel in (Linear(), RBF(1.0)):
        np.testing.assert_allclose(Problem(kernel, X, z, 1.0).X.mean(axis=0), 0, atol=1e-12)
    for kernel in (PolynomialKernel(), SigmoidKernel()):
        np.testing.assert_array_equal(Problem(kernel, X, z, 1.0).X, X)


# ---------------------------------------------------------------- the convex hulls


def nearest_of_hulls(A, B):
    """Gilbert's algorithm: the shortest vector of the hull of all differences, by going towards the lowest corner."""
    v = A[0] - B[0]
    for _ in range(20_000):
        corner = A[(A @ v).argmin()] - B[(B @ v).argmax()]
        along = corner - v
        if v @ along > -1e-13:
            break
        v = v + along * min(1.0, -(v @ along) / (along @ along))
    return v


@pytest.mark.parametrize("seed", range(4))
def test_margin_is_the_distance_of_the_convex_hulls(seed):
    """I-001-012, E-001-02: 2 / |w| from point to point, the boundary half-way and upright on the line between them."""
    X, y = apart(30, seed=seed)
    step = SVM(kernel="linear", C=math.inf, tolerance=1e-11, solver="smo").fit(X, y).last_step_
    first, second = step.hull_points
    between = nearest_of_hulls(X[y == 1], X[y == 0])
    assert np.linalg.norm(between) == pytest.approx(step.margin, rel=1e-4)
    assert np.linalg.norm(second - first) == pytest.approx(step.margin, rel=1e-8)
    np.testing.assert_allclose(second - first, between, atol=1e-3)
    assert step.model.decision_function([(first + second) / 2])[0] == pytest.approx(0, abs=1e-7)
    w = step.model.w[1:]
    assert (second - first) @ w == pytest.approx(np.linalg.norm(second - first) * np.linalg.norm(w), rel=1e-8)


def test_hull_points_are_in_their_hulls_all_the_way():
    X, y = apart(25, seed=0)
    trace = SVM(kernel="linear", C=math.inf, solver="smo").trace(X, y)
    directions = RNG.normal(size=(2, 50))
    assert trace[0].hull_points is None, "no multiplier, no point"
    for step in trace[1:]:
        for side, point in enumerate(step.hull_points):
            own = X[y == side]
            assert (((own - point) @ directions).max(axis=0) >= -1e-9).all()
    lengths = trace[1:].curve(lambda step: np.linalg.norm(np.subtract(*step.hull_points)))
    assert lengths[-1] == pytest.approx(lengths.min(), rel=1e-6)
    assert lengths[-1] < 0.5 * lengths[0]
