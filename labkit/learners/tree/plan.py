"""What a grower gets: the examples as cells, and the plan by which it splits and stops."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.learners.tree.criteria import impurity_of


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """``y`` holds class indices where ``classes`` > 0, numbers otherwise."""

    cells: np.ndarray  # float (examples, features): numbers, codes of categories, NaN
    y: np.ndarray
    classes: int
    categorical: np.ndarray  # bool (features,)
    weights: np.ndarray | None = None  # None: all 1
    drawn: bool = False  # the weights are how often an example was drawn: it counts as so many

    def __len__(self) -> int:
        return len(self.y)

    def take(self, rows: np.ndarray) -> Examples:
        weights = None if self.weights is None else self.weights[rows]
        return Examples(self.cells[rows], self.y[rows], self.classes, self.categorical, weights, self.drawn)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A node is split while it is impure and within these limits.

    Ties, within a tolerance that rounding cannot reach: the lowest feature, then the lowest threshold or category.
    """

    criterion: str = "gini"  # one of criteria.CRITERIA, "jmi", "cmim"; "variance" for numbers
    multiway: bool = False  # one branch per category, instead of one category against the rest
    max_depth: int | None = None
    min_split: int = 2  # examples that a node needs to be split, whatever they weigh
    min_leaf: int = 1  # examples that every child needs
    min_gain: float = 0.0  # what the split must take off the impurity of its node, at least
    costs: np.ndarray | None = None  # of asking for each feature
    cost_rule: str = "tan_schlimmer"

    @classmethod
    def within(cls, learner, criterion: str, **more) -> Plan:
        """The plan with the limits that a learner was given."""
        limits = {name: getattr(learner, name) for name in ("max_depth", "min_split", "min_leaf", "min_gain")}
        return cls(criterion, **limits, **more)

    def impurity(self, counts: np.ndarray) -> np.ndarray:
        """Of class weights (classes, nodes)."""
        return impurity_of(self.criterion)(counts)


TOLERANCE = 1e-9  # merits closer than this, relative to the largest possible, are equal


def check_limits(learner) -> None:
    """Refuse limits that cannot work; None is no limit where there may be none."""
    for name, least in (("max_depth", 1), ("max_leaves", 1), ("min_split", 2), ("min_leaf", 1)):
        value = getattr(learner, name, None)
        if value is not None or name.startswith("min"):
            inputs.number(name, value, least=least, whole=True)
    inputs.number("min_gain", learner.min_gain, least=0)
