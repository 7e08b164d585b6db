"""Three planes with the same examples: what votes and sums of trees make of them.

Lecture 21; deck 000 "Bagging vs. Random Forests vs. Gradient Boosting". Inventory: I-000-115.
"""

from __future__ import annotations

from labkit.lectures.l21_side_by_side import questions
from labkit.lectures.l21_side_by_side.three import error_curves, race
from labkit.lectures.shared.noisy_points import FRESH, LIMITS, NOISY, samples
from labkit.lectures.shared.noisy_points import NAMES as CLASSES
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Story
from labkit.views.layout import columns, rows, square
from labkit.views.plane.plane import Plane
from labkit.views.wrap import Of


class SideBySideLab(Lab):
    """Votes are shaded by their share, sums of boosting by the probability that they stand for."""

    name, heading, classes = "21-side-by-side", "Side by side", tuple(CLASSES.tolist())
    question = questions.memorised
    points = NOISY
    steering = (
        *points.controls,
        Slider("m", "forest: m of p = 2", 1, 2, 1, 1),
        Slider("shrinkage", "boosting: shrinkage", 0.05, 1.0, 0.05, 0.2),
        Slider("depth", "boosting: depth", 1, 6, 1, 2),
        Slider("trees", "trees", 1, 100, 1, 40),
    )
    presets = {
        "no wrong labels": {"noise": 0.0},
        "many wrong labels": {"noise": 0.3},
        "a spiral": {"data": "spiral", "trees": 100},
        "boosting of stumps": {"data": "xor", "depth": 1},
    }

    def story(self, X, y, values):
        fresh_X, fresh_y = samples(values)[1]
        story = race(X, CLASSES[y], (fresh_X, CLASSES[fresh_y]), values, self.reported)
        planes = [square(_plane(X, CLASSES[y], k, title)) for k, title in enumerate(("Bagging", "Forest", "Boosting"))]
        errors = error_curves(story, values["noise"], title=f"Share of errors on {FRESH} fresh cases")
        return Story(story, rows(columns(*planes), errors, shape=1.85))


def _plane(X, labels, k: int, title: str) -> Of:
    plane = Plane(X, labels, limits=LIMITS, labels=CLASSES, size=3.6, title=title, editable=True)
    return Of(plane, lambda step: step.steps[k])
