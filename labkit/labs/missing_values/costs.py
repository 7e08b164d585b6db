"""Attributes that cost something: what is asked first when questions have prices.

Lecture 17; deck 003 "DECISION TREE EXTENSIONS". Inventory: I-003-037.
"""

from __future__ import annotations

import numpy as np

from labkit.labs.missing_values import common
from labkit.learners import ID3
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.candidates import candidates
from labkit.learners.tree.costs import COST_RULES
from labkit.learners.tree.growth_story import GrowthStep
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import Examples, Plan
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.ranking import Ranking, Row
from labkit.views.scene import Scene
from labkit.views.tree import TreeView

RULES = {"gain alone": None, "gain\u00b2 / cost (Tan, Schlimmer)": "tan_schlimmer",
         "(2^gain \u2212 1) / (cost + 1) (N\u00fa\u00f1ez)": "nunez"}  # fmt: skip
ATTRIBUTES = {"outlook": 2, "temperature": 1, "humidity": 3, "wind": 1}  # the costs to start with


class CostLab(Lab):
    """Prices of the tennis table's attributes, the merits they leave, the tree, and what a case pays in it."""

    name = "17-costs"
    heading = "Tests that cost something"
    steering = (
        *(Slider(name, f"cost of {name}", 1, 30, 1, cost) for name, cost in ATTRIBUTES.items()),
        Choice("rule", "merit", tuple(RULES), tuple(RULES)[1]),
    )

    def data(self, values):
        return common.attributes_and_classes("tennis")

    def tell(self, X, y, values):
        costs = {name: values[name] for name in ATTRIBUTES}
        rule = RULES[values["rule"]]
        trace = _learner(costs, rule).trace(X, y)
        model = trace[-1].model
        merits = Merits(X, y, costs, rule)
        blind = mean_cost(ID3().fit(X, y).model_, costs)
        pays = f"What a case pays: {mean_cost(model, costs):.3g} on average"
        pays += f", {blind:.3g} if prices are ignored" if rule else ""
        views = [
            TreeView(model, box=(8, 30, 536, 422), title="The tree that these prices grow"),
            Ranking(merits.rows, box=(560, 30, 392, 126), headings=("attribute", "gain", "cost", "merit"), wide=120.0,
                    full=merits.most, title="Merits at the node that is split", name="merits"),
            Ranking(lambda step: leaf_rows(step.model, costs), box=(560, 196, 392, 256), wide=236.0, name="pays",
                    headings=("leaf", "n", "pays"), full=float(sum(costs.values())), title=pays),
        ]  # fmt: skip
        return Telling(trace, lambda step: Scene(tuple(view(step) for view in views), step.caption, height=460))
