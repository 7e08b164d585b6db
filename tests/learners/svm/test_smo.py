"""Sequential minimal optimisation against a naive version of the same rules, written out in loops."""

import math

import numpy as np
import pytest

from labkit.core import data
from labkit.learners import SVM
from labkit.learners.svm.dual import Problem
from labkit.learners.svm.engine import kernel_matrix
from labkit.learners.svm.engine.pair_story import PairUpdate
from labkit.learners.svm.kernels import RBF, GivenKernel, Linear, PolynomialKernel, SigmoidKernel
from labkit.learners.svm.smo import PairwiseAscent, smo


def made(kernel, n=40, C=2.0, seed=0, scale=1.0):
    X, y = data.gaussians(n, seed=seed)
    return Problem(kernel, scale * X, 2.0 * y - 1, C)


def choice(problem, alpha):
    """(b, what each pair would gain) by loops, at these multipliers; -inf where one of the two cannot move."""
    z, C, K = problem.z, problem.C, problem.kernel(problem.X, problem.X)
    n, gains = len(z), np.full((len(z), len(z)), -np.inf)
    b = [z[i] - sum(alpha[j] * z[j] * K[i, j] for j in range(n)) for i in range(n)]
    for i in range(n):
        for j in range(n):
            can_rise = alpha[i] < C if z[i] > 0 else alpha[i] > 0
            can_fall = alpha[j] > 0 if z[j] > 0 else alpha[j] < C
            if can_rise and can_fall and b[j] < b[i]:
                gains[i, j] = (b[i] - b[j]) ** 2 / max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12 * np.diag(K).max())
    return np.array(b), gains


@pytest.mark.parametrize("kernel", [Linear(), RBF(1.0), PolynomialKernel(3)])
@pytest.mark.parametrize("C", [0.1, 5.0])
def test_pairs_are_those_of_the_rules(kernel, C):
    """I-001-014: (1), (2), (3) and (4), each by loops over all pairs, up to rounding."""
    p = made(kernel, n=20, C=C)
    K, alpha = p.kernel(p.X, p.X), np.zeros(20)
    solutions = list(smo(p, 1e-3, 10_000, record=True))[1:-1]
    assert len(solutions) > 5
    for solution in solutions[:60]:
        (i, j), (b, gains) = solution.pair.rows, choice(p, alpha)
        assert b[i] == pytest.approx(b[np.isfinite(gains).any(axis=1)].max(), abs=1e-9)
        assert gains[i, j] == pytest.approx(gains[i].max(), rel=1e-6)
        assert solution.pair.disagreement == pytest.approx(b[i] - b[j], abs=1e-9)
        room = [C - alpha[i] if p.z[i] > 0 else alpha[i], alpha[j] if p.z[j] > 0 else C - alpha[j]]
        t = min((b[i] - b[j]) / (K[i, i] + K[j, j] - 2 * K[i, j]), *room)
        expected = alpha.copy()
        expected[i] += p.z[i] * t
        expected[j] -= p.z[j] * t
        np.testing.assert_allclose(solution.alpha, expected, atol=1e-9)
        alpha = solution.alpha


def test_first_pair_is_the_first_of_equals():
    """At the start every positive example has the bias 1, every negative -1; of equally good partners the first."""
    X = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    p = Problem(Linear(), X, np.array([-1.0, 1.0, 1.0, -1.0, -1.0]), 1.0)
    i, j, *_ = PairwiseAscent(p, 1e-3).update()
    assert (i, j) == (1, 0)  # both pairs with row 0 and with rows 3, 4 have b_i - b_j = 2; row 0 is nearer


def test_pair_says_what_moved_and_whether_a_bound_stopped_it():
    p = made(RBF(1.0), C=0.5)
    solutions = list(smo(p, 1e-3, 1000, record=True))
    before = np.zeros(len(p.z))
    clipped = 0
    for solution in solutions[1:-1]:
        pair = solution.pair
        assert isinstance(pair, PairUpdate)
        np.testing.assert_array_equal(before[list(pair.rows)], pair.before)
        np.testing.assert_array_equal(solution.alpha[list(pair.rows)], pair.after)
        others = np.delete(np.arange(len(before)), pair.rows)
        np.testing.assert_array_equal(solution.alpha[others], before[others])
        assert pair.clipped == any(a in (0.0, 0.5) for a in pair.after)
        assert pair.disagreement > 0
        clipped += pair.clipped
        before = solution.alpha
    assert 0 < clipped < len(solutions) - 2
    assert solutions[0].pair is None


def test_untold_story_ends_at_the_same_place():
    p = made(RBF(1.0))
    *_, record = smo(p, 1e-3, 1000, record=True)
    (untold,) = smo(p, 1e-3, 1000, record=False)
    np.testing.assert_array_equal(record.alpha, untold.alpha)
    assert (record.bias, record.iteration, record.reason) == (untold.bias, untold.iteration, untold.reason)


def test_violation_at_the_end_is_within_the_tolerance():
    for tolerance in (1e-1, 1e-4, 1e-9):
        p = made(RBF(3.0), C=20.0)
        (end,) = smo(p, tolerance, 100_000, record=False)
        assert end.violation <= tolerance * (1 + 1e-6) + 1e-12
        assert end.bias == pytest.approx(type(end)(p, end.alpha).bias, abs=1e-9)


def test_rows_computed_one_by_one_tell_the_same_story(monkeypatch):
    """As for more examples than a whole matrix is made for; with little memory rows are forgotten and made again."""
    p = made(RBF(1.0), n=60)
    whole = [solution.pair.rows for solution in list(smo(p, 1e-3, 1000, record=True))[1:-1]]
    monkeypatch.setattr(kernel_matrix, "WHOLE_MATRIX", 10)
    monkeypatch.setattr(kernel_matrix, "MOST_NUMBERS", 600)
    singly = [solution.pair.rows for solution in list(smo(p, 1e-3, 1000, record=True))[1:-1]]
    assert singly == whole


def test_equal_examples_of_two_classes_go_to_their_bound():
    """The curvature between them is 0: both multipliers go as far as they may."""
    X = np.array([[1.0], [1.0], [-3.0], [3.0]])
    p = Problem(Linear(), X, np.array([1.0, -1.0, -1.0, 1.0]), 2.0)
    (end,) = smo(p, 1e-6, 1000, record=False)
    np.testing.assert_array_equal(end.alpha[:2], 2.0)
    assert end.kkt.worst < 1e-6


@pytest.mark.parametrize("seed", range(3))
def test_negative_curvature_goes_to_a_bound_and_the_dual_never_falls(seed):
    """I-001-017: between two examples that a kernel calls less than alike, K_ii + K_jj - 2 K_ij < 0."""
    p = made(SigmoidKernel(1.0, -1.0), seed=seed, scale=4.0)
    K = p.kernel(p.X, p.X)
    solutions = list(smo(p, 1e-3, 5000, record=True))
    curvatures = []
    for solution in solutions[1:-1]:
        i, j = solution.pair.rows
        curvatures.append(K[i, i] + K[j, j] - 2 * K[i, j])
        assert curvatures[-1] > 0 or solution.pair.clipped
    assert min(curvatures) < 0
    assert (np.diff([solution.dual for solution in solutions]) >= -1e-12).all()
    assert solutions[-1].violation <= 1e-3 * (1 + 1e-9)


def test_flat_kernel_leaves_only_a_bias():
    p = made(GivenKernel(lambda a, b: np.zeros((len(a), len(b)))), n=10)
    (end,) = smo(p, 1e-3, 1000, record=False)
    np.testing.assert_array_equal(end.sums, 0.0)
    assert end.kkt.worst < 1e-9


def test_tolerance_of_zero_ends_where_numbers_end():
    X, y = data.gaussians(30, seed=1)
    step = SVM(tolerance=0.0, solver="smo", max_iterations=20_000).fit(X, y).last_step_
    assert step.kkt.worst < 1e-10
    assert step.reason


def test_hard_margin_between_examples_that_no_double_tells_apart_is_said():
    """exp(-1e-18) is 1: nothing bounds the step of the pair."""
    X = np.array([[0.0], [1e-9], [1.0]])
    step = SVM(C=math.inf, solver="smo").fit(X, [0, 1, 1]).last_step_
    assert step.reason == "the numbers are too coarse to go on" and np.isfinite(step.alpha).all()


def test_hard_margin_has_no_upper_bound():
    X, y = data.separable(30, margin=0.05, seed=1)
    step = SVM(kernel="linear", C=math.inf, solver="smo").fit(X, y).last_step_
    assert step.alpha.max() > 20
    assert step.kkt.worst < 1e-3
