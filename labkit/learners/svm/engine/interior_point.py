"""The dual problem solved through the inside of the box: all multipliers move at once, to their bounds at the end.

Lecture 11; deck 001 "Support Vector Machines" (the dual, which it implies). Inventory: I-001-014. The iteration is that
of S. Mehrotra, "On the implementation of a primal-dual interior point method", 1992; that its equations are as small as
the kernel's rank, S. Fine and K. Scheinberg, "Efficient SVM training using low-rank kernel representations", 2001.

The kernel matrix is F F', a row f_i of F for every example: h_i = z_i (f_i, 1), u = (w, b), J = diag(1, ..., 1, 0).

    h_i'u = 1 + s_i - xi_i                     margin: surplus s_i >= 0, slack xi_i >= 0                          (1)
    J u = sum of a_i h_i                       w is made of the multipliers, and z'a = 0                          (2)
    a_i s_i = mu,  (C - a_i) xi_i = mu         mu = 0 at the solution                                             (3)
    theta_i = 1 / (s_i / a_i + xi_i / (C - a_i))                                                                  (4)
    (J + H'Theta H) du = H'(Theta q + a) - J u      Newton's step for (1) to (3), as large as F has columns       (5)
    da = Theta (q - H du)                           q: what (1) and (3) still ask for                             (6)

Every iteration predicts, by a step that aims at mu = 0, how far mu can fall, and then aims at (fall)^3 of it, with the
second-order term of (3) that the prediction has shown. It goes ``BOUND_SHARE`` of the way to the first bound.

The multipliers of an iterate are inside the box, 0 < a < C; ``crossover`` moves them onto the bounds. C = infinity
leaves (3) its first half. F counts in units of its mean row, so that the unit of the features does not matter.

symbol   name here     symbol   name here     symbol   name here
a        alpha         C - a    room          mu       mu
s        surplus       xi       slack
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import numpy as np

from labkit.core.inputs import frozen
from labkit.learners.blocks import blocks

BOUND_SHARE = 0.99
SHORTEST_STEP = 1e-8  # a shorter one leads nowhere: the numbers are too coarse
LARGEST_START = 1e3  # of the multipliers
BLOCK = 2**13  # examples worked on together, so that they stay in the cache


@dataclass(frozen=True, slots=True, eq=False)
class Iterate:
    """A point inside the box."""

    alpha: np.ndarray
    bias: float
    margins: np.ndarray  # z f(x) of every example
    gap: float  # between the primal value and the dual one, once (1) and (2) hold
    mu: float  # the mean product of (3)
    iteration: int


@dataclass(slots=True, eq=False)
class Direction:
    """Where to go; what is added to a is taken from the room."""

    u: np.ndarray
    alpha: np.ndarray
    surplus: np.ndarray
    slack: np.ndarray


class Inside:
    """The state of the iteration."""

    def __init__(self, F: np.ndarray, z: np.ndarray, C: float):
        n, rank = F.shape
        square = float(np.vdot(F, F)) / n
        self.unit = square**0.5 if square > np.finfo(float).tiny else 1.0
        self.C, self.soft = C * self.unit**2, bool(np.isfinite(C))
        self.H = np.empty((rank + 1, n))  # an example is a column
        np.multiply(F.T, z / self.unit, out=self.H[:-1])
        self.H[-1] = z
        self.J = np.append(np.ones(rank), 0.0)
        self.u = np.zeros(rank + 1)
        positive = float(np.mean(z > 0))
        self.alpha = np.where(z > 0, 1.0 - positive, positive) * min(self.C, LARGEST_START)  # z'a = 0
        self.room = self.C - self.alpha
        self.surplus = np.ones(n)
        self.slack = np.full(n, 2.0 if self.soft else 0.0)
        self._look()

    def _look(self) -> None:
        """What follows from u, a, s and xi."""
        self.margins = self.u @ self.H
        self.unmet = 1.0 + self.surplus - self.slack - self.margins  # of (1)
        self.missing = self.H @ self.alpha - self.J * self.u  # of (2)
        self.gap = self._products(self.alpha, self.surplus, self.room, self.slack)
        self.mu = self.gap / (len(self.alpha) * (2 if self.soft else 1))

    def _products(self, alpha, surplus, room, slack) -> float:
        return float(alpha @ surplus) + (float(room @ slack) if self.soft else 0.0)

    def advance(self) -> bool:
        """One iteration; whether it came anywhere."""
        pull, push = self.surplus / self.alpha, self.slack / self.room
        theta = 1.0 / (pull + push)  # (4)
        M = _weighted_gram(self.H, theta)
        M.flat[:: len(M) + 1] += self.J

        def towards(low, high) -> Direction:
            """Newton's step for products (3) that are to change by ``low`` times a and ``high`` times the room."""
            q = self.unmet + low - high
            du = np.linalg.solve(M, self.H @ (theta * q) + self.missing)  # (5)
            da = theta * (q - du @ self.H)  # (6)
            return Direction(du, da, low - pull * da, high + push * da)

        step = towards(-self.surplus, -self.slack)
        mu = self._aim(step)
        low = (mu - step.alpha * step.surplus) / self.alpha - self.surplus
        high = (mu + step.alpha * step.slack) / self.room - self.slack
        return self._go(towards(low, high)) > SHORTEST_STEP

    def _aim(self, step: Direction) -> float:
        """mu for the next step, from how far the prediction lets it fall."""
        t = min(1.0, self._longest(step))
        reached = self._products(
            self.alpha + t * step.alpha, self.surplus + t * step.surplus,
            self.room - t * step.alpha, self.slack + t * step.slack,
        )  # fmt: skip
        return self.mu * (reached / self.gap) ** 3

    def _go(self, step: Direction) -> float:
        t = min(1.0, BOUND_SHARE * self._longest(step))
        self.u += t * step.u
        self.alpha += t * step.alpha
        self.room -= t * step.alpha  # and not C - a, which rounding could make 0
        self.surplus += t * step.surplus
        self.slack += t * step.slack
        self._look()
        return t

    def _longest(self, step: Direction) -> float:
        """How far the bounds allow to go."""
        most = max(-(step.alpha / self.alpha).min(), -(step.surplus / self.surplus).min())
        if self.soft:
            most = max(most, (step.alpha / self.room).max(), -(step.slack / self.slack).min())
        return 1.0 / most if most > 0 else inf

    def iterate(self, iteration: int) -> Iterate:
        a, bias = 1.0 / self.unit**2, float(self.u[-1])  # in the units of F, as all that is made of multipliers
        return Iterate(frozen(a * self.alpha), bias, frozen(self.margins), a * self.gap, a * self.mu, iteration)


def interior_point(F: np.ndarray, z: np.ndarray, C: float, tolerance: float, budget: int) -> Iterator[Iterate]:
    """The start, and one iterate after the other until the gap is below ``tolerance`` times the sum of a, which is at
    least the objective's value, or can fall no further."""
    state = Inside(F, z, C)
    for iteration in range(budget + 1):
        yield state.iterate(iteration)
        try:
            if iteration == budget or state.gap <= tolerance * float(state.alpha.sum()) or not state.advance():
                return
        except np.linalg.LinAlgError:  # the equations are singular but for rounding: it can fall no further
            return


def _weighted_gram(H: np.ndarray, theta: np.ndarray) -> np.ndarray:
    """H'Theta H, a block of examples after the other."""
    roots = np.sqrt(theta)
    M = np.zeros((len(H), len(H)))
    for some in blocks(len(theta), 1, BLOCK):
        part = H[:, some] * roots[some]
        M += part @ part.T  # the same array twice: BLAS computes half of it
    return M
