"""Newton's moves with a Hessian from before: the tangents move little from round to round, and so does the Hessian.

Lecture 08; deck 000 "Log-Sum-Exponent bound & Multi-class Case". Inventory: I-000-021.

    w <- w - B g        B the inverse of the Hessian where this class has last been fitted in full        (1)

A move costs a product with the examples where Newton's costs one with every pair of features, and no class has a say in
another's: all move together. A move counts where it makes the gradient ``SHORTER``; else the class is fitted by
Newton's method as it is read, which also makes B anew. Both end by the same rule.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.learners.descent.objective import Point

SHORTER, MOST_CHORDS = 0.2, 20  # times its length before; moves of one fit

Gradients = Callable[[np.ndarray, np.ndarray], np.ndarray]  # of the classes with these numbers at these rows of weights


class Chords:
    """The B of every class."""

    def __init__(self, classes: int, features: int):
        self._inverses = np.zeros((classes, features, features))
        self._known = np.zeros(classes, dtype=bool)

    def fit(
        self, W: np.ndarray, gradients: Gradients, scale: np.ndarray, tolerance: float,
        newton: Callable[[int, np.ndarray], Point],
    ) -> np.ndarray:  # fmt: skip
        """The best weights of every class, looked for from the rows of W; ``newton`` finds those of one in full."""
        best, found = self._moved(W, gradients, scale, tolerance)
        for k in np.flatnonzero(~found):
            point = newton(k, W[k])
            best[k] = point.w
            try:
                self._inverses[k], self._known[k] = np.linalg.inv(point.hessian), True
            except np.linalg.LinAlgError:
                self._known[k] = False
        return best

    def _moved(self, W: np.ndarray, gradients: Gradients, scale, tolerance: float) -> tuple[np.ndarray, np.ndarray]:
        """By (1), and which classes have arrived."""
        W, found, active = W.copy(), np.zeros(len(W), dtype=bool), np.flatnonzero(self._known)
        before = np.full(len(active), np.inf)
        for _ in range(MOST_CHORDS):
            if not active.size:
                break
            with np.errstate(over="ignore", invalid="ignore"):  # too far out the rates are infinite
                g = gradients(active, W[active])
                share = (np.abs(g) / scale).max(axis=1)
                found[active[share <= tolerance]] = True
                going = (share > tolerance) & (share <= SHORTER * before)
                active, g, before = active[going], g[going], share[going]
                W[active] -= (self._inverses[active] @ g[:, :, None])[:, :, 0]  # (1)
        return W, found
