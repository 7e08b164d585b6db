"""What a tree does about missing values, in training and in prediction: one word chooses both.

Lecture 17; deck 000 "Handling Missing Attribute Values - 1" and "- 2".
Inventory: I-000-097.

    "refuse"       an error that names the value
    "fill"         the usual value is filled in, then all goes on as with complete data    (``fill_in``)
    "surrogates"   another attribute answers in its place                                  (``surrogates``)
    "fractions"    a case goes down every branch with a part of its weight                 (``fractions``)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labkit.core import inputs
from labkit.learners.tree import growth, node_by_node
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.fill_in import FillIn
from labkit.learners.tree.fractions import Fractions
from labkit.learners.tree.information import PATH_CRITERIA
from labkit.learners.tree.model import Router
from labkit.learners.tree.plan import Examples, Plan
from labkit.learners.tree.surrogates import Surrogates
from labkit.learners.tree.tree import Tree

MISSING = ("refuse", "fill", "surrogates", "fractions")


def grow(examples: Examples, plan: Plan, attributes: Attributes, missing: str = "refuse") -> tuple[Tree, Router | None]:
    """The tree, and the router for later cases with missing values.

    Surrogates belong to the nodes of this tree: one whose splits are rearranged needs a router of its own.
    """
    inputs.option("missing", missing, MISSING)
    complete = not np.isnan(examples.cells).any()
    if missing == "refuse" and not complete:
        node_by_node.refuse(examples.cells, attributes.names)
    router = router_for(missing, None, examples, attributes) if missing == "fill" else None
    if router is not None:
        examples, complete = replace(examples, cells=router.cells(examples.cells)), True
    if complete and plan.criterion not in PATH_CRITERIA:
        tree = growth.grow(examples, plan)
    else:
        tree = node_by_node.grow(examples, plan, "refuse" if complete else missing)
    return tree, router or router_for(missing, tree, examples, attributes)


def router_for(missing: str, tree: Tree | None, examples: Examples, attributes: Attributes) -> Router | None:
    """What sends a case on from a test that it cannot answer; only surrogates depend on the tree."""
    if missing == "fill":
        return FillIn.learn(examples.cells, weights=examples.weights, attributes=attributes)
    if missing == "surrogates":
        return Surrogates.learn(tree, examples)
    return Fractions() if missing == "fractions" else None
