"""The leaves of a tree as rectangles of the plane, with the borders between them. Exact: no grid, no stairs.

Strong lines part different classes, faint ones the leaves of one class; the split just made is lit, and so is a
leaf that was just pruned.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.core.drawable import LeafBoxes
from labkit.core.story import Step
from labkit.views.items import Items
from labkit.views.scene import Boxes, Mark, coordinates, segments_of


def leaf_regions(leaves: LeafBoxes, kinds: np.ndarray, acted: Sequence[int], names: Sequence[str]) -> list[Mark]:
    """``kinds`` are the colours of the leaves, ``names`` the classes, ``acted`` the nodes that are lit."""
    boxes, parent, acted = leaves.boxes, leaves.parents, np.asarray(acted, dtype=int)
    marks: list[Mark] = []
    for kind in np.unique(kinds).tolist():
        items = Items("node", coordinates(leaves.nodes[kinds == kind]), f"leaf of {names[kind]}")
        marks.append(_boxes(boxes[kinds == kind], fill=f"tint{kind}", items=items))
    segments, one, other = borders(boxes)
    same = kinds[one] == kinds[other]
    lit = (parent[one] == parent[other]) & np.isin(parent[one], acted)
    marks += segments_of(segments[same & ~lit], color="muted", width=0.6)
    marks += segments_of(segments[~same & ~lit], width=2.2)
    marks += segments_of(segments[lit], color="accent", width=3.4)
    return [*marks, *leaf_outlines(leaves, acted)]


def leaf_outlines(leaves: LeafBoxes, nodes: Sequence[int]) -> list[Mark]:
    """A lit line around each of those leaves."""
    boxes = leaves.boxes[np.isin(leaves.nodes, nodes)]
    return [_boxes(boxes, stroke="accent", width=3.4)] if len(boxes) else []


def _boxes(rows: np.ndarray, **style) -> Boxes:
    x0, x1, y0, y1 = map(coordinates, rows.T)
    return Boxes(x0, y0, x1, y1, **style)


def acted_nodes(step: Step) -> list[int]:
    """The nodes of a tree that a step has just split or pruned: its ``nodes``, or its ``node``."""
    node = getattr(step, "node", None)
    return [int(one) for one in getattr(step, "nodes", () if node is None else (node,))]


def borders(boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(segments, one, other): rows xa, ya, xb, yb of what the boxes ``one`` and ``other`` have in common."""
    upright = _touching(boxes)
    level = _touching(boxes[:, [2, 3, 0, 1]])  # the same with x and y exchanged
    segments = np.concatenate([upright[0], level[0][:, [1, 0, 3, 2]]])
    return segments, np.concatenate([upright[1], level[1]]), np.concatenate([upright[2], level[2]])


def _touching(boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    x0, x1, y0, y1 = boxes.T
    low, high = np.maximum.outer(y0, y0), np.minimum.outer(y1, y1)
    left, right = np.nonzero((x1[:, None] == x0) & (low < high))
    x = x1[left]
    return np.column_stack([x, low[left, right], x, high[left, right]]), left, right
