"""The two problems of a support vector machine, and what a choice of multipliers says about both.

Lecture 11; deck 001 "Support Vector Machines". Inventory: I-001-009, I-001-010, I-001-012, I-001-013, I-001-014,
I-001-018, I-001-019.

    minimise  |w|^2 / 2 + C sum of xi     subject to  z_i (w'x_i + b) >= 1 - xi_i,  xi_i >= 0         primal   (1)
    maximise  sum of a - sum over i, j of a_i a_j z_i z_j K_ij / 2   subject to  0 <= a <= C, z'a = 0   dual   (2)
    w = sum of a_i z_i x_i,    f(x) = sum of a_i z_i K(x_i, x) + b                                             (3)
    xi_i = max(0, 1 - z_i f(x_i))                                                                 slack        (4)
    a_i = 0: z_i f(x_i) >= 1     0 < a_i < C: z_i f(x_i) = 1     a_i = C: z_i f(x_i) <= 1         KKT          (5)
    b_i = z_i - sum over j of a_j z_j K_ij       the bias that puts example i on its margin                    (6)

The primal value of any w, b is at least the dual value of any multipliers, and equal at the solution: the ``gap``
bounds what is left to gain. By (5), at the solution no a_i z_i that can still rise has b_i > b, and none that can fall
has b_i < b; so b is taken half-way between the largest b_i of the first and the smallest of the second, and how far the
first is above the second is the ``violation``: by so much two examples disagree on the bias. C = infinity (HARD) is the
hard margin: then no slack is allowed, and the primal value is that of w made longer until every example has its margin.
Without an intercept b is 0, z'a may be anything, and the violation is the largest |b_i| of (6) that could be followed.

symbol   name here     symbol   name here        symbol   name here
z        z: +1, -1     a        alpha            a z      signed
xi       slacks        w'x_i    sums, without b  b_i      biases

Departures from the slides: the dual is not on them (E-001-05). The margin is 2 / |w| from edge to edge (figure 6) and
1 / |w| to the nearest example (figure 5): ``margin`` and ``half_margin`` (E-001-02). The best hyperplane is unique, and
there is one at all, only if the classes are separable (E-001-03). xi > 1 is a mistake, 0 < xi <= 1 only inside the
margin, so the sum of xi is at least the number of mistakes (E-001-11).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from labkit.core.inputs import frozen
from labkit.learners.descent.objective import once
from labkit.learners.svm.engine.kernel_matrix import combined
from labkit.learners.svm.kernels import Kernel, smallest_eigenvalue

HARD = inf  # C of the hard margin


class Problem:
    """(2) for examples X with signs z. ``X`` is what kernels are asked with: the examples, less their mean where only
    the bias notices (``origin`` says by how much they were moved)."""

    intercept = True

    def __init__(
        self, kernel: Kernel, X: np.ndarray, z: np.ndarray, C: float, classes: np.ndarray | None = None,
        intercept: bool = True,
    ):  # fmt: skip
        self.kernel, self.z, self.C, self.intercept = kernel, frozen(z), float(C), intercept
        self.classes = np.array([-1, 1]) if classes is None else classes  # of z = -1 and z = +1
        self.examples = frozen(X)
        self.origin = frozen(X.mean(axis=0) if kernel.shift_is_bias and intercept else np.zeros(X.shape[1]))
        self.X = frozen(X - self.origin)

    def sums(self, signed: np.ndarray) -> np.ndarray:
        """w'x of every example, without the bias."""
        support = signed.nonzero()[0]
        return combined(self.kernel, self.X, self.X[support], signed[support])  # (3)

    @property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """(lowest, highest) that each a z may be."""
        positive = self.z > 0
        return np.where(positive, 0.0, -self.C), np.where(positive, self.C, 0.0)

    @once
    def smallest_eigenvalue(self) -> float:
        """Of the kernel at some of the examples; below 0 the dual is not concave."""
        return smallest_eigenvalue(self.kernel, self.X)

    @property
    def concave(self) -> bool:
        """Whether the dual is, so that what is found is the best. Where the kernel does not promise it, some of the
        examples can only disprove it."""
        return self.kernel.positive or self.smallest_eigenvalue >= 0


@dataclass(frozen=True, slots=True)
class KKT:
    """How much each condition of (5) and (2) is violated at worst: multipliers as shares of the largest, the others in
    units of the margin."""

    box: float  # a multiplier below 0 or above C
    balance: float  # z'a is not 0
    outside: float  # a = 0, and yet short of the margin
    edge: float  # 0 < a < C, and yet not on the margin
    inside: float  # a = C, and yet beyond the margin

    @property
    def worst(self) -> float:
        return max(self.box, self.balance, self.outside, self.edge, self.inside)


class Solution:
    """Multipliers of a problem, and all that follows from them, computed when it is asked for."""

    reason = ""  # why a solver stopped here

    def __init__(self, problem: Problem, alpha: np.ndarray, bias: float | None = None, iteration: int = 0):
        self.problem, self.alpha, self.iteration = problem, frozen(alpha), iteration
        if bias is not None:
            self.bias = float(bias)

    def ended(self, reason: str) -> Solution:
        """Itself, as the last of a story."""
        self.reason = reason
        return self

    @once
    def signed(self) -> np.ndarray:
        """a z."""
        return frozen(self.alpha * self.problem.z)

    @once
    def support(self) -> np.ndarray:
        """Which examples have a multiplier above 0."""
        return frozen(self.alpha.nonzero()[0], int)

    @once
    def sums(self) -> np.ndarray:
        return frozen(self.problem.sums(self.signed))

    @once
    def biases(self) -> np.ndarray:
        return frozen(self.problem.z - self.sums)  # (6)

    @once
    def _ends(self) -> tuple[float, float]:
        """The largest bias of a multiplier that can move up, the smallest of one that can move down."""
        lowest, highest = self.problem.bounds
        up, down = self.signed < highest, self.signed > lowest
        return float(self.biases[up].max(initial=-inf)), float(self.biases[down].min(initial=inf))

    @once
    def bias(self) -> float:
        return sum(self._ends) / 2 if self.problem.intercept else 0.0

    @property
    def violation(self) -> float:
        up, down = self._ends
        return max(0.0, up - down) if self.problem.intercept else max(0.0, up, -down)

    @once
    def margins(self) -> np.ndarray:
        """z f(x) of every example: 1 on the margin, 0 on the boundary."""
        return frozen(self.problem.z * (self.sums + self.bias))

    @once
    def slacks(self) -> np.ndarray:
        return frozen(np.maximum(0.0, 1.0 - self.margins))  # (4)

    @once
    def square(self) -> float:
        """|w|^2, in the space of the kernel's features; below 0 only where there is none."""
        return float(self.signed @ self.sums)

    @property
    def margin(self) -> float:
        """From edge to edge, 2 / |w|: infinite without a boundary."""
        return 2.0 / sqrt(self.square) if self.square > 0 else inf

    @property
    def half_margin(self) -> float:
        """From the boundary to an edge, 1 / |w|."""
        return self.margin / 2.0

    @property
    def primal(self) -> float:
        if self.problem.C != HARD:
            return 0.5 * self.square + self.problem.C * float(self.slacks.sum())  # (1)
        least = float(self.margins.min())
        return 0.5 * self.square / least**2 if least > 0 else inf

    @property
    def dual(self) -> float:
        return float(self.alpha.sum()) - 0.5 * self.square  # (2)

    @property
    def gap(self) -> float:
        return self.primal - self.dual

    @property
    def kkt(self) -> KKT:
        alpha, C, short = self.alpha, self.problem.C, 1.0 - self.margins
        zero, full = alpha <= 0, alpha >= C
        unit = float(alpha.max()) or 1.0
        return KKT(
            box=max(0.0, float(-alpha.min()), float((alpha - C).max())) / unit,
            balance=abs(float(self.signed.sum())) / unit if self.problem.intercept else 0.0,
            outside=float(short[zero].max(initial=0.0)),
            edge=float(np.abs(short[~zero & ~full]).max(initial=0.0)),
            inside=float((-short[full]).max(initial=0.0)),
        )  # (5)

    @property
    def hull_points(self) -> tuple[np.ndarray, np.ndarray] | None:
        """(of the first class, of the second): the mean of each class's examples, weighted by the multipliers.

        At a hard margin these are the nearest points of the two convex hulls, 2 / |w| apart where the kernel is linear.
        None while all multipliers are 0, and without an intercept.
        """
        if not len(self.support) or not self.problem.intercept:
            return None
        total = float(self.alpha.sum()) / 2.0
        parts = [np.where(self.problem.z == sign, self.alpha, 0.0) / total for sign in (-1, 1)]
        return tuple(frozen(part @ self.problem.examples) for part in parts)
