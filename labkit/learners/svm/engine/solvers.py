"""Which solver does the work, and how the multipliers of the interior point come to the solution.

Lecture 11; deck 001 "Support Vector Machines". Inventory: I-001-014.

"auto" begins with the interior point where it promises to be quicker than pair updates, of which there are the more,
the more examples there are and the dearer slack is. Else it begins with pair updates, and should ``PATIENCE`` n of them
not do, the interior point begins anew (only the one that comes to the end is recorded):

    n min(C max K_ii, ``DEAREST``) >= ``MUCH_WORK``, or n > ``MANY`` (linear: ``MANY_LINEAR``); rank <= ``SHORT``   (1)
    n rank^2 <= ``MOST_WORK``                                                        after ``PATIENCE`` n updates   (2)
    n rank <= ``MOST_NUMBERS``                                                               "interior point"       (3)

The rank is the number of features whose inner products are (nearly) the kernel, which has to be positive semidefinite.

Near the end ``crossover`` tries after every iteration to get from inside the box to the solution: first with the kernel
matrix F F' of the interior point, then, if need be, with the kernel itself. Should that fail, pair updates finish. So
both solvers end alike: no two examples disagree on the bias by more than the tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np

from labkit.core.story import spent
from labkit.learners.svm.dual import Problem, Solution
from labkit.learners.svm.engine.crossover import BALANCED, crossover, guessed
from labkit.learners.svm.engine.interior_point import Iterate, interior_point
from labkit.learners.svm.engine.low_rank import low_rank
from labkit.learners.svm.kernels import Linear
from labkit.learners.svm.smo import PairwiseAscent, agreed, smo
from labkit.learners.svm.without_bias import one_by_one

SOLVERS = ("auto", "smo", "interior point")
MUCH_WORK, DEAREST, MANY, MANY_LINEAR, SHORT = 5000, 100, 2000, 100, 150
PATIENCE, MOST_WORK = 10, 2**30
MOST_NUMBERS = 2**26  # half a gigabyte
NEAR, END = 1e-3, 1e-12  # gaps, as shares: a crossover is worth a try; the interior point can do no more
FINE, COARSEST = 0.1, 1e-3  # of the low rank: the share of the tolerance that it may cost, and its largest tolerance
UNFINISHED = "numbers are too coarse for multipliers as large as C; scale the features, or lower C"


def solve(problem: Problem, solver: str, *, tolerance: float, budget: int, record: bool) -> Iterator[Solution]:
    """The start, every iteration, and the last place once more, with the reason to stop; else only that one."""
    if not problem.intercept:
        return one_by_one(problem, tolerance, budget, record)
    if solver == "smo" or (solver == "auto" and not problem.kernel.positive):
        return smo(problem, tolerance, budget, record)
    if solver == "auto":
        return _quicker(problem, tolerance, budget, record)
    n = len(problem.z)
    if short := shortened(problem, tolerance, MOST_NUMBERS // n):  # (3)
        return _through_the_inside(problem, short, tolerance, budget, record)
    raise ValueError(
        f"solver: expected one for a kernel matrix of {n} examples and a rank above {MOST_NUMBERS // n}, "
        'got "interior point", which would need too much memory; take "smo" or fewer examples'
    )


def _quicker(problem: Problem, tolerance: float, budget: int, record: bool) -> Iterator[Solution]:
    n, many = len(problem.z), MANY_LINEAR if isinstance(problem.kernel, Linear) else MANY
    patience, slow = PATIENCE * n, n > many or n * min(problem.C * _largest(problem), DEAREST) >= MUCH_WORK
    short = shortened(problem, tolerance, SHORT) if slow else None  # (1)
    if short is None:
        pairs = list(smo(problem, tolerance, min(budget, patience), record))
        if budget <= patience or pairs[-1].iteration < patience:
            return iter(pairs)
        short = shortened(problem, tolerance, sqrt(MOST_WORK / n))  # (2)
    if short is None:
        return smo(problem, tolerance, budget, record)
    return _through_the_inside(problem, short, tolerance, budget, record)


def _largest(problem: Problem) -> float:
    return float(problem.kernel.diagonal(problem.X).max())


class ShortProblem(Problem):
    """A problem whose kernel matrix is F F'."""

    def __init__(self, problem: Problem, F: np.ndarray):
        self.kernel, self.X, self.z, self.C = Linear(), F, problem.z, problem.C


def shortened(problem: Problem, tolerance: float, most: float) -> Problem | None:
    """The problem with a linear kernel that is (nearly) its own; None where that needs more than ``most`` features."""
    n, d = problem.X.shape
    if isinstance(problem.kernel, Linear) and d <= n:
        return problem
    fine = FINE * tolerance / (problem.C * (_largest(problem) or 1.0))
    F = low_rank(problem.kernel, problem.X, min(COARSEST, fine), int(min(most, n)))
    return None if F is None else ShortProblem(problem, F)


def _through_the_inside(
    problem: Problem, short: Problem, tolerance: float, budget: int, record: bool
) -> Iterator[Solution]:
    found, most_free = None, short.X.shape[1] + 1  # as many as w and b have entries, unless examples depend on others
    for iterate in interior_point(short.X, short.z, short.C, END, budget):
        inside = Solution(problem, iterate.alpha, iterate.bias, iterate.iteration)
        if record:
            yield inside
        if iterate.gap <= NEAR * float(iterate.alpha.sum()):
            found = crossover(_guess(short, iterate), tolerance, most_free)
        if found:
            break
    if found is None and iterate.iteration == budget:
        yield inside.ended(spent(budget))
    else:
        yield _finished(problem, found or _guess(short, iterate), tolerance, budget)


def _guess(short: Problem, iterate: Iterate) -> Solution:
    n, rank = short.X.shape
    alpha = guessed(short, iterate.alpha, iterate.margins, n / max(1, rank))
    return Solution(short, alpha, iteration=iterate.iteration)


def _finished(problem: Problem, found: Solution, tolerance: float, budget: int) -> Solution:
    """The solution by the kernel itself."""
    near = found if found.problem is problem else Solution(problem, found.alpha, iteration=found.iteration)
    settled = near.violation <= tolerance and near.kkt.balance <= BALANCED
    exact = near if settled else crossover(near, tolerance) or near
    if exact.violation <= tolerance:
        return exact.ended(agreed(tolerance))
    pairs = PairwiseAscent(problem, tolerance, near)
    while budget and pairs.update():
        budget -= 1
    solution = Solution(problem, np.abs(pairs.s), pairs.bias, found.iteration)
    return solution.ended(pairs.reason if solution.violation <= tolerance else UNFINISHED)
