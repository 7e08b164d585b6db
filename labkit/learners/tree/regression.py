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

Departures from the slides: the mean belongs to squared errors, the median to absolute ones (E-001-09): with medians
E(m) is never less than with means. The deck's example, blood pressure by age and obesity, is not shipped: any table of
two numeric columns is cut alike. An outlier of x hardly matters to the splits, one of y does (E-002-08): it can take
the first split for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Regressor, TrainingSet, Weighs
from labkit.core.table import Table
from labkit.learners.grid import image, points
from labkit.learners.tree import growth, leaf_values
from labkit.learners.tree.attributes import Attributes, complete
from labkit.learners.tree.cost_complexity import pruned
from labkit.learners.tree.growth_story import GrowthStep, growth_steps, pruned_at
from labkit.learners.tree.leaf_values import LEAVES
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import Examples, Plan, check_limits
from labkit.learners.tree.tree import Tree


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LinearLeaves(TreeModel):
    """A tree whose leaves answer by linear functions."""

    lines: np.ndarray  # (nodes, 1 + features): constant and slopes
    slopes: np.ndarray  # (nodes,): how many of them the examples determine

    def predict(self, X: np.ndarray | Table) -> np.ndarray:
        cells = self.attributes.cells(X)
        line = self.lines[self.tree.apply(cells, self.split)]
        cells = np.where(self.attributes.categorical, 0.0, cells)  # they have no slope, and may be missing
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
        c, b = self.lines[node, 0], self.lines[node, 1:]
        terms = [f"{slope:+.3g}\u00b7{name}" for slope, name in zip(b, self.attributes.names, strict=True) if slope]
        return " ".join([f"{c:.4g}", *terms])


class RegressionTree(Weighs, Regressor):
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

    def __init__(
        self,
        *,
        leaf="mean",
        max_depth=None,
        min_split=2,
        min_leaf=1,
        min_gain=0.0,
        min_error=0.0,
        max_leaves=None,
        order="breadth",
        alpha=0.0,
    ):
        self.leaf = leaf
        self.max_depth = max_depth
        self.min_split = min_split
        self.min_leaf = min_leaf
        self.min_gain = min_gain
        self.min_error = min_error
        self.max_leaves = max_leaves
        self.order = order
        self.alpha = alpha

    def _features(self, X) -> np.ndarray | Table:
        return complete(X) if isinstance(X, Table) else inputs.matrix(X)

    def _check(self, data: TrainingSet) -> None:
        inputs.option("leaf", self.leaf, LEAVES)
        inputs.option("order", self.order, growth.ORDERS)
        check_limits(self)
        inputs.number("min_error", self.min_error, least=0)
        inputs.number("alpha", self.alpha, least=0)

    def _story(self, data: TrainingSet, told: bool) -> Iterator[GrowthStep]:
        attributes = Attributes.of(data.X)
        examples = Examples(attributes.cells(data.X), data.y, 0, attributes.categorical, data.weights)
        tree = self._limited(growth.grow(examples, Plan.within(self, "variance")))  # (2), (3)
        tree, linear = _answering(self.leaf, tree, examples)
        if self.alpha:
            tree, linear = _answering(self.leaf, pruned(tree, self.alpha), examples)  # (5)
        if self.leaf == "linear":
            model = LinearLeaves.whole(tree, attributes, None, **linear)
        else:
            model = TreeModel.whole(tree, attributes, None)
        return growth_steps(model, told, pruned_at(self.alpha))

    def _limited(self, tree: Tree) -> Tree:
        """No node grows because of its siblings, so these limits can wait until the tree is finished."""
        if self.min_error:
            tree = tree.cut(tree.impurity >= self.min_error)
        return growth.limited(tree, self.order, self.max_leaves)


def _answering(leaf: str, tree: Tree, examples: Examples) -> tuple[Tree, dict[str, np.ndarray]]:
    """The tree whose nodes answer so, with the errors of these answers; and what ``LinearLeaves`` keep of them."""
    if leaf == "mean":
        return tree, {}
    lines, slopes = leaf_values.lines(leaf, tree, examples)
    errors = leaf_values.mean_squared_errors(lines, tree, examples)  # (1)
    prediction = inputs.frozen(lines[:, 0]) if leaf == "median" else tree.prediction
    linear = {"lines": inputs.frozen(lines), "slopes": inputs.frozen(slopes, int)}
    return replace(tree, prediction=prediction, impurity=errors), linear
