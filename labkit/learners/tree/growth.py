"""Growing a tree level by level: all open nodes of a depth are split at once.

Lecture 15; deck 001 "Decision Trees" and "Classification Trees", deck 003 "DECISION TREE LEARNING ALGORITHM", deck 000
"Defining “Attribute Tests” - 1", deck 002 "Growing CART".
Inventory: I-001-022, I-001-026, I-003-033, I-000-072, I-002-045.

For complete data (``node_by_node`` takes missing values and criteria that look back along the path). At each level

    1. every feature scores all its tests of all open nodes                (``scores``, ``categories``)
    2. each node takes its best test, the first of equals                  (``choice``)
    3. the examples move to the children; pure and limited children close  (``level``)

Splits are numbered level by level from left to right, so the story of the growth can be read off the finished arrays.
A node is closed by purity or a limit, never because all gains are zero: on XOR the first gain is (E-000-32).
"""

from __future__ import annotations

import heapq

import numpy as np

from labkit.learners.tree.builder import Builder, Contents, Splits
from labkit.learners.tree.choice import Choice, Chooser
from labkit.learners.tree.level import Level, Moved
from labkit.learners.tree.plan import TOLERANCE, Examples, Plan
from labkit.learners.tree.tree import MANY, Tree

PURE = 1e-12  # an impurity below this part of the root's is rounding


def grow(examples: Examples, plan: Plan) -> Tree:
    """The whole tree within the plan's limits."""
    return _Grower(examples, plan).tree()


def best_first(tree: Tree, max_leaves: int | None = None) -> Tree:
    """The same splits, the most useful first: the one that takes most off the weighted impurity of the leaves."""
    taken_off = tree.weight * tree.impurity - _below(tree, tree.weight * tree.impurity)
    waiting = [(-taken_off[0], 0)] if tree.arity[0] else []
    order, leaves = [], 1
    while waiting:
        _, node = heapq.heappop(waiting)
        leaves += int(tree.arity[node]) - 1
        if max_leaves is not None and leaves > max_leaves:
            break
        order.append(node)
        for child in tree.children(node):
            if tree.arity[child]:
                heapq.heappush(waiting, (-taken_off[child], child))
    return tree.rearranged(order)


def _below(tree: Tree, values: np.ndarray) -> np.ndarray:
    """For each node the sum of its children's values."""
    return np.bincount(tree.parent[1:], values[1:], minlength=len(tree))


class _Grower:
    def __init__(self, examples: Examples, plan: Plan):
        self.examples, self.plan = examples, plan
        columns = np.ascontiguousarray(examples.cells.T)
        self.root = Level.root(columns)
        self.chooser = Chooser(examples, plan, columns, self.root)

    def tree(self) -> Tree:
        everyone = np.arange(len(self.examples))
        here = self._contents(everyone, np.zeros(len(everyone), dtype=int), 1)
        self.pure = PURE * float(here.impurity[0])
        if not self.examples.classes:  # equal numbers have a variance too: that of their rounded mean
            self.pure += (PURE * float(np.abs(self.examples.y).max())) ** 2
        self.builder = Builder(here)
        level, depth = self.root, 0
        if not self._lives(here, self.root.sizes, depth)[0]:
            level = None
        while level is not None:
            depth += 1
            level, here = self._split(level, here, depth)
        return self.builder.tree(self.examples.cells.shape[1])

    def _split(self, level: Level, here: Contents, depth: int) -> tuple[Level | None, Contents | None]:
        """Split all open nodes that have a test; the level below, None if it is empty."""
        choice = self.chooser.choose(level, here)
        split = choice.there
        moved = self._move(level, choice, split)
        children = self._contents(moved.examples, moved.child, int(moved.arity.sum()))
        if self.plan.min_gain > 0:
            split = split & (self._gain(here, moved, children) >= self.plan.min_gain - TOLERANCE * here.impurity)
            moved = self._move(level, choice, split)
            children = self._contents(moved.examples, moved.child, int(moved.arity.sum()))
        if not split.any():
            return None, None
        first = self.builder.nodes
        self._record(level, choice, moved, children)
        sizes = children.weight
        if self.examples.weights is not None:
            sizes = np.bincount(moved.child, minlength=len(sizes))[: len(sizes)]
        lives = self._lives(children, sizes, depth)
        if not lives.any():
            return None, None
        below = level.below(moved, lives, first)
        return below, children.take(below.nodes - first)

    def _move(self, level: Level, choice: Choice, split: np.ndarray) -> Moved:
        """Give every example its child."""
        arity = 2 * split
        for feature, runs in choice.runs.items() if self.plan.multiway else ():
            here = split & (choice.feature == feature)
            arity[here] = runs.arity[here]
        by_node = level.nodes.argsort()
        ends = arity[by_node].cumsum()
        start = np.empty_like(arity)
        start[by_node] = ends - arity[by_node]
        segment = level.segment
        place = np.arange(len(segment))
        branch = place > choice.high.take(segment)
        if choice.runs:
            branch |= place < choice.low.take(segment)
            branch = self._branches(choice, segment, branch) if self.plan.multiway else branch
        if not split.all():
            start[~split] = ends[-1]
            branch = branch * split.take(segment)
        examples, child = level.order.ravel().take(choice.along), start.take(segment) + branch
        start[~split] = -1
        return Moved(examples, child, start, arity)

    def _branches(self, choice: Choice, segment: np.ndarray, branch: np.ndarray) -> np.ndarray:
        branch = branch.astype(np.intp)
        feature = choice.feature[segment]
        for column, runs in choice.runs.items():
            here = feature == column
            branch[here] = (runs.run - runs.first[segment])[here]
        return branch

    def _record(self, level: Level, choice: Choice, moved: Moved, children: Contents) -> None:
        parts = (level.nodes, choice.kind, choice.feature, choice.threshold, choice.merit, moved.arity)
        start, split = moved.start, moved.start >= 0
        if not split.all():
            start, *parts = (part[split] for part in (start, *parts))
        branch = self._categories(choice, moved, len(children.weight)) if choice.runs else None
        self.builder.split(Splits(*parts), children, branch, start)

    def _categories(self, choice: Choice, moved: Moved, children: int) -> np.ndarray:
        """The category that leads to each child of a multi-way split."""
        branch = np.full(children, -1)
        for s in np.flatnonzero((moved.start >= 0) & (choice.kind == MANY)):
            runs, first, arity = choice.runs[choice.feature[s]], moved.start[s], moved.arity[s]
            branch[first : first + arity] = runs.category[runs.first[s] : runs.first[s] + arity]
        return branch

    def _contents(self, examples: np.ndarray, child: np.ndarray, children: int) -> Contents:
        """What the children hold; examples whose ``child`` is not one of them are left out."""
        e = self.examples
        y = e.y.take(examples)
        w = None if e.weights is None else e.weights[examples]
        if e.classes:
            counts = np.bincount(child * e.classes + y, w, minlength=(children + 1) * e.classes)
            counts = counts[: children * e.classes].reshape(-1, e.classes).astype(float)
            weight = counts.sum(axis=1)
            equals = counts if w is None else counts >= counts.max(axis=1, keepdims=True) - TOLERANCE * weight[:, None]
            return Contents(weight, counts, self.plan.impurity(counts.T), equals.argmax(axis=1))
        weight = np.bincount(child, w, minlength=children + 1)
        safe = np.where(weight > 0, weight, 1.0)
        mean = np.bincount(child, y if w is None else w * y, minlength=children + 1) / safe
        square = (y - mean[child]) ** 2
        variance = np.bincount(child, square if w is None else w * square, minlength=children + 1) / safe
        return Contents(weight[:children], np.empty((children, 0)), variance[:children], mean[:children])

    def _gain(self, here: Contents, moved: Moved, children: Contents) -> np.ndarray:
        """What each split takes off the impurity of its node."""
        split = np.flatnonzero(moved.start >= 0)
        split = split[np.argsort(moved.start[split])]
        owner = split.repeat(moved.arity[split])
        after = np.bincount(owner, children.weight * children.impurity, minlength=len(here.weight)) / here.weight
        return here.impurity - after

    def _lives(self, contents: Contents, sizes: np.ndarray, depth: int) -> np.ndarray:
        """Which nodes may be split."""
        lives = (contents.impurity > self.pure) & (sizes >= self.plan.min_split)
        return lives & (self.plan.max_depth is None or depth < self.plan.max_depth)
