"""Trees whose tests are weighted sums of the features: w'x <= t.

Lecture 15; deck 000 "Defining “Attribute Tests” - 2", "Method for Constructing Trees" and "Criteria for Splitting
Tests - 5"; deck 001 "Decision Trees". Inventory: I-000-074, I-000-075, I-000-086, I-001-023.

A staircase of axis-parallel tests can only approach a slanted boundary; one test w'x <= t is the boundary. At a node

    w  from a linear classifier of the examples here (``directions``)                             (1)
    z = w'x                                         one more column beside x_1 ... x_d            (2)
    the best cut x_f <= t of all these columns by the criterion                                   (3)

so an oblique test has to beat the best axis-parallel one; of equals the axis-parallel test is taken, it is simpler.
In (2) values closer than rounding can tell apart are made equal: points on a line w'x = c are not to be cut apart.

Departures from the slides: the deck names the discriminant and "a classifier" as ways to a direction and leaves the
threshold to them; here the criterion chooses it (3), since Fisher's direction does not come with one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasProbabilities, TakesWeights, TrainingSet
from labkit.core.table import Table
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.criteria import CRITERIA, merit_name
from labkit.learners.tree.directions import DIRECTIONS, direction
from labkit.learners.tree.engine import level_growth
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.growth import GrowthStep, growth_steps
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import GrowthLimits, Plan, TreeExamples
from labkit.learners.tree.tree import LINEAR, Tree

FINEST = 1e-9  # of the range of w'x: what is closer is equal


class ObliqueTree(TakesWeights, HasProbabilities, GrowthLimits, Classifier):
    """A decision tree of axis-parallel and oblique tests, for numeric features.

    Parameters
    ----------
    criterion : what chooses among cuts, such as "entropy" or "gini".
    direction : where w comes from: "lda" (Fisher), "perceptron" (with its pocket) or "logistic".
    max_depth : tests on the longest path; None is no limit.
    min_split : examples that a node needs to be split.
    min_leaf : examples that every child needs.
    min_gain : what a split must take off the impurity of its node, at least.
    """

    criterion: str = params.option("entropy", CRITERIA)
    direction: str = params.option("lda", DIRECTIONS)

    def _features(self, X) -> np.ndarray | Table:
        numbers = inputs.matrix(X)  # refuses categories and missing values, which have no weighted sum
        return X if isinstance(X, Table) else numbers

    def _story(self, data: TrainingSet, record: bool) -> Iterator[GrowthStep]:
        attributes = Attributes.of(data.X)
        tree = grow(TreeExamples.of(attributes, data), self._plan(self.criterion), self.direction)
        return growth_steps(TreeModel.whole(tree, attributes, data.classes, merit=merit_name(self.criterion)), record)


def grow(examples: TreeExamples, plan: Plan, kind: str) -> Tree:
    """One node after the other, breadth first: each is a tree of one test at most, grown on columns and projection."""
    root = level_growth.grow(examples, replace(plan, max_depth=0))
    builder, waiting = Builder(_contents(root, slice(1))), deque([(0, 0, np.arange(len(examples)))])
    while waiting:
        node, depth, rows = waiting.popleft()
        if depth == plan.max_depth or (examples.y[rows] == examples.y[rows[0]]).all():
            continue
        stump, w, no = _stump(examples.take(rows), plan, kind)
        if len(stump) == 1:
            continue
        test = (stump.kind[0], stump.feature[0]) if stump.feature[0] < len(w) else (LINEAR, builder.direction(w))
        splits = Splits(*(np.array([part]) for part in (node, *test, stump.threshold[0], stump.gain[0], 2)))
        first = int(builder.split(splits, _contents(stump, slice(1, None)))[0])
        waiting += (first, depth + 1, rows[~no]), (first + 1, depth + 1, rows[no])
    return builder.tree(examples.cells.shape[1])


def _stump(examples: TreeExamples, plan: Plan, kind: str) -> tuple[Tree, np.ndarray, np.ndarray]:
    """The best single test of these examples, the direction that it may use, and who answers no."""
    X, y = examples.cells, examples.y
    w = direction(kind, X, y, examples.all_weights)  # (1)
    columns = np.column_stack([X, _projected(X, w)])  # (2)
    wider = replace(examples, cells=columns, categorical=np.append(examples.categorical, False))
    stump = level_growth.grow(wider, replace(plan, max_depth=1))  # (3): of equals the lowest column, so not the last
    return stump, w, columns[:, stump.feature[0]] > stump.threshold[0]


def _projected(X: np.ndarray, w: np.ndarray) -> np.ndarray:
    z = X @ w
    if not (unit := FINEST * np.ptp(z)):
        return z
    unit = 2.0 ** np.floor(np.log2(unit))  # a power of two: whole numbers stay whole
    return np.round(z / unit) * unit


def _contents(stump: Tree, nodes: slice) -> Contents:
    return Contents(stump.weight[nodes], stump.counts[nodes], stump.impurity[nodes], stump.prediction[nodes])
