"""The scan over the cuts of one node, told cut by cut: which split of it gains most.

Lecture 21; deck 000 "Gradient Boosting and Regularization", "Gradient Boosting Implementation".
Inventory: I-000-112, I-000-113, I-000-114. The formulas are those of ``second_order``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core.inputs import frozen
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.ensemble.second_order import leaf_score, split_gains, structure_score


@dataclass(frozen=True, slots=True, eq=False)
class ScannedNode:
    """The examples of one node along one feature: gradients, second derivatives, and what each cut comes to."""

    x: np.ndarray
    g: np.ndarray
    h: np.ndarray
    gamma: float
    lam: float
    thresholds: np.ndarray  # rising
    gains: np.ndarray  # gamma taken off

    def sums(self, cut: int | None = None) -> np.ndarray:
        """(leaves, 2): G and H left and right of the cut, or of the node as one leaf."""
        if cut is None:
            return np.array([[self.g.sum(), self.h.sum()]])
        left = self.x <= self.thresholds[cut]
        return np.array([[self.g[side].sum(), self.h[side].sum()] for side in (left, ~left)])

    def scores(self, cut: int | None = None) -> np.ndarray:
        """w of these leaves."""
        return leaf_score(*self.sums(cut).T, self.lam)

    def structure(self, cut: int | None = None) -> float:
        """The structure score of these leaves."""
        return structure_score(*self.sums(cut).T, self.gamma, self.lam)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ScanStep(CountedStep):
    """One more cut is tried; the last step says whether the best one pays."""

    noun = "cut"
    cut: int  # how many are tried
    node: ScannedNode

    @property
    def best(self) -> int | None:
        """The best so far, the first of equals."""
        return int(self.node.gains[: self.cut].argmax()) if self.cut else None

    @property
    def split(self) -> int | None:
        """The cut looked at: the newest, at the end the best; None where the node is one leaf."""
        if self.event == STOP:
            return self.best if self.cut and self.node.gains[self.best] > 0 else None
        return self.cut - 1 if self.cut else None

    def _begins(self) -> str:
        (G, H), structure = self.node.sums()[0], self.node.structure()
        return f"as one leaf: G = {short(G)}, H = {short(H)}, structure score {short(structure)}"

    def _happened(self) -> str:
        newest, thresholds = self.cut - 1, self.node.thresholds
        best = "the best so far" if self.best == newest else f"less than at x = {thresholds[self.best]:g}"
        gain = short(self.node.gains[newest])
        return f"left of x = {thresholds[newest]:g} and right of it; gain {gain}, {best}"


def scan_steps(x, g, h, *, gamma: float = 0.0, lam: float = 1.0) -> Iterator[ScanStep]:
    """Tries the cuts of a node from left to right; x, g, h are those of its examples."""
    thresholds, gains = split_gains(x, g, h, gamma, lam)
    x, g, h = (frozen(part) for part in np.broadcast_arrays(x, g, h))
    return _scan(ScannedNode(x, g, h, gamma, lam, frozen(thresholds), frozen(gains)))


def _scan(node: ScannedNode) -> Iterator[ScanStep]:
    yield ScanStep(event=START, model=None, cut=0, node=node)
    cuts = len(node.thresholds)
    for k in range(1, cuts + 1):
        yield ScanStep(event=UPDATE, model=None, cut=k, node=node)
    yield ScanStep(event=STOP, model=None, cut=cuts, node=node, reason=_verdict(node))


def _verdict(node: ScannedNode) -> str:
    if not len(node.gains):
        return "the node stays a leaf, for all its examples have the same value"
    best = int(node.gains.argmax())
    at, gain = f"x = {node.thresholds[best]:g}", node.gains[best]
    if gain > 0:
        return f"the node is split at {at}, which gains {short(gain)}"
    return f"the node stays a leaf, for even {at} gains {short(gain)}"


def short(number: float) -> str:
    """To four places after the point."""
    return f"{round(float(number), 4) + 0.0:g}"
