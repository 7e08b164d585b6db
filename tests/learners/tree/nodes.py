"""The examples of one node of the lectures' tables, and random ones."""

import numpy as np

from labkit.core import data
from labkit.learners.tree.attributes import Attributes
from labkit.learners.tree.plan import TreeExamples

TARGETS = {
    "tennis": "play",
    "weather": "class",
    "rgb8": "class",
    "buys_computer": "buys_computer",
    "avian_flu": "risk",
    "cart_counterexample": "y",
}
NOT_ASKED = {
    "tennis": ["day"],
    "buys_computer": ["rid"],
    "weather": ["case"],
    "rgb8": ["sample"],
    "avian_flu": ["rule"],
}


def node(name, **where) -> tuple[TreeExamples, Attributes]:
    """The rows of a table where these attributes have these values, as in ``node("tennis", outlook="sunny")``."""
    table = data.load(name)
    classes, y = np.unique(table[TARGETS[name]], return_inverse=True)
    X = table.without(TARGETS[name], *NOT_ASKED.get(name, []))
    attributes = Attributes.of(X)
    rows = np.ones(len(table), dtype=bool)
    for column, value in where.items():
        rows &= value(table[column]) if callable(value) else table[column] == value
    return TreeExamples(attributes.cells(X), y, len(classes), attributes.categorical).take(rows), attributes


def random_node(seed, n=30, classes=3, missing=0.2, weighted=True) -> TreeExamples:
    """Two numeric attributes with ties and two categorical ones, some values missing."""
    rng = np.random.default_rng(seed)
    numbers = np.column_stack([rng.integers(0, 6, n) / 4, rng.normal(size=n)])
    cells = np.column_stack([numbers, rng.integers(0, 2, n), rng.integers(0, 4, n)]).astype(float)
    cells[rng.random(cells.shape) < missing] = np.nan
    y = rng.integers(0, classes, n) if classes else rng.normal(50, 3, n)
    weights = rng.integers(0, 4, n) * rng.uniform(0.5, 1.5) if weighted else None
    return TreeExamples(cells, y, classes, np.array([False, False, True, True]), weights)
