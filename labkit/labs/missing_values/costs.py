"""Attributes that cost something: what is asked first when questions have prices.

Lecture 17; deck 003 "DECISION TREE EXTENSIONS". Inventory: I-003-037.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import START, STOP, Trace
from labkit.core.table import Table
from labkit.labs.missing_values import common
from labkit.learners import ID3
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.candidates import Candidate, candidates
from labkit.learners.tree.growth_story import GrowthStep
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import Examples, Plan
from labkit.learners.tree.tree import NEVER, Tree
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Telling
from labkit.views.curves import Curve, Curves
from labkit.views.ranking import Ranking, Row
from labkit.views.scene import Scene
from labkit.views.tree import TreeView

RULES = {
    "gain alone": None,
    "gain\u00b2 / cost (Tan, Schlimmer)": "tan_schlimmer",
    "(2^gain \u2212 1) / (cost + 1) (N\u00fa\u00f1ez)": "nunez",
}
COSTS = {"outlook": 2, "temperature": 1, "humidity": 3, "wind": 1}  # to start with
TREE = (8, 30, 536, 422)


class CostLab(Lab):
    """Prices of the tennis table's attributes, the merits they leave, the tree, and what a case pays in it."""

    name = "17-costs"
    heading = "Tests that cost something"
    steering = (
        *(Slider(name, f"cost of {name}", 1, 30, 1, cost) for name, cost in COSTS.items()),
        Choice("rule", "merit", tuple(RULES), tuple(RULES)[1]),
    )

    def data(self, values):
        return common.attributes_and_classes("tennis")

    def tell(self, X, y, values):
        costs = np.array([values[name] for name in X.names], dtype=float)
        rule = RULES[values["rule"]]
        priced = {} if rule is None else {"costs": costs, "cost_rule": rule}
        trace = ID3(**priced).trace(X, y)
        model, merits = trace[-1].model, Merits(X, y, costs, Plan("entropy", multiway=True, **priced))
        blind = mean_cost(ID3().fit(X, y).model_, costs)
        views = [
            TreeView(model, box=TREE, notes=lambda step: notes(step.model, costs),
                     title="The tree, and what a case pays in it"),
            Ranking(merits.rows, box=(560, 30, 392, 126), headings=("attribute", "gain", "cost", "merit"), wide=118.0,
                    title=merits.title, name="merits"),
            _payments(trace, costs, blind),
        ]  # fmt: skip
        return Telling(
            trace, lambda step: Scene(tuple(v(step) for v in views), caption(step, costs, blind), height=460)
        )


class Merits:
    """What every attribute is worth in a node, with its price and without."""

    def __init__(self, X: Table, y: np.ndarray, costs: np.ndarray, plan: Plan):
        self.attributes, self.costs, self.plan = Attributes.of(X), costs, plan
        classes, codes = np.unique(y, return_inverse=True)
        self.examples = Examples(self.attributes.cells(X), codes, len(classes), self.attributes.categorical)

    def rows(self, step: GrowthStep) -> list[Row]:
        """The best first. Before anything is split and at the end, those of the root."""
        tree, node = step.model.tree, step.node or 0
        here = self.examples.take(rows_in(tree, self.examples.cells, node))
        tests = sorted(candidates(here, self.plan), key=lambda test: -test.merit)
        chosen = -1 if step.event == START else int(tree.feature[node])
        return [self._row(test, test.feature == chosen) for test in tests]

    @staticmethod
    def title(step: GrowthStep) -> str:
        return f"Merits where {step.model.condition(step.node)}" if step.node else "Merits at the root"

    def _row(self, test: Candidate, chosen: bool) -> Row:
        cells = f"{test.gain:.3f}", f"{self.costs[test.feature]:.0f}", f"{test.merit:.4f}"
        return Row(self.attributes[test.feature].name, cells, test.merit, chosen)


def rows_in(tree: Tree, cells: np.ndarray, node: int) -> np.ndarray:
    """The examples that come to a node."""
    split = tree.first < NEVER
    split[node] = False
    return np.flatnonzero(tree.apply(cells, split) == node)


def paid(tree: Tree, costs: np.ndarray) -> np.ndarray:
    """By node: what a case has paid when it comes there. A value that was bought once is known from then on."""
    total = np.zeros(len(tree))
    for node in range(1, len(tree)):  # a parent is older than its children
        path = [int(parent) for parent in tree.path(node)[:-1]]
        total[node] = costs[np.unique(tree.feature[path])].sum()
    return total


def mean_cost(model: TreeModel, costs: np.ndarray) -> float:
    """What a case pays on average, if cases come as the examples did."""
    tree, leaves = model.tree, model.leaves
    return float(tree.weight[leaves] @ paid(tree, costs)[leaves] / tree.weight[0])


def notes(model: TreeModel, costs: np.ndarray) -> dict[int, tuple[str, ...]]:
    """What a case has paid at the leaves, and with which merit the others were split."""
    tree, total = model.tree, paid(model.tree, costs)
    said = {node: (f"merit {tree.gain[node]:.3g}", f"{tree.gain[node]:.3g}") for node in tree.splits.tolist()}
    return said | {
        int(k): (f"n {tree.weight[k]:.0f} \u00b7 pays {total[k]:.0f}", f"pays {total[k]:.0f}") for k in model.leaves
    }


def caption(step: GrowthStep, costs: np.ndarray, blind: float) -> str:
    pays = f"a case pays {mean_cost(step.model, costs):.3g} on average"
    if step.event == START:
        return "start: nothing is asked, nothing is paid"
    if step.event == STOP:
        return f"stop after {step.split} splits: {pays}, {blind:.3g} if prices are ignored"
    return f"split {step.split}: {step.model.question(step.node)} has the largest merit, {step.gain:.3g}; {pays}"


def _payments(trace: Trace, costs: np.ndarray, blind: float) -> Curves:
    """Along the growth, against the tree that knows no prices."""
    means = trace.curve(lambda step: mean_cost(step.model, costs))
    bound = np.full(len(means), blind)
    return Curves(
        trace.curve("split"), [Curve(means, "this tree", "class0"), Curve(bound, "prices ignored", bound=True)],
        lambda step: step.split, box=(600, 226, 232, 184), xlabel="splits", name="payments",
        title="What a case pays on average",
    )  # fmt: skip
