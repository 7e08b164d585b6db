"""Probabilities of three classes as places in a triangle: a corner is certainty, the middle is no idea."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.scene import DASHED, RING, Mark, Panel, Path, Points, Segments, Text, codes, coordinates

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(0.75)]])
LIMITS = (-0.3, 1.3), (-0.22, 1.12)
CLEAR = 0.03  # of a ring
TILT = 0.26  # from a corner to its name, as a share of its distance from the middle


def corners_of(scale: float) -> np.ndarray:
    """The triangle so many times as large, around its middle."""
    return CORNERS.mean(axis=0) + scale * (CORNERS - CORNERS.mean(axis=0))


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """Places to show: probabilities (n, 3), the class of each as colour and shape, and which one is asked about."""

    probabilities: np.ndarray
    kind: np.ndarray | None = None  # None: small dots of no class
    asked: int | None = None  # gets a line to its nearest corner, which has a ring
    distances: np.ndarray | None = None  # of the asked one to the three corners: said beside their names


class Simplex:
    """``(step, size) -> Panel``: ``read(step)`` is a ``Posterior``; ``names`` are the three classes.

    The dashed lines part the places by their nearest corner, which is the most probable class. ``scale`` makes it
    smaller in its panel, to be compared with another.
    """

    aspect = 1.6 / 1.34  # of its box, for ``shaped``

    def __init__(self, read: Callable[[Step], Posterior], names: Sequence[str], *, title="", name="simplex", scale=1.0):
        self.read, self.names, self.title, self.name = read, names, title, name
        middle = CORNERS.mean(axis=0)
        self.corners = corners = corners_of(scale)
        sides = (np.roll(corners, -1, axis=0) + corners) / 2
        around = np.vstack([corners, corners[:1]])
        self._outward = corners + TILT * (CORNERS - middle) + np.sign(CORNERS - middle) * (0.0, CLEAR)
        self._frame: tuple[Mark, ...] = (
            Path(*map(coordinates, around.T), "muted", 1.4),
            Segments(float(middle[0]), float(middle[1]), *map(coordinates, sides.T), "muted", 0.9, DASHED),
            Points(*map(coordinates, corners.T), codes(range(3)), size=7.0, items=Items(texts=tuple(map(str, names)))),
        )  # fmt: skip

    def __call__(self, step: Step, size: Size) -> Panel:
        shown, title = self.read(step), self.title(step) if callable(self.title) else self.title
        marks = (*self._frame, *self._words(shown.distances), *self._places(shown))
        return Panel(*LIMITS, marks, name=self.name, title=title)

    def _words(self, distances: np.ndarray | None) -> list[Mark]:
        said = self.names if distances is None else [f"{name}: {d:.2f}" for name, d in
                                                     zip(self.names, distances, strict=True)]  # fmt: skip
        return [Text(float(x), float(y), str(word), "ink", 11.0, "center")
                for (x, y), word in zip(self._outward, said, strict=True)]  # fmt: skip

    def _places(self, shown: Posterior) -> list[Mark]:
        probabilities = np.atleast_2d(shown.probabilities)
        at = probabilities @ self.corners
        texts = tuple(", ".join(f"{word} {p:.3g}" for word, p in zip(self.names, row, strict=True))
                      for row in probabilities)  # fmt: skip
        x, y = coordinates(at[:, 0]), coordinates(at[:, 1])
        if shown.asked is None:
            return [_points(x, y, shown.kind, texts)]
        place = at[shown.asked]
        nearest = int(np.argmax(probabilities[shown.asked]))
        corner = self.corners[nearest]
        lit = Points(*map(coordinates, corner[:, None]), codes([nearest]), flag=codes([RING]), size=7.0, items=None)
        line = Path(coordinates([place[0], corner[0]]), coordinates([place[1], corner[1]]), "accent", 2.0, arrow=True)
        asked = Text(float(place[0]), float(place[1]), "?", "accent", 19.0, "center", bold=True)
        return [lit, _points(x, y, shown.kind, texts), line, asked]


def _points(x: np.ndarray, y: np.ndarray, kind, texts: tuple[str, ...]) -> Mark:
    if kind is None:
        gaps = np.full(len(x), np.nan, dtype=np.float32)
        return Path(
            coordinates(np.stack([x, gaps], 1).ravel()), coordinates(np.stack([y, gaps], 1).ravel()), "muted", dots=True
        )
    return Points(x, y, codes(kind), size=4.0, items=Items("example", texts=texts))
