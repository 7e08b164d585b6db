"""What every tree of a pruning sequence costs, and how it errs, along the price alpha of a leaf.

Lecture 16. The price at which the k-th tree becomes the cheapest is ``alphas[k]``. These prices crowd near zero, so
the axis gives every tree the same width: tree k is the cheapest from k to k + 1. Between two prices the axis is linear,
so the line R + alpha L of a tree stays straight there, and bends only where another tree takes over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from labkit.core.story import Step
from labkit.views.curves import LABEL_GAP, Curve, apart
from labkit.views.frame import ticks, value_limits
from labkit.views.scene import Box, Mark, Panel, Path, Text, coordinates

TICK_ROOM, COUNT_ROOM = 46.0, 22.0  # units that a price, and a number of leaves, need across
HEAD = 1.24  # how much higher than its curves a panel is: above them is a row of words


class PriceAxis:
    """Prices to places; the last tree is given half its price more."""

    def __init__(self, alphas: np.ndarray):
        last = float(alphas[-1])
        self.ends = np.append(alphas, 1.5 * last if last > 0 else 1.0)
        self.trees = len(alphas)
        self.xlim = (0.0, float(self.trees))

    def place(self, alpha: np.ndarray) -> np.ndarray:
        return np.interp(alpha, self.ends, np.arange(self.trees + 1.0))

    def ticks(self, width: float) -> tuple[tuple[float, str], ...]:
        """As many prices as there is room for."""
        every = spread(self.trees, width, TICK_ROOM)
        return tuple((float(k), f"{self.ends[k]:.2g}") for k in range(0, self.trees, every))


def spread(count: int, width: float, room: float) -> int:
    """Every how many-th of evenly placed words fits."""
    return max(1, int(np.ceil(room * count / width)))


class CostLines:
    """``step -> Panel``: the cost of every tree, the least of them, and the tree of this step, ``at(step)``.

    ``links(step)`` are the prices at which nodes of the tree would be worth cutting: dots at the bottom.
    """

    def __init__(self, alphas, risks, leaves, at: Callable[[Step], int], links: Callable[[Step], np.ndarray], *, box,
                 title="", name="costs"):  # fmt: skip
        self.axis, self.at, self.links, self.box, self.title, self.name = PriceAxis(alphas), at, links, box, title, name
        costs = np.asarray(risks)[:, None] + self.axis.ends * np.asarray(leaves)[:, None]
        least = costs.min(axis=0)
        self.ylim = (0.0, HEAD * float(least.max()) or 1.0)
        self._lines = [_under(line, self.ylim[1] / HEAD) for line in costs]
        self._still = [Path(*line, color="muted", width=0.7) for line in self._lines]
        self._least = Path(coordinates(np.arange(len(least))), coordinates(least), width=2.0)
        self._counts = [int(count) for count in leaves]

    def __call__(self, step: Step) -> Panel:
        now = self.at(step)
        own = Path(*self._lines[now], color="accent", width=2.4)
        marks = [lit(now, self.ylim), *self._still, self._least, own, *self._links(step), *self._row(now)]
        return Panel(
            self.box, self.axis.xlim, self.ylim, tuple(marks), name=self.name, title=self.title,
            xticks=self.axis.ticks(self.box[2]), yticks=ticks(0.0, self.ylim[1] / HEAD, most=4),
            xlabel=f"{XLABEL}; dots: g(t) of the nodes",
        )  # fmt: skip

    def _links(self, step: Step) -> list[Mark]:
        found = np.unique(self.axis.place(self.links(step)))
        if not len(found):
            return []
        x = np.column_stack([found, np.full(len(found), np.nan)]).ravel()  # NaN lifts the pen: only the dots are seen
        y = np.where(np.isnan(x), np.nan, 0.04 * self.ylim[1])
        return [Path(coordinates(x), coordinates(y), color="class3", dots=True)]

    def _row(self, now: int) -> list[Mark]:
        """The leaves of each tree, over the prices at which it is the cheapest."""
        every, y = spread(self.axis.trees, self.box[2], COUNT_ROOM), row_height(self.ylim)
        shown = [k for k in range(0, self.axis.trees, every) if k == now or abs(k - now) >= every] + [now]
        return [
            Text(k + 0.5, y, str(self._counts[k]), "ink" if k == now else "muted", 10.0, "center", bold=k == now)
            for k in sorted(set(shown))
        ]


def _under(line: np.ndarray, top: float) -> tuple[np.ndarray, np.ndarray]:
    """(x, y) of a rising line at the places 0, 1, 2..., as far as it is not above the top."""
    x, inside = np.arange(float(len(line))), int(np.searchsorted(line, top, side="right"))
    if inside == len(line):
        return coordinates(x), coordinates(line)
    end = inside - (line[inside] - top) / (line[inside] - line[inside - 1]) if inside else 0.0
    return coordinates([*x[:inside], end]), coordinates([*line[:inside], top])


class ErrorStairs:
    """``step -> Panel``: the errors of every tree of the sequence; ``best`` is the place of the one chosen."""

    def __init__(self, alphas, curves: Sequence[Curve], at: Callable[[Step], int], best: int, *, box, title="",
                 name="errors"):  # fmt: skip
        self.axis, self.at, self.box, self.title, self.name = PriceAxis(alphas), at, box, title, name
        low, high = value_limits(*(curve.values for curve in curves))
        self.ylim = (low, low + HEAD * (high - low))
        x = coordinates(np.repeat(np.arange(self.axis.trees + 1), 2)[1:-1])
        self._stairs = [Path(x, coordinates(np.repeat(c.values, 2)), color=c.color, width=2.0) for c in curves]
        self._stairs += [*self._names(curves), Box(best, low, best + 1, high, stroke="ink", width=1.2)]
        self._values, self._best = (low, high), self._chosen(best)

    def __call__(self, step: Step) -> Panel:
        marks = (lit(self.at(step), self.ylim), *self._stairs, self._best)
        return Panel(
            self.box, self.axis.xlim, self.ylim, marks, name=self.name, title=self.title,
            xticks=self.axis.ticks(self.box[2]), yticks=ticks(*self._values, most=4), xlabel=XLABEL,
        )  # fmt: skip

    def _names(self, curves: Sequence[Curve]) -> list[Mark]:
        """To the right of the last step, moved apart."""
        unit = (self.ylim[1] - self.ylim[0]) / self.box[3]
        heights = apart(np.array([curve.values[-1] for curve in curves]), LABEL_GAP * unit)
        x = self.axis.trees * (1 + 8 / self.box[2])
        return [Text(x, float(y), c.label, c.color, 11.0) for c, y in zip(curves, heights, strict=True)]

    def _chosen(self, best: int) -> Text:
        edge = 20 / self.box[2] * self.axis.trees  # half a word
        x = min(max(best + 0.5, edge), self.axis.trees - edge)
        return Text(x, row_height(self.ylim), "best", "ink", 10.0, "center", bold=True)


XLABEL = "price \u03b1 of a leaf, every tree equally wide"


def lit(now: int, ylim: tuple[float, float]) -> Box:
    """Behind the tree of this step."""
    return Box(now, ylim[0], now + 1, ylim[1], fill="lit")


def row_height(ylim: tuple[float, float]) -> float:
    """Where the words of the row stand."""
    return ylim[0] + (ylim[1] - ylim[0]) * (1 + 1 / HEAD) / 2
