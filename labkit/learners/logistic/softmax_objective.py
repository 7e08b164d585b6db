"""What softmax regression goes down: the negative logarithm of the likelihood of many classes, and a penalty.

Lecture 07; deck 000 "Multiple Class Case-1", "Multiple Class Case-2". Inventory: I-000-018, I-000-019.

Class k has the score a_k = w_k'x. With z_k = 1 for the class of the example and 0 for all others, and d_kj = 1 where
k = j and 0 elsewhere,

    mu_k = e^a_k / sum over i of e^a_i                                          softmax              (1)
    J = sum of c [ln (sum over i of e^a_i) - sum over k of z_k a_k]  +  (w - w0)' A (w - w0) / 2     (2)
    gradient_k = sum of c (mu_k - z_k) x                             +  its part of A (w - w0)       (3)
    H_kj = sum of c mu_k (d_kj - mu_j) x x'                          +  its block of A               (4)

w holds the weights of one class after the other. A class whose weights are 0 is the reference: then the sum in (1) and
(2) has a 1 in it, as on the slides, and w, (3) and (4) lack that class. The sums are over the examples.

All H_kj of a row k sum to 0 over j, reference included, so H_kk is minus the sum of the others: no difference 1 - mu_k
is taken, and one matrix product gives all blocks. Without a reference the same move of all classes changes no
probability, (4) is singular, and ``pin`` adds

    sum of c x_i^2 / C  on the diagonal of every block, for input i                                  (5)

to the Hessian: steep along just those moves. The gradient has no part along them, so no step of Newton's changes.

No curvature of the sum in (2) is above that of sum of c x x' / 2 (for one class and its reference / 4; Böhning 1992).

symbol   name here                                             symbol   name here
x        columns of X: a row for every input                   A        precision: a diagonal as vector, or a matrix
mu       probabilities (classes, examples)                     w0       centre, 0 where None
c        weights of the examples, 1 where None
"""

from __future__ import annotations

import math

import numpy as np

from labkit.learners.descent.objective import once
from labkit.learners.logistic.penalised import PenalisedObjective

PRODUCT = 3 * 2**17  # multiplications: one thread does a smaller matrix product, two would wait for each other
SHORTEST = 128  # examples that the Hessian takes at a time, at least


class SoftmaxPoint:
    """The objective at w. One exponential of every score serves the value, the gradient and the Hessian."""

    def __init__(self, objective: SoftmaxObjective, w: np.ndarray):
        self._objective, self.w = objective, w

    @once
    def scores(self) -> np.ndarray:
        return self._objective.scores(self.w)

    @once
    def _top(self) -> np.ndarray:
        return self.scores.max(axis=0)

    @once
    def _exp(self) -> np.ndarray:
        e = self.scores - self._top  # at most 0: it cannot overflow
        return np.exp(e, out=e)

    @once
    def _sum(self) -> np.ndarray:
        return self._exp.sum(axis=0)

    @once
    def _pull(self) -> np.ndarray:
        return self._objective.pull(self.w)

    @once
    def probabilities(self) -> np.ndarray:
        """(classes, examples)."""
        return self._exp / self._sum  # (1)

    @property
    def doubts(self) -> np.ndarray:
        """mu_k of every example's rivals k, as ``SoftmaxObjective.margins`` lists them."""
        return self.probabilities[self._objective.rivals]

    @property
    def margins(self) -> np.ndarray:
        return self._objective.leads(self.scores)

    @once
    def value(self) -> float:
        losses = np.log(self._sum)
        losses += self._top - self.scores.ravel()[self._objective.own]
        return float(self._objective.weighted(losses).sum()) + self._objective.penalty(self.w, self._pull)  # (2)

    @once
    def gradient(self) -> np.ndarray:
        excess = self.probabilities.copy()
        excess.ravel()[self._objective.own] -= 1.0
        excess = self._objective.weighted(excess[self._objective.free])
        return (excess @ self._objective.X.T).ravel() + self._pull  # (3)

    @once
    def hessian(self) -> np.ndarray:
        """With the ``pin``; ``bare_hessian`` is without."""
        pin = self._objective.pin
        return self.bare_hessian if pin is None else self.bare_hessian + pin

    @once
    def bare_hessian(self) -> np.ndarray:
        objective, classes = self._objective, np.arange(len(self.scores))
        H = self._products().reshape(2 * (len(classes), len(objective.X)))
        H[classes, :, classes] = 0.0
        np.negative(H, out=H)
        H[classes, :, classes] = -H.sum(axis=2)  # every row of blocks sums to 0
        H = H[objective.free, :, objective.free].reshape(2 * [len(self.w)])
        return H + objective.curvature  # (4)

    def _products(self) -> np.ndarray:
        """sum of c mu_k mu_j x x', for all k and j in one square."""
        X, mu, c = self._objective.X, self.probabilities, self._objective.weights
        mu = (mu if c is None else mu * np.sqrt(c))[:, None]
        size = len(mu) * len(X)
        total, length = np.zeros((size, size)), max(SHORTEST, PRODUCT // size**2)
        for first in range(0, X.shape[1], length):
            some = slice(first, first + length)
            weighted = (mu[..., some] * X[:, some]).reshape(size, -1)
            total += weighted @ weighted.T
        return total


class SoftmaxObjective(PenalisedObjective):
    """(2) for examples that are the columns of ``X``, of the classes y.

    ``reference`` is the class whose weights are 0, the first (0) or the last (classes - 1); None for none.
    ``precision`` is A over the weights of all other classes, one class after the other.
    """

    def __init__(
        self,
        X: np.ndarray,
        y: np.ndarray,
        classes: int,
        precision: np.ndarray,
        *,
        reference: int | None,
        centre: np.ndarray | None = None,
        weights: np.ndarray | None = None,
    ):
        super().__init__(X, precision, centre, weights)
        self.X, self.y, self.classes, self.reference = X, y, classes, reference
        self.own = y * X.shape[1] + np.arange(X.shape[1])  # the place of its own class in a flat (classes, examples)

    def at(self, w: np.ndarray) -> SoftmaxPoint:
        return SoftmaxPoint(self, w)

    @property
    def free(self) -> slice:
        """The classes that have weights."""
        if self.reference is None:
            return slice(0, self.classes)
        return slice(0, self.classes - 1) if self.reference else slice(1, self.classes)

    def scores(self, w: np.ndarray) -> np.ndarray:
        scores = np.zeros((self.classes, self.X.shape[1]))
        np.matmul(w.reshape(-1, len(self.X)), self.X, out=scores[self.free])
        return scores

    @once
    def rivals(self) -> np.ndarray:
        """(classes, examples): all but the example's own class."""
        return self.y != np.arange(self.classes)[:, None]

    def margins(self, w: np.ndarray) -> np.ndarray:
        """How far every example's own class is ahead of each rival, rival after rival."""
        return self.leads(self.scores(w))

    def leads(self, scores: np.ndarray) -> np.ndarray:
        return (scores.ravel()[self.own] - scores)[self.rivals]

    @once
    def pin(self) -> np.ndarray | None:
        if self.reference is not None:
            return None
        return np.kron(np.full(2 * (self.classes,), 1 / self.classes), np.diag(self.squares))  # (5)

    @once
    def smoothness(self) -> float:
        """No curvature is above it."""
        single = self.classes == 2 and self.reference is not None
        steepest = np.linalg.eigvalsh(self.products)[-1] / (4 if single else 2)
        return float(steepest + np.linalg.eigvalsh(self.curvature)[-1])

    @once
    def scale(self) -> np.ndarray:
        """What no entry of the sum in (3) can be above, with the best biases (Cauchy and Schwarz)."""
        total = self.examples if self.weights is None else self.weights.sum()
        return np.tile(self.lengths * math.sqrt(total), self.classes - (self.reference is not None))

    def part(self, rows: np.ndarray) -> SoftmaxObjective:
        """The objective per example, as these examples show it."""
        return SoftmaxObjective(
            self.X[:, rows], self.y[rows], self.classes, self.precision / self.examples,
            reference=self.reference, centre=self.centre, weights=self.shares(rows),
        )  # fmt: skip
