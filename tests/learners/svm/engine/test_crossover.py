"""From near the solution to the solution."""

import numpy as np
import pytest
from sklearn.svm import SVC

from bench.logistic import classified
from labkit.learners.svm.dual import Problem, Solution
from labkit.learners.svm.engine.crossover import _Face, crossover, guessed
from labkit.learners.svm.engine.interior_point import interior_point
from labkit.learners.svm.kernels import RBF, Linear


def made(kernel=Linear(), n=80, d=2, C=1.0, seed=0):  # noqa: B008  kernels are frozen
    X, y = classified(n, d, seed)
    return Problem(kernel, X, 2.0 * y - 1, C)


def libsvm(problem):
    """The multipliers that libsvm finds, to three digits."""
    K = problem.kernel(problem.X, problem.X)
    found = SVC(kernel="precomputed", C=problem.C, tol=1e-3).fit(K, problem.z)
    alpha = np.zeros(len(problem.z))
    alpha[found.support_] = np.abs(found.dual_coef_[0])
    return alpha


def _balanced(problem):
    """All free, z'a = 0."""
    return np.where(problem.z > 0, np.mean(problem.z < 0), np.mean(problem.z > 0)) * 0.5


def is_solution(found):
    """The conditions hold to rounding, which for a concave problem proves it; a is exactly 0 or C where it belongs."""
    K, z, C = found.problem.kernel(found.problem.X, found.problem.X), found.problem.z, found.problem.C
    margins = z * (K @ (found.alpha * z) + found.bias)
    beyond, short = margins > 1 + 1e-9, margins < 1 - 1e-9
    return (found.alpha[beyond] == 0).all() and (found.alpha[short] == C).all() and abs(found.alpha @ z) < 1e-9


@pytest.mark.parametrize("kernel", [Linear(), RBF(1.0)])
@pytest.mark.parametrize("seed", range(5))
def test_what_libsvm_leaves_unfinished_is_finished(kernel, seed):
    problem = made(kernel, seed=seed)
    near = Solution(problem, libsvm(problem), iteration=7)
    found = crossover(near, 1e-9)
    assert is_solution(found) and found.kkt.worst < 1e-9 and found.iteration == 7
    assert near.dual <= found.dual + 1e-9 < near.dual + 1e-3 * found.dual


def test_wrong_bounds_are_mended():
    """One free multiplier was put to 0, one at 0 made free."""
    problem = made(seed=3)
    right = crossover(Solution(problem, libsvm(problem)), 1e-9)
    wrong = right.alpha.copy()
    wrong[((wrong > 0) & (wrong < 1)).nonzero()[0][0]] = 0.0
    wrong[(right.alpha == 0).nonzero()[0][0]] = 0.1
    found = crossover(Solution(problem, wrong), 1e-9)
    assert is_solution(found) and np.allclose(found.alpha, right.alpha)


def test_moves_on_a_face_gain_until_all_free_ones_agree():
    """(2) and (3): from any balanced place, bound after bound; what is still free ends with one bias."""
    problem = made(RBF(1.0), n=20)
    K, z = problem.kernel(problem.X, problem.X), problem.z
    s = z * _balanced(problem)
    face = _Face(problem, np.arange(20), s, z - K @ s)
    assert face.solve(*problem.bounds)
    gained = (z @ face.s - face.s @ K @ face.s / 2) - (z @ s - s @ K @ s / 2)
    free = (face.s > problem.bounds[0]) & (face.s < problem.bounds[1])
    assert gained > 0 and 0 < free.sum() < 20 and abs(face.s.sum()) < 1e-9
    assert np.allclose((z - K @ face.s)[free], face.bias, atol=1e-9)


def test_too_many_free_multipliers_are_not_tried():
    problem = made()
    assert crossover(Solution(problem, _balanced(problem)), 1e-6, most=3) is None


def test_far_from_the_solution_there_is_no_crossover():
    problem = made(n=400)
    assert crossover(Solution(problem, _balanced(problem)), 1e-6) is None


def test_no_free_multiplier_leaves_the_bias_half_way():
    """Two classes that overlap completely: all multipliers are C, any bias between -1 and 1 will do."""
    problem = Problem(Linear(), np.zeros((4, 1)), np.array([1.0, 1.0, -1.0, -1.0]), 2.0)
    found = crossover(Solution(problem, np.full(4, 2.0)), 1e-9)
    assert found.bias == 0.0 and (found.alpha == 2.0).all()


def test_unbalanced_bounds_are_no_solution():
    problem = Problem(Linear(), np.zeros((3, 1)), np.array([1.0, 1.0, -1.0]), 2.0)
    assert crossover(Solution(problem, np.full(3, 2.0)), 1e-9) is None


def test_examples_that_depend_on_each_other_are_no_obstacle():
    """Every example five times: a whole family of multipliers solves the problem, one of them is found."""
    X, y = classified(20, 2, 0)
    problem = Problem(Linear(), np.repeat(X, 5, axis=0), np.repeat(2.0 * y - 1, 5), 1.0)
    once = crossover(Solution(single := Problem(Linear(), X, 2.0 * y - 1, 5.0), libsvm(single)), 1e-9)
    found = crossover(Solution(problem, libsvm(problem)), 1e-9)
    assert is_solution(found) and found.dual == pytest.approx(once.dual, rel=1e-9)


def test_guess_near_the_end_names_the_support_vectors():
    problem = made(n=200)
    alpha = crossover(Solution(problem, libsvm(problem)), 1e-9).alpha
    *_, end = interior_point(problem.X, problem.z, problem.C, 1e-8, 100)
    guess = guessed(problem, end.alpha, end.margins, 100.0)
    assert np.array_equal(guess == 0, alpha == 0) and np.array_equal(guess == 1, alpha == 1)
