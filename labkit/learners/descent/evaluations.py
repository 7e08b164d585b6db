"""What a way down costs: an objective that counts how often it is asked.

Lectures 06 and 12; deck 003 "GRADIENT DESCENT FOR LOGISTIC REGRESSION", "MORE ON GRADIENT DESCENT..". Inventory:
I-003-045..048.

    1     for the value and the gradient at a place, however often they are read there            (1)
    d     for the Hessian there, a row of which costs as much as a gradient                       (2)
    b/N   for the gradient of b of the N examples                                                 (3)

In these units optimisers can be compared: a move of Newton's costs 1 + d, a line search costs as many as it tries.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.story import read
from labkit.learners.descent.moves import descend
from labkit.learners.descent.objective import Objective, Point, once
from labkit.learners.descent.solvers import chosen


class CountedPoint(Point):
    """A place where every first question is counted."""

    @once
    def counted(self) -> Point:
        self.objective.count += 1  # (1)
        return self.objective.of.at(self.w)

    value, gradient, scale = read("counted.value"), read("counted.gradient"), read("counted.scale")

    @once
    def hessian(self) -> np.ndarray:
        H = self.counted.hessian
        self.objective.count += len(H)  # (2)
        return H


class CountedObjective(Objective):
    """An objective that counts what it is asked; ``count`` is the sum so far."""

    point = CountedPoint

    def __init__(self, of: Objective):
        self.of, self.count = of, 0.0

    convex, smoothness, examples = read("of.convex"), read("of.smoothness"), read("of.examples")

    def part(self, rows: np.ndarray) -> Objective:
        self.count += len(rows) / self.examples  # (3)
        return self.of.part(rows)


@dataclass(frozen=True, slots=True, eq=False)
class PricedWay:
    """A way down: every place, what it had cost to come there, and the loss there."""

    places: np.ndarray
    costs: np.ndarray
    losses: np.ndarray

    def after(self, cost: float) -> int:
        """Which place has been reached for so much; the start costs nothing."""
        return max(int(np.searchsorted(self.costs, cost, side="right")) - 1, 0)

    def cost_of(self, loss: float) -> float | None:
        """What it costs to come to this loss for the first time; None if it never does."""
        there = np.flatnonzero(self.losses <= loss)
        return float(self.costs[there[0]]) if there.size else None


def priced(objective: Objective, solver, start, *, most: float, tolerance: float = 1e-10) -> PricedWay:
    """The way of an optimiser until it has cost ``most`` or has ended."""
    inputs.number("most", most, above=0)
    counted, places, costs = CountedObjective(objective), [], []
    start = inputs.weights("start", start, np.size(start))
    for move in descend(counted, chosen(solver), start, tolerance=tolerance, budget=10**9):
        if places and counted.count > most:
            break
        places.append(move.point.w)
        costs.append(counted.count if len(places) > 1 else 0.0)
    places = inputs.frozen(places)
    losses = inputs.frozen(objective.values(places))  # not counted: nobody who goes down has asked
    return PricedWay(places, inputs.frozen(costs), losses)
