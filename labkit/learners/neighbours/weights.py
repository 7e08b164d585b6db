"""How much each of the k neighbours counts.

Lecture 02; deck 004 "KNN - K nearest neighbors". Inventory: I-004-014.

    w_i = 1                      "uniform", the rule of the lecture                                       (1)
    w_i = d_1 / d_i              "distance": as 1 / d_i, in units of the nearest one's                    (2)

Where a neighbour is at distance 0, (2) is 1 for it and for all others at distance 0, and 0 for the rest: an example
that equals the case decides, several of them together.
"""

from __future__ import annotations

import numpy as np

WEIGHTS = ("uniform", "distance")


def neighbour_weights(distances: np.ndarray, kind: str) -> np.ndarray:
    """(cases, k), for neighbours nearest first; the nearest has weight 1."""
    if kind == "uniform":
        return np.ones(distances.shape)  # (1)
    apart = distances > 0
    return np.where(apart, distances[:, :1] / np.where(apart, distances, 1.0), 1.0)  # (2)
