"""How far apart two points are: the Minkowski distances.

Lecture 02; deck 004 "KNN - K nearest neighbors", deck 003 "LEARNING BY COMPUTING DISTANCES - KNN".
Inventory: I-004-014, I-004-015, I-000-135.

    |x - z|_p = (sum_r |x_r - z_r|^p)^(1/p),   p >= 1                                     (1)
    p = 1: the sum of the parts (Manhattan)    p = 2: the straight line (Euclid)
    p -> infinity: the largest part (Max)
    the part of a category is 1 where x_r and z_r differ, else 0                          (2)

symbol   name here       symbol   name here
x        case            z        example
p        p               r        feature

Departures from the slides: the distance is Minkowski's (E-004-06), and a metric only for p >= 1: below that a detour is
shorter than the straight way. Neighbours need no roots, so what is compared is the distance itself, or its square
where p = 2; in sums of p-th powers the largest part is taken out first, so that no power overflows.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

import numpy as np

from labkit.core import inputs

SUMS_OR_MAXIMUM = (1, 2, np.inf)  # no powers to take


def check_p(name: str, p) -> None:
    """Raise a ValueError for a p that makes no distance."""
    if not (np.isscalar(p) and p == np.inf):
        inputs.number(name, p, least=1, why="below 1 it is no distance; numpy.inf is the largest part")


def distance(a, b, p: float = 2) -> float:
    """Between two points."""
    check_p("p", p)
    a, b = inputs.matrix(np.atleast_2d(a), name="a"), inputs.matrix(np.atleast_2d(b), name="b")
    if a.shape != b.shape or len(a) != 1:
        raise ValueError(f"b: expected a point like a, got shapes {a.shape} and {b.shape}; pass two points")
    return float(rooted(between(a.astype(float), b.astype(float), p), p)[0, 0])


def between(cases: np.ndarray, examples: np.ndarray, p: float, categorical: np.ndarray | None = None) -> np.ndarray:
    """(cases, examples): what is compared; ``rooted`` is the distance. A mask says which features are categories."""
    if categorical is None:
        return compared((np.subtract.outer(x, z) for x, z in zip(cases.T, examples.T, strict=True)), p)
    features = zip(cases.T, examples.T, categorical, strict=True)
    parts = (np.not_equal.outer(x, z).astype(float) if words else np.subtract.outer(x, z) for x, z, words in features)
    return compared(parts, p)  # (2)


def compared(differences: Iterable[np.ndarray], p: float) -> np.ndarray:
    """What is compared, from the differences of every feature (arrays that are used up)."""
    if p not in SUMS_OR_MAXIMUM:
        return _of_powers([np.abs(part) for part in differences], p)
    total = None
    for part in differences:
        np.multiply(part, part, out=part) if p == 2 else np.abs(part, out=part)
        if total is None:
            total = part
        else:
            (np.maximum if p == np.inf else np.add)(total, part, out=total)  # (1)
    return total


def _of_powers(parts: list[np.ndarray], p: float) -> np.ndarray:
    largest = reduce(np.maximum, parts)
    unit = np.where(largest > 0, largest, 1.0)
    return largest * sum((part / unit) ** p for part in parts) ** (1 / p)  # (1)


def rooted(values: np.ndarray, p: float) -> np.ndarray:
    """Distances from what was compared."""
    return np.sqrt(values) if p == 2 else values


def ball(centre, radius: float, p: float = 2, corners: int = 120) -> np.ndarray:
    """(corners + 1, 2): the closed outline of all points of the plane at this distance.

    A multiple of 8 corners has the tips of p = 1 and of p = infinity.
    """
    check_p("p", p)
    inputs.number("radius", radius, least=0)
    angle = np.linspace(0.0, 2 * np.pi, corners + 1)
    towards = np.column_stack([np.cos(angle), np.sin(angle)])
    length = rooted(between(towards, np.zeros((1, 2)), p), p)
    return np.asarray(centre, dtype=float) + radius * towards / length
