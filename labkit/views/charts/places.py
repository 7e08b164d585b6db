"""Where the numbers of a chart come from: the places of a story's steps, a number read from a step, a graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from labkit.core.story import Step, Trace
from labkit.views.axes import centres
from labkit.views.scene import coordinates

PLACES = 400  # where a function is asked

Read = str | Callable[[Step], object] | float | Sequence | np.ndarray  # what a step shows
Function = Callable[[np.ndarray], np.ndarray]


def is_read(what: Read) -> bool:
    """Whether it may differ from step to step."""
    return isinstance(what, str) or callable(what)


def reader(what: Read) -> Callable[[Step], object]:
    """``read(step)``: what the step calls so, a function of it, or the same for every step."""
    if isinstance(what, str):
        return lambda step: getattr(step, what)
    if callable(what):
        return what
    constant = column(what)
    return lambda step: constant


def column(values) -> float | np.ndarray:
    """As marks take them: one number for all, or one each."""
    return float(values) if np.ndim(values) == 0 else coordinates(values)


def story_places(story: Trace | Sequence | None, x: Read | None, at: Read | None):
    """(the places along the horizontal axis, ``at(step)`` the place of a step)."""
    if not isinstance(story, Trace):
        places = np.empty(0) if story is None else np.asarray(story, dtype=float)
        return places, reader(0.0 if at is None else at)
    if x is not None:
        return story.curve(x), reader(x if at is None else at)
    order = {step: k for k, step in enumerate(story)}
    return np.arange(len(story)), reader(at) if at is not None else lambda step: order.get(step, len(order) - 1)


def span(x: np.ndarray) -> tuple[float, float]:
    """From the first place to the last, never of no width."""
    low, high = float(x.min()), float(x.max())
    return low, max(high, low + 1e-9 * max(1.0, abs(low)))


def latest(values: np.ndarray, upto: int | None = None) -> float:
    """The last number among the first ``upto``; where there is none yet, the first of all."""
    values = np.asarray(values)
    seen = values[:upto][np.isfinite(values[:upto])]
    finite = seen[-1:] if len(seen) else values[np.isfinite(values)][:1]
    return float(finite[0]) if len(finite) else 0.0


def graph(f: Function, xlim: tuple[float, float], *, flat: bool = False, log: bool = False, parts: int = PLACES):
    """(x, y) of a function, straight in each of ``parts``; ``flat`` where it jumps and is level in between."""
    if flat:
        return stairs(f(centres(xlim, parts)), xlim)
    x = np.geomspace(*xlim, parts + 1) if log else np.linspace(*xlim, parts + 1)
    return coordinates(x), coordinates(f(x))


def stairs(values: np.ndarray, xlim: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """(x, y) of a line that is flat in each of equally wide columns; corners only where the value changes."""
    edges = np.linspace(*xlim, len(values) + 1)
    jumps = np.flatnonzero(np.diff(values)) + 1
    x = np.concatenate([edges[:1], edges[jumps].repeat(2), edges[-1:]])
    y = np.asarray(values)[np.append(0, jumps)].repeat(2)
    return coordinates(x), coordinates(y)
