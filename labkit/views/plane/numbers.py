"""Numbers beside examples: to the right and above, or at the corner where most room is."""

from __future__ import annotations

import numpy as np

from labkit.views.axes import Limits
from labkit.views.layout import Size
from labkit.views.scene import Text

ASIDE = 11.0  # units from an example to its number
ROOM = 16.0  # units between a number and another example
CORNERS = np.array([[1, 1], [-1, 1], [1, -1], [-1, -1]])


def numbers(X: np.ndarray, first: int, limits: Limits, size: Size) -> list[Text]:
    """The examples count from ``first``; ``size`` is that of the picture, in units."""
    unit = np.array([np.ptp(side) for side in limits]) / size
    places = X[:, None] + ASIDE * CORNERS * unit  # (examples, corners, 2)
    away = np.linalg.norm((places[:, :, None] - X) / unit, axis=-1)  # from all examples
    away[np.arange(len(X)), :, np.arange(len(X))] = np.inf
    corner = np.minimum(away.min(axis=-1), ROOM).argmax(axis=1)
    return [Text(*places[k, at].tolist(), str(first + k), "muted", 11.0, "left" if CORNERS[at, 0] > 0 else "right")
            for k, at in enumerate(corner)]  # fmt: skip
