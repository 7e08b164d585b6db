"""Weight space: the way of w through the story, in two of its coordinates."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.core.story import Step
from labkit.views.axes import plane_limits
from labkit.views.items import Items
from labkit.views.layout import Size
from labkit.views.scene import DASHED, Panel, Path, Points, Text, codes, coordinates

LONG, RECENT = 80, 25  # a way of more moves than LONG shows its latest RECENT only


class WeightPath:
    """``(step, size) -> Panel``: where the weights w1 and w2 of the steps have been; a step that is not of the trace,
    such as the one that says why it stopped, stands at its end.

    ``goal`` is a known solution, drawn as a dashed ray: every point on it is the same line in the plane. Weights have
    the constant input first.
    """

    def __init__(self, trace: Sequence[Step], *, goal=None):
        self._place = {id(step): k for k, step in enumerate(trace)}
        self._path = np.array([step.w[1:3] for step in trace], dtype=float)
        self._x, self._y = coordinates(self._path[:, 0]), coordinates(self._path[:, 1])
        around = np.vstack([self._path, [[0.0, 0.0]]])
        self.xlim, self.ylim = plane_limits(around, pad=0.16)
        self._updates = coordinates([getattr(step, "update", k) for k, step in enumerate(trace)])
        self._goal = self._ray(None if goal is None else goal[1:3])

    def __call__(self, step: Step, size: Size) -> Panel:
        k = self._place.get(id(step), len(self._path) - 1)
        here = coordinates(self._path[k : k + 1, 0]), coordinates(self._path[k : k + 1, 1])
        past = Path(self._x, self._y, color="grid", width=1.4)
        first = 0 if len(self._path) <= LONG else max(k - RECENT, 0)  # a long way would cover itself
        recent = self._path[first : k + 1]
        items = Items("update", coordinates(self._updates[first : k + 1]))
        trail = Path(coordinates(recent[:, 0]), coordinates(recent[:, 1]), "curve0", 2.0, dots=True, items=items)
        head = Points(*here, codes([0]), size=5.0, flag=codes([1]))
        origin = [Path(coordinates(self.xlim), coordinates([0, 0]), color="grid", width=1.0),
                  Path(coordinates([0, 0]), coordinates(self.ylim), color="grid", width=1.0)]  # fmt: skip
        marks = (*origin, past, *self._goal, trail, head)
        return Panel(self.xlim, self.ylim, marks, name="weights", title="Weight space", names=("w1", "w2"))

    def _ray(self, goal) -> tuple:
        if goal is None or not np.any(goal):
            return ()
        reach = (self.xlim[1] - self.xlim[0]) + (self.ylim[1] - self.ylim[0])
        unit = np.asarray(goal, dtype=float) / np.linalg.norm(goal)
        ray = Path(
            coordinates([0, unit[0] * reach]), coordinates([0, unit[1] * reach]), color="muted", width=1.2, dash=DASHED
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
