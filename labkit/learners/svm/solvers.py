"""Which solver does the work, and how the multipliers of the interior point come to the solution.

Lecture 11; deck 001 "Support Vector Machines". Inventory: I-001-014.

"auto" begins with the interior point where it promises to be quicker than pair updates, of which there are the more,
the more examples there are and the dearer slack is. Else it begins with pair updates, and should ``PATIENCE`` n of them
not do, the interior point begins anew (only the one that came to the end tells its story):

    n min(C max K_ii, ``DEAREST``) >= ``MUCH``, or n > ``MANY`` (linear: ``FEW``);  rank <= ``SHORT``             (1)
    n rank^2 <= ``WORK``                                                        after ``PATIENCE`` n updates    (2)
    n rank <= ``ROOM``                                                                   "interior point"       (3)

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
from labkit.learners.svm.crossover import BALANCED, crossover, guessed
from labkit.learners.svm.dual import Problem, Solution
from labkit.learners.svm.interior_point import Iterate, interior_point
from labkit.learners.svm.kernels import Linear
from labkit.learners.svm.low_rank import low_rank
from labkit.learners.svm.smo import PairwiseAscent, agreed, smo

SOLVERS = ("auto", "smo", "interior point")
MUCH, DEAREST, MANY, FEW, SHORT = 5000, 100, 2000, 100, 150
PATIENCE, WORK = 10, 2**30
ROOM = 2**26  # numbers, half a gigabyte
NEAR, END = 1e-3, 1e-12  # gaps, as shares: a crossover is worth a try; the interior point can do no more
FINE, COARSEST = 0.1, 1e-3  # of the low rank: the share of the tolerance that it may cost, and its largest tolerance

UNFINISHED = "numbers are too coarse for multipliers as large as C; scale the features, or lower C"


def solve(problem: Problem, solver: str, *, tolerance: float, budget: int, told: bool) -> Iterator[Solution]:
    """The start, every iteration, and the last place once more, with the reason to stop; untold only that one."""
    if solver == "interior point":
        return _inside_at_any_rank(problem, tolerance, budget, told)
    if solver == "smo" or not problem.kernel.positive:
        return smo(problem, tolerance, budget, told)
    return _quickly(problem, tolerance, budget, told)


def _inside_at_any_rank(problem: Problem, tolerance: float, budget: int, told: bool) -> Iterator[Solution]:
    n = len(problem.z)
    if short := shortened(problem, tolerance, ROOM // n):  # (3)
        return _through_the_inside(problem, short, tolerance, budget, told)
    raise ValueError(
        f"solver: expected one for a kernel matrix of {n} examples and a rank above {ROOM // n}, "
        'got "interior point", which would need too much memory; take "smo" or fewer examples'
    )


def _quickly(problem: Problem, tolerance: float, budget: int, told: bool) -> Iterator[Solution]:
    n = len(problem.z)
    patience = PATIENCE * n
    short = shortened(problem, tolerance, SHORT) if _much(problem) else None  # (1)
    if short is None:
        pairs = list(smo(problem, tolerance, min(budget, patience), told))
        if budget <= patience or pairs[-1].iteration < patience:
            return iter(pairs)
        short = shortened(problem, tolerance, sqrt(WORK / n))  # (2)
    if short is None:
        return smo(problem, tolerance, budget, told)
    return _through_the_inside(problem, short, tolerance, budget, told)


def _much(problem: Problem) -> bool:
    """Whether many pair updates are to be expected."""
    n, many = len(problem.z), FEW if isinstance(problem.kernel, Linear) else MANY
    return n > many or n * min(problem.C * _largest(problem), DEAREST) >= MUCH


def _largest(problem: Problem) -> float:
    return float(problem.kernel.diagonal(problem.X).max())


class Short(Problem):
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
    return None if F is None else Short(problem, F)


def _through_the_inside(
    problem: Problem, short: Problem, tolerance: float, budget: int, told: bool
) -> Iterator[Solution]:
    found = None
    for iterate in interior_point(short.X, short.z, short.C, END, budget):
        if told:
            yield _inside(problem, iterate)
        if iterate.gap <= NEAR * float(iterate.alpha.sum()) and (found := _crossed(short, iterate, tolerance)):
            break
    if found is None and iterate.iteration == budget:
        yield _inside(problem, iterate).ended(spent(budget))
    else:
        yield _finished(problem, found or _guess(short, iterate), tolerance, budget)


def _inside(problem: Problem, iterate: Iterate) -> Solution:
    return Solution(problem, iterate.alpha, iterate.bias, iterate.iteration)


def _guess(short: Problem, iterate: Iterate) -> Solution:
    n, rank = short.X.shape
    alpha = guessed(short, iterate.alpha, iterate.margins, n / max(1, rank))
    return Solution(short, alpha, iteration=iterate.iteration)


def _crossed(short: Problem, iterate: Iterate, tolerance: float) -> Solution | None:
    """A solution has no more free multipliers than w and b have entries, unless examples depend on each other."""
    return crossover(_guess(short, iterate), tolerance, short.X.shape[1] + 1)


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
    solution = Solution(problem, np.abs(pairs.signed), pairs.bias, found.iteration)
    return solution.ended(pairs.reason if solution.violation <= tolerance else UNFINISHED)
