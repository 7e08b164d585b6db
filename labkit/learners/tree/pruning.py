"""What all stories of pruning share: one tree, and for every node the step at which it stops being split.

Lecture 16; deck 001 "Pruning", deck 000 "Pruning the Tree - 1".
Inventory: I-000-090, I-001-035.

A pruning is an array ``step`` over the nodes: 0 at the leaves, k where the node becomes a leaf in step k, KEPT where
it never does. No child outlives its parent. After k steps the nodes with step > k are split; nothing is copied.

A node t can be pruned in P(t) ways: as a leaf, or split above any prunings of its children,

    P(t) = 1 + product over the children c of P(c), 1 at a leaf           (1)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod

import numpy as np

from labkit.core import inputs
from labkit.learners.tree.criteria import impurity_of
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.tree import LEAF, NEVER, Tree

RISKS = ("error", "impurity")
IMPURITIES = ("gini", "entropy", "misclassification")  # a risk too, whatever grew the tree
KEPT = NEVER - 1
MOST_PRUNINGS = 100_000  # to look at one by one


def whole(fitted) -> TreeModel:
    """The model to prune, of a fitted learner or given as it is, with all nodes of its tree split."""
    model = getattr(fitted, "model_", fitted)
    if not isinstance(model, TreeModel):
        raise ValueError(
            f"expected a fitted tree learner or its model, got {type(fitted).__name__}; call fit(X, y) before pruning"
        )
    inner = model.tree.kind > LEAF
    return model if model.split[inner].all() else model.compact


def tree_of(fitted) -> Tree:
    """The tree to prune: given as it is, or of a fitted learner or its model."""
    return fitted if isinstance(fitted, Tree) else whole(fitted).tree


def risk_of(tree: Tree, risk: str = "error") -> np.ndarray:
    """E / N of every node as a leaf: "error" (misclassified, or squared), "impurity" by the grower's criterion, or by
    name "gini", "entropy", "misclassification", whatever grew the tree."""
    inputs.option("risk", risk, (*RISKS, *IMPURITIES))
    classes = tree.counts.shape[1]
    if risk == "error" and classes:
        return (tree.weight - tree.counts.max(axis=1)) / tree.weight[0]
    if risk in ("error", "impurity"):
        return tree.impurity * tree.weight / tree.weight[0]  # for numbers the impurity is the mean squared error
    if not classes:
        raise ValueError(f"risk: expected 'error' or 'impurity' for numbers, got {risk!r}; choose one of them")
    return impurity_of(risk)(tree.counts.T) * tree.weight / tree.weight[0]


def inherited(tree: Tree, step: np.ndarray) -> np.ndarray:
    """Steps such that no node outlives its parent."""
    lives, parent = step.tolist(), tree.parent.tolist()
    for node in tree.splits.tolist()[1:]:  # parents come before their children; the root has none
        lives[node] = min(lives[node], lives[parent[node]])
    return np.where(tree.kind > LEAF, lives, 0)


def after(model: TreeModel, step: np.ndarray) -> TreeModel:
    """The model before any step of this pruning; ``at`` moves it on."""
    stage = inputs.frozen(np.where(model.tree.kind > LEAF, -step, NEVER), dtype=np.int64)
    return model.staged(stage, upto=0)


def at(model: TreeModel, k: int) -> TreeModel:
    """The model after k steps."""
    return replace(model, upto=-k)


def climbed(tree: Tree, step: np.ndarray, nodes: np.ndarray, k: int) -> np.ndarray:
    """Where cases that stop at these nodes, before any step or after fewer, stop after k steps."""
    while (gone := (nodes > 0) & (step[tree.parent[nodes]] <= k)).any():
        nodes = np.where(gone, tree.parent[nodes], nodes)
    return nodes


def sums_over_steps(tree: Tree, step: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The sum of ``values`` over the leaves of the tree, after 0, 1, 2... steps.

    A node is a leaf from the step at which it stops being split until its parent does.
    """
    last = int(step[step < KEPT].max(initial=0))
    born, gone = np.minimum(step, last + 1), np.minimum(step[tree.parent], last + 1)
    gone[0] = last + 1
    change = np.bincount(born, values, last + 2) - np.bincount(gone, values, last + 2)
    return np.cumsum(change)[: last + 1]


# ---------------------------------------------------------------- all of them


def prunings(fitted) -> Iterator[TreeModel]:
    """Every tree that pruning can leave, the root alone first, the whole tree last: to try a theorem on all of them."""
    model = whole(fitted)
    tree, most = model.tree, MOST_PRUNINGS
    if (count := _ways(tree)[0]) > most:
        raise ValueError(f"expected a tree with at most {most} prunings, got {count}; prune it or set max_depth")
    kept = (np.isin(np.arange(len(tree)), splits) for splits in _splits(tree, 0))
    return (after(model, np.where(mask, KEPT, 0)) for mask in kept)


def _ways(tree: Tree) -> list[int]:
    ways = [1] * len(tree)
    for t in tree.splits.tolist()[::-1]:  # children come after their parents
        ways[t] = 1 + prod(ways[child] for child in tree.children(t))  # (1)
    return ways


def _splits(tree: Tree, node: int) -> Iterator[list[int]]:
    """The nodes at or below ``node`` that are split, in each pruning."""
    yield []
    if tree.kind[node] > LEAF:
        for below in product(*(list(_splits(tree, child)) for child in tree.children(node))):
            yield [node, *(t for part in below for t in part)]
