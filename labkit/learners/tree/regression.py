"""Regression trees: numbers at the leaves.

Lecture 18; deck 001 "Regression Trees", deck 002 "Classification and Regression Trees (CART)", "Growing CART" and "CART
Example", "CART model selection".
Inventory: I-001-040, I-001-041, I-001-042, I-001-043, I-002-044, I-002-045, I-002-046, I-002-047, I-002-048.

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
With the criterion "absolute", |y - f_m(x)| takes the place of the square, and (3) is decided with medians.

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
from labkit.learners.tree import leaf_values, node_tests
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.cost_complexity import pruned
from labkit.learners.tree.growth import ORDERS, GrowthStep, growth_steps, limited
from labkit.learners.tree.leaf_values import LEAVES
from labkit.learners.tree.missing import TakesTables, router_for
from labkit.learners.tree.model import Router, TreeModel
from labkit.learners.tree.outline import ShowsTree
from labkit.learners.tree.plan import GrowthLimits, Plan, TreeExamples
from labkit.learners.tree.tree import Tree

CRITERIA = {"squared": "variance", "absolute": "absolute"}  # and what a ``Plan`` calls them


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LinearLeaves(TreeModel):
    """A tree whose leaves answer by linear functions."""

    lines: np.ndarray  # (nodes, 1 + features): constant and slopes
    slopes: np.ndarray  # (nodes,): how many of them the examples determine

    def answers(self, X: np.ndarray | Table, rows: np.ndarray, nodes: np.ndarray, weights: np.ndarray) -> np.ndarray:
        line = self.lines[nodes]
        cells = self.attributes.cells(X)
        cells = cells if self.router is None else self.router.cells(cells)  # filled in
        cells = np.where(self.attributes.categorical, 0.0, cells)  # no slope, perhaps missing
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

    def plain_answer(self, node: int) -> dict[str, float]:
        """The constant and the slopes by name."""
        return dict(zip(("constant", *self.attributes.names), self.lines[node].tolist(), strict=True))

    def verdict(self, node: int) -> str:
        return f"{self.lines[node, 0]:.4g} {self.attributes.terms(self.lines[node, 1:])}".rstrip()


class RegressionTree(ShowsTree, TakesTables, TakesWeights, GrowthLimits, Regressor):
    """A regression tree; attributes may be numbers, categories and missing.

    Parameters
    ----------
    criterion : the errors that the splits, the limits and the price of a leaf count: "squared" or "absolute".
    leaf : what a leaf answers: the "mean" or "median" of its examples, or a "linear" function fitted to them.
    tests : of categories: "binary" (one of them against the rest), "multiway" (a branch for each) or "subsets" (some
        of them against the others).
    max_depth : tests on the longest path; None is no limit.
    min_split : examples that a node needs to be split.
    min_leaf : examples that every child needs.
    min_gain : what a split must take off the mean error of its node, at least.
    min_error : a node stays a leaf where the mean squared error of its mean (mean absolute error of its median) is
        below this.
    max_leaves : the budget of leaves; None is no limit.
    order : in which splits are made: "breadth" (level by level) or "best" (the largest fall of the tree's error first).
    missing : "refuse", "fill", "surrogates" (tests of two branches only) or "fractions"; linear leaves need numbers to
        be there or filled in.
    fill : what stands for a missing number where missing="fill": the "mean" or the "median".
    alpha : the price of a leaf; the finished tree is pruned to the least penalised risk.
    """

    criterion: str = params.option("squared", tuple(CRITERIA))
    leaf: str = params.option("mean", LEAVES)
    min_error: float = params.number(0.0, least=0)
    max_leaves: int | None = params.whole(None, least=1, nothing=True)
    order: str = params.option("breadth", ORDERS)
    alpha: float = params.number(0.0, least=0)

    def _check(self, data: TrainingSet) -> None:
        if self.leaf == "linear" and self.missing in ("surrogates", "fractions"):
            wanted = "expected 'refuse' or 'fill' (a linear leaf needs every number)"
            raise ValueError(f"missing: {wanted}, got {self.missing!r}; change it, or leaf to 'mean' or 'median'")
        self._check_tests(data, self._tree_plan())

    def _tree_plan(self) -> Plan:
        multiway, subsets = self.tests == "multiway", self.tests == "subsets"
        return self._plan(CRITERIA[self.criterion], multiway=multiway, subsets=subsets)

    def _story(self, data: TrainingSet, record: bool) -> Iterator[GrowthStep]:
        attributes = Attributes.of(data.X)
        examples = TreeExamples.of(attributes, data)
        tree, filled = self._grow(examples, self._tree_plan(), attributes)
        if self.missing == "fill":
            examples = replace(examples, cells=filled.cells(examples.cells))
        tree, router, linear = self._answering(self._limited(tree), examples, attributes)  # (2), (3)
        if self.alpha:
            tree, router, linear = self._answering(pruned(tree, self.alpha), examples, attributes)  # (5)
        kind, more = (LinearLeaves, linear) if self.leaf == "linear" else (TreeModel, {})
        router = filled if self.missing == "fill" else router
        model = kind.whole(tree, attributes, None, router=router, size=self.criterion, **more)
        return growth_steps(model, record, self.alpha)

    def _limited(self, tree: Tree) -> Tree:
        """No node grows because of its siblings, so these limits can wait until the tree is finished."""
        if self.min_error:
            tree = tree.cut(tree.impurity >= self.min_error)
        return limited(tree, self.order, self.max_leaves)

    def _answering(self, tree: Tree, examples: TreeExamples, attributes: Attributes
                   ) -> tuple[Tree, Router | None, dict[str, np.ndarray]]:  # fmt: skip
        """The tree whose nodes answer so, with the errors of these answers; its router, for its nodes may be numbered
        anew; and what ``LinearLeaves`` keep of the answers."""
        router = None if self.missing == "fill" else router_for(self.missing, tree, examples, attributes)
        if (self.leaf, self.criterion) == ("mean", "squared"):
            return tree, router, {}
        here = leaf_values.members(tree, examples, router)
        lines, slopes = leaf_values.lines(self.leaf, tree, examples, here)
        errors = leaf_values.mean_errors(lines, tree, examples, here, self.criterion)  # (1)
        prediction = tree.prediction if self.leaf == "linear" else inputs.frozen(lines[:, 0])
        linear = {"lines": inputs.frozen(lines), "slopes": inputs.frozen(slopes, int)}
        return replace(tree, prediction=prediction, impurity=errors), router, linear


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
    tests = node_tests.all_tests(TreeExamples(x, y, 0, np.array([False])), plan)  # (2)
    if not tests:
        raise ValueError(f"X: expected at least two different values of feature {feature}, got one; nothing can be cut")
    weight, total, _ = np.array([test.children for test in tests]).T  # (children, cuts): y from its mean
    below, above = y.mean() + total / weight
    best = tests.index(node_tests.best(tests, plan))  # (3)
    columns = np.unique(x), [test.threshold for test in tests], [test.after for test in tests], below, above
    return CutErrors(*map(inputs.frozen, columns), best)
