"""What kind of place it is where the gradient vanishes: a minimum, a maximum, a saddle, or more than H can tell.

Lecture 12; deck 002 "LECTURE SET 5 Nonlinear Optimization Strategies", "Second Derivative Test for Saddle Points".
Inventory: I-002-001, I-002-003, I-002-004.

    g = 0                                          a critical point                                  (1)
    all curvatures > 0     minimum                 the curvatures l are the eigenvalues of H,        (2)
    all curvatures < 0     maximum                 each along its eigenvector
    some > 0, some < 0     saddle                  whatever the others are
    else                   inconclusive            some are 0, the others of one sign
    D = f_xx f_yy - f_xy^2                         for two variables: the product of both curvatures (3)
    D > 0, f_xx > 0        minimum
    D > 0, f_xx < 0        maximum
    D < 0                  saddle
    D = 0                  inconclusive

A curvature counts as 0 where its size is at most ``tolerance`` times ``unit``, the largest size of a curvature; a
gradient where no entry is above ``tolerance`` times the objective's scale. D counts as 0 where one of its two
curvatures does, so that both tests always agree.

Departures from the slides: where H is only semidefinite it decides nothing, as for x^4 + y^4 (E-002-14).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from labkit.core import inputs
from labkit.learners.descent.line_search import tried
from labkit.learners.descent.objective import Objective, Point
from labkit.learners.descent.second_order import to_level
from labkit.learners.descent.surfaces import check_box

MINIMUM, MAXIMUM, SADDLE, INCONCLUSIVE, SLOPE = "minimum", "maximum", "saddle", "inconclusive", "no critical point"
MOST_ITERATIONS = 60  # where the Hessian vanishes too, Newton gains only a third of the way each time
LAST_STEP = 1e-6  # of the longest step
SAME_PLACE = 1e-5  # of the box: places nearer than that are one


@dataclass(frozen=True, slots=True, eq=False)
class CriticalPoint:
    """A place, with what both tests say of it."""

    w: np.ndarray
    value: float
    gradient: np.ndarray
    hessian: np.ndarray
    curvatures: np.ndarray  # ascending
    directions: np.ndarray  # of the curvatures, as columns; the first entry that is not 0 is positive
    kind: str  # by the curvatures
    D: float | None = None  # for two variables
    kind_by_D: str | None = None

    @property
    def fxx(self) -> float:
        """The curvature along the first variable."""
        return float(self.hessian[0, 0])


def kind_by_curvatures(curvatures, *, tolerance: float = 1e-8, unit: float | None = None) -> str:
    """The eigenvalues' test."""
    curvatures = inputs.real_numbers("curvatures", curvatures)
    least = tolerance * (float(np.abs(curvatures).max(initial=0.0)) if unit is None else unit)
    up, down = curvatures > least, curvatures < -least
    if up.any() and down.any():
        return SADDLE
    return MINIMUM if up.all() else MAXIMUM if down.all() else INCONCLUSIVE  # (2)


def d_test(hessian, *, tolerance: float = 1e-8, unit: float | None = None) -> tuple[float, str]:
    """D and the second-derivative test, for two variables."""
    H = inputs.matrix(hessian, name="hessian")
    if H.shape != (2, 2):
        raise ValueError(f"hessian: expected shape (2, 2), got {H.shape}; for more variables take kind_by_curvatures")
    D, largest = float(H[0, 0] * H[1, 1] - H[0, 1] * H[1, 0]), float(np.linalg.norm(H, 2))  # (3)
    if abs(D) <= tolerance * (largest if unit is None else unit) * largest:
        return D, INCONCLUSIVE
    return D, SADDLE if D < 0 else MINIMUM if H[0, 0] > 0 else MAXIMUM


def classify(objective: Objective, w, *, tolerance: float = 1e-8, unit: float | None = None) -> CriticalPoint:
    """The place w of a function with a Hessian; ``unit`` None is the largest curvature there."""
    inputs.number("tolerance", tolerance, least=0)
    w = inputs.weights("w", w, np.size(w))
    return _classified(objective, objective.at(w), tolerance, unit)


def _classified(objective: Objective, point: Point, tolerance: float, unit: float | None) -> CriticalPoint:
    H = inputs.frozen(point.hessian)
    curvatures, directions = np.linalg.eigh(H)
    leading = directions[(np.abs(directions) > SAME_PLACE).argmax(axis=0), np.arange(len(H))]
    level = bool((np.abs(point.gradient) <= tolerance * point.scale).all())  # (1)
    D, by_D = d_test(H, tolerance=tolerance, unit=unit) if len(H) == 2 else (None, None)
    return CriticalPoint(
        w=inputs.frozen(point.w), value=float(point.value), gradient=inputs.frozen(point.gradient), hessian=H,
        curvatures=inputs.frozen(curvatures), directions=inputs.frozen(directions * np.sign(leading)), D=D,
        kind=kind_by_curvatures(curvatures, tolerance=tolerance, unit=unit) if level else SLOPE,
        kind_by_D=by_D if level or by_D is None else SLOPE,
    )  # fmt: skip


def critical_points(objective: Objective, box, *, per_side: int = 13, tolerance: float = 1e-8) -> list[CriticalPoint]:
    """What Newton's iteration for g = 0 finds in a box from a grid of starts, the lowest first.

    Nothing proves that these are all; of a whole curve of critical points some are found. The unit of curvature is the
    largest of the grid; places where there is none are left out.
    """
    sides = check_box(box)
    widths = np.ptp(sides, axis=1)
    inputs.number("per_side", per_side, least=1, whole=True)
    inputs.number("tolerance", tolerance, above=0)
    starts = [tried(objective, np.array(w)) for w in product(*(np.linspace(*side, per_side) for side in sides))]
    starts = [start for start in starts if _bends(start)]
    unit = max((float(np.abs(np.linalg.eigvalsh(start.hessian)).max()) for start in starts), default=0.0)
    found: list[CriticalPoint] = []
    for start in starts:
        end = _levelled(objective, start, widths / per_side)
        inside = ((sides[:, 0] <= end.w) & (end.w <= sides[:, 1])).all()
        if inside and _bends(end) and all((np.abs(end.w - other.w) > SAME_PLACE * widths).any() for other in found):
            place = _classified(objective, end, tolerance, unit or None)
            found += [place] if place.kind != SLOPE else []
    return sorted(found, key=lambda place: (place.value, *place.w))


def _levelled(objective: Objective, start: Point, longest: np.ndarray) -> Point:
    """Newton's iteration on g, no step of it longer than ``longest``, so that it stays near its start."""
    point = start
    for _ in range(MOST_ITERATIONS):
        p = to_level(point.hessian, -point.gradient)
        share = float(np.abs(p / longest).max())
        point = tried(objective, point.w + p / max(1.0, share))
        if share <= LAST_STEP or not _bends(point):
            break
    return point


def _bends(point: Point) -> bool:
    """Whether there are derivatives to go by."""
    return bool(np.isfinite(point.gradient).all() and np.abs(point.hessian).max() < inputs.HUGE)
