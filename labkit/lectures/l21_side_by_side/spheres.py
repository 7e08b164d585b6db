"""Nested spheres in many dimensions: the test errors of the three against the number of trees.

Lecture 21; deck 000 "Bagging vs. Random Forests vs. Gradient Boosting". Inventory: I-000-115. The slide shows a figure
of a talk by Hastie, whose numbers are lost; this draws the like of it anew.
"""

from __future__ import annotations

import numpy as np

from labkit.core import data
from labkit.lectures.l21_side_by_side import questions
from labkit.lectures.l21_side_by_side.three import error_curves, race
from labkit.lectures.shared.noisy_points import mislabelled
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.layout import rows

FRESH = 1000  # cases to test on
DIMENSIONS = 10  # at most


class SpheresLab(Lab):
    """No plane here: with ten dimensions there is nothing to see but the errors."""

    name, heading = "21-spheres", "Nested spheres"
    question = questions.race
    steering = (
        Slider("dimensions", "dimensions p", 2, DIMENSIONS, 1, DIMENSIONS, live=False),
        Slider("examples", "examples", 100, 2000, 100, 500, live=False),
        Slider("noise", "wrong labels", 0.0, 0.4, 0.05, 0.0, live=False),
        Slider("m", "forest: m (p is bagging)", 1, DIMENSIONS, 1, 3, live=False),
        Slider("shrinkage", "boosting: shrinkage", 0.05, 1.0, 0.05, 0.3, live=False),
        Slider("depth", "boosting: depth", 1, 6, 1, 1, live=False),
        Slider("trees", "trees", 10, 200, 10, 100, live=False),
        Slider("seed", "seed", 0, 50, 1, 0, live=False),
    )
    presets = {
        "deeper trees": {"depth": 4},
        "wrong labels, in a hurry": {"noise": 0.2, "shrinkage": 1.0, "depth": 3},
        "two dimensions": {"dimensions": 2},
        "few examples": {"examples": 100},
    }

    still = 40

    def data(self, values):
        return np.empty((0, 2)), np.empty(0, dtype=int)  # nothing to paint in ten dimensions

    def story(self, X, y, values):
        p, noise = values["dimensions"], values["noise"]
        training, fresh = noisy_spheres(values["examples"], FRESH, dimensions=p, noise=noise, seed=values["seed"])
        story = race(*training, fresh, values | {"m": min(values["m"], p)}, self.reported)  # m goes further than p
        errors = error_curves(story, noise, title=f"Share of errors on {FRESH} fresh cases, p = {p}")
        return Story(story, rows(errors))


def noisy_spheres(*sizes: int, dimensions: int = 10, noise: float = 0.0, seed: int = 0) -> list[data.Points]:
    """Samples of nested spheres; in each the same share, ``noise``, has the label of the other class."""
    return mislabelled(data.samples(data.spheres, *sizes, dimensions=dimensions, seed=seed), noise, seed)
