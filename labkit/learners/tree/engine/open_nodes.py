"""The open nodes of one depth, all at once: every feature keeps their examples in the order of its values.

``order[f]`` lists the examples of the first open node by their values of feature f, then those of the second, and so
on. Sorting happens once, at the root: children are stable picks out of their parents' order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

BLOCK = 1 << 16  # places of one or several features that are looked at together


@dataclass(slots=True, eq=False)
class Moved:
    """Where the examples of a level go. Its children are numbered by their parents' numbers: left to right."""

    examples: np.ndarray  # in the order of their nodes' features
    child: np.ndarray  # of each of these; one number more than there are children where the node stays a leaf
    start: np.ndarray  # the first child of each node, -1 where it stays a leaf
    children: int  # there are in all, two for each node that is split
    all_split: bool  # no node stays a leaf


@dataclass(slots=True, eq=False)
class OpenNodes:
    """``nodes[s]`` has the places ``starts[s]`` to ``ends[s]`` in every row of ``order``."""

    order: np.ndarray  # int32 (features, places): examples
    nodes: np.ndarray
    sizes: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    places: np.ndarray  # 0, 1, 2...
    segment: np.ndarray  # for every place, which of the nodes it belongs to
    examples: int  # there are in all, in open nodes or not

    @classmethod
    def of(cls, order: np.ndarray, nodes: np.ndarray, sizes: np.ndarray, examples: int) -> OpenNodes:
        ends = sizes.cumsum()
        places = np.arange(order.shape[1])
        segment = places[: len(nodes)].repeat(sizes)
        return cls(order, nodes, sizes, ends - sizes, ends - 1, places, segment, examples)

    @classmethod
    def root(cls, columns: np.ndarray) -> OpenNodes:
        """``columns`` is (features, examples)."""
        order = np.empty(columns.shape, dtype=np.int32)
        for feature, column in enumerate(columns):
            order[feature] = np.argsort(np.ascontiguousarray(column))
        return cls.of(order, np.zeros(1, dtype=int), np.array([columns.shape[1]]), columns.shape[1])

    def only(self, kept: np.ndarray) -> OpenNodes | None:
        """The level of the nodes that a mask keeps, None if it keeps none."""
        if not kept.any():
            return None
        order = self.order[:, kept.take(self.segment)]
        return OpenNodes.of(order, self.nodes[kept], self.sizes[kept], self.examples)

    @property
    def blocks(self) -> list[slice]:
        """The features, as many at once as stay in the processor's cache."""
        most = max(1, BLOCK // len(self.segment))
        return [slice(first, first + most) for first in range(0, len(self.order), most)]

    def order_of(self, feature: np.ndarray) -> np.ndarray:
        """For every place, where in ``order.ravel()`` it stands in the order of its node's ``feature``."""
        return feature.take(self.segment, axis=-1) * len(self.segment) + self.places

    def beside_cut(self, feature: np.ndarray, place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The examples on both sides of a cut after ``place`` in the order of each node's ``feature``."""
        cut, order = feature * len(self.segment) + place, self.order.ravel()
        return order.take(cut), order.take(cut + 1, mode="clip")

    def children(self, moved: Moved, sizes: np.ndarray, lives: np.ndarray, first: int) -> OpenNodes:
        """The next level, of the children that live (one more, who does not: the examples of leaves).

        ``sizes`` are of all children, the 0th is node ``first``.
        """
        lane = lives.astype(np.int8)  # all left children, then all right ones: two picks, no sorting
        lane[1::2] *= 2
        order = self._two_picks(lane.take(moved.child), moved)
        left = moved.start if moved.all_split else moved.start[moved.start >= 0]
        right = left + 1
        living = np.concatenate([left[lives.take(left)], right[lives.take(right)]])
        return OpenNodes.of(order, first + living, sizes.take(living).astype(np.intp), self.examples)

    def _two_picks(self, lanes: np.ndarray, moved: Moved) -> np.ndarray:
        """Every row's examples of lane 1, then those of lane 2."""
        ones, going = np.count_nonzero(lanes == 1), np.count_nonzero(lanes)
        order = np.empty((len(self.order), going), dtype=self.order.dtype)
        for block, lane in self._spread(lanes, moved):
            rows = self.order[block].ravel()  # compress is faster than rows[mask]
            order[block, :ones] = rows.compress((lane == 1).ravel()).reshape(len(lane), -1)
            order[block, ones:] = rows.compress((lane == 2).ravel()).reshape(len(lane), -1)
        return order

    def _spread(self, values: np.ndarray, moved: Moved) -> Iterator[tuple[slice, np.ndarray]]:
        """The value of each moved example in every feature's order: (features, values), some features at a time."""
        by_example = np.empty(self.examples, dtype=values.dtype)
        by_example[moved.examples] = values
        for block in self.blocks:
            yield block, by_example.take(self.order[block], mode="clip")  # unchecked bounds take half the time
