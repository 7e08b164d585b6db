"""How often numbers fall into equally wide cells."""

from __future__ import annotations

import numpy as np

from labkit.core.story import Step
from labkit.views.charts.chart import Chart
from labkit.views.charts.places import Read, reader


def histogram(
    read: Read, *, limits: tuple[float, float], story=None, bins: int = 20, name="histogram", **axes
) -> Chart:
    """The chart of what ``read`` says of a step, or of an array; ``story`` says how high it becomes at most."""
    edges, values = np.linspace(*limits, bins + 1), reader(read)

    def counts(step: Step) -> np.ndarray:
        return np.histogram(values(step), edges)[0]

    heights = counts if story is not None else counts(None)
    middles, width = (edges[1:] + edges[:-1]) / 2, edges[1] - edges[0]
    return Chart(story, xlim=limits, name=name, **axes).bars(heights, x=middles, width=0.92 * width)
