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
is taken. Without a reference the same move of all classes changes no probability, (4) is singular, and ``pin`` adds

    sum of c x_i^2 / C  on the diagonal of every block, for input i                                  (5)

to the Hessian: steep along just those moves. The gradient has no part along them, so no step of Newton's changes.

No curvature of the sum in (2) is above that of sum of c x x' / 2 (for one class and its reference / 4; Böhning 1992).

symbol   name here                                             symbol   name here
x        columns of features: a row for every input            A, w0    precision, centre: see ``penalised``
mu, z    probabilities, indicators (classes, examples)         c        weights of the examples, 1 where None
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from labkit.learners.blocks import class_squares, scores, square_sum, weighted_sum
from labkit.learners.descent.objective import once
from labkit.learners.logistic.penalised import PenalisedObjective, PenalisedPoint


class SoftmaxPoint(PenalisedPoint):
    """The objective at w. One exponential of every score serves the value, the gradient and the Hessian."""

    @once
    def scores(self) -> np.ndarray:
        """a, (classes, examples)."""
        return self.objective.scores(self.w)

    @once
    def _top(self) -> np.ndarray:
        return self.scores.max(axis=0)

    @once
    def _exp(self) -> np.ndarray:
        """e^(a_k - the largest a): it cannot overflow."""
        e = self.scores - self._top
        return np.exp(e, out=e)

    @once
    def _sum(self) -> np.ndarray:
        return self._exp.sum(axis=0)

    @once
    def probabilities(self) -> np.ndarray:
        """mu, (classes, examples)."""
        return self._exp / self._sum  # (1)

    @once
    def value(self) -> float:
        losses = np.log(self._sum) + (self._top - self.objective.own(self.scores))
        return float(self.objective.weighted(losses).sum()) + self.penalty  # (2)

    @once
    def gradient(self) -> np.ndarray:
        X, mu, z = self.objective.features, self.probabilities, self.objective.indicators
        excess = self.objective.weighted((mu - z)[self.objective.free])
        return weighted_sum(X, excess).ravel() + self.pull  # (3)

    @once
    def bare_hessian(self) -> np.ndarray:
        """Without the ``pin``."""
        X, mu, free = self.objective.features, self.probabilities, self.objective.free
        H, k = -class_squares(mu, X, self.objective.weights), np.arange(len(mu))
        H[k, :, k] = 0.0
        H[k, :, k] = -H.sum(axis=2)  # every row of blocks sums to 0
        return H[free, :, free].reshape(2 * [len(self.w)]) + self.objective.curvature  # (4)

    @once
    def hessian(self) -> np.ndarray:
        pin = self.objective.pin
        return self.bare_hessian if pin is None else self.bare_hessian + pin

    def hessian_times(self, v: np.ndarray) -> np.ndarray:
        X, mu = self.objective.features, self.probabilities[self.objective.free]
        along = mu * scores(v.reshape(len(mu), -1), X)
        along -= mu * along.sum(axis=0)
        return weighted_sum(X, self.objective.weighted(along)).ravel() + self.pulled(v)  # (4)

    @once
    def hessian_diagonal(self) -> np.ndarray:
        mu = self.probabilities[self.objective.free]
        squares = square_sum(self.objective.features, self.objective.weighted(mu * (1.0 - mu)))
        return squares.ravel() + self.objective.precisions

    @property
    def doubts(self) -> np.ndarray:
        """mu_k of every example's rivals k, as ``SoftmaxObjective.margins`` lists them."""
        return self.probabilities[~self.objective.indicators]


@dataclass(eq=False, kw_only=True)
class SoftmaxObjective(PenalisedObjective):
    """(2) for examples that are the columns of ``features``, of the classes y.

    ``reference`` is the class whose weights are 0, the first (0) or the last (classes - 1); None for none.
    ``precision`` is A over the weights of all other classes, one class after the other.
    """

    y: np.ndarray
    classes: int
    reference: int | None

    point = SoftmaxPoint

    @property
    def free(self) -> slice:
        """The classes that have weights."""
        if self.reference is None:
            return slice(0, self.classes)
        return slice(0, self.classes - 1) if self.reference else slice(1, self.classes)

    @once
    def indicators(self) -> np.ndarray:
        """z, (classes, examples)."""
        return self.y == np.arange(self.classes)[:, None]

    def scores(self, w: np.ndarray) -> np.ndarray:
        all_scores = np.zeros((self.classes, self.examples))
        all_scores[self.free] = scores(w.reshape(-1, len(self.features)), self.features)
        return all_scores

    def own(self, scores: np.ndarray) -> np.ndarray:
        """Of every example the score of its own class."""
        return scores[self.y, np.arange(self.examples)]

    def margins(self, w: np.ndarray) -> np.ndarray:
        """How far every example's own class is ahead of each rival, rival after rival."""
        scores = self.scores(w)
        return (self.own(scores) - scores)[~self.indicators]

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
        return super().part(rows, y=self.y[rows])
