"""What a tree is worth to second order: its price, its leaf scores, and the gain of a split.

Lecture 21; deck 000 "Gradient Boosting and Regularization", "Gradient Boosting Implementation".
Inventory: I-000-111, I-000-112, I-000-113.

A tree f has T leaves; the examples in leaf j have gradients and second derivatives that sum to G and H:

    Omega(f) = gamma T + lambda/2 sum w_j^2                                              (1)
    sum over n of [g f + h f^2 / 2] + Omega(f) = sum over j of [G w + (H + lambda) w^2 / 2 + gamma]
    w = -G / (H + lambda)                                       the best score of a leaf (2)
    sum over j of [gamma - G^2 / (H + lambda) / 2]              the tree's structure score  (3)
    gain = [G_L^2 / (H_L + lambda) + G_R^2 / (H_R + lambda) - G^2 / (H + lambda)] / 2 - gamma    (4)

symbol    name here        symbol    name here
gamma     gamma            T         leaves
lambda    lam              w_j       w, the score of leaf j

Departures: lambda is missing in the slide's (1) but used by its example, 3 gamma + 2.505 lambda (E-000-34); w_j is what
leaf j adds to F, not the cost of a path (E-000-36).

The scan over the cuts of one node is also a story: one cut after the other, and which split gains most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from labkit.core import inputs
from labkit.core.inputs import frozen
from labkit.core.story import START, STOP, UPDATE, CountedStep
from labkit.learners.tree.tree import between


def omega(w, gamma: float = 0.0, lam: float = 1.0) -> float:
    """The price of a tree with the leaf scores w."""
    w = np.asarray(w, dtype=float)
    return float(gamma * w.size + 0.5 * lam * (w**2).sum())  # (1)


def leaf_score(G, H, lam: float = 1.0):
    """The best score of a leaf."""
    return -np.asarray(G, dtype=float) / _priced(H, lam)  # (2)


def structure_parts(G, H, gamma: float = 0.0, lam: float = 1.0) -> np.ndarray:
    """What each leaf adds to the structure score."""
    return gamma - 0.5 * np.asarray(G, dtype=float) ** 2 / _priced(H, lam)  # (3)


def structure_score(G, H, gamma: float = 0.0, lam: float = 1.0) -> float:
    """The least that the second-order loss of a tree with these leaves can be, constants left out."""
    return float(np.sum(structure_parts(G, H, gamma, lam)))  # (3)


def split_gain(left, right, gamma: float = 0.0, lam: float = 1.0):
    """What splitting a leaf takes off the structure score; ``left`` and ``right`` are (G, H) of the two sides."""
    whole = np.add(left[0], right[0]), np.add(left[1], right[1])
    one, two, three = (structure_parts(*side, gamma, lam) for side in (whole, left, right))
    return one - two - three  # (4)


def split_gains(x, g, h=None, gamma: float = 0.0, lam: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """(thresholds, gains) of all splits of one node along one feature: one scan over the sorted values.

    ``h`` None is 1 everywhere, as ``Squared().slopes`` says it: ``split_gains(x, *loss.slopes(z, F))``.
    """
    x, g, h = _examples(x, g, h)
    order = np.argsort(x, kind="stable")
    x, G, H = x[order], g[order].cumsum(), h[order].cumsum()
    cut = np.flatnonzero(x[1:] > x[:-1])
    left, right = (G[cut], H[cut]), (G[-1] - G[cut], H[-1] - H[cut])
    return between(x[cut], x[cut + 1]), split_gain(left, right, gamma, lam)


def _examples(x, g, h) -> tuple[np.ndarray, ...]:
    """x, g and h of every example; the slopes of a loss with one score may come as a row."""
    parts = [np.ravel(np.asarray(part, dtype=float)) for part in (x, g, 1.0 if h is None else h)]
    sizes = [len(part) for part in parts]
    if not sizes[0] or not {1, sizes[0]}.issuperset(sizes):
        raise ValueError(
            f"x, g, h: expected as many of each, got {sizes}; pass one of each for every example, h=None for ones"
        )
    return tuple(np.broadcast_arrays(*parts))


def _priced(H, lam: float) -> np.ndarray:
    inputs.number("lam", lam, least=0)
    priced = np.asarray(H, dtype=float) + lam
    if not (priced > 0).all():
        raise ValueError(f"H + lam: expected above 0, got {priced.min():g}; set lam above 0")
    return priced


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


def scan_steps(x, g, h=None, *, gamma: float = 0.0, lam: float = 1.0) -> Iterator[ScanStep]:
    """Tries the cuts of a node from left to right; x, g, h are those of its examples, h None is 1 everywhere."""
    thresholds, gains = split_gains(x, g, h, gamma, lam)
    x, g, h = map(frozen, _examples(x, g, h))
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
