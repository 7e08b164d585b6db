"""A tree cut back step by step, by the price of a leaf or by the errors of cases that did not grow it."""

from __future__ import annotations

import numpy as np

from labkit.labs.pruning.by_cost import CHOICES, by_cost
from labkit.labs.pruning.by_validation import GREEDY, REDUCED, by_validation
from labkit.labs.pruning.common import DATA, FRESH, LABELS, LIMITS, TRAINING, VALIDATION, Cases, drawn
from labkit.learners import CART
from labkit.learners.tree.risk import RISKS
from labkit.player.controls import Choice
from labkit.player.lab import Lab
from labkit.views.plane import Plane

COST = "cost-complexity"
PLANE = (656, 8, 296, 296)


class PruningLab(Lab):
    """The pruning sequence: tree, plane, cost lines and errors, linked."""

    name = "16-pruning"
    heading = "Pruning"
    classes = tuple(map(str, LABELS))
    data_controls = ("data", "points", "noise", "seed")
    steering = (
        *DATA,
        Choice("method", "method", (COST, REDUCED, GREEDY), COST),
        Choice("risk", "risk R", RISKS, "error", only=("method", (COST,))),
        Choice("choice", "choose by", CHOICES, "cross-validation", only=("method", (COST,))),
    )

    def data(self, values):
        return drawn(values, TRAINING)

    def tell(self, X, y, values):
        _enough(y)
        cases, held_out = Cases.of(X, y), Cases.of(*drawn(values, VALIDATION))
        fitted = CART().fit(cases.X, cases.y)
        plane = Plane(cases.X, cases.y, box=PLANE, limits=LIMITS, labels=LABELS, editable=True, size=5.0)
        if values["method"] == COST:
            return by_cost(fitted, cases, held_out, plane, risk=values["risk"], choice=values["choice"])
        fresh = Cases.of(*drawn(values, FRESH))
        return by_validation(fitted, (cases, held_out, fresh), plane, method=values["method"])


def _enough(y: np.ndarray) -> None:
    """A fold of the cross-validation must not lose a whole class."""
    fewest = int(np.bincount(y, minlength=len(LABELS)).min())
    if fewest < 2:
        raise ValueError(f"points: expected at least 2 examples of each class, got {fewest}; add some of that class")
