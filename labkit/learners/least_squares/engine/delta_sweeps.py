"""A sweep of the delta rule over a block of examples at once.

In a block with the examples X, the targets t and the weights w before it, the errors that the rule meets one after the
other are the solution of a triangular system, in which L is the part of XX' strictly below the diagonal:

    e = t - X w - eta L e                       so    e = A (t - X w),  A = (I + eta L)^-1      (1)
    w <- w + eta X'e                            all updates of the block                        (2)

Both are affine in w, and so is a whole sweep, w <- F w + f: where the rows are short and always come in the same order,
F and f are found once, by sending the columns of the identity through (1) and (2) together. Where the order is another
in every sweep and rows are very short, the maps of single examples are put together two by two:

    (F2, f2) after (F1, f1) = (F2 F1, F2 f1 + f2)                                   (3)

This is for rates below 2 / |x|^2 of every example, where no update enlarges a difference between two w: a rounding
error stays one. For other rates, and to decide whether the rule has settled where rounding could, there is the loop.
"""

from __future__ import annotations

from itertools import chain

import numpy as np

from labkit.core import inputs

BLOCK = 16  # examples
NUMBERS = 2**16  # of X that are prepared together
WIDEST_MAP = 64  # columns
NARROW = 5  # columns up to which maps of single examples pay, as measured
NEAR = 1e-9  # a change so near to the tolerance, as a share of it, is left to the loop
ROUNDING = 1e-13  # of the weights


class DeltaSweeps:
    """Sweeps over the examples X with the targets t; ``usable`` says whether this is for them."""

    def __init__(self, X: np.ndarray, t: np.ndarray, eta: float, tolerance: float):
        self.X, self.t, self.eta, self.tolerance = X, t, eta, tolerance
        self._map = self._kept = None

    def usable(self, w: np.ndarray) -> bool:
        """Whether the rate is below 2 / |x|^2, and no target or weight so large that the rule could diverge."""
        small = max(np.abs(self.t).max(), np.abs(w).max()) < inputs.HUGE**0.5
        return bool(small and self.eta * np.einsum("ij,ij->i", self.X, self.X).max() < 2)

    def sweep(self, w: np.ndarray, order: np.ndarray | None) -> np.ndarray | None:
        """The weights after a sweep; None where rounding could decide whether they have settled."""
        if order is None and self.X.shape[1] <= WIDEST_MAP:
            if self._map is None:
                self._map = self._sent(np.eye(len(w), len(w) + 1), None)
            after = self._map[:, :-1] @ w + self._map[:, -1]
        elif order is not None and self.X.shape[1] <= NARROW:
            after = self._composed(order) @ np.append(w, 1.0)
        else:
            after = self._sent(w[:, None], order)[:, 0]
        change, rounding = float(np.abs(after - w).max()), ROUNDING * float(np.abs(after).max())
        in_doubt = rounding < self.tolerance and abs(change - self.tolerance) <= NEAR * self.tolerance + rounding
        return None if in_doubt else after

    def _composed(self, order: np.ndarray) -> np.ndarray:
        """(F, f) of a whole sweep, side by side."""
        x, t = self.X[order], self.t[order]
        n, k = x.shape
        moves, seen = np.concatenate([x, np.zeros((n, 1))], axis=1), np.concatenate([-x, t[:, None]], axis=1)
        maps, nothing = (self.eta * moves)[:, :, None] * seen[:, None, :], np.eye(k + 1)[None]
        maps += nothing
        while len(maps) > 1:
            if len(maps) % 2:
                maps = np.concatenate([maps, nothing])
            maps = maps[1::2] @ maps[::2]  # (3)
        return maps[0, :-1]

    def _sent(self, W: np.ndarray, order: np.ndarray | None) -> np.ndarray:
        """Columns of weights after a sweep; only the last one hears of the targets."""
        W = W.copy()
        for x, AX, At in self._blocks(order):
            e = -AX @ W
            e[:, -1] += At  # (1)
            W += self.eta * (x.T @ e)  # (2)
        return W

    def _blocks(self, order: np.ndarray | None):
        """What (1) and (2) need of every block; it is kept where the examples come in the same order again."""
        if order is None and self.X.shape[1] > WIDEST_MAP:
            self._kept = self._kept or list(self._prepared(self.X, self.t))
            return self._kept
        rows = BLOCK * max(1, NUMBERS // (BLOCK * self.X.shape[1]))
        parts = (slice(first, first + rows) for first in range(0, len(self.X), rows))
        parts = parts if order is None else (order[part] for part in parts)
        return chain.from_iterable(self._prepared(self.X[part], self.t[part]) for part in parts)

    def _prepared(self, X: np.ndarray, t: np.ndarray):
        """(X, A X, A t) of every block; rows of zeros fill the last one, they move nothing."""
        short = -len(X) % BLOCK
        X = np.concatenate([X, np.zeros((short, X.shape[1]))]).reshape(-1, BLOCK, X.shape[1])
        t = np.concatenate([t, np.zeros(short)]).reshape(-1, BLOCK, 1)
        solved = np.linalg.solve(np.eye(BLOCK) + self.eta * np.tril(X @ X.mT, -1), np.concatenate([X, t], axis=2))
        return zip(X, solved[..., :-1], solved[..., -1], strict=True)
