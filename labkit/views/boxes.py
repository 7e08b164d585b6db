"""The leaves of a tree as rectangles of the plane, with the borders between them. Exact: no grid, no stairs.

Strong lines part different classes, faint ones the leaves of one class; the split just made is lit, and so is a
leaf that was just pruned.
"""

from __future__ import annotations

import numpy as np

from labkit.core.story import Step
from labkit.views.fields import broken
from labkit.views.scene import Box, Mark


def leaf_regions(boxes: np.ndarray, nodes: np.ndarray, kinds: np.ndarray, tree, acted: list[int]) -> list[Mark]:
    """Row k of ``boxes`` is x0, x1, y0, y1 of the leaf ``nodes[k]``, which predicts the class ``kinds[k]``."""
    marks: list[Mark] = [
        Box(x0, y0, x1, y1, fill=f"tint{kind}")
        for (x0, x1, y0, y1), kind in zip(boxes.tolist(), kinds.tolist(), strict=True)
    ]
    segments, one, other = borders(boxes)
    same = kinds[one] == kinds[other]
    parent = tree.parent[nodes]
    lit = (parent[one] == parent[other]) & np.isin(parent[one], acted)
    marks += broken(segments[same & ~lit], color="muted", width=0.6)
    marks += broken(segments[~same & ~lit], width=2.2)
    marks += broken(segments[lit], color="accent", width=3.4)
    pruned = boxes[np.isin(nodes, acted)].tolist()
    return marks + [Box(x0, y0, x1, y1, stroke="accent", width=3.4) for x0, x1, y0, y1 in pruned]


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
