"""Growing a tree level by level: all open nodes of a depth are split at once.

Lecture 15; deck 001 "Decision Trees" and "Classification Trees", deck 003 "DECISION TREE LEARNING ALGORITHM", deck 000
"Defining “Attribute Tests” - 1", deck 002 "Growing CART".
Inventory: I-001-022, I-001-026, I-003-033, I-000-072, I-002-045.

For complete data and tests with two branches: thresholds, and categories as ``columns``. At each level

    1. every column scores all its cuts of all open nodes                  (``thresholds``)
    2. each node takes its best cut, the first of equals                   (``choice``)
    3. the examples move to the children; pure and limited children close  (``open_nodes``)

Branches for each category, subsets of them, their gain ratio, and categories by the thousand are left to
``node_by_node``, as missing values, absolute errors and criteria that look back along the path are.

Splits are numbered level by level from left to right, so the story of the growth can be read off the finished arrays.
A node is closed by purity or a limit, never because all gains are zero: on XOR the first gain is (E-000-32).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from labkit.learners.tree import node_by_node
from labkit.learners.tree.engine.builder import Builder, Contents, Splits
from labkit.learners.tree.engine.choice import Chooser, ChosenTests
from labkit.learners.tree.engine.columns import Columns
from labkit.learners.tree.engine.open_nodes import Moved, OpenNodes
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import THRESHOLD, TOLERANCE, Tree, between

PURE = 1e-12  # a smaller share of other classes is rounding
MOST_CELLS = 1 << 20  # of columns for categories
ROUNDING = 1e-14  # and so are differences of numbers below this part of the largest


def grow(examples: TreeExamples, plan: Plan) -> Tree:
    """The whole tree within the plan's limits."""
    if plan.criterion == "absolute" or (examples.categorical.any() and _beyond_columns(examples, plan)):
        return node_by_node.grow(examples, plan)
    columns = Columns.of(examples.categorical, examples.cells)
    if plan.costs is not None:
        plan = replace(plan, costs=plan.costs[columns.feature])
    return columns.restored(Grower(examples, plan, columns.values, OpenNodes.root(columns.values), Chooser).tree())


def _beyond_columns(examples: TreeExamples, plan: Plan) -> bool:
    """Whether categories cannot be columns: a gain ratio compares attributes, not their categories."""
    codes = examples.cells[:, examples.categorical]
    too_many = codes.size * (1 + codes.max(initial=0)) > MOST_CELLS
    return plan.multiway or plan.subsets or plan.criterion == "gain_ratio" or bool(too_many)


class Grower:
    """Grows one tree, or a whole forest in step: its roots are then the first level, example i of the b-th tree has
    the number b N + i, and asks for the i-th of the N values of a column.
    """

    def __init__(self, examples: TreeExamples, plan: Plan, columns: np.ndarray, roots: OpenNodes, chooser: Callable):
        self.examples, self.plan, self.columns, self.roots = examples, plan, columns, roots
        self.chooser = chooser(examples, plan, columns, roots)
        self.cuts = []  # nodes, their tests, and the examples on both sides of the cut
        self.sizes = []  # of the levels, in nodes
        self.rounding = 0.0 if examples.classes else (ROUNDING * float(np.abs(examples.y).max())) ** 2

    def tree(self) -> Tree:
        """The tree; those of a forest stand side by side in its arrays, the roots first."""
        level, self.roots = self.roots, None  # the largest thing there is, and soon needed no more
        here = self._contents(level.order[0], level.segment, len(level.nodes))
        self.builder = Builder(here, self.plan.impurity if self.examples.classes else None)
        self.sizes.append(len(level.nodes))
        depth, lives = 0, self._lives(here, level.sizes, 0)[:-1]
        if not lives.all():
            level, here = level.only(lives), here.take(np.flatnonzero(lives))
        while level is not None:
            depth += 1
            level, here = self._split(level, here, depth)
        return self.builder.tree(len(self.columns), threshold=self._thresholds(), depth=self._depths())

    def _depths(self) -> np.ndarray:
        return np.arange(len(self.sizes), dtype=np.int32).repeat(self.sizes)

    def _thresholds(self) -> np.ndarray:
        """All cuts at once."""
        threshold = np.full(self.builder.nodes, np.nan)
        if self.cuts:
            node, column, below, above = (np.concatenate(part) for part in zip(*self.cuts, strict=True))
            examples = self.columns.shape[1]
            threshold[node] = between(self.columns[column, below % examples], self.columns[column, above % examples])
        return threshold

    def _split(self, level: OpenNodes, here: Contents, depth: int) -> tuple[OpenNodes | None, Contents | None]:
        """Split all open nodes that have a test; the level below, None if it is empty."""
        choice = self.chooser.choose(level, here)
        moved = self._move(level, choice, choice.there)
        children = self._contents(moved.examples, moved.child, moved.children)
        if self.plan.min_gain > 0:
            moved = self._move(level, choice, choice.there & self._gains_enough(here, moved, children))
            children = self._contents(moved.examples, moved.child, moved.children)
        if not moved.children:
            return None, None
        first = self.builder.nodes
        self._record(level, choice, moved, children)
        sizes = children.weight
        if self.examples.weights is not None:
            sizes = np.bincount(moved.child, minlength=len(sizes))[: len(sizes)]
        lives = self._lives(children, sizes, depth)
        if not lives.any():
            return None, None
        below = level.children(moved, sizes, lives, first)
        return below, children.take(below.nodes - first)

    def _move(self, level: OpenNodes, choice: ChosenTests, split: np.ndarray) -> Moved:
        """Give every example its child; those of the nodes are numbered in the order of the nodes' own numbers."""
        segment, by_node = level.segment, level.nodes.argsort()
        branch = level.places > choice.high.take(segment)
        examples, all_split = level.order.ravel().take(choice.along), bool(split.all())
        start = np.empty_like(by_node)
        if all_split:
            start[by_node] = np.arange(0, 2 * len(by_node), 2)
            return Moved(examples, start.take(segment) + branch, start, 2 * len(by_node), all_split)
        ends = 2 * split.take(by_node).cumsum()
        start[by_node] = ends - 2 * split.take(by_node)
        children = int(ends[-1])
        child = np.where(split, start, children).take(segment) + branch * split.take(segment)
        return Moved(examples, child, np.where(split, start, -1), children, all_split)

    def _record(self, level: OpenNodes, choice: ChosenTests, moved: Moved, children: Contents) -> None:
        parts = (level.nodes, choice.column, choice.merit, moved.start, *level.beside_cut(choice.column, choice.high))
        if not moved.all_split:
            parts = [part[moved.start >= 0] for part in parts]
        node, column, merit, start, below, above = parts
        kind, arity = np.full(len(node), THRESHOLD), np.full(len(node), 2)
        self.builder.split(Splits(node, kind, column, None, merit, arity), children, starts=start)
        self.cuts.append((node, column, below, above))
        self.sizes.append(moved.children)

    def _contents(self, examples: np.ndarray, child: np.ndarray, children: int) -> Contents:
        """What the children hold; examples whose ``child`` is not one of them are left out."""
        e = self.examples
        y = e.y.take(examples)
        w = None if e.weights is None else e.weights[examples]
        if e.classes:
            counts = np.bincount(child * e.classes + y, w, minlength=(children + 1) * e.classes)
            counts = counts[: children * e.classes].reshape(-1, e.classes).astype(float)
            return Contents(counts.sum(axis=1), counts)
        weight = np.bincount(child, w, minlength=children + 1)
        safe = np.where(weight > 0, weight, 1.0)
        mean = np.bincount(child, y if w is None else w * y, minlength=children + 1) / safe
        square = (y - mean[child]) ** 2
        variance = np.bincount(child, square if w is None else w * square, minlength=children + 1) / safe
        return Contents(weight[:children], np.empty((children, 0)), variance[:children], mean[:children])

    def _gains_enough(self, here: Contents, moved: Moved, children: Contents) -> np.ndarray:
        """Where a split takes off the least gain that the plan asks for."""
        split = np.flatnonzero(moved.start >= 0)
        split = split[np.argsort(moved.start[split])]
        owner = split.repeat(2)
        before, inside = self._impurity(here), self._impurity(children)
        after = np.bincount(owner, children.weight * inside, minlength=len(here.weight)) / here.weight
        return before - after >= self.plan.min_gain - TOLERANCE * before

    def _impurity(self, contents: Contents) -> np.ndarray:
        return contents.impurity if contents.impurity is not None else self.plan.impurity(contents.counts.T)

    def _lives(self, contents: Contents, sizes: np.ndarray, depth: int) -> np.ndarray:
        """Which nodes may be split; one more, which may not, stands for those that stay leaves."""
        lives = np.zeros(len(contents.weight) + 1, dtype=bool)
        if self.plan.max_depth is not None and depth >= self.plan.max_depth:
            return lives
        if self.examples.classes:
            np.less(contents.counts.max(axis=1), contents.weight * (1 - PURE), out=lives[:-1])
        else:  # equal numbers have a variance too: that of their rounded mean
            np.greater(contents.impurity, self.rounding, out=lives[:-1])
        if self.plan.min_split > 2:  # where there are two kinds, there are two examples
            lives[:-1] &= (contents.weight if self.examples.drawn else sizes) >= self.plan.min_split
        return lives
