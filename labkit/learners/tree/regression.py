"""Regression trees: numbers at the leaves.

Lecture 18; deck 001 "Regression Trees", deck 002 "Classification and Regression Trees (CART)", "Growing CART" and "CART
Example", "CART model selection".
Inventory: I-001-040, I-001-041, I-001-042, I-002-044, I-002-045, I-002-046, I-002-047, I-002-048.

A node m holds a share P of the weight and answers f_m(x), a number or a linear function (``leaf_values``):

    E(m) = mean of (y - f_m(x))^2 over its examples                          (1)
    E(S) = P_left E(left) + P_right E(right)          of a split S           (2)
    split on the attribute and the threshold with the least E(S)             (3)
    f(x) = sum over the leaves R_j of f_j(x) [x in R_j]                      (4)
    R_pen = E(tree) + alpha (number of leaves)        penalised risk         (5)

symbol        name here        symbol     name here
lambda        alpha            splitmin   min_split
threshold     min_error        E(m)       tree.impurity

(3) is decided with means as answers, whatever the leaves answer in the end; (1) and (5) count the answers themselves.

``cut_errors`` has E(S) for every cut x <= t of one feature. Moving t between two neighbouring values changes nothing,
so there is one cut for each gap, its threshold midway; of equals the lowest t is the best.

Departures from the slides: the mean belongs to squared errors, the median to absolute ones (E-001-09): with medians
E(m) is never less than with means. The deck's example, blood pressure by age and obesity, is not shipped: any table of
two numeric columns is cut alike. An outlier of x hardly matters to the splits, one of y does (E-002-08): it can take
the first split for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Regressor, TakesWeights, TrainingSet
from labkit.core.table import Table
from labkit.learners.grid import image, points
from labkit.learners.tree import leaf_values
from labkit.learners.tree.attributes import Attributes, complete
from labkit.learners.tree.candidates import best as best_of
from labkit.learners.tree.candidates import candidates
from labkit.learners.tree.cost_complexity import pruned
from labkit.learners.tree.engine import level_growth
from labkit.learners.tree.growth import ORDERS, GrowthStep, growth_steps, limited
from labkit.learners.tree.leaf_values import LEAVES
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import GrowthLimits, Plan, TreeExamples
from labkit.learners.tree.tree import Tree


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LinearLeaves(TreeModel):
    """A tree whose leaves answer by linear functions."""

    lines: np.ndarray  # (nodes, 1 + features): constant and slopes
    slopes: np.ndarray  # (nodes,): how many of them the examples determine

    def answers(self, X: np.ndarray | Table, rows: np.ndarray, nodes: np.ndarray, weights: np.ndarray) -> np.ndarray:
        line = self.lines[nodes]
        cells = np.where(self.attributes.categorical, 0.0, self.attributes.cells(X))  # no slope, perhaps missing
        return line[:, 0] + np.einsum("ij,ij->i", cells, line[:, 1:])  # (4)

    @property
    def free_parameters(self) -> int:
        """The constants of the leaves, and the slopes that their examples determine."""
        return len(self.leaves) + int(self.slopes[self.leaves].sum())

    def number_grid(self, x: np.ndarray, y: np.ndarray, through: np.ndarray | None = None) -> np.ndarray | None:
        known = 2 if through is None else len(through)
        if len(self.attributes) != known or self.attributes.categorical.any():
            return None  # the lines need every feature
        return image(self.predict(points(x, y, through)), x, y)

    def prefix(self, nodes: int) -> LinearLeaves:
        return LinearLeaves(self.grown, nodes, lines=self.lines, slopes=self.slopes)

    def _of_nodes(self, nodes: np.ndarray) -> dict:
        return {"lines": self.lines[nodes], "slopes": self.slopes[nodes]}

    def verdict(self, node: int) -> str:
        return f"{self.lines[node, 0]:.4g} {self.attributes.terms(self.lines[node, 1:])}".rstrip()


class RegressionTree(TakesWeights, GrowthLimits, Regressor):
    """A regression tree; attributes may be numbers and categories, none of them missing.

    Parameters
    ----------
    leaf : what a leaf answers: the "mean" or "median" of its examples, or a "linear" function fitted to them.
    max_depth : tests on the longest path; None is no limit.
    min_split : examples that a node needs to be split.
    min_leaf : examples that every child needs.
    min_gain : what a split must take off the mean squared error of its node, at least.
    min_error : a node stays a leaf where the mean squared error of its mean is below this.
    max_leaves : the budget of leaves; None is no limit.
    order : in which splits are made: "breadth" (level by level) or "best" (the largest fall of the tree's error first).
    alpha : the price of a leaf; the finished tree is pruned to the least penalised risk.
    """

    leaf: str = params.option("mean", LEAVES)
    min_error: float = params.number(0.0, least=0)
    max_leaves: int | None = params.whole(None, least=1, nothing=True)
    order: str = params.option("breadth", ORDERS)
    alpha: float = params.number(0.0, least=0)

    def _features(self, X) -> np.ndarray | Table:
        return complete(X) if isinstance(X, Table) else inputs.matrix(X)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[GrowthStep]:
        attributes = Attributes.of(data.X)
        examples = TreeExamples.of(attributes, data)
        tree = self._limited(level_growth.grow(examples, self._plan("variance")))  # (2), (3)
        tree, linear = _answering(self.leaf, tree, examples)
        if self.alpha:
            tree, linear = _answering(self.leaf, pruned(tree, self.alpha), examples)  # (5)
        if self.leaf == "linear":
            model = LinearLeaves.whole(tree, attributes, None, **linear)
        else:
            model = TreeModel.whole(tree, attributes, None)
        return growth_steps(model, record, self.alpha)

    def _limited(self, tree: Tree) -> Tree:
        """No node grows because of its siblings, so these limits can wait until the tree is finished."""
        if self.min_error:
            tree = tree.cut(tree.impurity >= self.min_error)
        return limited(tree, self.order, self.max_leaves)


def _answering(leaf: str, tree: Tree, examples: TreeExamples) -> tuple[Tree, dict[str, np.ndarray]]:
    """The tree whose nodes answer so, with the errors of these answers; and what ``LinearLeaves`` keep of them."""
    if leaf == "mean":
        return tree, {}
    lines, slopes = leaf_values.lines(leaf, tree, examples)
    errors = leaf_values.mean_squared_errors(lines, tree, examples)  # (1)
    prediction = inputs.frozen(lines[:, 0]) if leaf == "median" else tree.prediction
    linear = {"lines": inputs.frozen(lines), "slopes": inputs.frozen(slopes, int)}
    return replace(tree, prediction=prediction, impurity=errors), linear


# ---------------------------------------------------------------- all cuts of one feature


@dataclass(frozen=True, slots=True, eq=False)
class CutErrors:
    """The cuts from left to right."""

    values: np.ndarray  # the different values of the feature, one more than there are cuts
    thresholds: np.ndarray
    errors: np.ndarray  # E(S), the mean squared error that is left
    below: np.ndarray  # the mean of y on the left
    above: np.ndarray  # and on the right
    best: int

    def __len__(self) -> int:
        return len(self.thresholds)

    def at(self, t: float) -> int | None:
        """The cut that x <= t makes; None where t leaves all examples on one side."""
        place = int(self.values.searchsorted(t, side="right")) - 1
        return place if 0 <= place < len(self) else None


def cut_errors(X, y, feature: int = 0) -> CutErrors:
    """All cuts of a feature of X, from 0."""
    X, y = inputs.matrix(X), inputs.numbers(y)
    inputs.same_length(X, y)
    inputs.number("feature", feature, least=0, below=X.shape[1], whole=True)
    x, plan = X[:, [feature]].astype(float), Plan("variance")
    tests = candidates(TreeExamples(x, y, 0, np.array([False])), plan)  # (2)
    if not tests:
        raise ValueError(f"X: expected at least two different values of feature {feature}, got one; nothing can be cut")
    weight, total, _ = np.array([test.children for test in tests]).T  # (children, cuts): y from its mean
    below, above = y.mean() + total / weight
    best = tests.index(best_of(tests, plan))  # (3)
    columns = np.unique(x), [test.threshold for test in tests], [test.after for test in tests], below, above
    return CutErrors(*map(inputs.frozen, columns), best)
