"""One tree of gradient boosting, grown node by node: every cut of every column is tried.

Lecture 21; deck 000 "Gradient Boosting Implementation". Inventory: I-000-113, I-000-114.

The examples of a node have gradients g and second derivatives h that sum to G and H:

    of all cuts that the limits allow, the one with the largest gain                   (4) of ``second_order``  (1)
    each side is grown in the same way                                                                          (2)
    where nothing gains, a leaf with the score w                                       (2) of ``second_order``  (3)
    negative = "stop":  a node whose largest gain is not above 0 is a leaf
    negative = "prune": it is split all the same; a split into two leaves that does not gain is taken back      (4)

So "prune" keeps a poor split where a good one needs it (XOR). Of equal gains the lowest column wins, then the lowest
threshold. Boosting grows the same trees level by level from histograms: ``engine.boost_tree``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.learners.ensemble.second_order import leaf_score, split_gain

NEGATIVE = STOP, PRUNE = ("stop", "prune")
TIE = 1e-9  # gains as near as that are equal


@dataclass(frozen=True, slots=True)
class TreeLimits:
    """Where growth ends, and what leaves cost."""

    max_depth: int = 3
    min_leaf: int = 1  # examples on each side of a split
    min_hessian: float = 0.0  # sum of h on each side
    gamma: float = 0.0
    lam: float = 1.0
    negative: str = STOP
    rounding: float = 0.0  # a split that takes off no more than this takes off nothing

    @property
    def any_cut(self) -> bool:
        """Whether every cut that gains is allowed."""
        return self.min_leaf == 1 and not self.min_hessian and self.negative == STOP


@dataclass(frozen=True, slots=True, eq=False)
class ScoreNode:
    """A node and what is below it; a leaf has no sides."""

    G: float
    H: float
    size: int
    column: int | None = None
    threshold: float | None = None
    gain: float | None = None
    sides: tuple[ScoreNode, ...] = ()  # up to the threshold, above it

    def score(self, x: np.ndarray, lam: float) -> float:
        """w of the leaf where the case x ends."""
        if not self.sides:
            return float(leaf_score(self.G, self.H, lam))
        return self.sides[int(x[self.column] > self.threshold)].score(x, lam)

    def splits(self) -> list[tuple[int, float, float]]:
        """(column, threshold, gain) of all splits, a node before its sides, the left one first."""
        below = [split for side in self.sides for split in side.splits()]
        return [(self.column, self.threshold, self.gain), *below] if self.sides else []


def grow_node(X: np.ndarray, g: np.ndarray, h: np.ndarray, limits: TreeLimits, depth: int = 0) -> ScoreNode:
    """The tree for these examples."""
    leaf = ScoreNode(float(g.sum()), float(h.sum()), len(g))  # (3)
    cuts = list(allowed_cuts(X, g, h, limits)) if depth < limits.max_depth else []
    if not cuts:
        return leaf
    most = max(gain for gain, _, _ in cuts)
    gain, column, threshold = next(cut for cut in cuts if cut[0] >= most - TIE)  # (1)
    gains = gain > limits.rounding + TIE
    if limits.negative == STOP and not gains:
        return leaf
    left = X[:, column] <= threshold
    sides = tuple(grow_node(X[side], g[side], h[side], limits, depth + 1) for side in (left, ~left))  # (2)
    if not gains and not any(side.sides for side in sides):
        return leaf  # (4)
    return ScoreNode(leaf.G, leaf.H, leaf.size, column, threshold, gain, sides)


def allowed_cuts(X: np.ndarray, g: np.ndarray, h: np.ndarray, limits: TreeLimits) -> Iterator[tuple[float, int, float]]:
    """(gain, column, threshold) of every cut midway between two values, the lowest column and threshold first."""
    for column, x in enumerate(X.T):
        values = np.unique(x)
        for threshold in (values[1:] + values[:-1]) / 2:
            left = x <= threshold
            sizes, H = (left.sum(), (~left).sum()), (h[left].sum(), h[~left].sum())
            if min(sizes) >= limits.min_leaf and min(H) >= limits.min_hessian - TIE:
                sides = (g[left].sum(), H[0]), (g[~left].sum(), H[1])
                yield float(split_gain(*sides, limits.gamma, limits.lam)), column, float(threshold)
