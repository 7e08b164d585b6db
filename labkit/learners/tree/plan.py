"""What a grower gets: the examples as cells, and the plan by which it splits and stops."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import TrainingSet
from labkit.core.params import Params
from labkit.core.table import Table
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.criteria import BINARY_ONLY, CRITERIA, impurity_of

TESTS = ("binary", "multiway", "subsets")  # of categories: one against the rest, a branch for each, some against others
NUMBERS = ("variance", "absolute")  # the criteria of trees of numbers


@dataclass(frozen=True, slots=True, eq=False)
class TreeExamples:
    """``y`` holds class indices where ``classes`` > 0, numbers otherwise."""

    cells: np.ndarray  # float (examples, features): numbers, codes of categories, NaN
    y: np.ndarray
    classes: int
    categorical: np.ndarray  # bool (features,)
    weights: np.ndarray | None = None  # None: all 1
    drawn: bool = False  # the weights are how often an example was drawn: it counts as so many

    @classmethod
    def of(cls, attributes: Attributes, data: TrainingSet) -> TreeExamples:
        classes = 0 if data.classes is None else len(data.classes)
        return cls(attributes.cells(data.X), data.y, classes, attributes.categorical, data.weights)

    def __len__(self) -> int:
        return len(self.y)

    @property
    def all_weights(self) -> np.ndarray:
        return np.ones(len(self)) if self.weights is None else self.weights

    def take(self, rows: np.ndarray) -> TreeExamples:
        weights = None if self.weights is None else self.weights[rows]
        return TreeExamples(self.cells[rows], self.y[rows], self.classes, self.categorical, weights, self.drawn)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A node is split while it is impure and within the limits, see ``GrowthLimits``.

    Ties, within a tolerance that rounding cannot reach: the lowest feature, then the lowest threshold or category.
    """

    criterion: str = "gini"  # one of criteria.CRITERIA, "jmi", "cmim"; of ``NUMBERS`` for numbers
    multiway: bool = False  # one branch per category, instead of one category against the rest
    max_depth: int | None = None
    min_split: int = 2
    min_leaf: int = 1
    min_gain: float = 0.0
    costs: np.ndarray | None = None  # of asking for each feature
    cost_rule: str = "tan_schlimmer"
    subsets: bool = False  # of categories: any of them against the rest, see ``subsets``

    def impurity(self, counts: np.ndarray) -> np.ndarray:
        """Of class weights (classes, nodes)."""
        return impurity_of(self.criterion)(counts)


class GrowthLimits(Params):
    """The limits that every tree learner takes; examples are counted, whatever they weigh."""

    max_depth: int | None = params.whole(None, least=1, nothing=True)  # tests on the longest path
    min_split: int = params.whole(2, least=2)  # examples that a node needs to be split
    min_leaf: int = params.whole(1, least=1)  # examples that every child needs
    min_gain: float = params.number(0.0, least=0)  # what a split takes off the impurity of its node, at least

    def _plan(self, criterion: str, **more) -> Plan:
        return Plan(criterion, max_depth=self.max_depth, min_split=self.min_split, min_leaf=self.min_leaf,
                    min_gain=self.min_gain, **more)  # fmt: skip


# ---------------------------------------------------------------- without a learner


def examples_of(X, y, *, numbers: bool = False, sample_weight=None
                ) -> tuple[TreeExamples, Attributes, np.ndarray | None]:  # fmt: skip
    """The examples X, y of one node, its attributes and its classes; None for ``numbers``."""
    X = X if isinstance(X, Table) else inputs.matrix(X, missing=True)
    classes, y = (None, inputs.numbers(y)) if numbers else inputs.labels(y, least_classes=1)
    inputs.same_length(X, y)
    attributes = Attributes.of(X)
    data = TrainingSet(X, y, classes, inputs.sample_weights(sample_weight, len(y)))
    return TreeExamples.of(attributes, data), attributes, classes


def plan_of(criterion: str, tests: str = "binary", **limits) -> Plan:
    """A plan in the words of the learners."""
    inputs.option("criterion", criterion, (*CRITERIA, *NUMBERS))
    inputs.option("tests", tests, TESTS)
    if tests == "multiway" and criterion in BINARY_ONLY:
        raise ValueError(f"tests: expected binary ones for {criterion}, got 'multiway'; choose another criterion")
    return Plan(criterion, tests == "multiway", subsets=tests == "subsets", **limits)
