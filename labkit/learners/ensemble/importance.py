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
from labkit.learners.ensemble.bag import BagModel
from labkit.learners.tree.tree import LEAF


def by_impurity(model: BagModel) -> np.ndarray:
    """(1) for every attribute, as shares of their sum; all 0 where no tree has split."""
    trees = model.bag.members
    nodes = trees.grove.nodes
    splits = np.flatnonzero((nodes.kind > LEAF) & (trees.grove.owner < model.members))
    fall = nodes.weight[splits] * nodes.gain[splits]
    sums = np.bincount(nodes.feature[splits], fall, minlength=len(trees.attributes))  # (1)
    return sums / sums.sum() if sums.any() else sums


def by_permutation(model: BagModel, *, seed: int = 0) -> np.ndarray:
    """(2) for every attribute: by how much the error of a single tree rises without it."""
    inputs.number("seed", seed, least=0, whole=True)
    bag, rng = model.bag, np.random.default_rng(seed)
    trees, rows = np.nonzero(bag.out_of_bag[: model.members])
    if not len(rows):
        raise ValueError("model: expected examples out of bag, got none; grow more trees on more examples")
    examples = bag.members.attributes.cells(bag.data.X)
    cells = examples[rows]
    shuffled = rows[np.lexsort((rng.random(len(rows)), trees))]  # among each tree's own
    before = _errors(model, cells, trees, rows)
    rises = np.empty(cells.shape[1])
    for f in range(cells.shape[1]):
        cells[:, f] = examples[shuffled, f]
        rises[f] = _errors(model, cells, trees, rows) - before  # (2)
        cells[:, f] = examples[rows, f]
    return rises


def _errors(model: BagModel, cells: np.ndarray, trees: np.ndarray, rows: np.ndarray) -> float:
    """The mean error of single trees on these cases."""
    grove = model.bag.members.grove
    said = grove.nodes.prediction[grove.descend(cells, np.arange(len(rows)), grove.roots[trees])]
    truth = model.bag.data.y[rows]
    return float(np.mean(said != truth) if model.classes is not None else np.mean((said - truth) ** 2))
