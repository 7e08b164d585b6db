"""Optimisers that know how the gradient g bends: by the Hessian H, or by what they learn of it on the way.

Lectures 06 and 12; deck 000 "Maximum Likelihood Estimation of Weights"; deck 003 "MORE ON GRADIENT DESCENT.."; deck
004 "Newton's Method"; deck 002 "LECTURE SET 5 Nonlinear Optimization Strategies". Inventory: I-003-048, I-004-077,
I-002-001.

    H p = -g                                       Newton's direction                                (1)
    (H + mu I) p = -g                              Levenberg-Marquardt                               (2)
    p = -B g                                       BFGS: B stands for the inverse of H               (3)
    B <- V B V' + s s' / s'y,  V = I - s y' / s'y,  s and y the change of w and of g                 (4)
    p = - sum of v (v'g) / |l|                     H with its curvatures l along v turned upwards    (5)

Newton halves a step that does not lower J enough; ``halve=False`` takes every step whole, as the slides do. Where H is
singular, p is the shortest of the directions that solve (1), each weight in units of its own curvature.

(1) leads to where the parabola that fits at w is level, which is a saddle or a maximum where J bends downwards. With
``halve=False`` Newton goes there, as the equations say; else it goes down by (5) at such places. Neither leaves a start
where the gradient is zero, nor a place where H is 0 along the gradient. Levenberg and Marquardt divide mu by ``factor``
after a move that lowered J, and multiply it until one does. BFGS searches by Wolfe's rules, so that s'y > 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.params import Checked
from labkit.learners.descent.changes import AllChanges, LastChanges
from labkit.learners.descent.first_order import FLAT, first_rate
from labkit.learners.descent.line_search import halving, tried, wolfe
from labkit.learners.descent.moves import Move, Moves
from labkit.learners.descent.objective import Objective, Point

Towards = tuple[np.ndarray, float, int, str]  # a direction, how steep it is that way, the equation, and a note
LEAST_DAMPING, MOST_DAMPING = 1e-200, 1e20
MOST_LEVEL_MOVES = 3  # in a row that lower nothing: what is left is rounding
SINGULAR = 1e-14  # of what it would be without the other unknowns: a smaller remainder or eigenvalue counts as zero
MOST_SOLVED = 1000  # equations; more of them are solved nearly, and without their table where that is possible
FEW_CHANGES = 10  # that BFGS remembers where it cannot remember all
NEARLY, MOST_PRODUCTS = 0.1, 250  # of what (1) lacks at p = 0, so much may be left; or after so many products
LEVEL_WAY = "nothing lower is found: Newton's direction is level"
TO_LEVEL = "J bent downwards, so that Newton went to where it is level, up or down"
TURNED = "J bent downwards, so that Newton turned part of its step round"


@dataclass(frozen=True, slots=True)
class Newton(Checked):
    """To the minimum of the parabola that fits at w."""

    halve: bool = params.switch(True)

    def moves(self, objective: Objective, start: Point) -> Moves:
        if self.halve:
            return lowering(objective, start, _newton)
        return self._whole(objective, start)

    def _whole(self, objective: Objective, start: Point) -> Moves:
        point, count = start, 0
        while True:
            count += 1
            bends = not objective.convex and _bends_down(point.hessian)
            p = to_level(point.hessian, -point.gradient) if bends else solved(point.hessian, -point.gradient)  # (1)
            if not p.any():
                return LEVEL_WAY
            arrived = tried(objective, point.w + p)
            if not np.isfinite(arrived.value):
                return f"diverged at iteration {count}, the weights from before are kept; halve=True is safe"
            point = arrived
            yield Move(point, p, 1.0, equation=1, note=TO_LEVEL if bends else "")


def _newton(point: Point) -> Towards:
    g = point.gradient
    if len(g) > MOST_SOLVED and point.hessian_times is not None:
        p = by_products(point)
        return p, float(g @ p), 1, ""
    H = point.hessian
    bends = not point.objective.convex and _bends_down(H)
    p = turned(H, -g) if bends else solved(H, -g)  # (1)
    return p, float(g @ p), 5 if bends else 1, TURNED if bends else ""


def by_products(point: Point) -> np.ndarray:
    """A direction that nearly solves (1) for a convex J, by conjugate gradients in units of each weight's curvature.

    Every p on its way there leads downhill. The smaller the gradient, the better (1) is solved.
    """
    unit = np.where(point.hessian_diagonal > 0, point.hessian_diagonal, 1.0)
    left, p = -point.gradient, np.zeros_like(point.w)
    d = left / unit
    square = first = float(left @ d)
    share = min(NEARLY, float((np.abs(left) / point.scale).max()) ** 0.5)
    for _ in range(MOST_PRODUCTS):
        Hd = point.hessian_times(d)
        curvature = float(d @ Hd)
        if curvature <= SINGULAR * float(d @ (unit * d)):
            break
        p, left = p + square / curvature * d, left - square / curvature * Hd
        before, square = square, float(left @ (left / unit))
        if square <= share**2 * first:
            break
        d = left / unit + square / before * d
    return p if p.any() else -point.gradient / unit


def _bends_down(H: np.ndarray) -> bool:
    values = np.linalg.eigvalsh(H)
    return bool(values[0] < -SINGULAR * np.abs(values).max())


def to_level(H: np.ndarray, r: np.ndarray) -> np.ndarray:
    """H^-1 r for any symmetric H, whichever way it bends; the shortest solution where H is singular."""
    return np.linalg.lstsq(H, r, rcond=SINGULAR)[0]


def turned(H: np.ndarray, r: np.ndarray) -> np.ndarray:
    """|H|^-1 r: as if H bent upwards in all its directions, as much as it does bend."""
    values, vectors = np.linalg.eigh(H)
    sizes = np.abs(values)
    kept = sizes > SINGULAR * sizes.max()
    return vectors[:, kept] @ ((vectors[:, kept].T @ r) / sizes[kept])  # (5)


def lowering(objective: Objective, start: Point, towards: Callable[[Point], Towards]) -> Moves:
    """Moves along the directions that ``towards`` says, halved until they lower J enough."""
    point, lowest, level = start, start.value, 0
    while level < MOST_LEVEL_MOVES:
        p, slope, equation, note = towards(point)
        if slope == 0:
            return LEVEL_WAY
        found = halving(objective, point, p, slope)
        if found is None:
            break
        eta, point = found
        lowest, level = (point.value, 0) if point.value < lowest else (lowest, level + 1)
        yield Move(point, p, eta, equation=equation, note=note)
    return FLAT


@dataclass(frozen=True, slots=True)
class LevenbergMarquardt(Checked):
    """Between Newton (mu small) and short steps along the gradient (mu large)."""

    damping: float = params.number(1.0, above=0)
    factor: float = params.number(10.0, above=1)

    def moves(self, objective: Objective, start: Point) -> Moves:
        point, mu = start, float(self.damping)
        while mu < MOST_DAMPING:
            damped = point.hessian + mu * np.eye(len(point.w))
            if not objective.convex and _bends_down(damped):
                mu *= self.factor
                continue
            p = solved(damped, -point.gradient)  # (2)
            arrived = tried(objective, point.w + p)
            if arrived.value < point.value:
                point = arrived
                yield Move(point, p, 1.0, damping=mu, equation=2)
                mu = max(mu / self.factor, LEAST_DAMPING)
            else:
                mu *= self.factor
        return FLAT


@dataclass(frozen=True, slots=True)
class BFGS(Checked):
    """Learns the inverse of the Hessian from the gradients it meets: from all, or from the last few (``memory``).

    ``changes`` has (4): a short memory needs no table of B. None is all of them, or ``FEW_CHANGES``
    where the weights are more than ``MOST_SOLVED``.
    """

    memory: int | None = params.whole(None, least=1, nothing=True)

    def moves(self, objective: Objective, start: Point) -> Moves:
        few = self.memory or (FEW_CHANGES if len(start.w) > MOST_SOLVED else None)
        return self._learning(objective, start, LastChanges(few) if few else AllChanges())

    def _learning(self, objective: Objective, start: Point, learned: AllChanges | LastChanges) -> Moves:
        point, first = start, first_rate(start)
        while True:
            p = -learned.times(point.gradient)  # (3)
            found = wolfe(objective, point, p, c2=0.9, first=first)
            if found is None:
                return FLAT
            before, (eta, point) = point, found
            yield Move(point, p, eta, equation=3)
            s, y = point.w - before.w, point.gradient - before.gradient
            if float(s @ y) > 0 and float(s @ y) ** 2 > 0:  # the square of a small number is 0
                learned.add(s, y)
            first = 1.0


@np.errstate(over="ignore", invalid="ignore")  # where H has vanished, its inverse is infinite
def solved(H: np.ndarray, r: np.ndarray) -> np.ndarray:
    """H^-1 r for a symmetric H without negative eigenvalues; the shortest solution where H is singular.

    In which units the unknowns are measured does not matter: 1 / (H^-1)_jj, what is left of H_jj when all others are
    accounted for, is compared with H_jj, and "short" is said in the units in which the diagonal of H is 1. Should
    H have negative eigenvalues all the same, the answer still does not point away from r.
    """
    try:
        inverse = np.linalg.inv(H)
    except np.linalg.LinAlgError:
        return _shortest(H, r)
    p, alike = inverse @ r, (H.diagonal() * inverse.diagonal()).tolist()  # at least 1
    return p if min(alike) > 0 and max(alike) < 1 / SINGULAR and r @ p > 0 else _shortest(H, r)


def _shortest(H: np.ndarray, r: np.ndarray) -> np.ndarray:
    unit = np.sqrt(np.maximum(H.diagonal(), 0.0))
    unit[unit < 1 / inputs.HUGE] = 1.0  # where H has all but vanished, a unit would overflow
    values, vectors = np.linalg.eigh(H / np.outer(unit, unit))
    kept = values > SINGULAR * max(values[-1], 0.0)
    return vectors[:, kept] @ ((vectors[:, kept].T @ (r / unit)) / values[kept]) / unit
