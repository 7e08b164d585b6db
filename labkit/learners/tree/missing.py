"""Growing with missing values: what one word says about them, in training and in prediction.

Lecture 17; deck 000 "Handling Missing Attribute Values - 1" and "- 2". Inventory: I-000-097, I-000-098, I-000-130.

    "refuse"       an error that names the value
    "fill"         the usual value is filled in, then all goes on as with complete data    (``fill_in``)
    "surrogates"   another attribute answers in its place                                  (``surrogates``)
    "fractions"    a case goes down every branch with a part of its weight                 (``fractions``)

The usual number is the mean or the median (``fill``), the usual category the most frequent one. Forests and boosting
refuse or fill in: all their trees share what is usual.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.core import inputs, params
from labkit.core.learner import TrainingSet
from labkit.core.params import Params
from labkit.core.table import Table
from labkit.learners.tree import node_by_node, subsets
from labkit.learners.tree.attributes import Attributes, complete
from labkit.learners.tree.engine import level_growth
from labkit.learners.tree.fill_in import NUMBERS, FilledAttributes, FillIn
from labkit.learners.tree.fractions import Fractions
from labkit.learners.tree.information import PATH_CRITERIA
from labkit.learners.tree.model import Router
from labkit.learners.tree.plan import TESTS, Plan, TreeExamples
from labkit.learners.tree.surrogates import Surrogates
from labkit.learners.tree.tree import Tree

FILLED = ("refuse", "fill")
MISSING = (*FILLED, "surrogates", "fractions")


class TakesGaps(Params):
    """For learners of categories and numbers that refuse missing values, or fill in the usual ones of training."""

    missing: str = params.option("refuse", FILLED)
    fill: str = params.option("mean", NUMBERS)  # what stands for a missing number where missing="fill"

    def _features(self, X) -> np.ndarray | Table:
        if not isinstance(X, Table):
            return inputs.matrix(X, missing=self.missing != "refuse")
        return complete(X, 'fill it in, or set missing="fill"') if self.missing == "refuse" else X

    def _attributes(self, X: np.ndarray | Table) -> Attributes:
        """Those of the examples."""
        return FilledAttributes.learn(X, self.fill) if self.missing == "fill" else Attributes.of(X)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.missing != "refuse"
        return tags


class TakesTables(TakesGaps):
    """For tree learners that take categories and missing values."""

    tests: str = params.option("binary", TESTS)  # of categories: one against the rest, a branch for each, or subsets
    missing: str = params.option("refuse", MISSING)

    def _check_tests(self, data: TrainingSet, plan: Plan) -> None:
        """Raise where the tests cannot be asked of these data."""
        if self.tests == "multiway" and self.missing == "surrogates":
            why = "surrogates answer for two branches"
            raise ValueError(f"tests: expected 'binary' ({why}), got 'multiway'; change one of them")
        if plan.subsets:
            attributes = Attributes.of(data.X)
            subsets.check(TreeExamples.of(attributes, data), plan, attributes)

    def _grow(self, examples: TreeExamples, plan: Plan, attributes: Attributes) -> tuple[Tree, Router | None]:
        return grow(examples, plan, attributes, self.missing, self.fill)


def grow(examples: TreeExamples, plan: Plan, attributes: Attributes, missing: str, fill: str = "mean"
         ) -> tuple[Tree, Router | None]:  # fmt: skip
    """The tree, and the router for later cases with missing values.

    Surrogates belong to the nodes of this tree: one whose splits are rearranged needs a router of its own.
    """
    router, gaps = None, bool(np.isnan(examples.cells).any())
    if missing == "refuse" and gaps:
        node_by_node.refuse(examples.cells, attributes.names)
    if missing == "fill":
        router = router_for(missing, None, examples, attributes, fill)
        examples, gaps = replace(examples, cells=router.cells(examples.cells)), False
    if gaps or plan.criterion in PATH_CRITERIA:
        tree = node_by_node.grow(examples, plan, missing if gaps else "refuse")
    else:
        tree = level_growth.grow(examples, plan)
    return tree, router or router_for(missing, tree, examples, attributes)


def router_for(missing: str, tree: Tree | None, examples: TreeExamples, attributes: Attributes, fill: str = "mean"
               ) -> Router | None:  # fmt: skip
    """What sends a case on from a test that it cannot answer; only surrogates depend on the tree."""
    if missing == "fill":
        return FillIn.learn(examples.cells, fill, weights=examples.weights, attributes=attributes)
    if missing == "surrogates":
        return Surrogates.learn(tree, examples)
    return Fractions() if missing == "fractions" else None
