"""The plain grower: one node after the other, as the lectures do it by hand.

Lectures 15 and 17; deck 003 "DECISION TREE LEARNING ALGORITHM", deck 001 "Classification Trees", deck 000 "Handling
Missing Attribute Values - 1" and "JMI & CMIM Criteria".
Inventory: I-003-033, I-001-026, I-000-088, I-000-097.

    put the root into a queue; while the queue is not empty, take out its first node
        if the node is pure, too small or too deep, or no test fits: it stays a leaf
        otherwise ask the best test, and put its children at the end of the queue

Where all tests have two branches it grows the same tree as ``engine.level_growth``, which takes all nodes of a depth at
once (where weights lie many powers of ten apart, rounding may decide near ties differently). It does more: it
makes a branch for each category, or asks for subsets of them (``subsets``); it measures absolute errors (``absolute``);
it knows the path that leads to a node, which JMI and CMIM need; and it takes missing values. An example that misses the
test's value

    "fractions"    goes down every branch, with its weight times the branch's share of the known weight (C4.5)
    "surrogates"   goes where the test's surrogates say (CART)

and counts for nothing when the test is chosen: its gain is multiplied by the share of the weight that is known. Limits
on the number of examples count the parts of those that were spread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from labkit.core import inputs
from labkit.learners.tree import absolute, costs, information, node_tests, surrogates
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.leaf_values import median
from labkit.learners.tree.node_tests import CandidateTest
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import MANY, TOLERANCE, Tree, majority


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """An open node."""

    number: int
    rows: np.ndarray  # the examples that are here
    parts: np.ndarray  # how much of each: less than 1 where it was spread
    path: tuple[CandidateTest, ...] = ()  # the tests that led here

    def part_of(self, examples: TreeExamples) -> TreeExamples:
        """The examples that are here, as heavy as their parts."""
        mine = examples.take(self.rows)
        return replace(mine, weights=self.parts if mine.weights is None else self.parts * mine.weights)


Chooser = Callable[[Node, TreeExamples, Plan], CandidateTest | None]


def grow(examples: TreeExamples, plan: Plan, missing: str = "refuse", choose: Chooser | None = None) -> Tree:
    """``missing`` is one of "refuse", "surrogates", "fractions"; ``choose`` is asked for the test of every node, None
    is the criterion."""
    inputs.option("missing", missing, ("refuse", "surrogates", "fractions"))
    if missing == "refuse":
        refuse(examples.cells)
    root = Node(0, np.arange(len(examples)), np.ones(len(examples)))
    builder = Builder(_contents([root.part_of(examples)], plan))
    queue = deque([root])
    while queue:
        node = queue.popleft()
        test = (choose or best_test)(node, examples, plan)
        if test is not None:
            children = _children(node, examples, test, missing)
            contents = _contents([child.part_of(examples) for child in children], plan)
            parts = node.number, test.kind, test.feature, test.threshold, test.merit, len(test.sizes)
            splits = Splits(*(np.array([part]) for part in parts))
            (first,) = builder.split(splits, contents, test.branch if test.kind == MANY else None)
            queue.extend(replace(child, number=int(first) + k) for k, child in enumerate(children))
    return builder.tree(examples.cells.shape[1])


def refuse(cells: np.ndarray, names: tuple[str, ...] | None = None) -> None:
    """Raise if a value is missing."""
    gaps = np.argwhere(np.isnan(cells))
    if len(gaps):
        row, feature = gaps[0]
        name = names[feature] if names else f"x{feature + 1}"
        raise ValueError(
            f"column {name!r}: expected a value in every row, got none in row {row} (NaN stands for a missing value); "
            'fill it in, or choose missing="fill", "surrogates" or "fractions"'
        )


# ---------------------------------------------------------------- choosing the test


def best_test(node: Node, examples: TreeExamples, plan: Plan) -> CandidateTest | None:
    """The criterion's test; None where the node stays a leaf."""
    return node_tests.best(tests_of(node, examples, plan), plan)


def tests_of(node: Node, examples: TreeExamples, plan: Plan) -> list[CandidateTest]:
    """All tests that a node may ask; none where it stays a leaf."""
    mine = node.part_of(examples)
    deep = plan.max_depth is not None and len(node.path) >= plan.max_depth
    small = node.parts.sum() < plan.min_split * (1 - TOLERANCE)
    if deep or small or (mine.y == mine.y[0]).all():
        return []
    tests = node_tests.all_tests(mine, plan, parts=node.parts)
    if plan.criterion in information.PATH_CRITERIA:
        tests = [replace(test, merit=_path_merit(test, node, examples, plan)) for test in tests]
    return tests


def _path_merit(test: CandidateTest, node: Node, examples: TreeExamples, plan: Plan) -> float:
    outcomes, *path = (asked.outcomes(examples.cells) for asked in (test, *node.path))
    merit = information.path_merit(plan.criterion, outcomes, path, examples.y, examples.weights)
    return merit if plan.costs is None else float(costs.COST_RULES[plan.cost_rule](merit, plan.costs[test.feature]))


# ---------------------------------------------------------------- sending the examples on


def _children(node: Node, examples: TreeExamples, test: CandidateTest, missing: str) -> list[Node]:
    """Their numbers come later."""
    branch = test.outcomes(examples.cells[node.rows])
    lost = branch == information.UNKNOWN
    if test.kind == MANY:
        branch = np.where(lost, branch, np.searchsorted(test.branch, branch))
    places, shares = np.arange(len(branch)), np.ones(len(branch))
    if lost.any() and missing == "surrogates":
        mine = node.part_of(examples)
        backup = surrogates.backup(mine, branch, len(test.sizes), np.array([test.feature]))
        branch[lost] = backup.branches(mine.cells[lost])[0]
    elif lost.any():
        places, branch, shares = _in_fractions(branch, lost, test.sizes / test.sizes.sum())
    rows, parts, path = node.rows[places], node.parts[places] * shares, (*node.path, test)
    return [Node(-1, rows[branch == k], parts[branch == k], path) for k in range(len(test.sizes))]


def _in_fractions(branch: np.ndarray, lost: np.ndarray, q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(places, branches, shares): the known examples, then every lost one in each branch."""
    known, lost = np.flatnonzero(~lost), np.flatnonzero(lost)
    places = np.concatenate([known, np.repeat(lost, len(q))])
    branch = np.concatenate([branch[known], np.tile(np.arange(len(q)), len(lost))])
    return places, branch, np.concatenate([np.ones(len(known)), np.tile(q, len(lost))])


def _contents(nodes: list[TreeExamples], plan: Plan) -> Contents:
    """What the nodes hold, for the arrays of the tree."""
    weight = np.array([node.weights.sum() for node in nodes])
    if not nodes[0].classes:
        if plan.criterion == "absolute":
            left = [absolute.deviation(node.y, node.weights) for node in nodes] / weight
            middle = np.array([median(node.y, node.weights) for node in nodes])
            return Contents(weight, np.empty((len(nodes), 0)), left, middle)
        mean = np.array([np.average(node.y, weights=node.weights) for node in nodes])
        spread = [np.average((node.y - m) ** 2, weights=node.weights) for node, m in zip(nodes, mean, strict=True)]
        return Contents(weight, np.empty((len(nodes), 0)), np.array(spread), mean)
    counts = np.array([np.bincount(node.y, node.weights, minlength=node.classes) for node in nodes])
    return Contents(weight, counts, plan.impurity(counts.T), majority(counts))
