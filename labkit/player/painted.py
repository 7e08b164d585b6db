"""What a lab says of its painted points: their classes, and what happens when one is dragged, deleted, or drawn.

Points may be handles: so many and no more, and dragging one may move others. A lab that ``draws`` takes strokes made
freehand. While something is dragged the browser draws the held point; the others are where the lab says.

Where the points are data and sliders are to be pulled in the picture, a lab has ``rails``: handles that move up and
down, one for each slider. Its plane draws them as its editable points, at the sliders' values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from labkit.core.printed import printed
from labkit.player.state import Painted

if TYPE_CHECKING:
    from labkit.player.actions import Click
    from labkit.player.controls import Slider


@dataclass(frozen=True, slots=True, eq=False)
class Rails:
    """Sliders by name and where across the plane the handle of each is; pulling one also sets other controls."""

    across: Mapping[str, float]
    sets: Mapping[str, object] = field(default_factory=dict)

    def nearest(self, x: float) -> int:
        """The handle that a click there moves."""
        return int(np.abs(np.array(list(self.across.values())) - x).argmin())


class Paints:
    """A part of ``Lab``."""

    classes: tuple[str, ...] = ()  # what the painter paints; empty: nothing is painted
    points_answer = False  # whether a click on a painted point, which is no drag, is for the lab as well
    handles = False  # whether the points can only be moved
    draws = False  # whether strokes are drawn
    rails: Rails | None = None

    def dragged(self, X: np.ndarray, index: int, at: np.ndarray) -> np.ndarray:
        """All points after one was dragged to a place; X is the lab's to change."""
        X[index] = at
        return X

    def pulled(self, index: int, y: float) -> dict:
        """The control values that change when a handle is pulled to this height."""
        slider = self._railed[index]
        return {**self.rails.sets, slider.name: slider.nearest(y)}

    def click(self, values: dict, at: Click) -> dict:
        """The control values that a click changes: on a plane with rails, the nearest handle goes there."""
        if self.rails is None:
            raise NotImplementedError(f"{type(self).__name__}: write click(self, values, at), which returns "
                                      "the values that change")  # fmt: skip
        return self.pulled(self.rails.nearest(at.x), at.y)

    def deleted(self, values: dict, index: int) -> dict:
        """The control values that change when a painted point is gone and those after it move up."""
        return {}

    def stroke(self, points: Painted, path: np.ndarray) -> Painted:
        """All points after a stroke along the places (n, 2)."""
        raise NotImplementedError(f"{type(self).__name__}: write stroke(self, points, path), which returns X and y")

    @property
    def painting(self) -> dict:
        """What the card's painter needs to know."""
        if not self.classes and self.rails is None:
            return {}
        return {"panel": "plane", "classes": [printed(name) for name in self.classes],
                "answers": self.points_answer, "draws": self.draws, "handles": self.handles or self.rails is not None,
                "rails": [slider.label for slider in self._railed]}  # fmt: skip

    @property
    def _railed(self) -> list[Slider]:
        """The sliders with a handle, in the handles' order."""
        by_name = {control.name: control for control in self.steering}
        return [by_name[name] for name in self.rails.across] if self.rails else []
