"""Losses against the margin, and what each of them charges at one margin.

Lecture 20; deck 000 "Boosting".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step
from labkit.views.curves import LABEL_GAP, apart
from labkit.views.fields import centres
from labkit.views.frame import ticks
from labkit.views.residuals import stairs
from labkit.views.scene import Mark, Panel, Path, Text, coordinates

PLACES = 401


@dataclass(frozen=True, slots=True, eq=False)
class Loss:
    """``value(eta)`` of an array of margins; ``ghost`` is dashed and muted; ``steps`` is flat but for jumps."""

    value: Callable[[np.ndarray], np.ndarray]
    label: str
    color: str = "class0"
    ghost: bool = False
    steps: bool = False


class Losses:
    """``step -> Panel``: ``at(step)`` is the margin where the losses are read: a line, a dot on each curve, and beside
    the panel each loss's name with its value there."""

    def __init__(self, losses: Sequence[Loss], at: Callable[[Step], float], *, box, xlim=(-2.0, 3.0), ylim=(-0.15, 4.0),
                 title="", xlabel="margin", name="losses"):  # fmt: skip
        self.losses, self.at, self.box, self.xlim, self.ylim = tuple(losses), at, box, xlim, ylim
        self.title, self.xlabel, self.name = title, xlabel, name
        axes = [([0.0, 0.0], ylim), (xlim, [0.0, 0.0])]
        self._axes = [Path(coordinates(x), coordinates(y), color="grid", width=1.0) for x, y in axes]
        self._curves = [self._curve(loss) for loss in self.losses]

    def __call__(self, step: Step) -> Panel:
        eta = float(self.at(step))
        values = np.array([float(loss.value(np.array([eta]))[0]) for loss in self.losses])
        cursor = Path(coordinates([eta, eta]), coordinates(self.ylim), color="accent", width=2.0)
        dots = [
            Path(coordinates([eta]), coordinates([value]), color=_color(loss), dots=True)
            for loss, value in zip(self.losses, values, strict=True)
        ]
        marks = (*self._axes, *self._curves, cursor, *dots, *self._names(values))
        return Panel(
            self.box, self.xlim, self.ylim, marks, name=self.name, title=self.title, xlabel=self.xlabel,
            xticks=ticks(*self.xlim, most=6), yticks=ticks(0.0, self.ylim[1]),
        )  # fmt: skip

    def _curve(self, loss: Loss) -> Path:
        style = {"color": _color(loss), "width": 1.6 if loss.ghost else 2.4, "dash": loss.ghost}
        if loss.steps:
            return Path(*stairs(loss.value(centres(self.xlim, PLACES - 1)), self.xlim), **style)
        x = np.linspace(*self.xlim, PLACES)
        return Path(coordinates(x), coordinates(loss.value(x)), **style)

    def _names(self, values: np.ndarray) -> list[Mark]:
        unit = (self.ylim[1] - self.ylim[0]) / self.box[3]
        heights = apart(np.clip(values, 0.0, self.ylim[1]), LABEL_GAP * unit)
        heights -= max(heights.max(initial=0.0) - self.ylim[1], 0.0)  # not above the panel
        x = self.xlim[1] + 8 * (self.xlim[1] - self.xlim[0]) / self.box[2]
        return [
            Text(x, float(y), f"{loss.label}: {value:.3g}", _color(loss), 11.0)
            for loss, value, y in zip(self.losses, values, heights, strict=True)
        ]


def _color(loss: Loss) -> str:
    return "muted" if loss.ghost else loss.color
