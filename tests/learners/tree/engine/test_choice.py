"""The best test of every open node of a level, as if each node were looked at alone."""

import numpy as np
import pytest

from labkit.learners.tree.engine.builder import Contents
from labkit.learners.tree.engine.choice import Chooser
from labkit.learners.tree.engine.open_nodes import Moved, OpenNodes
from labkit.learners.tree.node_tests import all_tests, best
from labkit.learners.tree.plan import Plan, TreeExamples
from tests.learners.tree.levels import CRITERIA, NODES, opened


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("criterion", [*CRITERIA, "gain_ratio"])
def test_choice_is_the_best_candidate_of_every_node(criterion, weighted):
    plan = Plan(criterion=criterion, min_leaf=2)
    for seed in range(8):
        examples, level, node, chooser, here = opened(seed, plan, weighted)
        choice = chooser.choose(level, here)
        for s in range(NODES):
            rows = np.flatnonzero(node == level.nodes[s])
            expected = best(all_tests(examples.take(rows), plan), plan)
            assert choice.there[s]
            assert choice.column[s] == expected.feature
            assert choice.merit[s] == pytest.approx(expected.merit, rel=1e-9, abs=1e-12)
            left = level.order[choice.column[s], level.starts[s] : choice.high[s] + 1]  # who answers yes
            assert sorted(left) == rows[examples.cells[rows, expected.feature] <= expected.threshold].tolist()


def test_choice_of_a_node_without_a_test_is_not_there():
    plan = Plan()
    cells = np.array([[1.0], [1.0], [2.0], [3.0]])
    examples = TreeExamples(cells, np.array([0, 1, 0, 1]), 2, np.array([False]))
    root = OpenNodes.root(np.ascontiguousarray(cells.T))
    node = np.array([0, 0, 1, 1])
    level = root.children(
        Moved(root.order[0], node[root.order[0]], np.array([0]), 2, True),
        np.array([2, 2]), np.array([True, True, False]), first=0,
    )  # fmt: skip
    counts = np.array([[1.0, 1.0], [1.0, 1.0]])
    choice = Chooser(examples, plan, cells.T.copy(), root).choose(
        level, Contents(np.array([2.0, 2.0]), counts, plan.impurity(counts.T), np.zeros(2))
    )
    assert dict(zip(level.nodes.tolist(), choice.there.tolist(), strict=True)) == {0: False, 1: True}
