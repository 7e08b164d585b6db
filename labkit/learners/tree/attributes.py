"""What a tree may ask about: numeric and categorical attributes, held as one matrix of cells.

A cell is the number itself, the code of the category (its place among the sorted levels), or NaN where the value is
missing. A category that was never seen in training counts as missing: the tree knows nothing about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from labkit.core import inputs
from labkit.core.columns import Categorical
from labkit.core.frames import tabled
from labkit.core.table import Table
from labkit.learners.tree.tree import EQUAL, MANY, SUBSET, THRESHOLD, subset_of

IN_OR_NOT = "\u2208\u2209"


@dataclass(frozen=True, slots=True)
class Attribute:
    """One column: ``levels`` are its categories in sorted order, None for numbers."""

    name: str
    levels: tuple[str, ...] | None = None

    @property
    def categorical(self) -> bool:
        return self.levels is not None

    def word(self, cell: float) -> str:
        """A cell as a reader writes it."""
        if np.isnan(cell):
            return "?"
        return self.levels[int(cell)] if self.categorical else f"{cell:.4g}"


@dataclass(frozen=True, slots=True)
class Attributes:
    """The columns that a tree was grown on, in their order."""

    columns: tuple[Attribute, ...]
    named: bool = field(default=True, kw_only=True)  # not x1, x2, ..., as those of an array

    @classmethod
    def of(cls, X: np.ndarray | Table) -> Attributes:
        if isinstance(X, Table):
            return cls(tuple(Attribute(c.name, getattr(c, "levels", None)) for c in X.columns))
        return cls(tuple(Attribute(f"x{k + 1}") for k in range(X.shape[1])), named=False)

    def __len__(self) -> int:
        return len(self.columns)

    def __getitem__(self, feature: int) -> Attribute:
        return self.columns[feature]

    def __iter__(self) -> Iterable[Attribute]:
        return iter(self.columns)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    @property
    def categorical(self) -> np.ndarray:
        """Which columns are categories."""
        return np.array([column.categorical for column in self.columns])

    def cells(self, X: np.ndarray | Table) -> np.ndarray:
        """X as a float matrix. Categories are matched by their words, so another table's codes may differ."""
        X = tabled(X)
        if not isinstance(X, Table):
            X = np.asarray(X)
            if self.categorical.any() and X.dtype.kind != "f":
                raise ValueError(
                    f"X: expected a Table, for some attributes are categories, got {X.dtype} values; "
                    "pass Table.from_dict(...)"
                )
            if X.ndim != 2 or X.shape[1] != len(self):
                raise ValueError(
                    f"X: expected rows of {len(self)} attributes, got shape {X.shape}; pass those of training"
                )
            return X if X.dtype == float else X.astype(float)
        if X.names != self.names:
            X = X.select(*self.names)
        return np.column_stack([_cells(mine, theirs) for mine, theirs in zip(self.columns, X.columns, strict=True)])

    def row(self, values: dict) -> np.ndarray:
        """One case as cells; attributes that are not named are missing."""
        unknown = [name for name in values if name not in self.names]
        if unknown:
            raise ValueError(
                f"case: expected attributes out of {', '.join(self.names)}, got {unknown[0]!r}; check the spelling"
            )
        cells = [_cell(column, values.get(column.name)) for column in self.columns]
        return inputs.frozen(cells)

    def question(self, kind: int, feature: int, threshold: float, no: bool = False) -> str:
        """What a test asks: "x2 <= 0.05", "x1 = red", "outlook",
        "outlook \u2208 {rain, sunny}"; with ``no``, what holds where the answer is no."""
        column = self.columns[feature]
        if kind == MANY:
            return column.name
        if kind == SUBSET:
            words = ", ".join(map(column.word, subset_of(threshold)))
            return f"{column.name} {IN_OR_NOT[no]} {{{words}}}"
        sign = {THRESHOLD: "\u2264>", EQUAL: "=\u2260"}[kind][no]
        return f"{column.name} {sign} {column.word(threshold)}"

    def terms(self, w: np.ndarray) -> str:
        """A weighted sum: "+2\u00b7x1 -0.5\u00b7x3"."""
        return " ".join(f"{a:+.3g}\u00b7{name}" for a, name in zip(w, self.names, strict=True) if a)


def complete(table: Table, repair: str = "fill it in before") -> Table:
    """The table, where no value is missing."""
    for column in table.columns:
        if column.missing.any():
            row = int(column.missing.argmax())
            raise ValueError(f"column {column.name!r}: expected no missing values, got one in row {row}; {repair}")
    return table


def _cells(mine: Attribute, column) -> np.ndarray:
    if mine.categorical != isinstance(column, Categorical):
        if column.missing.all():  # a column of which nothing is known has no kind
            return np.full(len(column), np.nan)
        expected, got = ("categories", "numbers") if mine.categorical else ("numbers", "categories")
        raise ValueError(
            f"column {mine.name!r}: expected {expected} as in training, got {got}; "
            "read both tables in the same way, as in Table.from_csv(path, text=...)"
        )
    if not mine.categorical:
        return column.numbers
    code = {word: float(k) for k, word in enumerate(mine.levels)}
    cell = np.array([*(code.get(word, np.nan) for word in column.levels), np.nan])  # the code -1 reads the last
    return cell[column.codes]


def _cell(attribute: Attribute, value) -> float:
    if value is None:
        return np.nan
    if not attribute.categorical:
        inputs.number(attribute.name, value)
        return float(value)
    inputs.option(attribute.name, str(value), attribute.levels)
    return float(attribute.levels.index(str(value)))
