"""The simplex method for the dual of the perceptron's linear program, where only p + 1 equations stand.

Lecture 09; deck 000 "LP Formulation-2", "Dual Problem". Inventory: I-000-043, I-000-044.

    maximise  b'lambda   subject to   Z'lambda = 0,   0 <= lambda <= 1          (1)

The bounds are kept outside the equations: of the N multipliers p + 1 are basic, the others sit at 0 or at 1. The
start is lambda = 0 with artificial columns in the basis that may only be 0, so there is no first phase; its prices
w = 0 are the slide's first solution u = b. With d = b - Zw a pivot does

    B'w = b_B                                        the prices of the basis            (2)
    largest d at 0, or -d at 1                       who enters (Dantzig)               (3)
    Z'lambda stays 0 until a multiplier meets a bound   who leaves, or flips its own bound (4)

and (3) finding nobody is the proof of optimality: lambda = 1 where d > 0 and 0 where d < 0. On separable data lambda
never moves; after ``MOST_IDLE_PIVOTS`` of these the lowest row enters and leaves (Bland), so that no basis returns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from labkit.learners.perceptron.rounding import conditioned

TOLERANCE = 1e-9  # for numbers of the size of b, or of the columns of Z once they are conditioned
ZERO_TOLERANCE = 1e-14  # a multiplier below it is 0
MOST_IDLE_PIVOTS = 1000  # pivots that move no multiplier before Bland's slow but certain rule takes over
ARTIFICIAL = -1


class Pivot(NamedTuple):
    """What one pivot did."""

    entering: int
    leaving: int | None  # None: an artificial column; the entering row itself: it flipped its bound


class SimplexMethod:
    """The state between pivots. ``pivot()`` moves on and says how, or returns None at the optimum."""

    def __init__(self, Z: np.ndarray, b: np.ndarray):
        self.Z, self.back = conditioned(Z)
        self.b = b
        self.tolerance = TOLERANCE * float(b.max())
        m = Z.shape[1]
        self.rows = [ARTIFICIAL] * m  # who is basic
        self.inside = [0.0] * m  # the basic multipliers
        self.side = np.ones(len(Z))  # of the others: +1 at 0, -1 at 1; 0 for the basic ones
        self.B, self.b_basic, self.B_inverse = np.eye(m), np.zeros(m), np.eye(m)
        self.prices = np.zeros(m)
        self.idle_pivots = 0

    @property
    def w(self) -> np.ndarray:
        return self.back @ self.prices

    @property
    def multipliers(self) -> np.ndarray:
        """lambda, the basic part solved afresh so that no rounding of earlier pivots is left in it."""
        at_one = self.side < 0
        total = self.Z[at_one].sum(axis=0)
        inside = -(self.B_inverse @ total)
        inside -= self.B_inverse @ (total + self.B @ inside)  # what rounding left over
        multipliers = at_one.astype(float)
        for row, value in zip(self.rows, inside.tolist(), strict=True):
            if row != ARTIFICIAL:
                multipliers[row] = 0.0 if value < ZERO_TOLERANCE else min(value, 1.0)
        return multipliers

    def pivot(self) -> Pivot | None:
        entering = self._entering()
        if entering is None:
            return None
        way = float(self.side[entering])
        change = (-way * (self.B_inverse @ self.Z[entering])).tolist()  # of the basic multipliers, per unit
        length, place = self._leaving(change)
        self.inside = [x + length * c for x, c in zip(self.inside, change, strict=True)]
        if place is None:
            self.side[entering] = -way
            self.idle_pivots = 0
            return Pivot(entering, entering)
        leaving = self.rows[place]
        if leaving != ARTIFICIAL:
            self.side[leaving] = -1.0 if change[place] > 0 else 1.0
            self.idle_pivots = self.idle_pivots + 1 if length <= TOLERANCE else 0
        self._exchange(place, entering, length if way > 0 else 1.0 - length)
        return Pivot(entering, None if leaving == ARTIFICIAL else leaving)

    def _entering(self) -> int | None:
        gain = self.side * (self.b - self.Z @ self.prices)
        if self.idle_pivots > MOST_IDLE_PIVOTS:
            gain = gain > self.tolerance
        j = int(gain.argmax())  # (3), the lowest row of equals
        return j if gain[j] > self.tolerance else None

    def _leaving(self, change: list[float]) -> tuple[float, int | None]:
        """How far the entering multiplier goes, and the place in the basis it takes (None: it flips its bound)."""
        rooms = []
        for place, (row, x, c) in enumerate(zip(self.rows, self.inside, change, strict=True)):
            if abs(c) > TOLERANCE:
                room = 0.0 if row == ARTIFICIAL else ((1.0 - x) if c > 0 else x) / abs(c)
                rooms.append((max(room, 0.0), place))
        length = min(rooms, default=(1.0, None))[0]
        if length >= 1.0:
            return 1.0, None
        tied = [place for room, place in rooms if room <= length + TOLERANCE]
        if self.idle_pivots > MOST_IDLE_PIVOTS:
            return length, min(tied, key=lambda place: self.rows[place])
        return length, max(tied, key=lambda place: (self.rows[place] == ARTIFICIAL, abs(change[place])))  # (4)

    def _exchange(self, place: int, entering: int, value: float) -> None:
        self.rows[place], self.inside[place] = entering, value
        self.side[entering] = 0.0
        self.B[:, place], self.b_basic[place] = self.Z[entering], self.b[entering]
        self.B_inverse = np.linalg.inv(self.B)
        self.prices = self.b_basic @ self.B_inverse  # (2)
