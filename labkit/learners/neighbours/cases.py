"""Examples and cases as one matrix of cells: numbers, and of categories their codes.

Lecture 02; deck 000 "Decision Trees and Instance-based Classifiers" (attributes are continuous or discrete).
Inventory: I-000-135.
"""

from __future__ import annotations

import numpy as np

from labkit.core import inputs
from labkit.core.frames import tabled
from labkit.core.table import Table
from labkit.learners.tree.attributes import Attribute, Attributes, complete


def checked(X) -> np.ndarray | Table:
    """A table or a matrix without missing values."""
    if isinstance(X, Table) and "categorical" in X.kinds.values():
        return complete(X, "fill it in before, or take a tree")
    numbers = inputs.matrix(X)
    return X if isinstance(X, Table) else numbers


def remembered(X: np.ndarray | Table) -> tuple[np.ndarray, Attributes]:
    """The examples as cells, and what their columns are."""
    attributes = Attributes.of(X)
    return inputs.frozen(attributes.cells(X)), attributes


def cells(X, attributes: Attributes, learner) -> np.ndarray:
    """Cases as cells; a category that no example has is NaN, which differs from everything."""
    X = tabled(X)
    if not attributes.categorical.any() and not (isinstance(X, Table) and attributes.named):
        X = inputs.matrix(X)
    elif isinstance(X, Table):
        X = complete(X)
    inputs.same_features(X, len(attributes), learner)
    return attributes.cells(X)


def with_words(attributes: Attributes, X) -> Attributes:
    """With the categories that are new in a table, after those that are known."""
    if not isinstance(X, Table):
        return attributes
    new = {c.name: [word for word in getattr(c, "levels", ()) if word not in (attribute.levels or ())]
           for attribute, c in zip(attributes, X.select(*attributes.names).columns, strict=True)}  # fmt: skip
    return Attributes(tuple(Attribute(a.name, (*a.levels, *new[a.name])) if a.categorical else a for a in attributes))


def one_case(x) -> np.ndarray | Table:
    """A case as a table of one row, or as a row of numbers."""
    x = tabled(x)
    return x if isinstance(x, Table) else np.atleast_2d(np.asarray(x, dtype=float))
