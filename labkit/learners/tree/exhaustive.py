"""The smallest of all trees, by trying every test at every node: what greedy growth is measured against.

Lectures 15 and 18; deck 002 "Pitfalls of greedy optimization" and "Counter example (cont'd)", deck 003 "SOME ASPECTS
ABOUT DECISION TREES". Inventory: I-002-049, I-002-050, I-003-039.

    best(D) = the leaf D, or the test whose children have together the least (errors, leaves)     (1)

in this order: first the fewest training errors, then the fewest leaves; of equals the leaf, then the lowest feature,
then the lowest threshold or category. Equal sets of examples are looked at once. Even so the work grows
exponentially with the features, so only a few examples are taken: finding the smallest tree is NP-hard (E-003-09),
which is why trees are grown greedily.

Departures from the slides: the table of the counter-example is printed with its columns scrambled; labkit's has the
only rows that agree with the printed errors 3, 4, 4 (E-002-12).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from labkit.learners.tree import node_by_node
from labkit.learners.tree.node_by_node import Node
from labkit.learners.tree.node_tests import CandidateTest, middles
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import Tree

MOST_EXAMPLES = 20
PLAN = Plan("gini")  # of all tests; which of them is the best, only the trees below it tell
Best = tuple[float, int, tuple[int, float] | None]  # errors, leaves, and the feature and threshold or category to ask


def smallest_tree(examples: TreeExamples) -> Tree:
    """With the fewest training errors and, among those, the fewest leaves; its impurities are Gini's."""
    if (n := len(examples)) > MOST_EXAMPLES:
        raise ValueError(f"expected at most {MOST_EXAMPLES} examples for a search of all trees, got {n}; take fewer")
    search = _Search(examples)

    def choose(node: Node, examples: TreeExamples, plan: Plan) -> CandidateTest | None:
        asked = search.best(node.rows)[2]
        tests = node_by_node.tests_of(node, examples, plan) if asked else ()
        return next((test for test in tests if (test.feature, test.threshold) == asked), None)

    return node_by_node.grow(examples, PLAN, choose=choose)


class _Search:
    """The best tree for any of the examples; what was found once is remembered."""

    def __init__(self, examples: TreeExamples):
        self.examples, self.weights, self.found = examples, examples.all_weights, {}

    def best(self, rows: np.ndarray) -> Best:
        """For the examples of these rows; without a test it is a leaf."""
        if (key := rows.tobytes()) not in self.found:
            self.found[key] = self._searched(rows)
        return self.found[key]

    def _searched(self, rows: np.ndarray) -> Best:
        counts = np.bincount(self.examples.y[rows], self.weights[rows])
        least = (float(counts.sum() - counts.max()), 1, None)
        for asked, yes in self._tests(rows) if least[0] > 0 else ():
            one, other = self.best(rows[yes]), self.best(rows[~yes])
            size = (one[0] + other[0], one[1] + other[1])
            if size < least[:2]:
                least = (*size, asked)  # (1)
        return least

    def _tests(self, rows: np.ndarray) -> Iterator[tuple[tuple[int, float], np.ndarray]]:
        """Every test, and which of the rows answer yes."""
        for feature, categorical in enumerate(self.examples.categorical):
            x = self.examples.cells[rows, feature]
            values = np.unique(x)
            for t in (values if categorical else middles(values)).tolist() if len(values) > 1 else ():
                yield (feature, t), x == t if categorical else x <= t
