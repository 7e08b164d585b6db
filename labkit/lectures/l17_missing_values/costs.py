"""Attributes that cost something: what is asked first when questions have prices.

Lecture 17; deck 003 "DECISION TREE EXTENSIONS". Inventory: I-003-037.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labkit.core.story import START, STOP
from labkit.core.table import Table
from labkit.learners import ID3
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.costs import mean_cost, paid
from labkit.learners.tree.growth import GrowthStep
from labkit.learners.tree.node_tests import all_tests
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import NEVER, Tree
from labkit.lectures.l17_missing_values import common, questions
from labkit.player.controls import Choice, Slider
from labkit.player.lab import Lab, Story
from labkit.views.charts.chart import Chart
from labkit.views.layout import columns, rows
from labkit.views.tables.ranking import Ranked, ranking
from labkit.views.trees.tree import TreeView

RULES = {
    "gain alone": None,
    "gain\u00b2 / cost (Tan, Schlimmer)": "tan_schlimmer",
    "(2^gain \u2212 1) / (cost + 1) (N\u00fa\u00f1ez)": "nunez",
}
COSTS = {"outlook": 2, "temperature": 1, "humidity": 3, "wind": 1}  # to start with


class CostLab(Lab):
    """Prices of the tennis table's attributes, the merits they leave, the tree, and what a case pays in it."""

    name, heading = "17-costs", "Tests that cost something"
    question = questions.dearer_or_cheaper
    steering = (
        *(Slider(name, f"cost of {name}", 1, 30, 1, cost) for name, cost in COSTS.items()),
        Choice("rule", "merit", tuple(RULES), tuple(RULES)[1]),
    )
    presets = {
        "all cost the same": dict.fromkeys(COSTS, 1),
        "dear outlook": {"outlook": 30},
        "prices ignored": {"outlook": 30, "rule": "gain alone"},
    }

    def data(self, values):
        return common.attributes_and_classes("tennis")

    def story(self, X, y, values):
        costs = np.array([values[name] for name in X.names], dtype=float)
        rule = RULES[values["rule"]]
        priced = {} if rule is None else {"costs": costs, "cost_rule": rule}
        trace, blind = ID3(**priced).trace(X, y), mean_cost(ID3().fit(X, y).model_, costs)
        tree = TreeView(trace[-1].model, notes=lambda step: notes(step, costs),
                        title="The tree, and what a case pays in it")  # fmt: skip
        merits = ranking(merits_of(X, y, costs, Plan("entropy", multiway=True, **priced)),
                         ("attribute", "gain", "cost", "merit"), title=_title, name="merits")  # fmt: skip
        payments = Chart(trace, x="split", xlabel="splits", title="What a case pays on average", name="payments")
        payments.line(lambda step: mean_cost(step.model, costs), "this tree").bound(blind, "prices ignored")
        return Story(trace, columns(tree, rows(merits, payments, weights=(2, 3)), weights=(3, 2), shape=2.1,
                                    caption=lambda step: caption(step, costs, blind)))  # fmt: skip


def final_payments(lab: CostLab) -> tuple[float, float]:
    """What a case pays on average in the lab's tree, and in the one that ignores prices."""
    X, y = lab.data(lab.values)
    costs = np.array([lab.values[name] for name in X.names], dtype=float)
    return mean_cost(lab.steps[-1].model, costs), mean_cost(ID3().fit(X, y).model_, costs)


def merits_of(X: Table, y: np.ndarray, costs: np.ndarray, plan: Plan) -> Callable[[GrowthStep], list[Ranked]]:
    """What every attribute is worth in the node of a step, the best first; at the start and the end, in the root."""
    attributes, (classes, codes) = Attributes.of(X), np.unique(y, return_inverse=True)
    examples = TreeExamples(attributes.cells(X), codes, len(classes), attributes.categorical)

    def ranked(step: GrowthStep) -> list[Ranked]:
        tree, node = step.model.tree, step.node or 0
        tests = all_tests(examples.take(rows_in(tree, examples.cells, node)), plan)
        chosen = -1 if step.event == START else int(tree.feature[node])
        return [Ranked(attributes[test.feature].name,
                       (f"{test.gain:.3f}", f"{costs[test.feature]:.0f}", f"{test.merit:.4f}"),
                       test.merit, test.feature == chosen)
                for test in sorted(tests, key=lambda test: -test.merit)]  # fmt: skip

    return ranked


def rows_in(tree: Tree, cells: np.ndarray, node: int) -> np.ndarray:
    """The examples that come to a node."""
    split = tree.first < NEVER
    split[node] = False
    return np.flatnonzero(tree.apply(cells, split) == node)


def _title(step: GrowthStep) -> str:
    return f"Merits where {step.model.condition(step.node)}" if step.node else "Merits at the root"


def notes(step: GrowthStep, costs: np.ndarray) -> dict[int, tuple[str, ...]]:
    """What a case has paid at the leaves, and with which merit the others were split."""
    tree, total = step.model.tree, paid(step.model.tree, costs)
    merits = {node: (f"merit {tree.gain[node]:.3g}", f"{tree.gain[node]:.3g}") for node in tree.splits.tolist()}
    return merits | {
        int(k): (f"n {tree.weight[k]:.0f} \u00b7 pays {total[k]:.0f}", f"pays {total[k]:.0f}")
        for k in step.model.leaves
    }


def caption(step: GrowthStep, costs: np.ndarray, blind: float) -> str:
    pays = f"a case pays {mean_cost(step.model, costs):.3g} on average"
    if step.event == START:
        return "start: nothing is asked, nothing is paid"
    if step.event == STOP:
        return f"stop after {step.split} splits: {pays}, {blind:.3g} if prices are ignored"
    return f"split {step.split}: {step.model.question(step.node)} has the largest merit, {step.gain:.3g}; {pays}"
