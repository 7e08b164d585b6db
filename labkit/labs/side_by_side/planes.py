"""Three planes with the same examples: what votes and sums of trees make of them.

Lecture 21; deck 000 "Bagging vs. Random Forests vs. Gradient Boosting". Inventory: I-000-115.
"""

from __future__ import annotations

from labkit.labs.noisy_points import DATA, DATA_CONTROLS, LIMITS, samples
from labkit.labs.noisy_points import NAMES as CLASSES
from labkit.labs.side_by_side.three import Three
from labkit.player.controls import Slider
from labkit.player.lab import Lab, Telling
from labkit.views.plane import Plane
from labkit.views.scene import Scene

HEIGHT = 494.0
PLANES = tuple((left, 30, 300, 300) for left in (8, 330, 652))
ERRORS = (52, 372, 780, 76)


class SideBySideLab(Lab):
    """Votes are shaded by their share, sums of boosting by the probability that they stand for."""

    name = "21-side-by-side"
    heading = "Side by side"
    classes = tuple(CLASSES.tolist())
    data_controls = DATA_CONTROLS
    steering = (
        *DATA,
        Slider("m", "forest: m of p = 2", 1, 2, 1, 1),
        Slider("shrinkage", "boosting: shrinkage", 0.05, 1.0, 0.05, 0.2),
        Slider("depth", "boosting: depth", 1, 6, 1, 2),
        Slider("trees", "trees", 1, 100, 1, 40),
    )

    def data(self, values):
        return samples(values)[0]

    def tell(self, X, y, values):
        fresh_X, fresh_y = samples(values)[1]
        three = Three(X, CLASSES[y], (fresh_X, CLASSES[fresh_y]), values)
        planes = [_plane(k, X, CLASSES[y], title) for k, title in enumerate(_titles(values))]
        errors = three.curves(values["noise"], box=ERRORS, title="Share of errors on 1000 fresh cases")

        def view(step):
            seen = [plane(each) for plane, each in zip(planes, step.steps, strict=True)]
            return Scene((*seen, errors(step)), step.caption, height=HEIGHT)

        return Telling(three.story, view)


def _plane(k: int, X, labels, title: str) -> Plane:
    return Plane(X, labels, box=PLANES[k], limits=LIMITS, labels=CLASSES, size=3.6, title=title, editable=True)


def _titles(values: dict) -> tuple[str, str, str]:
    return (
        "Bagging: full trees",
        f"Random forest: m = {values['m']}",
        f"Boosting: trees of depth {values['depth']}",
    )
