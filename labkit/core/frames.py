"""Tables of other libraries, such as pandas and polars: whatever has named columns becomes a ``Table``.

Neither library is imported: a frame has ``columns``, which are its names, and ``frame[name]`` is a column. Of these,
Booleans are 0 and 1; what has the kind "category" is text, whole numbers among it too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from labkit.core import columns
from labkit.core.arrays import unknown
from labkit.core.table import Table

NAMED = 10  # columns in a message


def tabled(X):
    """X as a Table if its columns have names, else as it is."""
    found = names(X)
    if found is None or isinstance(X, Table):
        return X
    return Table(tuple(_column(name, X[name]) for name in _different(found)))


def cases(X) -> np.ndarray:
    """X as numbers, for a model that knows no names of columns."""
    return np.asarray(unnamed(X), dtype=float)


def unnamed(X):
    """X as it is; a table is refused, for it might have its columns in another order than in training."""
    if names(X) is not None:
        raise ValueError(
            "X: expected an array, for this model knows no names of columns, got a table; ask the learner, which finds "
            "columns by their names, or pass numbers in the order of training"
        )
    return X


def names(X) -> Sequence[str] | None:
    """The names of the columns; None where there are none, or only numbers in their place."""
    if isinstance(X, Table):
        return X.names
    if not (hasattr(X, "columns") and hasattr(X, "__getitem__") and hasattr(X, "shape")):
        return None
    found = list(X.columns)
    texts = [isinstance(name, str) for name in found]
    if any(texts) and not all(texts):
        odd = found[texts.index(False)]
        raise TypeError(
            f"X: expected names of columns that are all text, got {odd!r} among them (feature names are only "
            "supported if all input features have string names); rename that column"
        )
    return found if found and all(texts) else None


def known_columns(X, learner):
    """Of a table the columns that the learner was fitted with, in that order."""
    if not isinstance(X, Table):
        return X
    known = learner.feature_names_in_
    there = set(X.names)
    missing = [name for name in known if name not in there]
    if missing:
        wanted = f"the columns that {type(learner).__name__} was fitted with ({_listed(known)})"
        raise ValueError(f"X: expected {wanted}, got a table without {_listed(missing)}; add what is missing")
    return X if X.names == tuple(known) else X.select(*known)


def _listed(found: Sequence[str]) -> str:
    """The first few names."""
    return ", ".join(map(repr, found[:NAMED])) + (f" and {len(found) - NAMED} more" if len(found) > NAMED else "")


def _different(found: Sequence[str]) -> Sequence[str]:
    twice = next((name for name, count in Counter(found).items() if count > 1), None)
    if twice is not None:
        raise ValueError(f"X: expected columns of different names, got {twice!r} more than once; rename one of them")
    return found


def _column(name: str, values) -> columns.Column:
    kind = str(getattr(values, "dtype", "")).lower()
    cells = np.asarray(values)
    if cells.dtype.kind in "mM":
        raise ValueError(
            f"column {name!r}: expected numbers or text, got dates; pass a number made of them, such as the days since "
            "the first, or leave the column out"
        )
    if kind == "category":
        return columns.categorical(name, [None if unknown(v) else columns.text(v) for v in cells.tolist()])
    if cells.dtype.kind in "fiub":
        return columns.column(name, cells.astype(float) if cells.dtype.kind == "b" else cells)
    known = [None if unknown(value) else value for value in cells.tolist()]
    if kind.startswith("bool"):  # with missing ones among them
        known = [None if value is None else float(value) for value in known]
    return columns.column(name, known)
