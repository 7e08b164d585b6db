"""Which solver does the work, and how the multipliers of the interior point come to the solution.

Lecture 11; deck 001 "Support Vector Machines". Inventory: I-001-014.

"auto" takes the interior point where it is quicker than pair updates:

    linear kernel    from ``FEW`` examples on, if there are more of them than features
    other kernels    positive semidefinite ones, from ``MANY`` examples on, or from ``FEW`` on where C max K_ii is at
                     least ``DEAR`` (pair updates then take many small moves); and only if the kernel matrix is nearly
                     that of ``SHORT`` features, or of ``RANK`` as many as there are examples

Near the end ``crossover`` tries after every iteration to get from inside the box to the solution: first with the kernel
matrix F F' of the interior point, then with the kernel itself. Should the second fail, pair updates finish. So both
solvers end alike: no two examples disagree on the bias by more than the tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np

from labkit.learners.svm.crossover import crossover, guessed
from labkit.learners.svm.dual import Problem, Solution
from labkit.learners.svm.interior_point import Iterate, interior_point
from labkit.learners.svm.kernels import Linear
from labkit.learners.svm.low_rank import low_rank
from labkit.learners.svm.smo import PairwiseAscent, smo

SOLVERS = ("auto", "smo", "interior point")
FEW, MANY, DEAR = 100, 1000, 10.0
SHORT, RANK = 120, 1 / 8
NEAR, END = 1e-3, 1e-12  # gaps, as shares: a crossover is worth a try; the interior point can do no more
FINE, COARSEST = 0.1, 1e-3  # of the low rank: the share of the tolerance that it may cost, and its largest tolerance

Moments = Iterator[tuple[Solution, str]]


def solve(problem: Problem, solver: str, *, tolerance: float, budget: int, told: bool) -> Moments:
    """(multipliers, reason to stop): the start, every iteration, and the last place once more; untold only that."""
    if solver == "auto":
        short = shortened(problem, tolerance, max(SHORT, RANK * len(problem.z))) if _pays(problem) else None
    else:
        short = shortened(problem, tolerance, inf) if solver == "interior point" else None
    if short is None:
        return smo(problem, tolerance, budget, told)
    return _through_the_inside(problem, short, tolerance, budget, told)


def _pays(problem: Problem) -> bool:
    """Whether the interior point is quicker, if the rank is low."""
    n, d = problem.X.shape
    if isinstance(problem.kernel, Linear):
        return n >= FEW and n > d
    return problem.kernel.positive and n >= (FEW if problem.C * _largest(problem) >= DEAR else MANY)


def _largest(problem: Problem) -> float:
    return float(problem.kernel.diagonal(problem.X).max())


class Short(Problem):
    """A problem whose kernel matrix is F F'."""

    def __init__(self, problem: Problem, F: np.ndarray):
        self.kernel, self.X, self.z, self.C = Linear(), F, problem.z, problem.C


def shortened(problem: Problem, tolerance: float, most: float) -> Problem | None:
    """The problem with a linear kernel (nearly) equal to its own; None where that needs more than ``most`` features."""
    if isinstance(problem.kernel, Linear):
        return problem
    fine = FINE * tolerance / (problem.C * (_largest(problem) or 1.0))
    F = low_rank(problem.kernel, problem.X, min(COARSEST, fine), int(min(most, len(problem.z))))
    return None if F is None else Short(problem, F)


def _through_the_inside(problem: Problem, short: Problem, tolerance: float, budget: int, told: bool) -> Moments:
    found = None
    for iterate in interior_point(short.X, short.z, short.C, END, budget):
        if told:
            yield _inside(problem, iterate), ""
        if iterate.gap <= NEAR * float(iterate.alpha.sum()) and (found := _crossed(short, iterate, tolerance)):
            break
    if found is None and iterate.iteration == budget:
        yield _inside(problem, iterate), f"the budget of {budget} iteration{'' if budget == 1 else 's'} is spent"
    else:
        yield _finished(problem, found or _guess(short, iterate), tolerance)


def _inside(problem: Problem, iterate: Iterate) -> Solution:
    return Solution(problem, iterate.alpha, iterate.bias, iterate.iteration)


def _guess(short: Problem, iterate: Iterate) -> Solution:
    n, rank = short.X.shape
    alpha = guessed(short, iterate.alpha, iterate.margins, n / max(1, rank))
    return Solution(short, alpha, iteration=iterate.iteration)


def _crossed(short: Problem, iterate: Iterate, tolerance: float) -> Solution | None:
    """A solution has no more free multipliers than w and b have entries, unless examples depend on each other."""
    return crossover(_guess(short, iterate), tolerance, short.X.shape[1] + 1)


def _finished(problem: Problem, found: Solution, tolerance: float) -> tuple[Solution, str]:
    """The solution by the kernel itself."""
    near = found if found.problem is problem else Solution(problem, found.alpha, iteration=found.iteration)
    exact = crossover(near, tolerance) or near
    if exact.violation <= tolerance:
        return exact, f"no two examples disagree on the bias by more than {tolerance:g}"
    pairs = PairwiseAscent(problem, tolerance, near)
    while pairs.update():
        pass
    return Solution(problem, np.abs(pairs.signed), pairs.bias, found.iteration), pairs.reason
