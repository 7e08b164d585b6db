"""Histograms below each other, one a row, over the same places."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from labkit.core.story import Step
from labkit.views.charts.chart import Chart
from labkit.views.items import Items
from labkit.views.scene import SOLID, Mark, Segments, bars, coordinates

TALL = 0.86  # of a row, what all draws in one place would take


def ridges(counts: Callable[[Step], np.ndarray], names: Sequence[str], places: np.ndarray, *,
           at: float | None = None, said: str = "", name="ridges", **axes) -> Chart:  # fmt: skip
    """``counts(step)`` is (rows, places); a bar is a share of its row. ``at`` is a place that matters, and ``said``
    what a bar counts."""
    width = 0.8 * float(places[1] - places[0])
    rows, edge = len(names), 0.75 * width

    def draw(step: Step) -> list[Mark]:
        marks: list[Mark] = []
        if at is not None:
            marks.append(Segments(at, 0.0, at, float(rows), "muted", 1.4, 2))
        for row, each in enumerate(np.asarray(counts(step), dtype=float)):
            base = float(rows - 1 - row)
            tops = base + TALL * each / max(each.sum(), 1.0)
            marks.append(Segments(places[0] - edge, base, places[-1] + edge, base, "grid", 1.0, SOLID))
            marks.append(bars(places, tops, base, width, fill=f"curve{row}",
                              items=Items(label=f"{names[row]}, {said}", values=coordinates(each))))  # fmt: skip
        return marks

    yticks = tuple((rows - 1 - row + 0.3, each) for row, each in enumerate(names))
    limits = float(places[0] - edge), float(places[-1] + edge)
    return Chart(xlim=limits, ylim=(0.0, float(rows)), yticks=yticks, name=name, **axes).marks(draw)
