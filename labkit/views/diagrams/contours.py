"""Contour lines of a function on a grid: smooth, by linear interpolation along the edges of the cells."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.views.axes import Limits, centres
from labkit.views.scene import Path, coordinates

CELLS = 160  # along each side where a function is asked
BOTTOM, RIGHT, TOP, LEFT = range(4)  # the edges of a cell


def sampled(function: Callable[[np.ndarray], np.ndarray], limits: Limits) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(values, x, y) of a function of points (n, 2), as ``contour`` takes them."""
    x, y = (centres(side, CELLS) for side in limits)
    points = np.column_stack([np.tile(x, CELLS), np.repeat(y, CELLS)])
    return np.asarray(function(points), dtype=float).reshape(CELLS, CELLS), x, y


def contour_lines(values: np.ndarray, x: np.ndarray, y: np.ndarray, levels, **style) -> list[Path]:
    """The contour lines of one level or of several as one mark, or no mark where no level is crossed."""
    lines = [joined(contour(values, x, y, level)) for level in np.ravel(levels)]
    at = np.concatenate([*lines, np.empty((0, 2))])
    return [Path(*map(coordinates, at.T), **style)] if len(at) else []


def contour(values: np.ndarray, x: np.ndarray, y: np.ndarray, level: float) -> np.ndarray:
    """Rows x0, y0, x1, y1 where the function crosses ``level``; ``values[i, j]`` is at (x[j], y[i]).

    A cell whose corners are on both sides has two crossed edges, or four where opposite corners agree: then the mean of
    the corners says which of them are joined.
    """
    above = values > level
    mixed = (
        (above[:-1, :-1] != above[:-1, 1:]) | (above[:-1, :-1] != above[1:, 1:]) | (above[:-1, :-1] != above[1:, :-1])
    )
    i, j = np.nonzero(mixed)
    corners = np.stack([values[i, j], values[i, j + 1], values[i + 1, j + 1], values[i + 1, j]])  # around the cell
    points = _crossings(corners, (x[j], x[j + 1]), (y[i], y[i + 1]), level)
    crossed = (corners > level) != (np.roll(corners, -1, axis=0) > level)
    two = crossed.sum(axis=0) == 2
    ends = np.argsort(~crossed.T[two], axis=1, kind="stable")[:, :2]
    rows = np.arange(len(ends))[:, None]
    segments = [points[two][rows, ends].reshape(-1, 4)]
    around = (corners.mean(axis=0) > level) == (corners[0] > level)  # the first corner and its opposite are joined
    for mask, pairs in (
        (~two & around, ((BOTTOM, RIGHT), (TOP, LEFT))),
        (~two & ~around, ((BOTTOM, LEFT), (TOP, RIGHT))),
    ):
        segments += [points[mask][:, list(pair)].reshape(-1, 4) for pair in pairs]
    return np.concatenate(segments)


def _crossings(corners: np.ndarray, x: tuple, y: tuple, level: float) -> np.ndarray:
    """(cells, 4, 2): a point on each edge of each cell, which counts where the edge is crossed."""
    (x0, x1), (y0, y1), (a, b, c, d) = x, y, corners
    at = np.stack([_along(x0, x1, a, b, level), y0, x1, _along(y0, y1, b, c, level),
                   _along(x0, x1, d, c, level), y1, x0, _along(y0, y1, a, d, level)], axis=-1)  # fmt: skip
    return at.reshape(-1, 4, 2)


def _along(a: np.ndarray, b: np.ndarray, first: np.ndarray, last: np.ndarray, level: float) -> np.ndarray:
    """Where between a and b a line from ``first`` to ``last`` is at the level."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.nan_to_num((level - first) / (last - first), nan=0.5, posinf=0.5, neginf=0.5)
    return a + np.clip(share, 0.0, 1.0) * (b - a)


def joined(rows: np.ndarray) -> np.ndarray:
    """Pieces that meet, x0, y0, x1, y1 each, as lines (n, 2) with a row of NaN after each; ends that meet are equal."""
    places, ends = np.unique(rows.reshape(-1, 2) @ [1, 1j], return_inverse=True)
    ends = ends.reshape(-1, 2)[ends[::2] != ends[1::2]].tolist()
    meeting: dict[int, list[int]] = {}  # place -> pieces
    for piece, (a, b) in enumerate(ends):
        meeting.setdefault(a, []).append(piece)
        meeting.setdefault(b, []).append(piece)
    loose = [place for place, pieces in meeting.items() if len(pieces) % 2]  # lines begin here; the others are closed
    way: list[int] = []
    for place in (*loose, *meeting):
        while meeting[place]:
            way += _followed(place, ends, meeting)
    return np.append(places, complex(np.nan, np.nan))[way].view(float).reshape(-1, 2)


def _followed(place: int, ends: list, meeting: dict[int, list[int]]) -> list[int]:
    """The places of the line that begins at this one, and -1; its pieces are taken out."""
    line = [place]
    while meeting[place]:
        piece = meeting[place].pop()
        place = sum(ends[piece]) - place
        meeting[place].remove(piece)
        line.append(place)
    return [*line, -1]
