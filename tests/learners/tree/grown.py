"""Models grown on the lectures' tables and on random data, and every way to prune a small tree."""

from itertools import product

import numpy as np

from labkit.core import data
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.engine.level_growth import grow
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.plan import Plan, TreeExamples
from labkit.learners.tree.tree import LEAF


def grown(X, y, **plan) -> TreeModel:
    """The model of a whole tree; of numbers where the criterion is the variance."""
    attributes = Attributes.of(X)
    numbers = plan.get("criterion") == "variance"
    classes, index = (None, np.asarray(y, dtype=float)) if numbers else np.unique(y, return_inverse=True)
    examples = TreeExamples(attributes.cells(X), index, 0 if numbers else len(classes), attributes.categorical)
    return TreeModel.whole(grow(examples, Plan(**plan)), attributes, classes)


def lecture(name, target, *columns, rows=slice(None), **plan):
    """The entropy tree of a lecture's table, with the attributes in this order."""
    table = data.load(name)
    rows = np.arange(len(table))[rows]
    return grown(table.select(*columns)[rows], table[target][rows], criterion="entropy", **plan)


def noisy(seed, n=40, d=2, classes=2):
    """Classes by the sign of the first feature, a quarter of them drawn anew."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)).round(1)
    y = (X[:, 0] > 0).astype(int)
    drawn = rng.random(n) < 0.25
    y[drawn] = rng.integers(0, classes, drawn.sum())
    y[:classes] = np.arange(classes)
    return X, y


def prunings(tree, node=0):
    """The sets of nodes that are split in each pruned tree."""
    yield frozenset()
    if tree.kind[node] > LEAF:
        for parts in product(*(list(prunings(tree, child)) for child in tree.children(node))):
            yield frozenset({node}).union(*parts)


def mask(tree, nodes) -> np.ndarray:
    split = np.zeros(len(tree), dtype=bool)
    split[list(nodes)] = True
    return split
