"""Gaussians in the plane as handles to drag: three points each, the mean and the ends of the two axes of its ellipse.

Dragging the mean takes the ends along; dragging an end stretches and turns, and the other axis stays as long as it is
and upright on this one. Lengths and angles snap, so that equal ellipses and circles can be made by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from labkit.learners.gaussian.spread import OUTLINE

POINTS = 3  # of one Gaussian: mean, first end, second end


@dataclass(frozen=True, slots=True)
class EllipseHandles:
    """``snap`` is for standard deviations, ``turn`` for degrees."""

    snap: float = 0.1
    turn: float = 5.0

    def points(self, means, covariances) -> np.ndarray:
        """The handles (3 a Gaussian, 2) of these; the first axis is the one nearer to the horizontal."""
        rows = []
        for mean, S in zip(np.asarray(means, dtype=float), covariances, strict=True):
            squares, axes = np.linalg.eigh(S)
            order = np.argsort(-np.abs(axes[0]), kind="stable")
            (x, y), lengths = axes[:, order[0]], np.sqrt(np.maximum(squares[order], 0.0))
            rows.append(_ends(mean, np.arctan2(y, x) if x >= 0 else np.arctan2(-y, -x), lengths))
        return np.vstack(rows)

    def gaussians(self, X: np.ndarray, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """(means, covariances) of the handles; refuses an axis of length 0."""
        read = [self._read(X[k : k + POINTS]) for k in range(0, len(X), POINTS)]
        for name, (_, _, lengths) in zip(names, read, strict=True):
            if not lengths.all():
                raise ValueError(
                    f"ellipse of {name}: expected two axes longer than 0, got one of 0; there the covariance has no "
                    "inverse, so drag the handle away from the mean"
                )
        axes = [_turned(angle) * lengths for _, angle, lengths in read]
        return np.array([mean for mean, _, _ in read]), np.array([A @ A.T for A in axes])

    def dragged(self, X: np.ndarray, index: int, at: np.ndarray) -> np.ndarray:
        """All handles after one was dragged to a place."""
        first = index - index % POINTS
        mean, angle, lengths = self._read(X[first : first + POINTS])
        if index == first:
            mean = at
        else:
            which, way = index - first - 1, at - mean
            lengths[which] = self._snapped(np.hypot(*way))
            if lengths[which]:
                angle = self._turned_to(np.arctan2(way[1], way[0]) - which * np.pi / 2)
        X[first : first + POINTS] = _ends(mean, angle, lengths)
        return X

    def _read(self, handles: np.ndarray) -> tuple[np.ndarray, float, np.ndarray]:
        """(mean, angle of the first axis, standard deviations along both)."""
        mean, (first, second) = handles[0], handles[1:] - handles[0]
        lengths = np.array([self._snapped(np.hypot(*axis)) for axis in (first, second)])
        along = first if lengths[0] else np.array([second[1], -second[0]])
        return mean, self._turned_to(np.arctan2(along[1], along[0])), lengths

    def _snapped(self, length: float) -> float:
        return round(float(length) / OUTLINE / self.snap) * self.snap

    def _turned_to(self, angle: float) -> float:
        return float(np.radians(round(float(np.degrees(angle)) / self.turn) * self.turn))


def _turned(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _ends(mean: np.ndarray, angle: float, lengths: np.ndarray) -> np.ndarray:
    """Mean, end of the first axis, end of the second."""
    return np.vstack([mean, mean + OUTLINE * (_turned(angle) * lengths).T])
