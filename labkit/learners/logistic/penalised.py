"""What two and many classes share: the penalty, the examples' weights, the unit of the gradient, the step.

Lectures 06 and 07; deck 000 "Maximum Likelihood Estimation of Weights"; deck 004 "Regularization". Inventory:
I-000-012, I-004-080.

    (w - w0)' A (w - w0) / 2        penalty; also minus the logarithm of a Gaussian prior N(w0, A^-1)            (1)
    A (w - w0)                      its gradient; its Hessian is A                                               (2)
    l_j^2 = sum of c (x_j - q x_0)^2,  q = sum of c x_0 x_j / sum of c x_0^2       unit of the gradient          (3)

(3) is how far feature j is from a multiple of the first, which is the constant input where there is a bias: then l_j is
the length of the feature about its mean. Where the bias has its best value, no entry of the gradient can be above l_j
times the length of the residuals. A feature that is constant up to rounding (``SINGULAR`` of its square) keeps its own
length.

symbol   name here                                       symbol   name here
A        precision: a diagonal as vector, or a matrix    w0       centre, 0 where None
c        examples' weights, 1 where None                 l        lengths
x        columns of features (with their signs), a row for every weight
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np

from labkit.core.story import counted
from labkit.learners.blocks import square_sum, weighted_square, weighted_sum
from labkit.learners.descent.objective import Objective, Point, once
from labkit.learners.descent.second_order import SINGULAR
from labkit.learners.descent.step import DescentStep
from labkit.learners.freedom import effective


class PenalisedPoint(Point):
    """Abstract: an objective at w."""

    @once
    def pull(self) -> np.ndarray:
        return self.pulled(self.objective.moved(self.w))  # (2)

    def pulled(self, v: np.ndarray) -> np.ndarray:
        """A v."""
        A = self.objective.precision
        return A * v if A.ndim == 1 else A @ v

    @property
    def penalty(self) -> float:
        return 0.5 * float(self.pull @ self.objective.moved(self.w))  # (1)


@dataclass(eq=False)
class PenalisedObjective(Objective):
    """Abstract: a loss summed over examples, and a penalty."""

    features: np.ndarray
    precision: np.ndarray
    centre: np.ndarray | None = None
    weights: np.ndarray | None = None

    convex = True

    def moved(self, w: np.ndarray) -> np.ndarray:
        """w - w0."""
        return w if self.centre is None else w - self.centre

    @once
    def curvature(self) -> np.ndarray:
        """A as a matrix."""
        return np.diag(self.precision) if self.precision.ndim == 1 else self.precision

    @property
    def precisions(self) -> np.ndarray:
        """The diagonal of A."""
        return self.precision if self.precision.ndim == 1 else self.precision.diagonal()

    def weighted(self, numbers: np.ndarray) -> np.ndarray:
        """Numbers of the examples, in a row or in rows, times the examples' weights."""
        return numbers if self.weights is None else numbers * self.weights

    @once
    def products(self) -> np.ndarray:
        """sum of c x x'."""
        return weighted_square(self.features, self.weights)

    @once
    def squares(self) -> np.ndarray:
        """sum of c x_j^2 of every feature."""
        if self.weights is None:
            return np.einsum("ij,ij->i", self.features, self.features)
        return square_sum(self.features, self.weights)

    @once
    def lengths(self) -> np.ndarray:
        """Of the features; 1 for one that is always 0."""
        along = weighted_sum(self.features, self.weighted(self.features[0]))
        squares = np.where(self.squares == 0, 1.0, self.squares)
        apart = squares - along * (along / squares[0])
        return np.sqrt(np.where(apart > SINGULAR * squares, apart, squares))  # (3)

    @property
    def examples(self) -> int:
        return self.features.shape[1]

    def part(self, rows: np.ndarray, **more) -> Self:
        """The objective per example, as these examples show it; ``more`` is what else changes with them."""
        features, precision = self.features[:, rows], self.precision / self.examples
        return replace(self, features=features, precision=precision, weights=self.shares(rows), **more)

    def shares(self, rows: np.ndarray) -> np.ndarray:
        """Weights with which these examples stand for an average one."""
        shares = np.full(len(rows), 1 / len(rows))
        return shares if self.weights is None else shares * self.weights[rows]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LikelihoodStep(DescentStep):
    """Abstract: one move of the optimiser (or the start, or the end). What it says of examples holds after the move."""

    objective: PenalisedObjective = field(repr=False)

    @property
    def degrees_of_freedom(self) -> float:
        """How many weights the likelihood chose: fewer with a penalty, and weights that cannot be told apart once."""
        A = np.diagonal(self.objective.curvature)
        return effective(self.hessian - np.diag(A), A) if A.any() else float(self._rank())

    def _figures(self) -> str:
        return f"{super(LikelihoodStep, self)._figures()}, {counted(self.mistakes, 'mistake')}"
