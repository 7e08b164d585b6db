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
from labkit.learners.ensemble.members import Constant, TreeMembers
from labkit.learners.ensemble.prefix import Prefix
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.tree import LEAF, LINEAR, Tree


def staged_by_impurity(model: Prefix) -> np.ndarray:
    """(members + 1, attributes): (1) without a tree, of the first tree, of the first two... as shares of their sum.

    All are 0 where no tree has split.
    """
    attributes = len(model.ensemble.members.attributes)
    sums = np.vstack([np.zeros(attributes), falls(model, attributes)]).cumsum(axis=0)  # (1)
    return shares(sums)


def falls(model: Prefix, attributes: int, weighed: bool = True) -> np.ndarray:
    """(trees, attributes): what each tree's splits on each attribute gain, ``weighed`` by the draws that they split.

    An AttributeError where a member is no tree of tests of single attributes.
    """
    trees = model.ensemble.members
    if isinstance(trees, TreeMembers):
        nodes, owner = trees.arrays.nodes, trees.arrays.owner
        asked = len(trees) * model.members // max(len(model.ensemble), 1)  # of several classes boosting has more trees
        return _falls(nodes, owner, asked, attributes, weighed)
    rows = [np.zeros((0, attributes))]
    for member in trees.models[: model.members]:
        if isinstance(member, Constant):
            rows.append(np.zeros((1, attributes)))
        elif isinstance(member, TreeModel) and not (member.tree.kind == LINEAR).any():
            rows.append(_falls(member.tree, np.zeros(len(member.tree), dtype=int), 1, attributes, weighed))
        else:
            raise AttributeError(
                f"feature_importances_: expected members that are trees of tests of single attributes, got a "
                f"{type(member).__name__}; ask for them where trees are the members"
            )
    return np.concatenate(rows)


def _falls(nodes: Tree, owner: np.ndarray, members: int, attributes: int, weighed: bool) -> np.ndarray:
    splits = np.flatnonzero((nodes.kind > LEAF) & (owner < members))
    gain = np.maximum(nodes.gain[splits], 0.0)
    places = owner[splits] * attributes + nodes.feature[splits]
    sums = np.bincount(places, nodes.weight[splits] * gain if weighed else gain, minlength=members * attributes)
    return sums.reshape(members, attributes)


def shares(sums: np.ndarray) -> np.ndarray:
    """Along the last axis; nothing is 0."""
    total = sums.sum(axis=-1, keepdims=True)
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
