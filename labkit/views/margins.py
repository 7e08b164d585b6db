"""How the margins of the examples are spread: the share of examples with at most a given margin.

Lecture 20; deck 000 "AdaBoost". Left of zero are the mistakes: the curve's height there is the training error. Boosting
pushes the whole curve to the right, after the error is zero as well.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import Step
from labkit.views.frame import ticks
from labkit.views.scene import Box, Mark, Panel, Path, Text, coordinates

GHOSTS = 4  # earlier curves shown at most
MOST = 400  # examples drawn one by one; of more, as many evenly spread ones
YLIM = (0.0, 1.06)


class Margins:
    """``step -> Panel``: row k of ``margins`` are those of the examples after k + 1 rounds, each within -1 to 1;
    ``at(step)`` is how many rounds there were."""

    def __init__(self, margins: np.ndarray, at: Callable[[Step], int], *, box, title="", name="margins"):
        self.at, self.box, self.title, self.name = at, box, title, name
        rows = np.sort(np.asarray(margins, dtype=float), axis=1)
        self._errors = (rows <= 0).mean(axis=1)
        if rows.shape[1] > MOST:
            rows = rows[:, np.linspace(0, rows.shape[1] - 1, MOST).round().astype(int)]
        self.xlim = (-1.04, 1.04)
        ends = np.broadcast_to([[self.xlim[0], self.xlim[1]]], (len(rows), 2))
        self._x = np.column_stack([ends[:, :1], rows.repeat(2, axis=1), ends[:, 1:]])
        share = np.arange(rows.shape[1] + 1) / max(rows.shape[1], 1)
        self._y = coordinates(share.repeat(2))
        self._curves: dict[tuple, Path] = {}  # steps share them
        wrong = Box(self.xlim[0], YLIM[0], 0.0, YLIM[1], fill="grid")
        # where the curve hardly ever is: it rises from the lower left to the upper right
        right = Text(0.98, 0.05, "right", "muted", 10.0, anchor="right")
        self._still = (wrong, Text(-0.98, 0.99, "wrong", "muted", 10.0), right)

    def __call__(self, step: Step) -> Panel:
        k = min(int(self.at(step)), len(self._x))
        return Panel(
            self.box, self.xlim, YLIM, (*self._still, *(self._now(k) if k else ())), name=self.name, title=self.title,
            xticks=ticks(-1.0, 1.0), yticks=((0.0, "0"), (0.5, "0.5"), (1.0, "1")), xlabel="margin",
        )  # fmt: skip

    def _now(self, k: int) -> list[Mark]:
        earlier = [self._curve(j, "muted", 0.8) for j in ghosts(k)]
        here = Path(coordinates([0.0, 0.0]), coordinates([0.0, self._errors[k - 1]]), color="wrong", width=3.0)
        return [*earlier, self._curve(k, "accent", 2.4), here]

    def _curve(self, k: int, color: str, width: float) -> Path:
        """After k rounds."""
        if (k, color) not in self._curves:
            self._curves[k, color] = Path(coordinates(self._x[k - 1]), self._y, color, width)
        return self._curves[k, color]


def ghosts(k: int) -> list[int]:
    """The rounds before the k-th whose curves stay: 1, 2, 5, 10, 20, 50..., the latest few."""
    decades = 10 ** np.arange(5)
    rounds = np.outer(decades, [1, 2, 5]).ravel()
    return rounds[rounds < k][-GHOSTS:].tolist()
