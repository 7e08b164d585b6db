"""What is to be seen in a panel, for the assertions about pictures."""

import numpy as np

from labkit.views.scene import HOLLOW, RING, Boxes, Mark, Panel, Points
from tests.views.marks import of as every


def first(panel: Panel, kind: type[Mark], **look):
    """The first mark of a kind that looks so: ``first(panel, Path, color="accent")``."""
    return every(panel, kind, **look)[0]


def tops(panel: Panel) -> np.ndarray:
    """How high the bars are."""
    return first(panel, Boxes).y1


def hollow(panel: Panel) -> int:
    """How many examples are drawn as wrong."""
    return int(np.count_nonzero(first(panel, Points).flag & HOLLOW))


def ringed(panel: Panel) -> list[int]:
    """Which examples have a ring, of the points drawn last."""
    return np.flatnonzero(every(panel, Points)[-1].flag & RING).tolist()


def size(way) -> np.ndarray:
    """How far a path reaches across and up."""
    return np.array([np.ptp(way.x), np.ptp(way.y)])
