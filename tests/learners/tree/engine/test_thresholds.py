"""Every threshold of every open node of a level, scored as if each node were looked at alone."""

import numpy as np
import pytest

from labkit.learners.tree.engine.thresholds import INVALID
from labkit.learners.tree.node_tests import all_tests
from labkit.learners.tree.plan import Plan
from tests.learners.tree.levels import CRITERIA, NODES, opened


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("min_leaf", [1, 4])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_scores_are_the_merits_of_all_thresholds_and_only_those(criterion, min_leaf, weighted):
    plan = Plan(criterion=criterion, min_leaf=min_leaf)
    for seed in range(5):
        examples, level, node, chooser, here = opened(seed, plan, weighted, categorical=(False, False, False))
        score = np.concatenate([part for _, part in chooser.scores.blocks(level, here)])
        offset, scale = (np.broadcast_to(part, NODES) for part in chooser.scores.in_merit(here))
        for s in range(NODES):
            alone = all_tests(examples.take(np.flatnonzero(node == level.nodes[s])), plan)
            found = score[:, level.starts[s] : level.ends[s] + 1]
            merits = [offset[s] + scale[s] * row[row > INVALID] for row in found]
            assert len(alone) >= 5
            for feature, row in enumerate(merits):
                expected = [test.merit for test in alone if test.feature == feature]
                np.testing.assert_allclose(row, expected, atol=1e-12)
