"""The cells of 1-NN in the plane: whose example is the nearest, and where that changes.

Lecture 02; deck 003 "THE DECISION BOUNDARY OF 1-NN", "EFFECT OF OUTLIERS ON 1-NN". Inventory: I-003-004.

The points as near to a as to b lie on the perpendicular bisector,

    2 (b - a)'x = |b|^2 - |a|^2                                                                               (1)

A cell is bounded by pieces of bisectors. Seen from its example, b_j is where example j lies; its bisector is

    b_j / 2 + t b_j^             b^ is b turned left by a right angle                                         (2)
    t_l = b_l'(b_l - b_j) / (2 b_j^'b_l)     where the bisector of l crosses it                               (3)

The walk around a cell starts at the nearest example, whose bisector always is a side of the cell. Going left, the side
ends at the smallest t_l among the bisectors that come in from the left (b_j^'b_l > 0), and that one is the next side.
All cells are walked around at once, side by side. Bisectors with mirror images of the example in a frame around
everything are the frame's sides, so every walk comes home.

A cell whose corners are within R of its example has no side with an example beyond 2 R. So the walk looks at the
nearest examples only; where these do not reach that far, it is repeated with all.

Of equal examples the one in the lowest row owns the cell, as it is the nearest by the rule for ties. Departure from the
slide: only pieces between cells of different classes are a boundary, not the bisector of every such pair.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.learners.neighbours.search import nearest

PIECE = 1 << 17  # numbers worked on together
NEAREST = 32  # examples that a walk looks at first
FRAME = 0.1  # of the width of everything: how far outside the frame is
LAP = 2 * np.pi * (1 + 1e-9)
SHORTEST = 1e-9  # of what is seen: a shorter side is a corner where four cells meet

Sides = tuple[np.ndarray, np.ndarray]  # (sides, 2) examples on either side, (sides, 4) x0, y0, x1, y1


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
    X, limits = _in_plane(X), _limits(xlim, ylim)
    rows = np.sort(np.unique(X, axis=0, return_index=True)[1])  # of equal examples the first
    low, high = np.minimum(X.min(axis=0), limits[0]), np.maximum(X.max(axis=0), limits[1])
    margin = FRAME * (high - low) + 4 * np.spacing(np.maximum(-low, high))  # outside, however coarse numbers are there
    pairs, segments = _sides_of_all(X[rows], np.array([low - margin, high + margin]))
    segments, seen = _clipped(segments, *limits)
    return Voronoi(inputs.frozen(rows[pairs[seen]], int), inputs.frozen(segments))


def _sides_of_all(X: np.ndarray, frame: np.ndarray) -> Sides:
    """The sides of all cells, each once; all examples differ."""
    n, everyone = len(X), np.arange(len(X))
    others, distances = nearest(X, X, min(NEAREST + 1, n))  # one is the example itself
    pairs, segments = _walk(X, everyone, others, frame)
    if n > NEAREST + 1:
        reach = np.zeros(n)
        np.maximum.at(reach, pairs[:, 0], np.hypot(*(segments[:, 2:] - X[pairs[:, 0]]).T))
        unsure = 2 * reach >= distances[:, -1]
        sure, rows, many = ~unsure[pairs[:, 0]], np.flatnonzero(unsure), max(1, PIECE // n)
        pieces = [rows[start : start + many] for start in range(0, len(rows), many)]
        again = [_walk(X, cells, np.broadcast_to(everyone, (len(cells), n)), frame) for cells in pieces]
        pairs, segments = map(np.concatenate, zip((pairs[sure], segments[sure]), *again, strict=True))
    once = pairs[:, 0] < pairs[:, 1]
    return pairs[once], segments[once]


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


def _walk(X: np.ndarray, cells: np.ndarray, others: np.ndarray, frame: np.ndarray) -> Sides:
    """The sides of these cells as far as ``others``, (cells, many), make them; -1 is the frame."""
    b = _seen_from(X, cells, others, frame)
    away = (b**2).sum(axis=0)
    first = np.where(away > 0, away, np.inf).argmin(axis=1)
    going, side, turned, ends = np.arange(len(cells)), first.copy(), np.zeros(len(cells)), []
    while going.size:
        t, following = _end_of_side(b[:, going], side[going])
        now, then = b[:, going, side[going]], b[:, going, following]
        corner = X[cells[going]].T + now / 2 + t * _left(now)  # (2)
        ends.append((going, side[going], *corner))
        turned[going] += np.arctan2((_left(now) * then).sum(axis=0), (now * then).sum(axis=0))
        side[going] = following
        going = going[(following != first[going]) & (turned[going] < LAP)]
    cell, place, x, y = map(np.concatenate, zip(*ends, strict=True))
    rows = np.column_stack([others, np.full((len(cells), 4), -1)])
    return _sides(cell, cells, rows[cell, place], np.column_stack([x, y]))


def _seen_from(X: np.ndarray, cells: np.ndarray, others: np.ndarray, frame: np.ndarray) -> np.ndarray:
    """(2, cells, others + 4): where the others, and the mirror images in the frame, lie from each cell's example."""
    own = X[cells].T[:, :, None]
    mirrored = np.zeros((2, len(cells), 4))
    mirrored[0, :, :2] = 2 * (frame[:, 0] - own[0])
    mirrored[1, :, 2:] = 2 * (frame[:, 1] - own[1])
    return np.concatenate([X.T[:, others] - own, mirrored], axis=2)


def _left(b: np.ndarray) -> np.ndarray:
    return np.array([-b[1], b[0]])


def _end_of_side(b: np.ndarray, j: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(t, the next side) where the side on the bisector of j ends."""
    here = np.arange(len(j))
    bj = b[:, here, j][:, :, None]
    across = bj[0] * b[1] - bj[1] * b[0]
    ahead = across > 0
    t = np.full(across.shape, np.inf)
    with np.errstate(over="ignore"):  # almost parallel: they cross as good as nowhere
        np.divide((b * (b - bj)).sum(axis=0), 2 * across, out=t, where=ahead)  # (3)
    following = t.argmin(axis=1)
    return t[here, following], following


def _sides(cell: np.ndarray, cells: np.ndarray, other: np.ndarray, corner: np.ndarray) -> Sides:
    """The sides, from the corners where they end: a side begins where the one before it on the walk has ended."""
    order = np.argsort(cell, kind="stable")
    cell, other, corner = cell[order], other[order], corner[order]
    before = np.arange(len(cell)) - 1
    first = np.flatnonzero(np.diff(cell, prepend=-1))
    before[first] = np.append(first[1:], len(cell)) - 1  # the walk comes home
    return np.column_stack([cells[cell], other]), np.hstack([corner[before], corner])


def _clipped(segments: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(the parts within the limits, which segments have one)."""
    start, along = segments[:, :2], segments[:, 2:] - segments[:, :2]
    flat = along == 0
    rate = np.where(flat, 1.0, along)
    with np.errstate(over="ignore"):  # almost flat
        ends = np.sort([(low - start) / rate, (high - start) / rate], axis=0)
    outside = ((start < low) | (start > high)) & flat
    enter = np.where(flat, 0.0, ends[0]).max(axis=1, initial=0.0)
    leave = np.where(flat, 1.0, ends[1]).min(axis=1, initial=1.0)
    long_enough = (leave - enter) * np.hypot(*along.T) > SHORTEST * np.hypot(*(high - low))
    seen = np.flatnonzero(~outside.any(axis=1) & long_enough)
    part = np.array([enter, leave])[:, seen, None]
    return (start[seen] + part * along[seen]).swapaxes(0, 1).reshape(-1, 4), seen
