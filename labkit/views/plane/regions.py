"""Exact regions of models that compare linear scores: convex cells, no grid and no stairs.

Score i at x is a_i'x + b_i; the cell of i is where it is the largest (the first of equals). A cell is the panel's
rectangle cut by one line for every rival, so it is convex, and drawn as a filled path.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.views.scene import Path, Segments, coordinates, segments_of

Corner = tuple[float, float]
EDGE_OF_PANEL = -1
TINT = 0.12  # how strongly a region has the colour of its class


class Polygon:
    """A convex polygon: ``corners[k]`` to ``corners[k + 1]`` is the border to ``rivals[k]``."""

    def __init__(self, xlim, ylim):
        (x0, x1), (y0, y1) = xlim, ylim
        self.corners: list[Corner] = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        self.rivals = [EDGE_OF_PANEL] * 4

    def cut(self, a: Sequence[float], b: float, rival: int, keeps_ties: bool) -> None:
        """Keep where a'x + b > 0; where it is 0 everywhere, ``keeps_ties`` decides."""
        if not any(a):
            if b < 0 or (b == 0 and not keeps_ties):
                self.corners, self.rivals = [], []
            return
        heights = [a[0] * x + a[1] * y + b for x, y in self.corners]
        corners, rivals = [], []
        for k, corner in enumerate(self.corners):
            after = (k + 1) % len(self.corners)
            here, there = heights[k] > 0, heights[after] > 0
            if here:
                corners.append(corner)
                rivals.append(self.rivals[k])
            if here != there:
                share = heights[k] / (heights[k] - heights[after])
                corners.append(tuple(p + share * (q - p) for p, q in zip(corner, self.corners[after], strict=True)))
                rivals.append(rival if here else self.rivals[k])  # out along the cut, or in along the old edge
        self.corners, self.rivals = corners, rivals

    def region(self, color: str) -> Path:
        x, y = zip(*self.corners, strict=True)
        return Path(coordinates(x), coordinates(y), "", fill=color, opacity=TINT)


def cells(A: np.ndarray, b: np.ndarray, xlim, ylim) -> list[Polygon]:
    """The cell of every score; one that never wins has no corners."""
    A, b = np.asarray(A, dtype=float).tolist(), np.asarray(b, dtype=float).tolist()
    found = []
    for i, (own, constant) in enumerate(zip(A, b, strict=True)):
        cell = Polygon(xlim, ylim)
        for j, (other, its_constant) in enumerate(zip(A, b, strict=True)):
            if i != j and cell.corners:
                difference = [p - q for p, q in zip(own, other, strict=True)]
                cell.cut(difference, constant - its_constant, j, keeps_ties=i < j)
        found.append(cell)
    return found


def linear_regions(A, b, kinds, xlim, ylim) -> tuple[list[Path], list[Segments]]:
    """The regions of the classes, and the borders between different classes."""
    found = cells(A, b, xlim, ylim)
    regions = [cell.region(f"class{kind}") for cell, kind in zip(found, kinds, strict=True) if len(cell.corners) > 2]
    borders = []
    for i, cell in enumerate(found):
        for k, rival in enumerate(cell.rivals):
            if rival > i and kinds[rival] != kinds[i]:  # each border once
                borders.append((*cell.corners[k], *cell.corners[(k + 1) % len(cell.corners)]))
    return regions, segments_of(np.array(borders), width=2.2)
