"""Which attributes a forest uses, and which it needs.

Lecture 19; deck 000 "Random Forests Algorithm". Inventory: I-000-104.

    impurity       mean over trees of  sum over splits on the attribute of (share of the draws) * gain       (1)
    permutation    mean over (tree, example out of its bag) of  error with the attribute's values shuffled
                   among the tree's examples out of bag, minus error without                                (2)

(1) comes with growing, but is paid for by the training examples: an attribute with many values finds some gain in
noise. (2) asks examples that the tree has not seen; it can be negative, and attributes that tell the same share it.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.learners.ensemble.prefix import Prefix
from labkit.learners.tree.tree import LEAF


def staged_by_impurity(model: Prefix) -> np.ndarray:
    """(members + 1, attributes): (1) without a tree, of the first tree, of the first two... as shares of their sum.

    All are 0 where no tree has split.
    """
    trees = model.ensemble.members
    nodes, owner, attributes = trees.arrays.nodes, trees.arrays.owner, len(trees.attributes)
    splits = np.flatnonzero((nodes.kind > LEAF) & (owner < model.members))
    places = (1 + owner[splits]) * attributes + nodes.feature[splits]
    falls = np.bincount(places, nodes.weight[splits] * nodes.gain[splits], minlength=(1 + model.members) * attributes)
    sums = falls.reshape(-1, attributes).cumsum(axis=0)  # (1)
    total = sums.sum(axis=1, keepdims=True)
    return sums / np.where(total > 0, total, 1.0)


def staged_by_permutation(model: Prefix, *, seed: int = 0) -> np.ndarray:
    """(members + 1, attributes): (2) without a tree (all 0), of the first tree, of the first two..."""
    inputs.number("seed", seed, least=0, whole=True)
    bag, rng = model.ensemble, np.random.default_rng(seed)
    trees, rows = np.nonzero(bag.out_of_bag[: model.members])
    if not len(rows):
        raise ValueError("model: expected examples out of bag, got none; grow more trees on more examples")
    examples = bag.members.attributes.cells(bag.data.X)
    cells = examples[rows]
    shuffled = rows[np.lexsort((rng.random(len(rows)), trees))]  # among each tree's own
    before = _errors(model, cells, trees, rows)
    rises = np.zeros((model.members + 1, cells.shape[1]))
    for f in range(cells.shape[1]):
        cells[:, f] = examples[shuffled, f]
        rise = _errors(model, cells, trees, rows) - before
        rises[1:, f] = np.bincount(trees, rise, minlength=model.members)
        cells[:, f] = examples[rows, f]
    heard = np.append(0, np.bincount(trees, minlength=model.members)).cumsum()
    return rises.cumsum(axis=0) / np.maximum(heard, 1)[:, None]  # (2)


def _errors(model: Prefix, cells: np.ndarray, trees: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The error of each of these single trees on its case."""
    arrays = model.ensemble.members.arrays
    answers = arrays.nodes.prediction[arrays.descend(cells, np.arange(len(rows)), arrays.roots[trees])]
    truth = model.ensemble.data.y[rows]
    return (answers != truth).astype(float) if model.classes is not None else (answers - truth) ** 2
