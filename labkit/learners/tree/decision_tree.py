"""A classifier that asks one question after another.

Lecture 15; deck 000 "Defining “Attribute Tests” - 1" and "- 2", deck 001 "Decision Trees", "Classification Trees" and
"When to Stop Splitting", deck 003 "DECISION TREE LEARNING ALGORITHM" and "DECISION TREE EXTENSIONS".
Inventory: I-001-022, I-001-026, I-003-033, I-003-036, I-001-030, I-001-035.

    grow        split every open node by its best test, level by level     (``growth``, ``node_by_node``)
    stop        at pure nodes, limits, or where a rule refuses the split   (``stopping``)
    prune       to the least error + alpha leaves                          (``cost_complexity``)

The story is the growth of the tree that is left, split by split. Ties: the lowest attribute, then the lowest threshold
or category, then the first class. Departures: a node is closed by purity, not because all gains are zero (E-000-32);
a category without examples answers as its node does (E-003-02); thresholds may ask about an attribute again (E-003-10).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from labkit.core import inputs
from labkit.core.learner import Classifier, Estimates, TrainingSet, Weighs
from labkit.core.table import Table
from labkit.learners.tree import costs, growth, missing, stopping
from labkit.learners.tree.attributes import Attributes, complete
from labkit.learners.tree.cost_complexity import pruned
from labkit.learners.tree.criteria import BINARY_ONLY, CRITERIA, merit_name
from labkit.learners.tree.growth_story import GrowthStep, growth_steps, pruned_at
from labkit.learners.tree.information import PATH_CRITERIA
from labkit.learners.tree.model import Router, TreeModel
from labkit.learners.tree.plan import Examples, Plan, check_limits
from labkit.learners.tree.tree import Tree

TESTS = ("binary", "multiway")
STOPS = ("purity", *stopping.RULES)


class DecisionTree(Weighs, Estimates, Classifier):
    """A tree for classes; attributes may be numbers, categories and missing. ``ID3``, ``C45`` and ``CART`` are kinds.

    Parameters
    ----------
    criterion : "gini", "entropy", "misclassification", "gain_ratio", "g_statistic", "twoing", "half_split", and "jmi"
        and "cmim", which look back along the path.
    tests : of categories: "binary" (one of them against the rest) or "multiway" (a branch for each).
    max_depth : tests on the longest path; None is no limit.
    min_split : examples that a node needs to be split.
    min_leaf : examples that every child needs.
    min_gain : what a split must take off the impurity of its node, at least.
    max_leaves : the budget of leaves; None is no limit.
    order : in which splits are told, and spend the budget: "breadth" (level by level) or "best" (most useful first).
    stop : "purity", or a rule that refuses splits: "chi-square", "mdl", "cross-validation".
    significance : of the chi-square rule.
    costs : of asking for each attribute, in their order or by name; None: all the same.
    cost_rule : "tan_schlimmer" or "nunez".
    missing : "refuse", "fill", "surrogates" (binary tests only) or "fractions".
    alpha : the price of a leaf, in training error; the tree is pruned to the least cost.
    seed : of the cross-validation rule's folds.
    """

    def __init__(
        self,
        *,
        criterion="gini",
        tests="binary",
        max_depth=None,
        min_split=2,
        min_leaf=1,
        min_gain=0.0,
        max_leaves=None,
        order="breadth",
        stop="purity",
        significance=0.05,
        costs=None,
        cost_rule="tan_schlimmer",
        missing="refuse",
        alpha=0.0,
        seed=0,
    ):
        self.criterion = criterion
        self.tests = tests
        self.max_depth = max_depth
        self.min_split = min_split
        self.min_leaf = min_leaf
        self.min_gain = min_gain
        self.max_leaves = max_leaves
        self.order = order
        self.stop = stop
        self.significance = significance
        self.costs = costs
        self.cost_rule = cost_rule
        self.missing = missing
        self.alpha = alpha
        self.seed = seed

    def _features(self, X) -> np.ndarray | Table:
        if not isinstance(X, Table):
            return inputs.matrix(X, missing=self.missing != "refuse")
        return complete(X, "fill it in, or set missing") if self.missing == "refuse" else X

    def _check(self, data: TrainingSet) -> None:
        inputs.option("criterion", self.criterion, (*CRITERIA, *PATH_CRITERIA))
        for name, allowed in (("tests", TESTS), ("order", growth.ORDERS), ("stop", STOPS), ("missing", missing.MISSING),
                              ("cost_rule", costs.COST_RULES)):  # fmt: skip
            inputs.option(name, getattr(self, name), allowed)
        check_limits(self)
        inputs.number("seed", self.seed, least=0, whole=True)
        inputs.number("alpha", self.alpha, least=0)
        inputs.number("significance", self.significance, above=0, most=1)
        self._check_together(data)

    def _check_together(self, data: TrainingSet) -> None:
        """Choices that do not go with each other."""
        if self.tests == "multiway":
            two = "the criterion compares two branches" if self.criterion in BINARY_ONLY else ""
            two = two or ("surrogates answer for two branches" if self.missing == "surrogates" else "")
            if two:
                raise ValueError(f"tests: expected 'binary' ({two}), got 'multiway'; change one of them")
        if self.costs is not None:
            inputs.option("criterion", self.criterion, costs.COSTED)
            costs.checked(self.costs, Attributes.of(data.X).names)

    def _story(self, data: TrainingSet, told: bool) -> Iterator[GrowthStep]:
        attributes = Attributes.of(data.X)
        cells, classes = attributes.cells(data.X), len(data.classes)
        examples = Examples(cells, data.y, classes, attributes.categorical, data.weights)
        tree, router = self._grown(examples, attributes)
        model = TreeModel.whole(tree, attributes, data.classes, merit=self._merit_name(), router=router)
        refused = (f"left unsplit by the {self.stop} rule",) if self.stop != "purity" else ()
        return growth_steps(model, told, (*refused, *pruned_at(self.alpha)))

    def _merit_name(self) -> str:
        if self.criterion in PATH_CRITERIA:
            return self.criterion.upper()
        return merit_name(self.criterion) if self.costs is None else "merit"

    def _grown(self, examples: Examples, attributes: Attributes) -> tuple[Tree, Router | None]:
        plan = self._plan(attributes)
        tree, router = missing.grow(examples, plan, attributes, self.missing)
        if self.stop != "purity":

            def again(some: Examples) -> Tree:
                return missing.grow(some, plan, attributes, self.missing)[0]

            options = {"significance": self.significance, "seed": self.seed}
            tree = tree.cut(stopping.keeps(tree, self.stop, examples, again, **options))
        tree = growth.limited(tree, self.order, self.max_leaves)
        if self.alpha:
            tree = pruned(tree, self.alpha)
        if router is not None and len(tree) > 1:
            router = missing.router_for(self.missing, tree, examples, attributes)  # its tests are numbered anew
        return tree, router

    def _plan(self, attributes: Attributes) -> Plan:
        prices = None if self.costs is None else costs.checked(self.costs, attributes.names)
        more = {"multiway": self.tests == "multiway", "costs": prices, "cost_rule": self.cost_rule}
        return Plan.within(self, self.criterion, **more)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.missing != "refuse"
        return tags
