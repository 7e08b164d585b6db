"""Optimisers that look at the gradient g alone.

Lectures 03, 06 and 12; deck 003 "SOLUTION VIA GRADIENT-BASED METHODS", "MORE ON GRADIENT DESCENT..", "GRADIENT DESCENT
FOR LOGISTIC REGRESSION"; deck 004 "Optimization - How to optimize?". Inventory: I-003-018, I-003-045..047, I-004-011.

    w <- w - eta g + alpha (w - w_before)          gradient descent; with alpha > 0, momentum        (1)
    alpha = ((sqrt k - 1) / (sqrt k + 1))^2,  eta = 4 / (sqrt L + sqrt l)^2,  k = L / l
                                                   the best for curvatures between l and L           (2)
    eta = argmin J(w - eta g)                      steepest descent with exact line search           (3)
    p <- -g + beta p,  beta = max(0, g'(g - g_before) / |g_before|^2)
                                                   conjugate gradients (Polak and Ribiere)           (4)

(1) converges for eta < 2 / L, where no curvature of J is above L (with momentum for eta < 2 (1 + alpha) / L), which
``stable_rate`` gives; the rate None is 1 / L. A rate that is too large makes J grow without end, which ends the story
with the weights from before.

symbol   name here      symbol   name here
eta      rate           alpha    momentum
L        smoothness

Departures from the slides: downhill is against the gradient (E-003-04); what is found is a stationary point
(E-003-06); "usually less than 1" says nothing about eta, the curvature does (E-004-35).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from labkit.core import inputs, params
from labkit.core.params import Checked
from labkit.learners.descent.line_search import exact, tried, wolfe
from labkit.learners.descent.moves import Move, Moves
from labkit.learners.descent.objective import Objective, Point

SEARCHES = ("exact", "wolfe")
BLOWN = 1e10  # times the value at the start: no detour, it diverges
FLAT = "nothing lower is found: the numbers are too coarse to go on"


@dataclass(frozen=True, slots=True)
class GradientDescent(Checked):
    """A fixed rate, None for the safe 1 / L; ``momentum`` below 1 keeps that share of the last move."""

    rate: float | None = params.number(None, above=0, nothing=True)
    momentum: float = params.number(0.0, least=0, below=1)

    def moves(self, objective: Objective, start: Point) -> Moves:
        eta, point, velocity, count = _rate(self.rate, objective), start, np.zeros_like(start.w), 0
        highest = start.value + BLOWN * max(1.0, abs(start.value))
        while True:
            count += 1
            velocity = self.momentum * velocity - eta * point.gradient
            arrived = tried(objective, point.w + velocity)  # (1)
            if not arrived.value <= highest:
                return diverged(count, objective)
            point = arrived
            yield Move(point, velocity, eta, equation=1)


def stable_rate(objective: Objective, momentum: float = 0.0) -> float:
    """Gradient descent converges for every rate below it, where the curvature is the same everywhere for none above."""
    inputs.number("momentum", momentum, least=0, below=1)
    if not objective.smoothness:
        raise ValueError(
            f"objective: expected one of bounded curvature above 0, got {objective.smoothness}; no rate is known for it"
        )
    return 2 * (1 + momentum) / objective.smoothness


def best_momentum(least: float, most: float) -> tuple[float, float]:
    """(momentum, rate) of the fastest heavy ball where all curvatures are between these two."""
    inputs.number("least", least, above=0)
    inputs.number("most", most, least=least)
    k = most / least
    return ((sqrt(k) - 1) / (sqrt(k) + 1)) ** 2, 4 / (sqrt(most) + sqrt(least)) ** 2  # (2)


@dataclass(frozen=True, slots=True)
class SteepestDescent(Checked):
    """Against the gradient, as far as a line search says."""

    search: str = params.option("exact", SEARCHES)

    def moves(self, objective: Objective, start: Point) -> Moves:
        point, first = start, first_rate(start)
        while True:
            p = -point.gradient
            found = _searched(self.search, objective, point, p, first, c2=0.9)  # (3)
            if found is None:
                return FLAT
            first, point = found
            yield Move(point, p, first, equation=3)


@dataclass(frozen=True, slots=True)
class ConjugateGradient(Checked):
    """Directions that do not undo what the last ones have won; back to the gradient where beta would be negative."""

    search: str = params.option("exact", SEARCHES)

    def moves(self, objective: Objective, start: Point) -> Moves:
        point, p, first = start, -start.gradient, first_rate(start)
        while True:
            found = _searched(self.search, objective, point, p, first, c2=0.1)
            if found is None and not np.array_equal(p, -point.gradient):
                p = -point.gradient
                found = _searched(self.search, objective, point, p, first, c2=0.1)
            if found is None:
                return FLAT
            before, (first, point) = point, found
            yield Move(point, p, first, equation=4)
            g, g_before = point.gradient, before.gradient
            square = float(g_before @ g_before)
            beta = max(0.0, float(g @ (g - g_before)) / square) if square else 0.0  # the square of a small number is 0
            p = beta * p - g  # (4)
            if not p @ g < 0:
                p = -g


def _rate(rate: float | None, objective: Objective) -> float:
    if rate is not None:
        return float(rate)
    if not objective.smoothness:
        raise ValueError(
            "rate: expected a number > 0, as no bound of the curvature is known, got None; "
            "pass GradientDescent(rate=0.1) or another"
        )
    return 1 / objective.smoothness


def diverged(count: int, objective: Objective) -> str:
    """The reason to stop where a rate was too large."""
    L = objective.smoothness
    repair = f"a rate below {2 / L:.3g} is safe" if L else "take a smaller rate"
    return f"diverged at iteration {count}, the weights from before are kept; {repair}"


def first_rate(start: Point) -> float:
    """The first eta to try: a move of length 1 at most."""
    return 1 / max(1.0, float(np.abs(start.gradient).max(initial=0.0)))


def _searched(search: str, objective: Objective, point: Point, p: np.ndarray, first: float, c2: float):
    return exact(objective, point, p, first) if search == "exact" else wolfe(objective, point, p, c2, first)
