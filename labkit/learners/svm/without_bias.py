"""A support vector machine without a bias: its hyperplane goes through the origin, and multipliers move one by one.

Lecture 11; deck 001 "Support Vector Machines" (its first form of the boundary, w'x = 0). Inventory: I-001-014.

    minimise  |w|^2 / 2 + C sum of xi     subject to  z_i w'x_i >= 1 - xi_i,  xi_i >= 0              (1)
    maximise  sum of a - sum over i, j of a_i a_j z_i z_j K_ij / 2   subject to  0 <= a <= C         (2)

Without b nothing has to balance, z'a = 0 is gone, so a single multiplier can move. With s = a z, and b_i the bias that
example i would like to have (here it has to do with 0):

    i = argmax of b_i^2 / K_ii over the s_i that can rise, b_i > 0, or fall, b_i < 0                 (3)
    t = b_i / K_ii, or less: until s_i is at its bound                                               (4)
    s_i <- s_i + t,   b <- b - t K_i                                                                 (5)
    no example would gain by a bias of more than the tolerance                        stop           (6)

(3) is twice what the dual gains by (4) without bounds; of equals the first example.

symbol   name here     symbol   name here
s        s             b_i      biases
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np

from labkit.learners.svm.dual import Problem, Solution
from labkit.learners.svm.engine.kernel_matrix import KernelRows
from labkit.learners.svm.engine.pair_story import Update
from labkit.learners.svm.smo import ascended


class SingleAscent:
    """The multipliers s, and the bias b_i that every example would like to have, update by update."""

    bias = None  # there is none

    def __init__(self, problem: Problem, tolerance: float):
        self.problem, self.tolerance, self.reason = problem, tolerance, ""
        self.K = KernelRows(problem.kernel, problem.X)
        self.curvatures = np.maximum(self.K.diagonal, self.K.flat)
        self.s, self.biases = np.zeros(len(problem.z)), problem.z.copy()
        self.lowest, self.highest = problem.bounds

    def update(self) -> Update | None:
        """The next multiplier and how it has moved; None where ``reason`` says why the story ends."""
        wishes = self._wishes()
        if not (np.abs(wishes) > self.tolerance).any():
            exact = self.problem.z - self.problem.sums(self.s)  # each update has added a rounding error
            if np.array_equal(exact, self.biases):
                self.reason = f"no example wants a bias of more than {self.tolerance:g}"  # (6)
                return None
            self.biases = exact
            return self.update()
        i = int((wishes**2 / self.curvatures).argmax())  # (3)
        wish = float(wishes[i])
        t = wish / self.K.diagonal[i] if self.K.diagonal[i] > self.K.flat else inf * wish  # (4)
        s = float(np.clip(self.s[i] + t, self.lowest[i], self.highest[i]))
        if not np.isfinite(s) or s == self.s[i]:
            self.reason = "the numbers are too coarse to go on"
            return None
        self.biases -= (s - self.s[i]) * self.K[i]  # (5)
        self.s[i] = s
        return i, i, s, s, wish

    def _wishes(self) -> np.ndarray:
        """b_i where s_i can move that way, else 0."""
        up, down = self.s < self.highest, self.s > self.lowest
        return np.where((self.biases > 0) & up | (self.biases < 0) & down, self.biases, 0.0)


def one_by_one(problem: Problem, tolerance: float, budget: int, record: bool) -> Iterator[Solution]:
    """The start, every update, and the last place once more, with the reason to stop; without ``record`` only that."""
    return ascended(SingleAscent(problem, tolerance), budget, record)
