"""A small immutable table of typed columns: what goes into a learner that takes categories and missing values."""

from __future__ import annotations

import csv
import html
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import numpy as np

from labkit.core import columns, resampling
from labkit.core.columns import Categorical, Column, Numeric
from labkit.core.printed import printed
from labkit.core.story import counted

SHOWN_ROWS = 20  # of a table, unless asked for more


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table:
    """Columns of equal length and different names.

    ``table["age"]`` is a column's values, ``table[rows]`` a smaller table, ``table.numeric("x1", "x2")`` a float array
    for a learner, and ``np.asarray(table)`` all columns where all are numeric. Several names may come as one list.
    """

    columns: tuple[Column, ...]
    most: int = SHOWN_ROWS  # rows that it shows of itself

    def __post_init__(self):
        object.__setattr__(self, "columns", tuple(self.columns))
        _unique(self.names)
        lengths = {column.name: len(column) for column in self.columns}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"expected columns of equal length, got {lengths}; pass None where a value is missing")

    @classmethod
    def from_dict(cls, lists: Mapping[str, Sequence]) -> Table:
        """A table from ``{"x": [1, 2], "colour": ["red", None]}``."""
        return cls(tuple(columns.column(name, values) for name, values in lists.items()))

    @classmethod
    def from_csv(cls, path, *, text: Sequence[str] = ()) -> Table:
        """A table from a CSV file with a header. ``text`` names columns whose digits are no numbers ("09")."""
        source = path if hasattr(path, "read_text") else Path(path)
        header, rows = _read(source)
        unknown = sorted(set(text) - set(header))
        if unknown:
            raise ValueError(f"text: expected columns of {source.name} ({_listed(header)}), got {unknown}; correct it")
        words = list(zip(*rows, strict=True)) or [()] * len(header)
        read = [columns.categorical if name in text else columns.parsed for name in header]
        return cls(tuple(make(name, cells) for make, name, cells in zip(read, header, words, strict=True)))

    # ---- reading

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    @property
    def kinds(self) -> dict[str, str]:
        """What every column holds: "numeric" or "categorical"."""
        return {column.name: column.kind for column in self.columns}

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)"""
        return len(self), len(self.columns)

    def __len__(self) -> int:
        return len(self.columns[0]) if self.columns else 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __getitem__(self, key) -> np.ndarray | Table:
        """A column's values by its name; a table of the chosen rows by a slice, indices or a mask."""
        if isinstance(key, str):
            return self.column(key).values
        if isinstance(key, tuple):
            if len(key) != 2 or key[1] is not ...:  # scikit-learn cuts rows as table[rows, ...]
                raise ValueError(f"expected a column's name or rows, got {key!r}; use select(...) for several columns")
            key = key[0]
        return self.take(key)

    def column(self, name: str) -> Column:
        for column in self.columns:
            if column.name == name:
                return column
        near = get_close_matches(str(name), self.names, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]!r}?" if near else "choose one of these"
        raise ValueError(f"expected the name of a column ({_listed(self.names)}), got {name!r}; {hint}")

    def numeric(self, *names: str | Sequence[str]) -> np.ndarray:
        """The named columns, or all, as a float array (rows, columns); NaN where a value is missing."""
        chosen = [self.column(name) for name in _flat(names) or self.names]
        for column in chosen:
            if isinstance(column, Categorical):
                numeric = [c.name for c in self.columns if isinstance(c, Numeric)]
                raise ValueError(
                    f"column {column.name!r}: expected numbers, got text such as {next(iter(column.levels), '?')!r}; "
                    f"choose among the numeric columns ({_listed(numeric)}), use a learner that takes categories "
                    "(trees, forests, neighbours, NaiveBayes), or encode them first"
                )
        return np.column_stack([column.numbers for column in chosen]) if chosen else np.empty((0, 0))

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return self.numeric().astype(dtype or float, copy=False)

    # ---- cutting

    def take(self, rows) -> Table:
        """The chosen rows: a slice, indices or a mask."""
        if not isinstance(rows, slice):
            rows = _indices(rows, len(self))
        return Table(tuple(column.take(rows) for column in self.columns))

    def select(self, *names: str | Sequence[str]) -> Table:
        """These columns, in this order: ``select("x1", "x2")`` or ``select(["x1", "x2"])``."""
        return Table(tuple(self.column(name) for name in _flat(names)))

    def without(self, *names: str | Sequence[str]) -> Table:
        """All columns but these."""
        left_out = self.select(*names).names  # an unknown name is a mistake, not nothing to do
        return Table(tuple(column for column in self.columns if column.name not in left_out))

    def complete(self, *names: str | Sequence[str]) -> Table:
        """The rows in which none of these columns (of all, if none is named) lacks a value."""
        missing = [self.column(name).missing for name in _flat(names) or self.names]
        return self.take(~np.any(missing, axis=0)) if missing else self

    def split(self, *, share: float = 0.25, by: str | None = None, seed: int = 0) -> tuple[Table, Table]:
        """(training, test) rows, the test a share of all, drawn by seed; ``by`` cuts each class of a column alike."""
        classes = None if by is None else self.column(by).cells(slice(None))  # a missing class counts as one more
        return tuple(map(self.take, resampling.holdout(len(self), share=share, seed=seed, classes=classes)))

    # ---- showing

    @property
    def whole(self) -> Table:
        """The same table, showing all its rows."""
        return Table(self.columns, most=len(self))

    def __repr__(self) -> str:
        blocks = [_aligned(column, column.cells(slice(self.most))) for column in self.columns]
        lines = ["  ".join(cells).rstrip() for cells in zip(*blocks, strict=True)]
        return "\n".join([self._size(), *lines, *self._rest()])

    def _repr_html_(self) -> str:
        sides = ["right" if isinstance(column, Numeric) else "left" for column in self.columns]
        cells = [column.cells(slice(self.most)) for column in self.columns]
        body = "".join(f"<tr>{_row('td', row, sides)}</tr>" for row in zip(*cells, strict=True))
        note = f"<p>{html.escape(' '.join([self._size(), *self._rest()]))}</p>" if len(self) > self.most else ""
        return f"<table><thead><tr>{_row('th', self.names, sides)}</tr></thead><tbody>{body}</tbody></table>{note}"

    def _size(self) -> str:
        return f"Table: {counted(len(self), 'row')}, {counted(len(self.columns), 'column')}"

    def _rest(self) -> list[str]:
        return [f"... and {counted(len(self) - self.most, 'more row')}"] if len(self) > self.most else []


def _row(tag: str, cells: Sequence[str], sides: Sequence[str]) -> str:
    """Cells of HTML: numbers to the right, text to the left. A head without a name is no head."""
    tags = [tag if cell else "td" for cell in cells]
    made = (f'<{each} style="text-align: {side}">{html.escape(printed(cell))}</{each}>'
            for each, cell, side in zip(tags, cells, sides, strict=True))  # fmt: skip
    return "".join(made)


def _flat(names: Sequence[str | Sequence[str]]) -> tuple[str, ...]:
    """Names given one by one, as a list, or mixed."""
    return tuple(name for given in names for name in ((given,) if isinstance(given, str) else given))


def _unique(names: Sequence[str]) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise ValueError(f"expected different column names, got {_listed(twice)} more than once; rename one of them")


def _read(source) -> tuple[list[str], list[list[str]]]:
    """Header and rows of a CSV file, the spaces around cells dropped; empty lines are nothing."""
    text = source.read_text(encoding="utf-8").removeprefix("\ufeff")  # a mark that spreadsheets put first
    lines = csv.reader(io.StringIO(text, newline=""))
    rows = [(lines.line_num, [cell.strip() for cell in row]) for row in lines if row]
    if not rows:
        raise ValueError(f"{source.name}: expected a header line with column names, got an empty file; add one")
    header = rows[0][1]
    for number, row in rows[1:]:
        if len(row) != len(header):
            raise ValueError(
                f"{source.name}: expected {counted(len(header), 'cell')} as in the header, got {len(row)} "
                f"in line {number}; leave a cell empty where a value is missing"
            )
    return header, [row for _, row in rows[1:]]


def _indices(rows, length: int) -> np.ndarray:
    rows = np.asarray(rows)
    if rows.size == 0:
        rows = rows.astype(int)
    mask = rows.dtype == bool
    fits = rows.shape == (length,) if mask else rows.ndim == 1 and rows.dtype.kind in "iu"
    if fits and not mask and rows.size:
        fits = -length <= rows.min() and rows.max() < length
    if not fits:
        raise ValueError(
            f"rows: expected a slice, indices below {length} or a mask of length {length}, got "
            f"{rows.dtype} values of shape {rows.shape}; check which table they were made for"
        )
    return rows


def _aligned(column: Column, cells: list[str]) -> list[str]:
    """The column as text of one width, its name first: numbers to the right, text to the left."""
    cells = [column.name, *cells]
    width = max(map(len, cells))
    return [cell.rjust(width) if isinstance(column, Numeric) else cell.ljust(width) for cell in cells]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names)) or "there is none"
