"""Missing values, the third way out: C4.5's fractional cases.

Lecture 17; deck 000 "Handling Missing Attribute Values - 3" and "- 4".
Inventory: I-000-100, I-000-101.

A case that misses the value asked for goes down every branch i, with its weight w times the branch's share of the
training weight whose value was known; where it stops, the class shares of the leaves are added up:

    w_i = w q_i,   q_i = W_i / sum_k W_k         (1)
    P(class) = sum_leaves w_leaf P(class | leaf) (2)

(2) is C4.5's convention: q_i does not depend on what else is known of the case, although the humidity, say, tells
something about the outlook too (E-000-38). With nothing known at all (2) gives back the shares among all examples.

In training the missing examples were spread by (1) as well, so W_i may be read off the children: it grows for all of
them by the same factor.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labkit.learners.tree.model import Landing, TreeModel
from labkit.learners.tree.tree import LEAF, LEARNED, LINEAR, MANY, Tree


@dataclass(frozen=True, slots=True, eq=False)
class Sent:
    """Where one case goes from a node: the children, the share of its weight for each, and why there."""

    children: np.ndarray
    shares: np.ndarray
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Fractions:
    """The router that spreads a case over the branches of a test that it cannot answer."""

    def __call__(self, tree: Tree, cells: np.ndarray, split: np.ndarray) -> Landing:
        """Level by level, all cases at once; the landing is in the order of the rows."""
        rows, at, weights = np.arange(len(cells)), np.zeros(len(cells), dtype=np.intp), np.ones(len(cells))
        landed = []
        while rows.size:
            below = np.where(split[at], tree.next(cells, rows, at), -1)
            lost = split[at] & unanswered(tree, cells, rows, at)
            stop = (below < 0) & ~lost
            landed.append((rows[stop], at[stop], weights[stop]))
            known = below >= 0
            sent = rows[known], below[known], weights[known]
            spread = _spread(tree, rows[lost], at[lost], weights[lost])
            rows, at, weights = (np.concatenate(pair) for pair in zip(sent, spread, strict=True))
        rows, nodes, weights = (np.concatenate(parts) for parts in zip(*landed, strict=True))
        order = np.lexsort((nodes, rows))
        return rows[order], nodes[order], weights[order]

    def send(self, model: TreeModel, case: np.ndarray, node: int) -> Sent:
        """Where one case goes from a node whose test it cannot answer."""
        children = np.array(model.tree.children(node))
        q = shares(model.tree, node)
        words = ", ".join(f"{model.answer(child)} {share:.3g}" for child, share in zip(children, q, strict=True))
        return Sent(children, q, f"not known; spread as the examples were: {words}")


def shares(tree: Tree, node: int) -> np.ndarray:
    """q: of the training weight, for each branch of a split node."""
    W = tree.weight[list(tree.children(node))]
    return W / W.sum()  # (1)


def tested_features(tree: Tree, node: int) -> np.ndarray:
    """The attributes that a test needs to know: one, several where it is linear, all where it is learned."""
    feature = tree.feature[node]
    if tree.kind[node] == LEARNED:
        return np.arange(tree.directions[feature].features)
    return np.flatnonzero(tree.directions[feature]) if tree.kind[node] == LINEAR else np.array([feature])


def unanswered(tree: Tree, cells: np.ndarray, rows: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Which rows miss a value that the test of their node asks for.

    A known category without a branch is answered: the case stops there, with or without a router.
    """
    kind = tree.kind[at]
    lost = (kind > LEAF) & (tree.next(cells, rows, at) < 0)
    many = np.flatnonzero(lost & (kind == MANY))
    lost[many] = np.isnan(cells[rows[many], tree.feature[at[many]]])
    return lost


def _spread(tree: Tree, rows: np.ndarray, at: np.ndarray, weights: np.ndarray) -> Landing:
    """Every case once per branch."""
    arity = tree.arity[at]
    case = np.repeat(np.arange(len(rows)), arity)
    number = np.arange(len(case)) - np.repeat(np.cumsum(arity) - arity, arity)  # 0, 1, ... for every case anew
    child = tree.first[at[case]] + number
    W = tree.weight[child]
    total = np.bincount(case, W, minlength=len(rows))
    return rows[case], child, weights[case] * W / total[case]  # (1)
