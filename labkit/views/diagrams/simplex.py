"""Probabilities of three classes as places in a triangle: a corner is certainty, the middle is no idea."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.scene import DASHED, Mark, Panel, Path, Points, Segments, Text, codes, coordinates

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(0.75)]])
LIMITS = (-0.3, 1.3), (-0.22, 1.12)
TILT = 0.26  # from a corner to its name, as a share of its distance from the middle


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """Places to show: probabilities (n, 3), the class of each as colour and shape, and which one is asked about."""

    probabilities: np.ndarray
    kind: np.ndarray | None = None  # None: small dots of no class
    asked: int | None = None  # gets a ring, and a line to its nearest corner


class Simplex:
    """``(step, size) -> Panel``: ``read(step)`` is a ``Posterior``; ``names`` are the three classes.

    The dashed lines part the places by their nearest corner, which is the most probable class.
    """

    aspect = 1.6 / 1.34  # of its box, for ``shaped``

    def __init__(self, read: Callable[[Step], Posterior], names: Sequence[str], *, title="", name="simplex"):
        self.read, self.names, self.title, self.name = read, names, title, name
        middle = CORNERS.mean(axis=0)
        sides = (np.roll(CORNERS, -1, axis=0) + CORNERS) / 2
        around = np.vstack([CORNERS, CORNERS[:1]])
        outward = CORNERS + TILT * (CORNERS - middle)
        self._frame: tuple[Mark, ...] = (
            Path(*map(coordinates, around.T), "muted", 1.4),
            Segments(float(middle[0]), float(middle[1]), *map(coordinates, sides.T), "muted", 0.9, DASHED),
            Points(*map(coordinates, CORNERS.T), codes(range(3)), size=7.0),
            *(Text(float(x), float(y), str(word), "ink", 11.0, "center")
              for (x, y), word in zip(outward, names, strict=True)),
        )  # fmt: skip

    def __call__(self, step: Step, size: Size) -> Panel:
        marks = (*self._frame, *self._places(self.read(step)))
        return Panel(*LIMITS, marks, name=self.name, title=self.title)

    def _places(self, shown: Posterior) -> list[Mark]:
        probabilities = np.atleast_2d(shown.probabilities)
        at = probabilities @ CORNERS
        texts = tuple(", ".join(f"{word} {p:.3g}" for word, p in zip(self.names, row, strict=True))
                      for row in probabilities)  # fmt: skip
        x, y = coordinates(at[:, 0]), coordinates(at[:, 1])
        if shown.asked is None:
            return [_points(x, y, shown.kind, texts)]
        place = at[shown.asked]
        corner = CORNERS[int(np.argmax(probabilities[shown.asked]))]
        line = Path(coordinates([place[0], corner[0]]), coordinates([place[1], corner[1]]), "accent", 2.0, arrow=True)
        asked = Text(float(place[0]), float(place[1]), "?", "accent", 19.0, "center", bold=True)
        return [_points(x, y, shown.kind, texts), line, asked]


def _points(x: np.ndarray, y: np.ndarray, kind, texts: tuple[str, ...]) -> Mark:
    if kind is None:
        gaps = np.full(len(x), np.nan, dtype=np.float32)
        return Path(
            coordinates(np.stack([x, gaps], 1).ravel()), coordinates(np.stack([y, gaps], 1).ravel()), "muted", dots=True
        )
    return Points(x, y, codes(kind), size=4.0, items=Items("example", texts=texts))
