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

import numpy as np

from labkit.learners.blocks import blocks
from labkit.learners.neighbours.distances import compared, rooted
from labkit.learners.neighbours.engine.brute import PIECE, smallest

LEAF_CASES, CHILDREN = 16, 4  # cases of a leaf, children of a node
FILLER = 1e150  # where an example lies that only fills up a row: beyond all others, its square still finite
ROUNDING = 1 + 1e-12  # powers are not rounded in order
CODE_BITS = 62  # of a place on the curve


class CaseTree:
    """Over cases in the order of the curve, filled up with the last one; level 0 has the leaves.

    Examples are handed down as rows of X, a line of them for every node, filled up with ``len(X)``.
    """

    def __init__(self, cases: np.ndarray, X: np.ndarray, k: int, p: float):
        self.k, self.p, self.examples = k, p, len(X)
        self.columns = [np.append(column, FILLER) for column in X.T]
        top = LEAF_CASES
        while top * CHILDREN <= len(cases):
            top *= CHILDREN
        places = np.arange(-(-len(cases) // top) * top)  # up to a full node at the top
        order = curve_order(cases)[np.minimum(places, len(cases) - 1)]
        self.members = order.reshape(-1, LEAF_CASES)  # the cases of every leaf
        self.leaves = cases.T.take(self.members, axis=1)
        self.boxes = [(self.leaves.min(axis=2), self.leaves.max(axis=2))]  # of every level (low, high)
        while top > LEAF_CASES:
            low, high = (ends.reshape(len(ends), -1, CHILDREN) for ends in self.boxes[-1])
            self.boxes.append((low.min(axis=2), high.max(axis=2)))
            top //= CHILDREN
        self.rows, self.values = np.empty((len(cases), k), dtype=np.intp), np.empty((len(cases), k))

    def nearest(self) -> tuple[np.ndarray, np.ndarray]:
        """(rows of X, distances), both (cases, k)."""
        n, level = self.examples, len(self.boxes) - 1
        top = np.arange(self.boxes[level][0].shape[1])
        for nodes in (top[some] for some in blocks(len(top), n, PIECE)):
            self._hand_down(level, nodes, np.broadcast_to(np.arange(n), (len(nodes), n)))
        return self.rows, rooted(self.values, self.p)

    def _hand_down(self, level: int, nodes: np.ndarray, examples: np.ndarray) -> None:
        for some, kept in self._narrowed(level, nodes, examples):
            if level:
                children = (some[:, None] * CHILDREN + np.arange(CHILDREN)).ravel()
                self._hand_down(level - 1, children, kept.repeat(CHILDREN, axis=0))
            else:
                self._compare(some, kept)

    def _narrowed(self, level: int, nodes: np.ndarray, examples: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """(nodes, fewer examples), in pieces of nodes that have about as many of them."""
        kept = self._needed(level, nodes, examples)
        counts = kept.sum(axis=1)
        by_count, grows = counts.argsort(), CHILDREN if level else LEAF_CASES
        end = len(by_count)
        while end:
            widest = counts[by_count[end - 1]]
            start = max(0, end - max(1, PIECE // (widest * grows)))
            piece = by_count[start:end]
            fewer = np.full((len(piece), widest), self.examples)
            fewer[np.arange(widest) < counts[piece, None]] = examples[piece][kept[piece]]
            yield nodes[piece], fewer
            end = start

    def _needed(self, level: int, nodes: np.ndarray, examples: np.ndarray) -> np.ndarray:
        """Which examples (2) leaves; a computed difference is as monotone as an exact one."""
        near, far = [], []
        for low, high, column in zip(*self.boxes[level], self.columns, strict=True):
            z = column[examples]
            below, above = z - low[nodes, None], high[nodes, None] - z
            far.append(np.maximum(below, above))
            near.append(np.minimum(np.minimum(below, above, out=below), 0.0, out=below))
        least, most = compared(near, self.p), compared(far, self.p)  # (1)
        return least <= np.partition(most, self.k - 1, axis=1)[:, self.k - 1 : self.k] * ROUNDING  # (2)

    def _compare(self, leaves: np.ndarray, examples: np.ndarray) -> None:
        """Each case of the leaves with what has come down to it."""
        pairs = zip(self.leaves[:, leaves, :, None], self.columns, strict=True)
        values = compared((x - z[examples][:, None] for x, z in pairs), self.p)
        places, least = smallest(values.reshape(-1, values.shape[2]), self.k)
        cases = self.members[leaves].ravel()
        self.rows[cases] = examples[np.arange(len(leaves)).repeat(LEAF_CASES)[:, None], places]
        self.values[cases] = least


def curve_order(cases: np.ndarray) -> np.ndarray:
    """The cases along the Z-order curve: the bits of their ranks in every feature take turns."""
    ranks = [np.unique(column, return_inverse=True)[1] for column in cases.T[:CODE_BITS]]
    bits = min(CODE_BITS // len(ranks), max(int(rank.max()).bit_length() for rank in ranks))
    code = np.zeros(len(cases), dtype=np.int64)
    for r, rank in enumerate(ranks):
        rank = rank >> max(0, int(rank.max()).bit_length() - bits)
        for b in range(bits):
            code |= (rank >> b & 1) << (b * len(ranks) + r)
    return code.argsort()
