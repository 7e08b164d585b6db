"""What the data painter does to points: (X, class indices) in, new ones out, or a refusal that says why."""

from __future__ import annotations

import numpy as np

from labkit.core import inputs

DECIMALS = 3  # of painted coordinates, so that a token is short and restores them exactly
FAR = 1000  # no painted coordinate lies beyond
FEWEST = 2  # points that always stay

Painted = tuple[np.ndarray, np.ndarray]


def paintable(X: np.ndarray, y: np.ndarray) -> Painted:
    """A copy as the painter writes it."""
    return np.round(X, DECIMALS), np.array(y)


def added(points: Painted, classes: int, x, y, kind) -> Painted:
    X, labels = points
    return np.vstack([X, _place(x, y)]), np.append(labels, _kind(kind, classes))


def moved(points: Painted, index, x, y) -> Painted:
    X, labels = points
    inputs.number("index", index, least=0, most=len(X) - 1, whole=True)
    X[index] = _place(x, y)
    return X, labels


def deleted(points: Painted, index) -> Painted:
    X, labels = points
    inputs.number("index", index, least=0, most=len(X) - 1, whole=True)
    if len(X) <= FEWEST:
        raise ValueError(f"delete: expected at least two points to stay, got {len(X)}; add points first")
    return np.delete(X, index, axis=0), np.delete(labels, index)


def pasted(rows: list, classes: int) -> Painted:
    """The points of a token."""
    if not classes or len(rows) < FEWEST:
        expected = "at least two points" if classes else "no points, for this lab paints none"
        raise ValueError(f"state token: expected {expected}, got {len(rows)}; copy it again")
    return np.array([_place(x, y) for x, y, _ in rows]), np.array([_kind(kind, classes) for _, _, kind in rows])


def _kind(value, classes: int) -> int:
    inputs.number("class", value, least=0, most=classes - 1, whole=True)
    return value


def _place(x, y) -> tuple[float, float]:
    for axis, value in (("x", x), ("y", y)):
        inputs.number(axis, value, least=-FAR, most=FAR)
    return round(float(x), DECIMALS), round(float(y), DECIMALS)
