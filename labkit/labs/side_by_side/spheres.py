"""Nested spheres in many dimensions: the test errors of the three against the number of trees.

Lecture 21; deck 000 "Bagging vs. Random Forests vs. Gradient Boosting". Inventory: I-000-115. The slide shows a figure
of a talk by Hastie, whose numbers are lost; this draws the like of it anew.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.labs.noisy_points import mislabelled
from labkit.labs.side_by_side.three import Three
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Telling
from labkit.views.scene import Scene

FRESH = 2000  # cases to test on
DIMENSIONS = 10  # at most
ERRORS = (60, 34, 770, 330)


class SpheresLab(Lab):
    """No plane here: with ten dimensions there is nothing to see but the errors."""

    name = "21-spheres"
    heading = "Nested spheres"
    steering = (
        Slider("dimensions", "dimensions p", 2, DIMENSIONS, 1, DIMENSIONS, live=False),
        Slider("examples", "examples", 100, 2000, 100, 500, live=False),
        Slider("noise", "wrong labels", 0.0, 0.4, 0.05, 0.0, live=False),
        Slider("m", "forest: m (p is bagging)", 1, DIMENSIONS, 1, 3, live=False),
        Slider("shrinkage", "boosting: shrinkage", 0.05, 1.0, 0.05, 0.1, live=False),
        Slider("depth", "boosting: depth", 1, 6, 1, 3, live=False),
        Slider("trees", "trees", 10, 200, 10, 100, live=False),
        Slider("seed", "seed", 0, 50, 1, 0, live=False),
    )

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # nothing to paint in ten dimensions

    def tell(self, X, y, values):
        p = values["dimensions"]
        training, fresh = noisy_spheres(values["examples"], FRESH, dimensions=p, noise=values["noise"],
                                        seed=values["seed"])  # fmt: skip
        three = Three(*training, fresh, values | {"m": min(values["m"], p)})  # the slider goes further than p may
        errors = three.curves(values["noise"], box=ERRORS, title=f"Share of errors on {FRESH} fresh cases, p = {p}")
        return Telling(three.story, lambda step: Scene((errors(step),), step.caption, height=410.0))


def noisy_spheres(*sizes: int, dimensions: int = 10, noise: float = 0.0, seed: int = 0) -> list[data.Points]:
    """Samples of nested spheres; in each the same share, ``noise``, has the label of the other class."""
    return mislabelled(data.samples(data.spheres, *sizes, dimensions=dimensions, seed=seed), noise, seed)
