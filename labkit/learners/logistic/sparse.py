"""The L1 penalty: weights that are exactly 0, and how to go down a function with kinks.

Lecture 06; deck 000 "Maximum Likelihood Estimation of Weights". Inventory: I-000-012.

    F(w) = J(w) + sum over j of lam_j |w_j|         lam_j = lam, and 0 for the bias                       (1)
    soft(u, c) = sign(u) max(0, |u| - c)            minimises (v - u)^2 / 2 + c |v| over v                (2)
    w <- soft(w - eta gradient J, eta lam)          proximal gradient                                     (3)
    H v = H w - g - lam sign(v)                     the parabola's lowest point where signs stay          (4)
    lam_max = max over j of |slope of J in w_j|     where all w_j are 0, with the best bias               (5)

Proximal Newton goes to the lowest point of J's parabola plus the penalty, and halves a move that does not lower F
enough. That point is found by turning weights on and off: those that are on go to (4) together, or as far as the first
of them becomes 0, which turns it off; when all have arrived, the one that is off with the largest slope above lam is
turned on (Lee and others 2006, "feature-sign search").

In a kink the steepest way down is the shortest of the subgradients: F has its minimum where all of its entries are 0.
From lam_max on that is where all w_j are 0.

symbol   name here       symbol   name here
eta      rate            lam_j    lams
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.params import Checked
from labkit.core.story import read
from labkit.learners.descent.first_order import BLOWN, diverged
from labkit.learners.descent.moves import Move, Moves
from labkit.learners.descent.objective import Objective, Point, once
from labkit.learners.descent.second_order import Towards, lowering, solved
from labkit.learners.logistic.objective import LogisticObjective, LogisticPoint

MOST_TURNS = 20  # for every weight, on or off, at most
SLACK = 1e-9  # of lam: a slope above it by less is not


class SparsePoint(Point):
    """F at w."""

    @once
    def smooth(self) -> LogisticPoint:
        """J there."""
        return self.objective.smooth.at(self.w)

    @once
    def value(self) -> float:
        return self.smooth.value + float(self.objective.lams @ np.abs(self.w))  # (1)

    @once
    def gradient(self) -> np.ndarray:
        """The shortest subgradient."""
        g, lams = self.smooth.gradient, self.objective.lams
        return np.where(self.w == 0, soft(g, lams), g + lams * np.sign(self.w))

    scale = read("smooth.scale")
    doubts = read("smooth.doubts")


class SparseObjective(Objective):
    """(1)."""

    point = SparsePoint

    def __init__(self, smooth: LogisticObjective, lams: np.ndarray):
        self.smooth, self.lams = smooth, lams


def soft(u: np.ndarray, c: np.ndarray) -> np.ndarray:
    return np.sign(u) * np.maximum(0.0, np.abs(u) - c)  # (2)


@dataclass(frozen=True, slots=True)
class ProximalGradient(Checked):
    """A step against the gradient of J, then every weight nearer to 0; the rate None is the safe 1 / L."""

    rate: float | None = params.number(None, above=0, nothing=True)

    def moves(self, objective: SparseObjective, start: SparsePoint) -> Moves:
        point, count = start, 0
        eta = 1 / objective.smooth.smoothness if self.rate is None else float(self.rate)
        highest = start.value + BLOWN * max(1.0, abs(start.value))
        while True:
            count += 1
            arrived = objective.at(soft(point.w - eta * point.smooth.gradient, eta * objective.lams))  # (3)
            if not arrived.value <= highest:
                return diverged(count, objective.smooth)
            p, point = arrived.w - point.w, arrived
            yield Move(point, p, 1.0, equation=3)


@dataclass(frozen=True, slots=True)
class ProximalNewton:
    """To the minimum of the parabola that fits J at w, plus the penalty."""

    def moves(self, objective: SparseObjective, start: SparsePoint) -> Moves:
        lams = objective.lams

        def towards(point: SparsePoint) -> Towards:
            p = lowest_point(point.smooth.hessian, point.smooth.gradient, point.w, lams) - point.w
            slope = float(point.smooth.gradient @ p + lams @ (np.abs(point.w + p) - np.abs(point.w)))
            return p, slope, 4, ""

        return lowering(objective, start, towards)


def lowest_point(H: np.ndarray, g: np.ndarray, w: np.ndarray, lams: np.ndarray) -> np.ndarray:
    """The lowest point v of g'(v - w) + (v - w)'H(v - w) / 2 + sum of lams |v|."""
    v, b, signs = w.copy(), H @ w - g, np.sign(w)
    on = (w != 0) | (lams == 0)
    for _ in range(MOST_TURNS * len(w)):
        if not on.any() or _towards(H, b, lams, v, signs, on):
            slopes = H @ v - b
            excess = np.where(on, 0.0, np.abs(slopes) - lams)
            j = int(excess.argmax())
            if excess[j] <= SLACK * lams[j]:
                break
            on[j], signs[j] = True, -np.sign(slopes[j])
    return v


def _towards(H: np.ndarray, b: np.ndarray, lams: np.ndarray, v: np.ndarray, signs: np.ndarray, on: np.ndarray) -> bool:
    """Go to (4), or up to where the first weight becomes 0, which goes off; whether nothing was in the way."""
    rows = np.flatnonzero(on)
    old, new = v[rows], solved(H[np.ix_(rows, rows)], b[rows] - lams[rows] * signs[rows])  # (4)
    crossing = np.flatnonzero((signs[rows] * new < 0) & (lams[rows] > 0))
    if not crossing.size:
        v[rows] = new
        return True
    shares = old[crossing] / (old[crossing] - new[crossing])
    v[rows] = old + shares.min() * (new - old)
    gone = rows[crossing[shares == shares.min()]]
    v[gone], on[gone] = 0.0, False
    return False


PROXIMAL = ProximalNewton | ProximalGradient
SPARSE_SOLVERS = {"newton": ProximalNewton(), "gradient": ProximalGradient()}


def chosen_sparse(solver) -> PROXIMAL:
    """The proximal optimiser of that name, or the one that was given."""
    if isinstance(solver, PROXIMAL):
        return solver
    inputs.option("solver", solver, tuple(SPARSE_SOLVERS), 'such as ProximalGradient(rate=0.1), with penalty="l1"')
    return SPARSE_SOLVERS[solver]


def largest_slope(loss: LogisticObjective, intercept: bool) -> float:
    """lam_max."""
    w = np.zeros(len(loss.features))
    if intercept:
        seconds = loss.features[0] > 0
        w[0] = np.log(loss.weighted(seconds).sum() / loss.weighted(~seconds).sum())  # no feature: the log odds
    return float(np.abs(loss.at(w).gradient[int(intercept) :]).max())  # (5)
