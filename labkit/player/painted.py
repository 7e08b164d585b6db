"""What a lab says of its painted points: their classes, and what happens when one is dragged, deleted, or drawn.

Points may be handles: so many and no more, and dragging one may move others. A lab that ``draws`` takes strokes made
freehand. While something is dragged the browser draws the held point; the others are where the lab says.
"""

from __future__ import annotations

import numpy as np

from labkit.player.state import Painted


class Paints:
    """A part of ``Lab``."""

    classes: tuple[str, ...] = ()  # what the painter paints; empty: nothing is painted
    points_answer = False  # whether a click on a painted point, which is no drag, is for the lab as well
    handles = False  # whether the points can only be moved
    draws = False  # whether strokes are drawn

    def dragged(self, X: np.ndarray, index: int, at: np.ndarray) -> np.ndarray:
        """All points after one was dragged to a place; X is the lab's to change."""
        X[index] = at
        return X

    def deleted(self, values: dict, index: int) -> dict:
        """The control values that change when a painted point is gone and those after it move up."""
        return {}

    def stroke(self, points: Painted, path: np.ndarray) -> Painted:
        """All points after a stroke along the places (n, 2)."""
        raise NotImplementedError(f"{type(self).__name__}: write stroke(self, points, path), which returns X and y")

    @property
    def painting(self) -> dict:
        """What the card's painter needs to know."""
        if not self.classes:
            return {}
        return {"panel": "plane", "classes": list(self.classes), "answers": self.points_answer,
                "handles": self.handles, "draws": self.draws}  # fmt: skip
