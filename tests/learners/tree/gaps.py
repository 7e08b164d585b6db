"""Tables with missing values, and models grown on them."""

import numpy as np

from labkit.core.table import Table
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.model import TreeModel
from labkit.learners.tree.node_by_node import grow
from labkit.learners.tree.plan import Plan, TreeExamples


def model_of(table, words, router=None, missing="refuse", **plan):
    """The model of a tree grown node by node, and its examples."""
    attributes = Attributes.of(table)
    classes, y = np.unique(words, return_inverse=True)
    examples = TreeExamples(attributes.cells(table), y, len(classes), attributes.categorical)
    tree = grow(examples, Plan(**plan), missing)
    return TreeModel.whole(tree, attributes, classes, router=router), examples


def gappy(seed, n=60):
    """Two numeric attributes and one of categories, a quarter of the values missing, three classes."""
    rng = np.random.default_rng(seed)
    colours = np.array(["red", "green", "blue", None], dtype=object)
    numbers = [rng.normal(size=n).round(1) for _ in range(2)]
    for column in numbers:
        column[rng.random(n) < 0.25] = np.nan
    table = Table.from_dict({"a": numbers[0], "colour": colours[rng.integers(0, 4, n)], "b": numbers[1]})
    return table, rng.integers(0, 3, n)
