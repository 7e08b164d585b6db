"""How far to go along a direction p that leads downhill: phi(eta) = J(w + eta p), phi'(0) < 0.

Lectures 06 and 12; deck 003 "MORE ON GRADIENT DESCENT..". Inventory: I-003-046.

    phi'(eta) = 0                                  exact: the lowest point on the line               (1)
    phi(eta) <= phi(0) + c1 eta phi'(0)            low enough (Armijo), c1 = 1e-4                    (2)
    phi'(eta) >= c2 phi'(0)                        flat enough (Wolfe)                               (3)
    phi'(eta) <= (2 c1 - 1) phi'(0)                (2) for a parabola, by slopes alone               (4)

Wolfe's search halves or doubles until (2) and (3) hold; halving starts at eta = 1 and looks at (2) alone, as suits
Newton's direction, or where the fall is too small to be seen in phi, at (4) (Hager and Zhang 2005).
"""

from __future__ import annotations

import numpy as np

from labkit.learners.descent.objective import Objective, Point

C1 = 1e-4
MOST_DOUBLINGS = 60  # from 1 to 1e18, or as far down
FLAT_ENOUGH = 1e-12  # of the slope at the start: what is left is rounding
ROUNDING = 1e-10  # of the value: a smaller fall may be lost in rounding, so the slope tells
OUTSIDE = np.errstate(divide="ignore", over="ignore", invalid="ignore")  # for a look at where J may be no number


@OUTSIDE
def tried(objective: Objective, w: np.ndarray) -> Point:
    """The objective at w; too far out its value is infinite or NaN, which is an answer and no error."""
    point = objective.at(w)
    point.value, point.gradient  # noqa: B018  computed here, where overflow is expected
    return point


@OUTSIDE
def exact(objective: Objective, start: Point, p: np.ndarray, first: float = 1.0) -> tuple[float, Point] | None:
    """(eta, the point there); None where the line leads nowhere lower."""
    low = 0.0, float(start.gradient @ p)  # a place on the line, and how steep it is there
    level, etas = -FLAT_ENOUGH * low[1], first * 2.0 ** np.arange(MOST_DOUBLINGS)
    for eta in etas.tolist():  # outwards, until the line rises
        place = tried(objective, start.w + eta * p)
        high = eta, float(place.gradient @ p)
        if not np.isfinite(place.value) or not high[1] < 0:
            break
        low = high
    return _lower(*_level_between(objective, start, p, low, high, place, level), start)


def _level_between(
    objective: Objective, start: Point, p: np.ndarray, low_end: tuple, high_end: tuple, place: Point, level: float
) -> tuple[float, Point]:
    """(eta, the point there) between two ends: by regula falsi, the end that stays put counting half (Illinois)."""
    (low, slope_low), (high, slope_high), (eta, slope) = low_end, high_end, high_end
    side, width = 0, np.inf
    for look in range(2 * MOST_DOUBLINGS):
        if abs(slope) <= level or high - low <= 1e-12 * high:
            break
        halve = not 0 < slope_high < np.inf  # NaN too: no rise was found, or it is out of the range of numbers
        if look % 3 == 2:  # a bracket that is slow to close is halved
            halve, width = halve or high - low > width / 2, high - low
        eta = (low + high) / 2 if halve else low - slope_low * (high - low) / (slope_high - slope_low)
        place = tried(objective, start.w + eta * p)
        slope = float(place.gradient @ p)  # (1)
        if slope < 0:
            low, slope_low, slope_high = eta, slope, slope_high / 2 if side < 0 else slope_high
        else:
            high, slope_high, slope_low = eta, slope, slope_low / 2 if side > 0 else slope_low
        side = -1 if slope < 0 else 1
    return eta, place


@OUTSIDE
def wolfe(objective: Objective, start: Point, p: np.ndarray, c2: float, first: float = 1.0):
    """(eta, the point there); None where the line leads nowhere lower. As Lewis and Overton (2013) search."""
    slope, low, high, eta, place = float(start.gradient @ p), 0.0, np.inf, first, start
    for _ in range(MOST_DOUBLINGS):
        place = tried(objective, start.w + eta * p)
        if not place.value <= start.value + C1 * eta * slope:  # (2)
            high = eta
        elif float(place.gradient @ p) < c2 * slope:  # (3)
            low = eta
        else:
            break
        eta = 2 * eta if np.isinf(high) else (low + high) / 2
    return _lower(eta, place, start)


def halving(objective: Objective, start: Point, p: np.ndarray, slope: float) -> tuple[float, Point] | None:
    """(eta, the point there) of the first eta = 1, 1/2, 1/4, ... that is low enough; None where none is."""
    eta, coarse = 1.0, ROUNDING * abs(start.value)
    for _ in range(MOST_DOUBLINGS):
        place = tried(objective, start.w + eta * p)
        if place.value <= start.value + C1 * eta * slope:  # (2)
            return eta, place
        unseen = -eta * slope <= coarse and place.value <= start.value + coarse
        if unseen and float(place.gradient @ p) <= (2 * C1 - 1) * slope:  # (4)
            return eta, place
        eta /= 2
    return None


def _lower(eta: float, place: Point, start: Point) -> tuple[float, Point] | None:
    return (eta, place) if place.value < start.value else None
