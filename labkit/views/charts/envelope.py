"""Straight lines over a true axis, and the least of them at every place: prices and what they make the best choice.

Lecture 16: every subtree costs R + alpha L, a line over the price alpha; the least cost is their lower envelope, and
the trees of the pruning sequence are the lines that touch it.
"""

from __future__ import annotations

import numpy as np

from labkit.views.charts.chart import Chart
from labkit.views.charts.places import Read, reader
from labkit.views.items import Items
from labkit.views.scene import Path, coordinates

ASKED = 100  # places where all lines are read off, besides those where the least changes
HEAD = 1.6  # how much higher the chart is than the least: other lines are seen to rise


def takeovers(intercepts, slopes) -> tuple[np.ndarray, np.ndarray]:
    """(lines, places): the lines that are the least somewhere from 0 on, in their order, and where each becomes so.

    Of lines that are equal at a place the flattest is the least, of equal lines the first."""
    a, b = np.asarray(intercepts, dtype=float), np.asarray(slopes, dtype=float)
    if a.ndim != 1 or a.shape != b.shape or not len(a):
        raise ValueError(
            f"slopes: expected one for each intercept, got shapes {b.shape} and {a.shape}; a line has both"
        )
    lines, places = [int(np.lexsort((b, a))[0])], [0.0]
    while (flatter := np.flatnonzero(b < b[lines[-1]])).size:
        now = lines[-1]
        meets = np.maximum((a[flatter] - a[now]) / (b[now] - b[flatter]), places[-1])
        nearest = flatter[meets <= meets.min() * (1 + 1e-12)]
        lines.append(int(nearest[b[nearest].argmin()]))
        places.append(float(meets.min()))
    return np.array(lines), np.array(places)


def lower_envelope(intercepts, slopes, at: Read, *, which: Read | None = None, names=(), xlim=None, xlog=False,
                   key="line", name="envelope", **axes) -> Chart:  # fmt: skip
    """All lines faintly, the least in ink, the line ``which(step)`` lit, and a cursor at the place ``at(step)``.

    ``names`` are what the lines are called; ``xlim`` reaches, if it is not said, half again as far as the last
    takeover. A logarithmic axis begins, if it is not said, at a third of the first takeover above 0."""
    lines, places = takeovers(intercepts, slopes)
    xlim = xlim or _limits(places, xlog)
    x = _asked(places, xlim, xlog)
    heights = np.asarray(intercepts, dtype=float)[:, None] + np.asarray(slopes, dtype=float)[:, None] * x
    least, across = heights.min(axis=0), coordinates(x)
    called = [str(each) for each in names] or [f"{key} {k}" for k in range(len(heights))]

    def line(k: int, color: str, width: float) -> Path:
        return Path(across, coordinates(heights[k]), color, width, items=Items(label=called[k]))

    owner = coordinates(lines[np.searchsorted(places, x, side="right") - 1])
    still = [*(line(k, "muted", 0.8) for k in range(len(heights))),
             Path(across, coordinates(least), width=2.2, items=Items(key, owner, "least"))]  # fmt: skip
    ylim = min(0.0, float(heights.min())), HEAD * float(least.max()) or 1.0
    chart = Chart(**({"xlim": xlim, "ylim": ylim, "at": at, "xlog": xlog, "name": name} | axes))
    chart.marks(lambda step: still)
    return chart if which is None else chart.marks(lambda step: [line(int(reader(which)(step)), "accent", 2.4)])


def _limits(places: np.ndarray, log: bool) -> tuple[float, float]:
    last = float(places[-1]) or 1.0
    above = places[places > 0]
    return (float(above[0] if len(above) else last) / 3 if log else 0.0), 1.5 * last


def _asked(places: np.ndarray, xlim: tuple[float, float], log: bool) -> np.ndarray:
    """Where all lines are read off: evenly, and where the least changes."""
    even = np.geomspace(*xlim, ASKED + 1) if log else np.linspace(*xlim, ASKED + 1)
    return np.unique(np.append(even, places[(places > xlim[0]) & (places < xlim[1])]))
