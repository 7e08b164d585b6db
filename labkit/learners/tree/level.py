"""The open nodes of one depth, all at once: every feature keeps their examples in the order of its values.

``order[f]`` lists the examples of the first open node by their values of feature f, then those of the second, and so
on. Sorting happens once, at the root: children are stable picks out of their parents' order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """Where the examples of a level go. Its children are numbered by their parents' numbers: left to right."""

    examples: np.ndarray  # in the order of their nodes' features
    child: np.ndarray  # of each of these; one number more than there are children where the node stays a leaf
    start: np.ndarray  # the first child of each node, -1 where it stays a leaf
    arity: np.ndarray  # how many children each node has


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """``nodes[s]`` has the places ``starts[s]`` to ``ends[s]`` in every row of ``order``."""

    order: np.ndarray  # int32 (features, places): examples
    nodes: np.ndarray
    sizes: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    segment: np.ndarray  # for every place, which of the nodes it belongs to
    examples: int  # there are in all, in open nodes or not

    @classmethod
    def of(cls, order: np.ndarray, nodes: np.ndarray, sizes: np.ndarray, examples: int) -> Level:
        ends = sizes.cumsum()
        return cls(order, nodes, sizes, ends - sizes, ends - 1, np.arange(len(nodes)).repeat(sizes), examples)

    @classmethod
    def root(cls, columns: np.ndarray) -> Level:
        """``columns`` is (features, examples)."""
        order = np.empty(columns.shape, dtype=np.int32)
        for feature, column in enumerate(columns):
            order[feature] = np.argsort(column)
        return cls.of(order, np.zeros(1, dtype=int), np.array([columns.shape[1]]), columns.shape[1])

    def along(self, feature: np.ndarray) -> np.ndarray:
        """For every place, where in ``order.ravel()`` it stands in the order of its node's ``feature``."""
        return feature.take(self.segment) * len(self.segment) + np.arange(len(self.segment))

    def below(self, moved: Moved, lives: np.ndarray, first: int) -> Level:
        """The next level, of the children that live; the 0th child is node ``first``."""
        sizes = np.bincount(moved.child, minlength=len(lives))
        if 2 * np.count_nonzero(moved.start >= 0) == len(lives):  # every split has two children: two picks, no sorting
            lane = np.where(lives, np.arange(len(lives)) % 2, 2).astype(np.int8)
            lanes = self._spread(np.append(lane, np.int8(2)).take(moved.child), moved)
            order = np.concatenate([self._picked(lanes == 0), self._picked(lanes == 1)], axis=1)
            left = moved.start[moved.start >= 0]
            living = np.concatenate([left[lives.take(left)], left[lives.take(left + 1)] + 1])
        else:
            living = np.flatnonzero(lives)
            rank = np.full(len(lives) + 1, len(living))  # those that do not go on come last
            rank[living] = np.arange(len(living))
            ranks = self._spread(rank.take(moved.child), moved)
            by_child = np.argsort(ranks, axis=1, kind="stable")[:, : sizes[living].sum()]
            order = np.take_along_axis(self.order, by_child, axis=1)
        return Level.of(order, first + living, sizes.take(living), self.examples)

    def _spread(self, values: np.ndarray, moved: Moved) -> np.ndarray:
        """The value of each moved example, in every feature's order."""
        by_example = np.empty(self.examples, dtype=values.dtype)
        by_example[moved.examples] = values
        return by_example.take(self.order, mode="clip")  # without the check of bounds it takes half the time

    def _picked(self, mask: np.ndarray) -> np.ndarray:
        return self.order.ravel().compress(mask.ravel()).reshape(len(self.order), -1)  # faster than order[mask]
