"""The plain grower: one node after the other, as the lectures do it by hand.

Lectures 15 and 17; deck 003 "DECISION TREE LEARNING ALGORITHM", deck 001 "Classification Trees", deck 000 "Handling
Missing Attribute Values - 1" and "JMI & CMIM Criteria".
Inventory: I-003-033, I-001-026, I-000-088, I-000-097.

    put the root into a queue; while the queue is not empty, take out its first node
        if the node is pure, too small or too deep, or no test fits: it stays a leaf
        otherwise ask the best test, and put its children at the end of the queue

On complete data it grows the same tree as ``growth.grow``, which takes all nodes of a depth at once (where weights lie
many powers of ten apart, rounding may decide near ties differently). It is the slower and plainer of the two, and does
two things more: it knows the path that leads to a node, which JMI and CMIM need, and it takes missing values. An
example of which the test's value is missing

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
from labkit.learners.tree import candidates, costs, information, surrogates
from labkit.learners.tree.builder import Builder, Contents, Splits, majority
from labkit.learners.tree.candidates import Candidate
from labkit.learners.tree.plan import TOLERANCE, Examples, Plan
from labkit.learners.tree.tree import EQUAL, MANY, Tree

Sender = Callable[["Node", Examples, Candidate], tuple[np.ndarray, np.ndarray, np.ndarray]]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """An open node."""

    number: int
    rows: np.ndarray  # the examples that are here
    parts: np.ndarray  # how much of each: less than 1 where it was spread
    path: tuple[Candidate, ...] = ()  # the tests that led here

    def here(self, examples: Examples) -> Examples:
        here = examples.take(self.rows)
        return replace(here, weights=self.parts if here.weights is None else self.parts * here.weights)


Chooser = Callable[[Node, Examples, Plan], Candidate | None]


def grow(examples: Examples, plan: Plan, missing: str = "refuse", choose: Chooser | None = None) -> Tree:
    """``missing`` is one of "refuse", "surrogates", "fractions"; ``choose`` is asked for the test of every node, None
    is the criterion."""
    inputs.option("missing", missing, tuple(SENDERS))
    if missing == "refuse":
        refuse(examples.cells)
    root = Node(0, np.arange(len(examples)), np.ones(len(examples)))
    builder = Builder(_contents([root.here(examples)], plan))
    queue = deque([root])
    while queue:
        node = queue.popleft()
        test = (choose or chosen)(node, examples, plan)
        if test is not None:
            children = _children(node, examples, test, SENDERS[missing])
            contents = _contents([child.here(examples) for child in children], plan)
            (first,) = builder.split(_splits(node, test), contents, test.branch if test.kind == MANY else None)
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


def chosen(node: Node, examples: Examples, plan: Plan) -> Candidate | None:
    """The criterion's test; None where the node stays a leaf."""
    return candidates.best(tests_of(node, examples, plan), plan)


def tests_of(node: Node, examples: Examples, plan: Plan) -> list[Candidate]:
    """All tests that a node may ask; none where it stays a leaf."""
    here = node.here(examples)
    deep = plan.max_depth is not None and len(node.path) >= plan.max_depth
    small = node.parts.sum() < plan.min_split * (1 - TOLERANCE)
    if deep or small or _pure(here):
        return []
    tests = candidates.candidates(here, plan, parts=node.parts)
    if plan.criterion in information.PATH_CRITERIA:
        tests = [replace(test, merit=_path_merit(test, node, examples, plan)) for test in tests]
    return tests


def _pure(here: Examples) -> bool:
    """All the same, exactly; ``growth`` also closes nodes whose numbers differ by rounding."""
    return bool((here.y == here.y[0]).all())


def _path_merit(test: Candidate, node: Node, examples: Examples, plan: Plan) -> float:
    outcomes, *path = (_outcomes(asked, examples.cells) for asked in (test, *node.path))
    merit = information.path_merit(plan.criterion, outcomes, path, examples.y, examples.weights)
    return merit if plan.costs is None else float(costs.rule_of(plan.cost_rule)(merit, plan.costs[test.feature]))


def _outcomes(test: Candidate, cells: np.ndarray) -> np.ndarray:
    """0 for yes and 1 for no, the category where there are many branches, UNKNOWN where the value is missing."""
    x = cells[:, test.feature]
    known = np.where(np.isnan(x), 0.0, x)
    answer = known if test.kind == MANY else known != test.threshold if test.kind == EQUAL else known > test.threshold
    return np.where(np.isnan(x), information.UNKNOWN, answer).astype(int)


# ---------------------------------------------------------------- sending the examples on


def _children(node: Node, examples: Examples, test: Candidate, sender: Sender) -> list[Node]:
    """Their numbers come later."""
    places, branch, shares = sender(node, examples, test)
    rows, parts, path = node.rows[places], node.parts[places] * shares, (*node.path, test)
    order = np.argsort(branch, kind="stable")
    cuts = np.searchsorted(branch[order], np.arange(1, len(test.sizes)))
    return [Node(-1, rows[one], parts[one], path) for one in np.split(order, cuts)]


def _branches(node: Node, examples: Examples, test: Candidate) -> np.ndarray:
    """The branch of every example of the node, UNKNOWN where the value is missing."""
    outcomes = _outcomes(test, examples.cells[node.rows])
    if test.kind != MANY:
        return outcomes
    return np.where(outcomes == information.UNKNOWN, outcomes, np.searchsorted(test.branch, outcomes))


def _all_known(node: Node, examples: Examples, test: Candidate):
    return np.arange(len(node.rows)), _branches(node, examples, test), np.ones(len(node.rows))


def _by_surrogates(node: Node, examples: Examples, test: Candidate):
    here, branch = node.here(examples), _branches(node, examples, test)
    lost = branch == information.UNKNOWN
    if lost.any():
        backup = surrogates.backup(here, branch, len(test.sizes), np.array([test.feature]))
        branch[lost] = backup.branches(here.cells[lost])[0]
    return np.arange(len(branch)), branch, np.ones(len(branch))


def _in_fractions(node: Node, examples: Examples, test: Candidate):
    branch = _branches(node, examples, test)
    known, lost = np.flatnonzero(branch >= 0), np.flatnonzero(branch < 0)
    arity = len(test.sizes)
    places = np.concatenate([known, np.repeat(lost, arity)])
    branch = np.concatenate([branch[known], np.tile(np.arange(arity), len(lost))])
    shares = np.concatenate([np.ones(len(known)), np.tile(test.sizes / test.sizes.sum(), len(lost))])
    return places, branch, shares


SENDERS: dict[str, Sender] = {"refuse": _all_known, "surrogates": _by_surrogates, "fractions": _in_fractions}


# ---------------------------------------------------------------- writing the tree


def _splits(node: Node, test: Candidate) -> Splits:
    parts = node.number, test.kind, test.feature, test.threshold, test.merit, len(test.sizes)
    return Splits(*(np.array([part]) for part in parts))


def _contents(nodes: list[Examples], plan: Plan) -> Contents:
    weight = np.array([here.weights.sum() for here in nodes])
    if not nodes[0].classes:
        mean = np.array([np.average(here.y, weights=here.weights) for here in nodes])
        spread = [np.average((here.y - m) ** 2, weights=here.weights) for here, m in zip(nodes, mean, strict=True)]
        return Contents(weight, np.empty((len(nodes), 0)), np.array(spread), mean)
    counts = np.array([np.bincount(here.y, here.weights, minlength=here.classes) for here in nodes])
    return Contents(weight, counts, plan.impurity(counts.T), majority(counts))
