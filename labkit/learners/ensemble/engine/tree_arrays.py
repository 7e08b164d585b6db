"""Many trees in one set of arrays: asked all at once, painted all at once, and any first few of them by number.

Lectures 19 to 21; deck 000 "Ensemble Trees: Bagging", "Random Forests Algorithm", "Gradient Boosting Implementation".
Inventory: I-000-102, I-000-104, I-000-113, I-000-114.

The nodes of all trees stand in one ``Tree`` with many roots. Where the first k trees are asked, the arrays stay as they
are: every step of an ensemble's story is a number k beside the same arrays.

On a grid, each leaf writes its value v into the four corners of its box in a difference image (as ``tree.grid`` does
for one tree); the boxes of all trees go into the same image, and two running sums give the sum of all trees everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from labkit.learners.tree.engine.columns import Columns
from labkit.learners.tree.engine.grid import has_boxes, leaf_bounds, summed_boxes
from labkit.learners.tree.tree import EQUAL, LEAF, NEVER, THRESHOLD, Tree

CHUNK = 1 << 16  # (tree, case) pairs asked together


@dataclass(frozen=True, eq=False)
class TreeArrays:
    """``nodes`` are those of all trees, their children side by side and after them; ``roots[b]`` is tree b's."""

    nodes: Tree
    roots: np.ndarray

    def __post_init__(self):
        self.roots.setflags(write=False)

    @classmethod
    def joined(cls, trees: Sequence[Tree | TreeArrays]) -> TreeArrays:
        """These trees, or the trees of these arrays, one after the other."""
        if len(trees) == 1 and isinstance(trees[0], TreeArrays):
            return trees[0]
        parted = [tree if isinstance(tree, TreeArrays) else TreeArrays(tree, np.zeros(1, dtype=int)) for tree in trees]
        before = np.cumsum([0, *(len(some.nodes) for some in parted)])
        parts = {f.name: [getattr(some.nodes, f.name) for some in parted] for f in fields(Tree)}
        for name, none in (("first", NEVER), ("parent", -1)):
            parts[name] = [np.where(p == none, none, p + start).astype(p.dtype)
                           for p, start in zip(parts[name], before, strict=False)]  # fmt: skip
        nodes = Tree(**{name: np.concatenate(part) for name, part in parts.items()})
        roots = np.concatenate([some.roots + start for some, start in zip(parted, before, strict=False)])
        return cls(nodes, roots)

    @classmethod
    def of_thresholds(cls, columns: Columns, split: np.ndarray, roots: np.ndarray, *, column, threshold, gain, **more):
        """Trees of thresholds one after the other, each level by level; ``split`` says at which nodes they test."""
        first, parent = links(split, roots)

        def at_splits(values, otherwise, dtype) -> np.ndarray:
            return np.where(split, values, otherwise).astype(dtype)

        tree = Tree(
            kind=at_splits(THRESHOLD, LEAF, np.uint8),
            feature=at_splits(column, -1, np.int32),
            threshold=at_splits(threshold, np.nan, float),
            gain=at_splits(gain, np.nan, float),
            arity=at_splits(2, 0, np.int32),
            first=first,
            parent=parent,
            branch=np.full(len(split), -1, dtype=np.int32),
            directions=np.empty((0, int(columns.feature.max()) + 1)),
            **more,
        )
        return cls(columns.restored(tree), roots)

    def __len__(self) -> int:
        return len(self.roots)

    @cached_property
    def owner(self) -> np.ndarray:
        """Which tree each node belongs to."""
        owner = np.empty(len(self.nodes), dtype=int)
        owner[self.roots] = np.arange(len(self))
        up = np.where(self.nodes.parent < 0, np.arange(len(self.nodes)), self.nodes.parent)
        while (self.nodes.parent[up] >= 0).any():
            up = up[up]  # twice as far at every turn
        return owner[up]

    def tree(self, b: int) -> Tree:
        """One tree by itself, its nodes numbered as they were grown."""
        old = np.flatnonzero(self.owner == b)
        new = np.full(len(self.nodes), -1)
        new[old] = np.arange(len(old))
        parts = {f.name: getattr(self.nodes, f.name)[old] for f in fields(Tree) if f.name != "directions"}
        split = parts["kind"] > LEAF
        parts["first"] = np.where(split, new[np.where(split, parts["first"], 0)], NEVER).astype(np.int32)
        parts["parent"] = np.where(parts["parent"] < 0, -1, new[parts["parent"]]).astype(np.int32)
        return Tree(**parts, directions=self.nodes.directions.copy())

    # ---- asking

    def apply(self, cells: np.ndarray, trees: slice = slice(None)) -> np.ndarray:
        """The leaf of each case in each of these trees: (trees, cases)."""
        roots = self.roots[trees]
        leaves = np.empty((len(roots), len(cells)), dtype=np.intp)
        most = max(1, CHUNK // max(1, len(cells)))
        rows = np.arange(len(cells))
        for first in range(0, len(roots), most):
            some = roots[first : first + most]
            at = self.descend(cells, np.tile(rows, len(some)), some.repeat(len(cells)))
            leaves[first : first + most] = at.reshape(len(some), -1)
        return leaves

    def descend(self, cells: np.ndarray, rows: np.ndarray, at: np.ndarray) -> np.ndarray:
        """The node where each of the ``rows`` stops, from the node where it is."""
        kind, first, feature, threshold, some_categories = self._to_descend
        cells, features = np.ascontiguousarray(cells).ravel(), cells.shape[1]
        at, base, going = at.astype(np.intp), rows * features, np.flatnonzero(kind.take(at))
        while going.size:
            here = at.take(going)
            x = cells.take(base.take(going) + feature.take(here))
            t = threshold.take(here)
            no = x > t
            if some_categories:
                no = np.where(kind.take(here) == EQUAL, x != t, no)
                known = ~np.isnan(x)  # a category that was never seen stops, as in ``Tree.apply``
                going, here, no = going.compress(known), here.compress(known), no.compress(known)
            below = first.take(here) + no
            at[going] = below
            going = going.compress(kind.take(below))
        return at

    @cached_property
    def _to_descend(self) -> tuple:
        nodes, some_categories = self.nodes, bool((self.nodes.kind == EQUAL).any())
        return (nodes.kind, nodes.first.astype(np.intp), nodes.feature.astype(np.intp), nodes.threshold,
                some_categories)  # fmt: skip

    # ---- painting

    def painted(self, values: np.ndarray, x, y, trees: slice = slice(None), through=None) -> np.ndarray | None:
        """The sum over these trees of their leaves' ``values`` (over the nodes) at all (x, y): a row for every y.

        With more than two features, the plane is the one through the case ``through``. None where the leaves are no
        boxes of it. Whole numbers are summed exactly, others as floats are.
        """
        if not has_boxes(self.nodes, 2 if through is None else len(through)):
            return None
        bounds, leaves = leaf_bounds(self.nodes, self.nodes.kind > LEAF, self.roots[trees], through)
        return summed_boxes(bounds, values[leaves], np.asarray(x, dtype=float), np.asarray(y, dtype=float))


def links(split: np.ndarray, roots: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(first child, parent) of the nodes of trees that stand level by level, one tree after the other."""
    children = np.delete(np.arange(len(split)), roots)
    first, parent = np.full(len(split), NEVER, dtype=np.int32), np.full(len(split), -1, dtype=np.int32)
    first[split], parent[children] = children[::2], split.nonzero()[0].repeat(2)
    return first, parent
