"""The cells of 1-NN in the plane: whose example is the nearest, and where that changes.

Lecture 02; deck 003 "THE DECISION BOUNDARY OF 1-NN", "EFFECT OF OUTLIERS ON 1-NN". Inventory: I-003-004.

The points as near to a as to b lie on the perpendicular bisector; nearer to a is the half-plane on its side of it:

    2 (b - a)'x = |b|^2 - |a|^2                                                                               (1)

The cell of a is what the half-planes of all others have in common. Seen from a, b_j is where example j lies, and

    b_j / 2 + t b_j^                          is its bisector, b^ is b turned left by a right angle           (2)
    t b_j^'b_l <= b_l'(b_l - b_j) / 2         is the part of it that is no nearer to example l than to a      (3)

So the side between a and j goes from the largest t that some l asks for to the smallest that some l allows; the edges
of what is seen are four more half-planes. Where nothing is left between the two, the cells have no side in common.

Of equal examples the one in the lowest row owns the cell, as it is the nearest by the rule for ties. Departure from the
slide: only pieces between cells of different classes are a boundary, not the bisector of every such pair.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs

NEAREST = 32  # examples that cut off most of a cell
SHORTEST_SIDE = 1e-9  # of what is seen: a shorter side is a corner where four cells meet


@dataclass(frozen=True, slots=True, eq=False)
class Voronoi:
    """The sides of all cells that are seen."""

    pairs: np.ndarray  # (sides, 2): the rows of the two examples on either side, the lower one first
    segments: np.ndarray  # (sides, 4): x0, y0, x1, y1

    def boundary(self, y) -> np.ndarray:
        """The segments between examples whose y differs."""
        a, b = np.asarray(y)[self.pairs].T
        return self.segments[a != b]

    def cell(self, row: int) -> np.ndarray:
        """The segments around one example; none where an equal one in a lower row owns the cell."""
        return self.segments[(self.pairs == row).any(axis=1)]


def bisector(a, b) -> tuple[np.ndarray, float]:
    """(normal, constant): the points with normal'x = constant are as near to a as to b."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return 2 * (b - a), float(b @ b - a @ a)  # (1)


def voronoi(X, xlim: tuple[float, float], ylim: tuple[float, float]) -> Voronoi:
    """The cells of examples in the plane, as far as they are seen within the limits."""
    X, (low, high) = _in_plane(X), _limits(xlim, ylim)
    rows = np.sort(np.unique(X, axis=0, return_index=True)[1])  # of equal examples the first
    pairs, segments = [np.empty((0, 2))], [np.empty((0, 4))]
    for n, a in enumerate(rows[:-1]):
        b, later, window = X[rows] - X[a], np.arange(n + 1, len(rows)), (low - X[a], high - X[a])
        near = b[(b**2).sum(axis=1).argsort()[:NEAREST]]
        later = later[_sides(b[later], near, *window)[1]]  # what the nearest leave, and then all
        ends, found = _sides(b[later], b, *window)
        pairs.append(np.column_stack([np.full(found.sum(), a), rows[later[found]]]))
        segments.append(np.tile(X[a], 2) + ends)
    return Voronoi(inputs.frozen(np.concatenate(pairs), int), inputs.frozen(np.concatenate(segments)))


def _sides(j: np.ndarray, others: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(x0, y0, x1, y1 of every side, for which of the examples j there is one), all seen from the example a."""
    middle, along = j / 2, np.column_stack([-j[:, 1], j[:, 0]])  # (2)
    (x, y), (u, v) = others.T, along.T[:, :, None]
    rate = np.hstack([u * x + v * y, along, -along])
    room = np.hstack([(x * (x - v) + y * (y + u)) / 2, high - middle, middle - low])  # b_j = (v, -u)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):  # parallel, or almost
        t = room / rate  # (3)
        start, end = np.where(rate < 0, t, -np.inf).max(axis=1), np.where(rate > 0, t, np.inf).min(axis=1)
        longest = (end - start) * np.hypot(*j.T)
    found = (longest > SHORTEST_SIDE * np.hypot(*(high - low))) & ~((rate == 0) & (room < 0)).any(axis=1)
    ends = [middle[found] + t[found, None] * along[found] for t in (start, end)]
    return np.hstack(ends), found


def _in_plane(X) -> np.ndarray:
    X = np.asarray(inputs.matrix(X), dtype=float)
    if X.shape[1] != 2:
        raise ValueError(f"X: expected examples of 2 features, got {X.shape[1]}; choose two columns to look at")
    return X


def _limits(xlim, ylim) -> np.ndarray:
    """(low, high) corners."""
    limits = np.array([xlim, ylim], dtype=float).T
    if limits.shape != (2, 2) or not (np.isfinite(limits).all() and (limits[0] < limits[1]).all()):
        raise ValueError(
            f"limits: expected two finite (low, high) with low < high, got {xlim} and {ylim}; swap or widen them"
        )
    return limits
