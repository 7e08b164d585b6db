"""From multipliers near the solution to the solution itself: some belong to a bound, the others solve linear equations.

Lecture 11; deck 001 "Support Vector Machines" (support vectors). Inventory: I-001-014, I-001-018.

With s = a z, and b_i the bias that puts example i on its margin (``dual``):

    a_i = 0 if a_i < k (margin_i - 1),  a_i = C if C - a_i < k (1 - margin_i),  else free                      (1)
    K_FF d + b = b_F,   sum of d = - sum of s           the free ones go to where all are on their margin      (2)
    s_F <- s_F + t d,   t <= 1 as far as the box allows; who meets a bound stays there                         (3)

Once t = 1, whoever is at the wrong bound by the new b becomes free, and (2) starts again: an active-set method, in
which every move gains. After ``MOST_ROUNDS``, or ``MOST_HITS`` bounds met in one, there is no crossover and the solver
has to come closer. k is the unit in which (1) compares multipliers and margins.
"""

from __future__ import annotations

from math import inf

import numpy as np

from labkit.learners.svm.dual import Problem, Solution
from labkit.learners.svm.engine.kernel_matrix import combined

MOST_ROUNDS, MOST_HITS = 4, 25
RIDGE = 1e-12  # of the largest K_ii, for examples that depend on each other
BALANCED = 1e-9  # of the largest multiplier


def guessed(problem: Problem, alpha: np.ndarray, margins: np.ndarray, k: float) -> np.ndarray:
    """The multipliers, those on their bounds that (1) puts there."""
    unit = k * min(problem.C, float(alpha.max()))
    full = np.where(problem.C - alpha < unit * (1.0 - margins), problem.C, alpha)
    return np.where(alpha < unit * (margins - 1.0), 0.0, full)  # (1)


def crossover(near: Solution, tolerance: float, most: float = inf) -> Solution | None:
    """The solution of the same problem; None where it is not near, or has more than ``most`` free multipliers."""
    problem = near.problem
    lowest, highest = problem.bounds
    s = near.signed.copy()
    free = (s > lowest) & (s < highest)
    biases = near.biases.copy() if np.count_nonzero(free) <= most else None
    for _ in range(MOST_ROUNDS):
        rows = free.nonzero()[0]
        if not len(rows):
            return _checked(near, s, biases, tolerance)
        face = _Face(problem, rows, s, biases) if len(rows) <= most else None
        if face is None or not face.solve(lowest[rows], highest[rows]):
            return None
        biases -= combined(problem.kernel, problem.X, problem.X[rows], face.s - s[rows])
        s[rows] = face.s
        wrong = np.where(s <= lowest, biases > face.bias + tolerance, (s >= highest) & (biases < face.bias - tolerance))
        if not wrong.any():
            return _checked(near, s, biases, tolerance)
        free = wrong | (s > lowest) & (s < highest)
    return None


class _Face:
    """The free multipliers, while all others stay where they are."""

    def __init__(self, problem: Problem, rows: np.ndarray, s: np.ndarray, biases: np.ndarray):
        self.s, self.biases, self.bias, self.total = s[rows], biases[rows], 0.0, float(s.sum())
        X = problem.X[rows]
        self.K = problem.kernel(X, X)
        self.K.flat[:: len(rows) + 1] += RIDGE * (self.K.diagonal().max() or 1.0)

    def solve(self, lowest: np.ndarray, highest: np.ndarray) -> bool:
        """Whether (2) was reached, by meeting few bounds."""
        free, t = np.arange(len(self.s)), 0.0
        for _ in range(MOST_HITS):
            if not len(free) or t == 1.0:
                return True
            d = self._direction(free)
            end = np.where(d > 0, highest[free], lowest[free])
            times = np.divide(end - self.s[free], d, out=np.full(len(free), inf), where=d != 0)
            t = min(1.0, float(times.min()))
            met = times <= t
            self._move(free, np.where(met, end, self.s[free] + t * d))  # (3)
            free = free[~met]
        return False

    def _direction(self, free: np.ndarray) -> np.ndarray:
        n = len(free)
        M = np.ones((n + 1, n + 1))
        M[:n, :n] = self.K[np.ix_(free, free)]
        M[n, n] = 0.0
        solved = np.linalg.solve(M, np.append(self.biases[free], -self.total))  # (2)
        self.bias = float(solved[n])
        return solved[:n]

    def _move(self, free: np.ndarray, s: np.ndarray) -> None:
        change = s - self.s[free]
        self.s[free] = s
        self.biases -= self.K[:, free] @ change
        self.total += float(change.sum())


def _checked(near: Solution, s: np.ndarray, biases: np.ndarray, tolerance: float) -> Solution | None:
    solution = Solution(near.problem, np.abs(s), iteration=near.iteration)
    solution.sums = near.problem.z - biases
    balanced = abs(float(s.sum())) <= BALANCED * float(np.abs(s).max(initial=0.0))
    return solution if balanced and solution.violation <= tolerance else None
