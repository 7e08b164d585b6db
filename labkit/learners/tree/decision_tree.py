"""A classifier that asks one question after another.

Lectures 15 and 17; deck 000 "Defining “Attribute Tests” - 1" and "- 2", "Handling Missing Attribute Values - 1" and
"- 2", deck 001 "Decision Trees", "Classification Trees" and "When to Stop Splitting", deck 003 "DECISION TREE LEARNING
ALGORITHM" and "DECISION TREE EXTENSIONS".
Inventory: I-001-022, I-001-026, I-003-033, I-003-036, I-001-030, I-001-035, I-000-097.

    grow        split every open node by its best test, level by level     (``node_by_node``, in ``engine`` faster)
    stop        at pure nodes, limits, or where a rule refuses the split   (``stopping``)
    prune       to the least error + alpha leaves                          (``cost_complexity``)

One word says what is done about missing values, in training and in prediction (``missing``).

The story is the growth of the tree that is left, split by split. Ties: the lowest attribute, then the lowest threshold
or category, then the first class. Departures: a node is closed by purity, not because all gains are zero (E-000-32);
a category without examples answers as its node does (E-003-02); thresholds may ask about an attribute again (E-003-10).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import Classifier, HasProbabilities, TakesWeights, TrainingSet
from labkit.learners.tree import costs, stopping
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.cost_complexity import pruned
from labkit.learners.tree.costs import COST_RULES
from labkit.learners.tree.criteria import BINARY_ONLY, CRITERIA, merit_name
from labkit.learners.tree.growth import ORDERS, GrowthStep, growth_steps, limited
from labkit.learners.tree.information import PATH_CRITERIA
from labkit.learners.tree.missing import TakesTables, router_for
from labkit.learners.tree.model import Router, TreeModel
from labkit.learners.tree.outline import ShowsTree
from labkit.learners.tree.plan import GrowthLimits, Plan, TreeExamples
from labkit.learners.tree.tree import Tree

STOPS = ("purity", *stopping.RULES)


class DecisionTree(ShowsTree, TakesTables, TakesWeights, HasProbabilities, GrowthLimits, Classifier):
    """A tree for classes; attributes may be numbers, categories and missing. ``ID3``, ``C45`` and ``CART`` are kinds.

    Parameters
    ----------
    criterion : "gini", "entropy", "misclassification", "gain_ratio", "g_statistic", "twoing", "half_split", and "jmi"
        and "cmim", which look back along the path.
    tests : of categories: "binary" (one of them against the rest), "multiway" (a branch for each) or "subsets" (some
        of them against the others).
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
    missing : "refuse", "fill", "surrogates" (tests of two branches only) or "fractions".
    fill : what stands for a missing number where missing="fill": the "mean" or the "median".
    alpha : the price of a leaf, in training error; the tree is pruned to the least cost.
    seed : of the cross-validation rule's folds.
    """

    criterion: str = params.option("gini", (*CRITERIA, *PATH_CRITERIA))
    max_leaves: int | None = params.whole(None, least=1, nothing=True)
    order: str = params.option("breadth", ORDERS)
    stop: str = params.option("purity", STOPS)
    significance: float = params.number(0.05, above=0, most=1)
    costs: object = None
    cost_rule: str = params.option("tan_schlimmer", tuple(COST_RULES))
    alpha: float = params.number(0.0, least=0)
    seed: int = params.seed()

    def _check(self, data: TrainingSet) -> None:
        if self.tests == "multiway" and self.criterion in BINARY_ONLY:
            why = "the criterion compares two branches"
            raise ValueError(f"tests: expected 'binary' ({why}), got 'multiway'; change one of them")
        self._check_tests(data, self._tree_plan())
        if self.costs is not None:
            inputs.option("criterion", self.criterion, costs.COSTED)
            costs.checked(self.costs, Attributes.of(data.X).names)

    def _tree_plan(self, prices: np.ndarray | None = None) -> Plan:
        return self._plan(self.criterion, multiway=self.tests == "multiway", subsets=self.tests == "subsets",
                          costs=prices, cost_rule=self.cost_rule)  # fmt: skip

    def _story(self, data: TrainingSet, record: bool) -> Iterator[GrowthStep]:
        attributes = Attributes.of(data.X)
        examples = TreeExamples.of(attributes, data)
        tree, router = self._grown(examples, attributes)
        model = TreeModel.whole(tree, attributes, data.classes, merit=self._merit_name(), router=router)
        refused = (f"left unsplit by the {self.stop} rule",) if self.stop != "purity" else ()
        return growth_steps(model, record, self.alpha, refused)

    def _merit_name(self) -> str:
        if self.criterion in PATH_CRITERIA:
            return self.criterion.upper()
        return merit_name(self.criterion) if self.costs is None else "merit"

    def _grown(self, examples: TreeExamples, attributes: Attributes) -> tuple[Tree, Router | None]:
        prices = None if self.costs is None else costs.checked(self.costs, attributes.names)
        plan = self._tree_plan(prices)
        tree, router = self._grow(examples, plan, attributes)
        if self.stop != "purity":

            def again(some: TreeExamples) -> Tree:
                return self._grow(some, plan, attributes)[0]

            options = {"significance": self.significance, "seed": self.seed}
            tree = tree.cut(stopping.keeps(tree, self.stop, examples, again, **options))
        tree = limited(tree, self.order, self.max_leaves)
        if self.alpha:
            tree = pruned(tree, self.alpha)
        if self.missing == "surrogates" and len(tree) > 1:
            router = router_for(self.missing, tree, examples, attributes)  # its tests are numbered anew
        return tree, router
