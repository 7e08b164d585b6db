"""Centres and widths that adapt to the targets: they go downhill together, and the weights are solved anew each time.

Lecture 13; deck 002 "Radial basis function" (adaptive parameters: center, width). Inventory: I-002-058.

    J(v, a) = min over w of  1/2 sum of (f(x_i) - y_i)^2 + (lam/2) |w|^2          what is made small          (1)
    u_ij = |x_i - v_j|^2,   e = f(X) - Y                                                                      (2)
    G_ij = sum over outputs of e_i w_j  dg(u_ij)/du                                                           (3)
    dJ/dv_j = -2 sum over i of G_ij (x_i - v_j)                                                               (4)
    dJ/dln a_j = -2 sum over i of G_ij u_ij            as g depends on u / a^2                                (5)

The weights are those of the minimum, so J does not change with them to first order, and (4) and (5) are the whole
gradient (Golub and Pereyra's variable projection, 1973). BFGS goes down; centres are measured in units of the spread of
each feature, widths by their logarithm, so that they stay above 0. What is found depends on the start, which is the
network's own centres and widths: J has many valleys.

symbol     name here                 symbol     name here
v_j, a_j   functions.centres, widths  w         weights
G          pull                       e         errors
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from labkit.core import inputs
from labkit.learners.descent.moves import Move, descend
from labkit.learners.descent.objective import Objective, Point, once
from labkit.learners.descent.second_order import BFGS
from labkit.learners.least_squares.closed_form import Solutions, solutions
from labkit.learners.radial.functions import RadialFunctions

FLAT = 1e-7  # of the sum of squares of the targets: a smaller gradient has vanished
MOST_LOG = 200.0  # of a width


class Placement(Point):
    """Centres and widths, with the weights that are best for them."""

    @once
    def functions(self) -> RadialFunctions:
        return self.objective.functions(self.w)

    @once
    def phi(self) -> np.ndarray:
        return self.functions(self.objective.X)

    @once
    def solutions(self) -> Solutions:
        return solutions(self.phi, self.objective.T, "qr", self.objective.intercept)

    @once
    def weights(self) -> np.ndarray:
        return inputs.frozen(self.solutions.weights(self.objective.lam))

    @once
    def errors(self) -> np.ndarray:
        return self.phi @ self.weights[1:] + self.weights[0] - self.objective.T  # (2)

    @once
    def value(self) -> float:
        return 0.5 * float((self.errors**2).sum() + self.objective.lam * (self.weights[1:] ** 2).sum())  # (1)

    @once
    def gradient(self) -> np.ndarray:
        X, functions = self.objective.X, self.functions
        u, slope = functions.slopes(X)
        pull = self.errors @ self.weights[1:].T * slope  # (3)
        towards = -2 * (pull.T @ X - pull.sum(axis=0)[:, None] * functions.centres)  # (4)
        parts = [(towards * self.objective.units).ravel()]
        if functions.widths is not None:
            parts.append(-2 * (pull * u).sum(axis=0))  # (5)
        return np.concatenate(parts)


class PlacementObjective(Objective):
    """J over centres and widths."""

    __slots__ = ("T", "X", "first", "intercept", "lam", "scale", "start", "units")
    point = Placement

    def __init__(self, first: RadialFunctions, X: np.ndarray, T: np.ndarray, lam: float, intercept: bool):
        self.first, self.X, self.T, self.lam, self.intercept = first, X, T, lam, intercept
        spread = X.std(axis=0)
        self.units = np.where(spread > 0, spread, 1.0)
        self.scale = float(((T - T.mean(axis=0)) ** 2).sum()) or 1.0
        places = (first.centres / self.units).ravel()
        self.start = places if first.widths is None else np.r_[places, np.log(first.widths)]

    def functions(self, w: np.ndarray) -> RadialFunctions:
        if w is self.start:
            return self.first
        m, d = self.first.centres.shape
        centres = inputs.frozen(w[: m * d].reshape(m, d) * self.units)
        widths = None
        if self.first.widths is not None:
            widths = inputs.frozen(np.exp(np.clip(w[m * d :], -MOST_LOG, MOST_LOG)))
        return RadialFunctions(self.first.function, centres, widths, self.first.power)

    def moves(self, iterations: int) -> Iterator[Move]:
        """The start, every move, and the last place with the reason to stop."""
        if not iterations:
            return iter([Move(self.at(self.start), reason="nothing is to move")])
        return descend(self, BFGS(), self.start, tolerance=FLAT, budget=iterations)
