"""Features of a matrix or a Table alike: their names, and some of them.

Lecture 22; deck 004 "Feature Selection Methods". Inventory: I-004-009, I-004-010.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from labkit.core import inputs
from labkit.core.table import Table

Features = np.ndarray | Table


def checked(X, *, missing: bool = True) -> Features:
    """A Table as it is, anything else as a matrix; what may be missing the learner decides."""
    return X if isinstance(X, Table) else inputs.matrix(X, missing=missing)


def names(X: Features) -> tuple[str, ...]:
    """Of the columns; those of a matrix are x1, x2, ..."""
    return X.names if isinstance(X, Table) else tuple(f"x{j + 1}" for j in range(X.shape[1]))


def picked(X: Features, columns: Sequence[int]) -> Features:
    """These columns, by number, in this order."""
    return X.select(*(X.names[j] for j in columns)) if isinstance(X, Table) else X[:, list(columns)]
