"""What the labs of lecture 11 share: the street and what holds it, as marks over a plane.

Lecture 11; deck 001 "Support Vector Machines" (figures 5 and 6). Inventory: I-001-010, I-001-012.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Step
from labkit.learners.svm.dual import HARD
from labkit.views.plane.plane import Plane
from labkit.views.scene import FAINT, HOLLOW, RING, Path, Points, codes, coordinates, segments_of
from labkit.views.wrap import Overlay

NAMES = ("A", "B")
LIMITS = ((-1.2, 1.2), (-1.2, 1.2))
COSTS = {"hard": HARD, "100": 100.0, "10": 10.0, "1": 1.0}
NEAR = 1e-4  # of a margin: less is on the kerb
REACH = 50.0  # how far the street goes on, in units of the data


def both_classes(y: np.ndarray) -> None:
    """Raise a ValueError where one class is missing."""
    if len(np.unique(y)) < 2:
        raise ValueError("points: expected some of both classes, got only one class; add points of the other")


def street(model, width: float | None = None) -> list[Path]:
    """The band between the kerbs of a linear model, where its score is -1 and +1; or so wide."""
    w = np.asarray(model.w[1:], dtype=float)
    length = float(np.linalg.norm(w))
    if not length:
        return []
    width = 2.0 / length if width is None else width
    across, foot = w / length, model.foot(np.zeros((1, 2)))[0]
    along = REACH * np.array([-across[1], across[0]])
    side = width / 2 * across
    corners = foot + np.array([-along - side, along - side, along + side, -along + side])
    return [Path(*map(coordinates, corners.T), "", fill="accent", opacity=1.3 * FAINT)]


def touching(step: Step) -> np.ndarray:
    """The examples on a kerb, inside the street or on the wrong side."""
    return np.flatnonzero(step.slacks > -NEAR) if not hasattr(step, "solution") else _held(step)


def _held(step: Step) -> np.ndarray:
    return np.flatnonzero(step.solution.margins < 1 + NEAR)


def slack_lines(step: Step) -> list:
    """From every example that falls short of its margin to the kerb where it should be."""
    short = np.flatnonzero(step.slacks > NEAR)
    X, w = step.problem.examples[short], step.model.w[1:]
    if not w.any():
        return []
    kerb = X + (step.problem.z * step.slacks)[short, None] * w / (w @ w)
    return segments_of(np.column_stack([X, kerb]), color="wrong", width=1.8)


def ringed_plane(X: np.ndarray, y: np.ndarray, *, size: float, **options) -> Overlay:
    """A plane with a ring around every support vector, which is hollow on the wrong side."""

    def supports(step):
        rows = step.model.support
        flag = np.where(step.model.predict(X[rows]) != y[rows], RING | HOLLOW, RING)
        return [Points(*map(coordinates, X[rows].T), codes(y[rows]), flag=codes(flag), size=size)]

    return Overlay(Plane(X, y, size=size, **options), supports)


def outline(X: np.ndarray) -> np.ndarray:
    """The corners of the convex hull of points in the plane, the first once more at the end."""
    points = np.unique(X, axis=0)
    if len(points) < 3:
        return np.vstack([points, points[:1]])
    lower, upper = _chain(points), _chain(points[::-1])
    return np.array([*lower[:-1], *upper])


def _chain(points: np.ndarray) -> list[np.ndarray]:
    """The points from the first to the last that turn left only."""
    chain: list[np.ndarray] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
