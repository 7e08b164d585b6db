"""The curse of dimensionality: in many dimensions even the nearest neighbours are far away.

Lecture 02; deck 004 "KNN - K nearest neighbors". Inventory: I-004-015.

    e = s^(1/d)                         the edge of a cube that holds the share s of the unit cube        (1)
    r = (1 - (1/2)^(1/n))^(1/d)         the median distance from the centre of the unit ball to the
                                        nearest of n points that are spread evenly in it                  (2)

symbol   name here      symbol   name here
s        share          d        dimensions
n        examples

(1): to hold a hundredth of all in ten dimensions, a neighbourhood must reach over 63 % of every axis. (2): each point
is beyond r with the chance 1 - r^d, all n are with its n-th power, which is 1/2 at the median.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs


def edge_length(share: float, dimensions: int) -> float:
    """Of a cube that holds this share of evenly spread examples."""
    inputs.number("share", share, above=0, most=1)
    inputs.number("dimensions", dimensions, least=1, whole=True)
    return float(share ** (1 / dimensions))  # (1)


def nearest_distance(examples: int, dimensions: int) -> float:
    """The median distance from the centre of the unit ball to the nearest of so many evenly spread examples."""
    inputs.number("examples", examples, least=1, whole=True)
    inputs.number("dimensions", dimensions, least=1, whole=True)
    return float((-np.expm1(-np.log(2.0) / examples)) ** (1 / dimensions))  # (2)
