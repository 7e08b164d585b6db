"""The neighbours of many cases at once: a tree over the cases hands examples down to those that may need them.

Lecture 02; deck 003 "LEARNING BY COMPUTING DISTANCES - KNN", which hopes for clever data structures.
Inventory: I-003-001.

Cases that are close together have almost the same neighbours. The cases are sorted along a curve that fills the space
(Z-order), so that runs of it are close together; runs of 16 are the leaves, four of a size make a node of the next. A
node knows the box around its cases. Of an example z and any case x in the box,

    near(z) <= |x - z| <= far(z)                       to the nearest and to the farthest place of the box      (1)

so k neighbours of every such x are no farther than the k-th smallest far, and none of them is an example with

    near(z) > k-th smallest far.                                                                                (2)

From the top down every node takes its parent's examples and hands on those that (2) leaves. A leaf compares what has
come down with each of its cases. All nodes of a level are worked on together, in pieces that fit into the cache. Since
(2) keeps every tie, the result is that of comparing everything with everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.learners.neighbours.distances import compared, rooted
from labkit.learners.neighbours.selection import smallest

LEAF, FAN = 16, 4  # cases of a leaf, children of a node
PIECE = 1 << 15  # numbers worked on together
FAR = 1e150  # where an example lies that only fills up a row: beyond all others, its square still finite
ROUNDING = 1 + 1e-12  # powers are not rounded in order
CODE_BITS = 62  # of a place on the curve


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Nodes of one level, with the examples (rows, filled up with ``len(X)``) that have come down to each."""

    level: int  # 0 for leaves
    nodes: np.ndarray
    examples: np.ndarray


class CaseTree:
    """Over cases in the order of the curve, filled up with the last one."""

    def __init__(self, cases: np.ndarray, order: np.ndarray):
        self.levels = 1
        while LEAF * FAN ** (self.levels + 1) <= len(cases):
            self.levels += 1
        top = LEAF * FAN ** (self.levels - 1)
        self.top_nodes = -(-len(cases) // top)
        self.order = order[np.minimum(np.arange(self.top_nodes * top), len(cases) - 1)]
        self.leaves = cases.T[:, self.order].reshape(cases.shape[1], -1, LEAF)
        self.boxes = [(self.leaves.min(axis=2), self.leaves.max(axis=2))]  # of every level (low, high)
        for _ in range(1, self.levels):
            low, high = (ends.reshape(len(ends), -1, FAN) for ends in self.boxes[-1])
            self.boxes.append((low.min(axis=2), high.max(axis=2)))

    def nearest(self, X: np.ndarray, k: int, p: float) -> tuple[np.ndarray, np.ndarray]:
        """(rows of X, distances), both (cases, k)."""
        columns = [np.append(column, FAR) for column in X.T]
        shape = (*self.leaves.shape[1:], k)
        rows, lengths = np.empty(shape, dtype=np.intp), np.empty(shape)
        waiting = self._top_groups(len(X))
        while waiting:
            for group in self._narrowed(waiting.pop(), columns, k, p):
                if group.level:
                    children = (group.nodes[:, None] * FAN + np.arange(FAN)).ravel()
                    waiting.append(Group(group.level - 1, children, group.examples.repeat(FAN, axis=0)))
                else:
                    rows[group.nodes], lengths[group.nodes] = self._compared(group, columns, k, p)
        return self._as_asked(rows), rooted(self._as_asked(lengths), p)

    def _top_groups(self, examples: int) -> list[Group]:
        """The top nodes, with every example, in pieces."""
        many = max(1, PIECE // examples)
        pieces = [np.arange(start, min(start + many, self.top_nodes)) for start in range(0, self.top_nodes, many)]
        rows = np.arange(examples)
        return [Group(self.levels - 1, piece, np.broadcast_to(rows, (len(piece), examples))) for piece in pieces]

    def _narrowed(self, group: Group, columns: list[np.ndarray], k: int, p: float) -> Iterator[Group]:
        """The group with fewer examples, in pieces of nodes that have about as many of them."""
        near, far = self._bounds(group, columns, p)
        enough = np.partition(far, k - 1, axis=1)[:, k - 1 : k] * ROUNDING
        kept = near <= enough  # (2)
        counts = kept.sum(axis=1)
        by_count, grows = counts.argsort(), FAN if group.level else LEAF
        end = len(by_count)
        while end:
            widest = counts[by_count[end - 1]]
            start = max(0, end - max(1, PIECE // (widest * grows)))
            piece = by_count[start:end]
            examples = np.full((len(piece), widest), len(columns[0]) - 1)
            examples[np.arange(widest) < counts[piece, None]] = group.examples[piece][kept[piece]]
            yield Group(group.level, group.nodes[piece], examples)
            end = start

    def _bounds(self, group: Group, columns: list[np.ndarray], p: float) -> tuple[np.ndarray, np.ndarray]:
        """(near, far) of every example; a computed difference is as monotone as an exact one."""
        near, far = [], []
        for low, high, column in zip(*(ends[:, group.nodes, None] for ends in self.boxes[group.level]), columns,
                                     strict=True):  # fmt: skip
            z = column[group.examples]
            below, above = z - low, high - z
            far.append(np.maximum(below, above))
            near.append(np.minimum(np.minimum(below, above, out=below), 0.0, out=below))
        return compared(near, p), compared(far, p)  # (1)

    def _compared(self, leaves: Group, columns: list[np.ndarray], k: int, p: float) -> tuple[np.ndarray, np.ndarray]:
        """(rows of the examples, what was compared) of the nearest to each case of the leaves."""
        pairs = zip(self.leaves[:, leaves.nodes, :, None], columns, strict=True)
        values = compared((x - z[leaves.examples][:, None] for x, z in pairs), p)
        places, lengths = smallest(values.reshape(-1, values.shape[2]), k)
        shape = (*values.shape[:2], k)
        return np.take_along_axis(leaves.examples[:, None], places.reshape(shape), axis=2), lengths.reshape(shape)

    def _as_asked(self, found: np.ndarray) -> np.ndarray:
        """From the order of the curve to that of the cases."""
        found = found.reshape(len(self.order), -1)
        answers = np.empty((self.order.max() + 1, found.shape[1]), dtype=found.dtype)
        answers[self.order] = found
        return answers


def curve_order(ranks: list[np.ndarray]) -> np.ndarray:
    """Places along the Z-order curve, from the rank of every case in each feature: their bits take turns."""
    ranks = ranks[:CODE_BITS]
    bits = min(CODE_BITS // len(ranks), max(int(rank.max()).bit_length() for rank in ranks))
    code = np.zeros(len(ranks[0]), dtype=np.int64)
    for r, rank in enumerate(ranks):
        rank = rank >> max(0, int(rank.max()).bit_length() - bits)
        for b in range(bits):
            code |= (rank >> b & 1) << (b * len(ranks) + r)
    return code.argsort()


def ranks(cases: np.ndarray) -> list[np.ndarray]:
    return [np.unique(column, return_inverse=True)[1] for column in cases.T]
