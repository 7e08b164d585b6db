"""Weight space: the way of w through the story, in two of its coordinates."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views.frame import plane_limits
from labkit.views.scene import Panel, Path, Points, Text, codes, coordinates

DOTTED = 80  # longer ways show only
RECENT = 25  # their latest moves


class WeightSpace:
    """``step -> Panel``: ``path`` has one row (horizontal, vertical) per place, ``at(step)`` is the step's row.

    ``goal`` is a known solution, drawn as a dashed ray: every point on it is the same line in the plane.
    """

    def __init__(self, path: np.ndarray, at: Callable[[Step], int], *, box, title="Weight space", goal=None):
        self.at, self.box, self.title = at, box, title
        self._path = np.asarray(path, dtype=float)
        self._x, self._y = coordinates(self._path[:, 0]), coordinates(self._path[:, 1])
        around = np.vstack([self._path, [[0.0, 0.0]]])
        self.xlim, self.ylim = plane_limits(around, aspect=box[2] / box[3], pad=0.16)
        self._goal = self._ray(goal)

    def __call__(self, step: Step) -> Panel:
        k = int(self.at(step))
        here = coordinates(self._path[k : k + 1, 0]), coordinates(self._path[k : k + 1, 1])
        past = Path(self._x, self._y, color="grid", width=1.4)
        first = 0 if len(self._path) <= DOTTED else max(k - RECENT, 0)  # a long way would cover itself
        recent = self._path[first : k + 1]
        trail = Path(coordinates(recent[:, 0]), coordinates(recent[:, 1]), color="class0", width=2.0, dots=True)
        head = Points(*here, codes([0]), size=5.0, flag=codes([1]))
        origin = [Path(coordinates(self.xlim), coordinates([0, 0]), color="grid", width=1.0),
                  Path(coordinates([0, 0]), coordinates(self.ylim), color="grid", width=1.0)]  # fmt: skip
        marks = (*origin, past, *self._goal, trail, head)
        return Panel(self.box, self.xlim, self.ylim, marks, name="weights", title=self.title)

    def _ray(self, goal) -> tuple:
        if goal is None or not np.any(goal):
            return ()
        reach = (self.xlim[1] - self.xlim[0]) + (self.ylim[1] - self.ylim[0])
        unit = np.asarray(goal, dtype=float) / np.linalg.norm(goal)
        ray = Path(
            coordinates([0, unit[0] * reach]), coordinates([0, unit[1] * reach]), color="muted", width=1.2, dash=True
        )
        inside = 0.85 * min(_exit(unit[0], self.xlim), _exit(unit[1], self.ylim))
        aside = 0.06 * (self.xlim[1] - self.xlim[0]) * np.array([-unit[1], unit[0]])  # beside the ray, not on it
        x, y = inside * unit + aside
        return ray, Text(float(x), float(y), "w*", color="muted", size=11.0, anchor="center")


def _exit(direction: float, limits: tuple[float, float]) -> float:
    """How far a ray from 0 runs before it leaves the limits."""
    if direction == 0:
        return np.inf
    return limits[1] / direction if direction > 0 else limits[0] / direction
