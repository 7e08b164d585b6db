"""The shares that an experiment has counted so far, against the curves that theory draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from labkit.core.story import Step
from labkit.views.frame import ticks
from labkit.views.scene import Mark, Panel, Path, Points, Text, codes, coordinates

YLIM = (-0.03, 1.06)


@dataclass(frozen=True, slots=True, eq=False)
class Theory:
    """One share for every size."""

    values: np.ndarray
    label: str
    color: str = "ink"
    dash: bool = False


class Shares:
    """``step -> Panel``: ``read(step)`` gives (share per size, tries per size).

    A whisker is two standard errors of the share that the first theory expects; ``mark`` is a size with a name.
    """

    def __init__(self, sizes: np.ndarray, theories: Sequence[Theory], read: Callable, *, box, title="", xlabel="",
                 mark: tuple[float, str]):  # fmt: skip
        self.read, self.box, self.title, self.xlabel = read, box, title, xlabel
        self._sizes, self._truth = np.asarray(sizes, dtype=float), np.asarray(theories[0].values)
        self._x, self._kind = coordinates(sizes), codes(np.ones(len(sizes)))
        self.xlim = float(self._sizes.min()) - 0.5, float(self._sizes.max()) + 0.5
        self._still = [*self._marked(*mark), *self._legend(theories)]
        self._still += [_drawn(self._x, theory) for theory in reversed(theories)]

    def __call__(self, step: Step) -> Panel:
        share, tried = self.read(step)
        seen = []
        if tried:
            seen = [self._whiskers(share, tried), Points(self._x, coordinates(share), self._kind, size=5.0)]
        return Panel(
            self.box, self.xlim, YLIM, (*self._still, *seen), name="shares", title=self.title, xlabel=self.xlabel,
            xticks=ticks(*self.xlim, most=9), yticks=ticks(0, 1),
        )  # fmt: skip

    def _whiskers(self, share: np.ndarray, tried: int) -> Path:
        reach = 2 * np.sqrt(self._truth * (1 - self._truth) / tried)
        gap = np.full(len(share), np.nan)
        up = np.column_stack([np.maximum(share - reach, 0), np.minimum(share + reach, 1), gap]).ravel()
        return Path(coordinates(np.repeat(self._sizes, 3)), coordinates(up), color="class1", width=1.6)

    def _marked(self, at: float, name: str) -> list[Mark]:
        line = Path(coordinates([at, at]), coordinates(YLIM), color="accent", width=1.6)
        return [line, Text(at - 0.012 * self._width, 0.03, name, color="accent", size=11.0, anchor="right")]

    @property
    def _width(self) -> float:
        return self.xlim[1] - self.xlim[0]

    def _legend(self, theories: Sequence[Theory]) -> list[Mark]:
        """In the upper right corner, which falling curves leave free."""
        left = self.xlim[0] + 0.58 * self._width
        dot = Points(coordinates([left + 0.025 * self._width]), coordinates([0.98]), codes([1]), size=5.0)
        marks: list[Mark] = [dot, Text(left + 0.06 * self._width, 0.98, "experiment", size=11.0)]
        for row, theory in enumerate(theories, start=1):
            y = 0.98 - 0.075 * row
            ends = coordinates([left, left + 0.05 * self._width]), coordinates([y, y])
            marks.append(Path(*ends, color=theory.color, width=2.0, dash=theory.dash))
            marks.append(Text(left + 0.06 * self._width, y, theory.label, color=theory.color, size=11.0))
        return marks


def _drawn(x: np.ndarray, theory: Theory) -> Path:
    return Path(x, coordinates(theory.values), color=theory.color, width=2.0, dash=theory.dash)
