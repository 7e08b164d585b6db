"""Boosting in one dimension: the examples with what all rounds say together, and what is left over with this round.

Lecture 21; deck 000 "Gradient Boosting Algorithm", deck 002 "FIT + RESIDUAL". A model only needs ``predict``. It is
asked at the middles of narrow columns and drawn flat in each, so that steps stay steps.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views.fields import broken, centres
from labkit.views.frame import ticks, value_limits
from labkit.views.scene import Mark, Panel, Path, Points, Text, codes, coordinates

COLUMNS = 400  # places where a model is asked


class Fit:
    """``step -> Panel``: examples (x, y), the step's model as a line, and a stem from it to each example.

    ``model(step)`` is what is drawn; ``truth`` is a function of x to compare with, drawn dashed.
    """

    def __init__(self, x, y, *, box, model: Callable[[Step], object] = lambda step: step.model, limits=None,
                 truth: Callable | None = None, title="", xlabel="x", editable=False, name="fit"):  # fmt: skip
        self.x, self.y, self.box, self.model, self.title = _row(x), _row(y), box, model, title
        self.xlabel, self.editable, self.name = xlabel, editable, name
        self.xlim, self.ylim = limits or (_around(self.x), value_limits(self.y, pad=0.1, zero=False))
        self._points = coordinates(self.x), coordinates(self.y), codes(np.zeros(len(self.x)))
        self._truth = [] if truth is None else [self._line(truth(centres(self.xlim, COLUMNS)), "muted", 1.4, dash=True)]

    def __call__(self, step: Step) -> Panel:
        model = self.model(step)
        line = self._line(model.predict(centres(self.xlim, COLUMNS)[:, None]), "ink", 2.4)
        said = model.predict(self.x[:, None])
        stems = broken(np.column_stack([self.x, said, self.x, self.y]), color="class1", width=1.4)
        examples = Points(*self._points, size=5.0, editable=self.editable)
        return _panel(self, (*self._truth, *stems, line, examples))

    def _line(self, values: np.ndarray, color: str, width: float, **style) -> Path:
        return Path(*stairs(values, self.xlim), color=color, width=width, **style)


class Residuals:
    """``step -> Panel``: what is left over of each example, ``read(step)``, as stems from zero, and what this round's
    ``member(step)`` (or None) answers, as a line; dashed, what ``shrinkage`` leaves of it. ``reach`` is the largest
    leftover to make room for, up and down.
    """

    def __init__(self, x, read: Callable[[Step], np.ndarray], member: Callable[[Step], object | None], *, box,
                 reach: float, xlim=None, shrinkage: float = 1.0, title="", xlabel="x", name="residuals"):  # fmt: skip
        self.x, self.read, self.member, self.box, self.title = _row(x), read, member, box, title
        self.shrinkage, self.xlabel, self.name = shrinkage, xlabel, name
        self.xlim, self.ylim = xlim or _around(self.x), (-1.12 * reach, 1.12 * reach)
        self._x, self._kind = coordinates(self.x), codes(np.zeros(len(self.x)))
        self._zero = Path(coordinates(self.xlim), coordinates([0.0, 0.0]), color="ink", width=1.0)

    def __call__(self, step: Step) -> Panel:
        left = np.asarray(self.read(step), dtype=float)
        stems = broken(np.column_stack([self.x, 0 * left, self.x, left]), color="class1", width=1.4)
        points = Points(self._x, coordinates(left), self._kind, size=4.0)
        return _panel(self, (self._zero, *stems, *self._members(step), points))

    def _members(self, step: Step) -> list[Mark]:
        """What the member answers and, dashed, the part of it that is added."""
        member = self.member(step)
        if member is None:
            return []
        f = np.asarray(member.predict(centres(self.xlim, COLUMNS)[:, None]), dtype=float)
        marks: list[Mark] = [Path(*stairs(f, self.xlim), color="accent", width=3.0)]
        if self.shrinkage != 1.0:
            marks.append(Path(*stairs(self.shrinkage * f, self.xlim), color="accent", width=1.4, dash=True))
            at = self.xlim[1] + 8.0 * (self.xlim[1] - self.xlim[0]) / self.box[2]
            marks.append(Text(at, float(self.shrinkage * f[-1]), f"\u00d7 {self.shrinkage:.3g}", "accent", 10.5))
        return marks


def stairs(values: np.ndarray, xlim: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """(x, y) of a line that is flat in each column; corners only where the value changes."""
    edges = np.linspace(*xlim, len(values) + 1)
    jumps = np.flatnonzero(np.diff(values)) + 1
    x = np.concatenate([edges[:1], edges[jumps].repeat(2), edges[-1:]])
    y = np.asarray(values)[np.append(0, jumps)].repeat(2)
    return coordinates(x), coordinates(y)


def _panel(view, marks: tuple[Mark, ...]) -> Panel:
    return Panel(
        view.box, view.xlim, view.ylim, marks, name=view.name, title=view.title, xlabel=view.xlabel,
        xticks=ticks(*view.xlim), yticks=ticks(*view.ylim),
    )  # fmt: skip


def _row(values) -> np.ndarray:
    return np.asarray(values, dtype=float).ravel()


def _around(x: np.ndarray) -> tuple[float, float]:
    return value_limits(x, zero=False)
