"""Sequential minimal optimisation: the dual problem solved two multipliers at a time.

Lecture 11; deck 001 "Support Vector Machines" (the dual, which it implies). Inventory: I-001-014. The pair is chosen as
by R.-E. Fan, P.-H. Chen, C.-J. Lin, "Working set selection using second order information", 2005 (their WSS 2).

With s = a z (0 to C for a positive example, -C to 0 for a negative one), two multipliers that move by t in opposite
directions keep the sum of s at 0. Every example has a bias b_i that would put it on its margin; at the solution no s_i
that can rise has a larger one than an s_j that can fall.

    i = argmax of b_i over the s_i that can rise                                                  (1)
    j = argmax of (b_i - b_j)^2 / (K_ii + K_jj - 2 K_ij) over the s_j that can fall, b_j < b_i    (2)
    t = (b_i - b_j) / (K_ii + K_jj - 2 K_ij), or less: until s_i or s_j is at its bound           (3)
    s_i <- s_i + t,  s_j <- s_j - t                                                               (4)
    b <- b - t (K_i - K_j)                                                                        (5)
    max b_i - min b_j <= tolerance                                                  stop          (6)

(2) is twice what the dual gains by (3) without bounds. Ties in (1) and (2): the first example. Where the curvature (the
denominator) is 0, as of two equal examples, or below 0, as of a kernel that is not positive semidefinite, t is as large
as the bounds allow: along such a line the dual has no maximum between them.

symbol   name here     symbol   name here
s        s             b_i      up where s_i can rise, else -inf; down where s_i can fall, else inf
K_i      K[i]          K_ii + K_jj - 2 K_ij    K.curvature(i, j)
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np

from labkit.core.story import spent
from labkit.learners.blocks import in_blocks
from labkit.learners.svm.dual import Problem, Solution
from labkit.learners.svm.engine.kernel_matrix import KernelRows
from labkit.learners.svm.engine.pair_story import PairSolution, Update, UpdateTable


class PairwiseAscent:
    """The multipliers s, and the bias b_i of every example, update by update."""

    def __init__(self, problem: Problem, tolerance: float, start: Solution | None = None):
        self.problem, self.tolerance, self.reason = problem, tolerance, ""
        self.K = KernelRows(problem.kernel, problem.X)
        self.s = [0.0] * len(problem.z) if start is None else start.signed.tolist()
        self.lowest, self.highest = (bound.tolist() for bound in problem.bounds)
        self._set_biases(problem.z if start is None else start.biases)

    def update(self) -> Update | None:
        """The next pair and how it has moved; None at the solution, or where ``reason`` says why it cannot move."""
        i, j, gap = self._pair()
        if gap <= self.tolerance and self.up[i] - self.down.min() <= self.tolerance:  # (6)
            if self._exact:
                self.reason = agreed(self.tolerance)
                return None
            self._recompute_biases()
            return self.update()
        t, s_i, s_j = self._move(i, j, gap)
        if t == inf or (s_i == self.s[i] and s_j == self.s[j]):
            self.reason = "the numbers are too coarse to go on"
            return None
        self.s[i], self.s[j] = s_i, s_j
        self._update_biases(i, j, t)
        return i, j, s_i, s_j, gap

    def _pair(self) -> tuple[int, int, float]:
        """i, j and b_i - b_j."""
        i = int(self.up.argmax())  # (1)
        gaps = self.up[i] - self.down
        j = int((gaps * self.K.inverse_roots(i)).argmax())  # the root of (2)
        return i, j, float(gaps[j])

    def _move(self, i: int, j: int, gap: float) -> tuple[float, float, float]:
        """t, and s_i and s_j after the move."""
        s_i, s_j, highest, lowest = self.s[i], self.s[j], self.highest[i], self.lowest[j]
        rise, fall, curvature = highest - s_i, s_j - lowest, self.K.curvature(i, j)
        t = min(gap / curvature if curvature > self.K.flat else inf, rise, fall)  # (3)
        s_i = highest if t == rise else min(s_i + t, highest)  # (4)
        s_j = lowest if t == fall else max(s_j - t, lowest)
        return t, s_i, s_j

    def _update_biases(self, i: int, j: int, t: float) -> None:
        """What a move does to the biases, and which of the two can move on."""
        change = t * (self.K[i] - self.K[j])
        self.up -= change  # (5)
        self.down -= change
        self.down[i], self.up[j] = self.up[i], self.down[j]  # s_i has risen and can fall, s_j can rise
        if self.s[i] == self.highest[i]:
            self.up[i] = -inf
        if self.s[j] == self.lowest[j]:
            self.down[j] = inf
        self._exact = False  # each update adds a rounding error

    def _recompute_biases(self) -> None:
        s, K = np.array(self.s), self.K.whole
        self._set_biases(
            self.problem.z - (self.problem.sums(s) if K is None else in_blocks(lambda rows: rows @ s, K, len(s)))
        )

    def _set_biases(self, b: np.ndarray) -> None:
        s, (lowest, highest) = np.array(self.s), self.problem.bounds
        self.up, self.down = np.where(s < highest, b, -inf), np.where(s > lowest, b, inf)
        self._exact = True

    @property
    def bias(self) -> float:
        return float(self.up.max() + self.down.min()) / 2


def agreed(tolerance: float) -> str:
    """The reason to stop at the solution."""
    return f"no two examples disagree on the bias by more than {tolerance:g}"


def smo(problem: Problem, tolerance: float, budget: int, record: bool) -> Iterator[Solution]:
    """The start, every update, and the last place once more, with the reason to stop; without ``record`` only that."""
    return ascended(PairwiseAscent(problem, tolerance), budget, record)


def ascended(ascent, budget: int, record: bool) -> Iterator[Solution]:
    """The story of an ascent, whatever one update moves."""
    problem, updates, count = ascent.problem, UpdateTable(), 0
    if record:
        yield PairSolution(problem, updates, 0)
    while count < budget and (update := ascent.update()):
        count += 1
        if record:
            updates.append(update)
            yield PairSolution(problem, updates, count)
    reason = ascent.reason or spent(budget)
    if ascent.reason and not problem.concave:
        reason += "; no more than a stationary point, as the kernel is not positive semidefinite"
    yield Solution(problem, np.abs(ascent.s), ascent.bias, count).ended(reason)
