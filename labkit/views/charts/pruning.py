"""What every tree of a pruning sequence costs, and how it errs, along the price alpha of a leaf.

Lecture 16. The price at which the k-th tree becomes the cheapest is ``alphas[k]``. These prices crowd near zero, so
the axis gives every tree the same width: tree k is the cheapest from k to k + 1. Between two prices the axis is linear,
so the line R + alpha L of a tree stays straight there, and bends only where another tree takes over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from labkit.core.story import Step
from labkit.views.axes import Ticks, ticks, value_limits
from labkit.views.charts.chart import Chart
from labkit.views.charts.places import Read, reader
from labkit.views.items import Items
from labkit.views.scene import Boxes, Mark, Path, Text, coordinates

PRICES, COUNTS = 7, 14  # prices, and numbers of leaves, that there is room for
HEAD = 1.24  # how much higher than its curves a panel is: above them is a row of words
XLABEL = "price \u03b1 of a leaf"


class PriceAxis:
    """Prices to places; the last tree is given half its price more."""

    def __init__(self, alphas: np.ndarray):
        last = float(alphas[-1])
        self.ends = np.append(alphas, 1.5 * last if last > 0 else 1.0)
        self.trees = len(alphas)
        self.xlim = (0.0, float(self.trees))

    def place(self, alpha: np.ndarray) -> np.ndarray:
        return np.interp(alpha, self.ends, np.arange(self.trees + 1.0))

    def ticks(self, most: int = PRICES) -> Ticks:
        return tuple((float(k), f"{self.ends[k]:.2g}") for k in range(0, self.trees, every(self.trees, most)))


def every(count: int, most: int) -> int:
    """Every how many-th of evenly placed words is written."""
    return max(1, -(-count // most))


def cost_lines(alphas, risks, leaves, at: Read, links: Read, *, title="") -> Chart:
    """The cost of every tree, the least of them, and the tree of this step, ``at``. Dots at the bottom are ``links``,
    the prices at which nodes of the tree would be worth cutting."""
    axis, at, links = PriceAxis(alphas), reader(at), reader(links)
    costs = np.asarray(risks)[:, None] + axis.ends * np.asarray(leaves)[:, None]
    least = costs.min(axis=0)
    ylim = (0.0, HEAD * float(least.max()) or 1.0)
    lines = [_under(line, ylim[1] / HEAD) for line in costs]
    still = [*(Path(*line, color="muted", width=0.7) for line in lines),
             Path(coordinates(np.arange(len(least))), coordinates(least), width=2.0, items=_trees(axis, leaves, least))
             ]  # fmt: skip

    def drawn(step: Step) -> list[Mark]:
        now, nodes = at(step), np.unique(axis.place(links(step)))
        own = Path(*lines[now], color="accent", width=2.4)
        return [_lit(now, ylim), *still, own, *_dots(nodes, 0.04 * ylim[1]), *_row(leaves, now, ylim)]

    chart = Chart(xlim=axis.xlim, ylim=ylim, title=title, name="costs", xlabel=f"{XLABEL}; dots: g(t) of the nodes",
                  xticks=axis.ticks(), yticks=ticks(0.0, ylim[1] / HEAD, most=4), at=_middle(at), cursor=False
                  )  # fmt: skip
    return chart.marks(drawn)


def _trees(axis: PriceAxis, leaves, least: np.ndarray) -> Items:
    """The trees by number, each with the price at which it becomes the cheapest."""
    said = [f"{leaves[k]:g} leaves, cheapest from \u03b1 = {axis.ends[k]:.3g}\ncost {least[k]:.4g} there"
            for k in range(axis.trees)]  # fmt: skip
    return Items("tree", 0, texts=(*said, "beyond all prices"))


def _under(line: np.ndarray, top: float) -> tuple[np.ndarray, np.ndarray]:
    """(x, y) of a rising line at the places 0, 1, 2..., as far as it is not above the top."""
    x, inside = np.arange(float(len(line))), int(np.searchsorted(line, top, side="right"))
    if inside == len(line):
        return coordinates(x), coordinates(line)
    end = inside - (line[inside] - top) / (line[inside] - line[inside - 1]) if inside else 0.0
    return coordinates([*x[:inside], end]), coordinates([*line[:inside], top])


def _dots(x: np.ndarray, y: float) -> list[Mark]:
    at = np.column_stack([x, np.full(len(x), np.nan)]).ravel()  # NaN lifts the pen: only the dots are seen
    return [Path(coordinates(at), coordinates(y + 0 * at), color="curve1", dots=True)] if len(x) else []


def _row(leaves, now: int, ylim: tuple[float, float]) -> list[Mark]:
    """The leaves of each tree, over the prices at which it is the cheapest."""
    apart, y = every(len(leaves), COUNTS), _row_height(ylim)
    shown = {k for k in range(0, len(leaves), apart) if abs(k - now) >= apart} | {now}
    return [Text(k + 0.5, y, f"{leaves[k]:g}", "ink" if k == now else "muted", 10.0, "center", bold=k == now)
            for k in sorted(shown)]  # fmt: skip


def error_stairs(alphas, curves: Mapping[str, np.ndarray], at: Read, best: int, *, title="") -> Chart:
    """The errors of every tree of the sequence, by their names; ``best`` is the place of the one chosen."""
    axis, at = PriceAxis(alphas), reader(at)
    low, high = value_limits(*curves.values())
    ylim = (low, low + HEAD * (high - low))
    chart = Chart(np.repeat(np.arange(axis.trees + 1.0), 2)[1:-1], ylim=ylim, title=title, name="errors",
                  xlabel=f"{XLABEL}, trees equally wide", xticks=axis.ticks(), yticks=ticks(low, high, most=4),
                  at=_middle(at), cursor=False)  # fmt: skip
    chart.marks(lambda step: [_lit(at(step), ylim)])
    trees = coordinates(np.repeat(np.arange(axis.trees), 2))
    for label, values in curves.items():
        chart.line(np.repeat(values, 2), label, whole=True, items=Items("tree", trees, label))
    half = 0.03 * axis.trees  # of a word
    x = min(max(best + 0.5, half), axis.trees - half)
    chosen = [Boxes(float(best), low, best + 1.0, high, stroke="ink", width=1.2),
              Text(x, _row_height(ylim), "best", "ink", 10.0, "center", bold=True)]  # fmt: skip
    return chart.marks(lambda step: chosen)


def _middle(at: Callable[[Step], int]) -> Callable[[Step], float]:
    """Of the prices at which the tree of a step is the cheapest."""
    return lambda step: at(step) + 0.5


def _lit(now: int, ylim: tuple[float, float]) -> Boxes:
    """Behind the tree of this step."""
    return Boxes(float(now), ylim[0], now + 1.0, ylim[1], fill="lit")


def _row_height(ylim: tuple[float, float]) -> float:
    """Where the words of the row stand."""
    return ylim[0] + (ylim[1] - ylim[0]) * (1 + 1 / HEAD) / 2
