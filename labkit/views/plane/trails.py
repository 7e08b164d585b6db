"""The trails of what moves in a plane."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from labkit.core.story import Step
from labkit.views.scene import Path, coordinates


class Trails:
    """``step -> marks``: where each of a few things has been.

    ``places`` is (moments, things, 2); ``at(step)`` is the step's moment; ``kind`` colours each thing by class.
    """

    def __init__(self, places: np.ndarray, at: Callable[[Step], int], *, kind: Sequence[int]):
        self.at = at
        columns = np.moveaxis(np.asarray(places, dtype=float), 1, 0)
        self._trails = [
            (coordinates(xy[:, 0]), coordinates(xy[:, 1]), f"class{int(k)}")
            for xy, k in zip(columns, kind, strict=True)
        ]

    def __call__(self, step: Step) -> list[Path]:
        seen = int(self.at(step)) + 1
        return [Path(x, y, color=color, width=1.6, upto=seen) for x, y, color in self._trails]
