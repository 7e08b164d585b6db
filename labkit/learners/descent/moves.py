"""One move of an optimiser, and the story of all of them.

    w <- w + eta p                                           along a direction p, as far as eta          (1)
    |gradient_j| <= tolerance scale_j  for every entry j     nothing left to gain                        (2)

An optimiser yields moves for ever, or until it can go no further and returns the reason. Where the gradient vanishes
may be a minimum, a saddle or a maximum: ``critical.classify`` tells which.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol

import numpy as np

from labkit.core.inputs import HUGE
from labkit.core.story import START, STOP, UPDATE, spent
from labkit.learners.descent.objective import Objective, Point

Moves = Generator["Move", None, str]


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """The arrival at a point; the start has come from nowhere.

    A kind of move that does not always lead downhill has ``best``, the lowest point so far, where its story then ends.
    """

    point: Point
    direction: np.ndarray | None = None  # p
    rate: float | None = None  # eta
    damping: float | None = None  # what Levenberg-Marquardt added to the Hessian's diagonal
    rows: np.ndarray | None = None  # the examples that a stochastic gradient has looked at
    note: str = ""  # what was special about it
    equation: int | None = None  # the numbered line of the optimiser's source that made the move
    reason: str = ""  # why there is no further move

    def event(self, iteration: int) -> str:
        return STOP if self.reason else UPDATE if iteration else START


class Optimiser(Protocol):
    """A way to go downhill; its hyper-parameters are checked when it is made.

    One that does not see the gradient says ``blind = True``: it does not stop where that vanishes.
    """

    def moves(self, objective: Objective, start: Point) -> Moves:
        """One move after the other, the first from ``start``."""


def descend(
    objective: Objective, optimiser: Optimiser, start: np.ndarray, *, tolerance: float, budget: int,
    box: np.ndarray | None = None,
) -> Iterator[Move]:  # fmt: skip
    """The start, every move, and the last place, or the best where that is another, with the reason to stop.

    ``box`` has a row (low, high) for every weight: outside of it the story ends.
    """
    move, blind = Move(objective.at(start)), getattr(optimiser, "blind", False)
    moves = optimiser.moves(objective, move.point)
    yield move
    for count in range(budget + 1):
        w, reason = move.point.w, "" if blind else _settled(move.point, tolerance)
        if box is not None and not ((box[:, 0] <= w) & (w <= box[:, 1])).all():
            reason = "it has left the box"
        reason = reason or (spent(budget) if count == budget else "")
        if not reason:
            try:
                move = next(moves)
            except StopIteration as end:
                reason = end.value
        if reason:
            break
        yield move
    yield replace(move, point=getattr(move, "best", move.point), reason=reason)


def _settled(point: Point, tolerance: float) -> str:
    """Why to stop here, or nothing. Only the full gradient can tell, not that of a few examples."""
    if not -HUGE <= point.value < inf:
        return "the function falls without end" if point.value < 0 else "the function is no finite number here"
    steepest = (np.abs(point.gradient) - tolerance * point.scale).max()
    if steepest <= 0:  # (2)
        return f"the gradient has vanished (below {tolerance:g})" if tolerance else "the gradient has vanished"
    return "" if steepest < inf else "the function has no gradient here"
