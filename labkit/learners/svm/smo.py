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
    max b_i - min b_j <= tolerance                                                                (6)

(2) is twice what the dual gains by (3) without bounds. (6) ends it. Ties in (1) and (2): the first example. A curvature
(the denominator) of at most FLAT times the largest K_ii, as of two equal examples, or one below 0 of a kernel that is
not positive semidefinite, makes t as large as the bounds allow: along such a line the dual has no maximum between them.

symbol   name here     symbol   name here
s        signed        b_i      up where s_i can rise, else -inf; down where s_i can fall, else inf
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.story import spent
from labkit.learners.descent.objective import once
from labkit.learners.svm.dual import Problem, Solution
from labkit.learners.svm.gram import among

FLAT = 1e-12
WHOLE = 3000  # examples up to which all of the kernel matrix is computed at the start
MOST_NUMBERS = 2**26  # of kernel rows kept, else

Update = tuple[int, int, float, float, float]  # i, j, s_i and s_j after the move, b_i - b_j before it


class Rows:
    """Rows of the kernel matrix, and of 1 / sqrt(K_ii + K_jj - 2 K_ij); each computed once, if memory allows."""

    def __init__(self, problem: Problem):
        self._problem, n = problem, len(problem.z)
        self._among = among(problem.kernel, problem.X)
        self._all = self._among(slice(n)) if n <= WHOLE else None
        self._rows = [None] * n if self._all is None else list(self._all)
        self._inverses, self._kept = [None] * n, 0
        self._diagonal = problem.kernel.diagonal(problem.X)
        self.diagonal = self._diagonal.tolist()
        self.flat = max(FLAT * float(np.abs(self._diagonal).max()), np.finfo(float).tiny)

    def row(self, i: int) -> np.ndarray:
        if self._rows[i] is None:
            self._make_room()
            self._rows[i] = self._among(slice(i, i + 1))[0]
        return self._rows[i]

    def inverse(self, i: int) -> np.ndarray:
        if self._inverses[i] is None:
            self._make_room()
            curvature = self._diagonal - 2.0 * self.row(i)
            curvature += self.diagonal[i]
            np.maximum(curvature, self.flat, out=curvature)
            self._inverses[i] = np.reciprocal(np.sqrt(curvature, out=curvature), out=curvature)
        return self._inverses[i]

    def _make_room(self) -> None:
        n = len(self._rows)
        self._kept += n
        if self._all is None and self._kept > MOST_NUMBERS:
            self._rows, self._inverses, self._kept = [None] * n, [None] * n, n

    def sums(self, signed: np.ndarray) -> np.ndarray:
        return self._problem.sums(signed) if self._all is None else self._all @ signed


class PairwiseAscent:
    """The state: multipliers s, and every example's bias."""

    def __init__(self, problem: Problem, tolerance: float, start: Solution | None = None):
        self.problem, self.tolerance, self.reason = problem, tolerance, ""
        self.rows, n = Rows(problem), len(problem.z)
        self.signed = [0.0] * n if start is None else start.signed.tolist()
        self.lowest, self.highest = (bound.tolist() for bound in problem.bounds)
        self._gaps, self._work = np.empty(n), np.empty(n)
        self._open(problem.z if start is None else start.biases)

    def _open(self, biases: np.ndarray) -> None:
        lowest, highest = self.problem.bounds
        signed = np.array(self.signed)
        self.up, self.down = np.where(signed < highest, biases, -inf), np.where(signed > lowest, biases, inf)
        self._exact = True  # each update adds a rounding error to the biases

    def update(self) -> Update | None:
        """The next pair and how it has moved; None at the solution, or where ``reason`` says why it cannot move."""
        i, j, gap = self._pair()
        if gap <= self.tolerance and self._gaps.max() <= self.tolerance:  # (6)
            if self._exact:
                self.reason = agreed(self.tolerance)
                return None
            self._open(self.problem.z - self.rows.sums(np.array(self.signed)))
            return self.update()
        t, s_i, s_j = self._moved(i, j, gap)
        if t == inf or (s_i == self.signed[i] and s_j == self.signed[j]):
            self.reason = "the numbers are too coarse to go on"
            return None
        self.signed[i], self.signed[j] = s_i, s_j
        self._passed_on(i, j, t)
        return i, j, s_i, s_j, gap

    def _pair(self) -> tuple[int, int, float]:
        i = int(self.up.argmax())  # (1)
        gaps = np.subtract(self.up[i], self.down, out=self._gaps)
        j = int(np.multiply(gaps, self.rows.inverse(i), out=self._work).argmax())  # (2), its root
        return i, j, float(gaps[j])

    def _moved(self, i: int, j: int, gap: float) -> tuple[float, float, float]:
        """t, and s_i and s_j after the move."""
        s_i, s_j, low, high = self.signed[i], self.signed[j], self.lowest[j], self.highest[i]
        diagonal, up, down = self.rows.diagonal, high - s_i, s_j - low
        curvature = diagonal[i] + diagonal[j] - 2.0 * float(self.rows.row(i)[j])
        t = min(gap / curvature if curvature > self.rows.flat else inf, up, down)  # (3)
        return t, high if t == up else min(s_i + t, high), low if t == down else max(s_j - t, low)  # (4)

    def _passed_on(self, i: int, j: int, t: float) -> None:
        """What the move does to the biases, and which of the two can move on."""
        change = np.subtract(self.rows.row(i), self.rows.row(j), out=self._work)
        change *= t
        self.up -= change  # (5)
        self.down -= change
        self.down[i], self.up[j] = self.up[i], self.down[j]
        if self.signed[i] == self.highest[i]:
            self.up[i] = -inf
        if self.signed[j] == self.lowest[j]:
            self.down[j] = inf
        self._exact = False

    @property
    def bias(self) -> float:
        return float(self.up.max() + self.down.min()) / 2


@dataclass(frozen=True, slots=True)
class PairUpdate:
    """One pair of multipliers that moved together."""

    rows: tuple[int, int]  # i, j
    before: tuple[float, float]  # their multipliers
    after: tuple[float, float]
    clipped: bool  # whether one of them stopped at a bound
    disagreement: float  # b_i - b_j before the move


class Updates(list):
    """All updates so far; as a table, too, for the steps that read them back."""

    def __init__(self):
        super().__init__()
        self._table = np.empty((0, 5))

    def first(self, count: int) -> np.ndarray:
        """(count, 5)"""
        if len(self._table) < count:
            self._table = np.concatenate([self._table, np.array(self[len(self._table) :])])
        return self._table[:count]


class Moment(Solution):
    """The multipliers after the first few of all updates, which the moments of a story share."""

    def __init__(self, problem: Problem, updates: Updates, iteration: int):
        self.problem, self.updates, self.iteration = problem, updates, iteration

    @once
    def alpha(self) -> np.ndarray:
        return self._multipliers(self.iteration)

    def _multipliers(self, count: int) -> np.ndarray:
        alpha, table = np.zeros(len(self.problem.z)), self.updates.first(count)
        rows = table[:, :2].astype(int).ravel()
        alpha[rows] = np.abs(table[:, 2:4].ravel())  # where a row comes again, the last one stays
        return frozen(alpha)

    @property
    def pair(self) -> PairUpdate | None:
        if not self.iteration:
            return None
        i, j, s_i, s_j, gap = self.updates[self.iteration - 1]
        before, after = self._multipliers(self.iteration - 1), (abs(s_i), abs(s_j))
        ends = (0.0, self.problem.C)
        return PairUpdate((i, j), (float(before[i]), float(before[j])), after, any(a in ends for a in after), gap)


def agreed(tolerance: float) -> str:
    """The reason to stop at the solution."""
    return f"no two examples disagree on the bias by more than {tolerance:g}"


def smo(problem: Problem, tolerance: float, budget: int, told: bool) -> Iterator[Solution]:
    """The start, every update, and the last place once more, with the reason to stop; untold, only that one."""
    state, updates, count = PairwiseAscent(problem, tolerance), Updates(), 0
    if told:
        yield Moment(problem, updates, 0)
    while count < budget and (update := state.update()):
        count += 1
        if told:
            updates.append(update)
            yield Moment(problem, updates, count)
    reason = state.reason or spent(budget)
    if state.reason and not problem.concave:
        reason += "; no more than a stationary point, as the kernel is not positive semidefinite"
    yield Solution(problem, np.abs(state.signed), state.bias, count).ended(reason)
