"""What the objectives of two and of many classes share: the penalty, the examples' weights, the unit of the gradient.

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
"""

from __future__ import annotations

import numpy as np

from labkit.learners.descent.objective import once
from labkit.learners.descent.second_order import SINGULAR


class PenalisedObjective:
    """Abstract: a loss summed over examples whose features (with their signs) are columns, and a penalty."""

    convex = True

    def __init__(
        self, features: np.ndarray, precision: np.ndarray, centre: np.ndarray | None, weights: np.ndarray | None
    ):
        self.features, self.precision, self.centre, self.weights = features, precision, centre, weights

    def moved(self, w: np.ndarray) -> np.ndarray:
        """w - w0."""
        return w if self.centre is None else w - self.centre

    def pull(self, w: np.ndarray) -> np.ndarray:
        moved = self.moved(w)
        return self.precision * moved if self.precision.ndim == 1 else self.precision @ moved  # (2)

    def penalty(self, w: np.ndarray, pull: np.ndarray) -> float:
        return 0.5 * float(pull @ self.moved(w))  # (1)

    @once
    def curvature(self) -> np.ndarray:
        """A as a matrix."""
        return np.diag(self.precision) if self.precision.ndim == 1 else self.precision

    def weighted(self, numbers: np.ndarray) -> np.ndarray:
        """Numbers of the examples, in a row or in rows, times the examples' weights."""
        return numbers if self.weights is None else numbers * self.weights

    @once
    def products(self) -> np.ndarray:
        """sum of c x x'."""
        return self.weighted(self.features) @ self.features.T

    @once
    def squares(self) -> np.ndarray:
        """sum of c x_j^2 of every feature."""
        return np.vecdot(self.weighted(self.features), self.features)

    @once
    def lengths(self) -> np.ndarray:
        """Of the features; 1 for one that is always 0."""
        along = self.features @ self.weighted(self.features[0])
        squares = np.where(self.squares == 0, 1.0, self.squares)
        apart = squares - along * (along / squares[0])
        return np.sqrt(np.where(apart > SINGULAR * squares, apart, squares))  # (3)

    @property
    def examples(self) -> int:
        return self.features.shape[1]

    def shares(self, rows: np.ndarray) -> np.ndarray:
        """Weights with which these examples stand for an average one."""
        shares = np.full(len(rows), 1 / len(rows))
        return shares if self.weights is None else shares * self.weights[rows]
