"""Newton's moves with a Hessian from before: the tangents move little from round to round, and so does the Hessian.

Lecture 08; deck 000 "Log-Sum-Exponent bound & Multi-class Case". Inventory: I-000-021.

    w <- w - B g        B the inverse of the Hessian where this class has last been fitted in full        (1)

A move costs a product with the examples where Newton's costs one with every pair of features. It counts where it makes
the gradient ``SHORTER``; else the class is fitted by Newton's method as it is read, which also makes B anew. Both end
by the same rule.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.learners.descent.objective import Objective, Point

SHORTER, MOST_CHORDS = 0.2, 20  # times its length before; moves of one fit


class Chords:
    """The B of every class."""

    def __init__(self, classes: int):
        self._inverses: list[np.ndarray | None] = [None] * classes

    def fit(self, k: int, problem: Objective, w: np.ndarray, tolerance: float, newton: Callable[[], Point]):
        """The best weights of class k, looked for from w; ``newton`` finds them in full."""
        near = self._moved(self._inverses[k], problem, w, tolerance)
        if near is not None:
            return near
        point = newton()
        try:
            self._inverses[k] = np.linalg.inv(point.hessian)
        except np.linalg.LinAlgError:
            self._inverses[k] = None
        return point.w

    def _moved(self, B: np.ndarray | None, problem: Objective, w: np.ndarray, tolerance: float) -> np.ndarray | None:
        """By (1); None where that is of no use."""
        if B is None:
            return None
        before = np.inf
        for _ in range(MOST_CHORDS):
            with np.errstate(over="ignore", invalid="ignore"):  # too far out the rates are infinite
                g = problem.at(w).gradient
                share = float((np.abs(g) / problem.scale).max())
            if share <= tolerance:
                return w
            if not share <= SHORTER * before:
                return None
            w, before = w - B @ g, share  # (1)
        return None
