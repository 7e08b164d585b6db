"""A tree cut back step by step, by the price of a leaf or by the errors of cases that did not grow it."""

from __future__ import annotations

import numpy as np

from labkit.learners import CART
from labkit.learners.tree.pruning import RISKS
from labkit.lectures.l16_pruning_and_rules.by_cost import CAREFUL, CHOICES, by_cost
from labkit.lectures.l16_pruning_and_rules.by_validation import GREEDY, REDUCED, by_validation
from labkit.lectures.l16_pruning_and_rules.common import LABELS, POINTS, Cases
from labkit.player.controls import Choice
from labkit.player.lab import Lab

COST = "cost-complexity"


class PruningLab(Lab):
    """The pruning sequence: tree, plane, cost lines and errors, linked."""

    name, heading, classes = "16-pruning", "Pruning", tuple(map(str, LABELS))
    points = POINTS
    steering = (
        *points.controls,
        Choice("method", "method", (COST, REDUCED, GREEDY), COST),
        Choice("risk", "risk R", RISKS, "error", only=("method", (COST,))),
        Choice("choice", "choose by", CHOICES, CHOICES[0], only=("method", (COST,))),
    )
    presets = {
        "many wrong labels": {"noise": 0.3},
        "one standard error": {"choice": CAREFUL},
        "from the bottom up": {"method": REDUCED},
        "greedy": {"method": GREEDY},
    }

    def story(self, X, y, values):
        _enough(y)
        _, held_out, fresh = (Cases.of(*part) for part in self.points.samples(values))
        cases = Cases.of(X, y)
        fitted = CART().fit(cases.X, cases.y)
        if values["method"] == COST:
            return by_cost(fitted, cases, held_out, risk=values["risk"], choice=values["choice"])
        return by_validation(fitted, cases, held_out, fresh, method=values["method"])


def _enough(y: np.ndarray) -> None:
    """A fold of the cross-validation must not lose a whole class."""
    fewest = int(np.bincount(y, minlength=len(LABELS)).min())
    if fewest < 2:
        raise ValueError(f"points: expected at least 2 examples of each class, got {fewest}; add some of that class")
