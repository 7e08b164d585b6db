"""Typed columns of a Table: numbers with NaN where one is missing, categories with the code -1 where one is missing.

Missing are None, NaN and the texts in ``MISSING``. A column is all numbers or all text, never both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import ClassVar

import numpy as np

from labkit.core.arrays import frozen, spells_number

MISSING = ("", "?", "NaN", "nan")
EXACT = 2**53  # up to here every whole number is a float
WHOLE = re.compile(r"[+-]?\d{1,15}")


@dataclass(frozen=True, slots=True, eq=False)
class Numeric:
    """Finite numbers; NaN where the number is missing. ``whole`` ones were given without a decimal point."""

    kind: ClassVar[str] = "numeric"
    name: str
    numbers: np.ndarray
    whole: bool = False

    def __post_init__(self):
        object.__setattr__(self, "numbers", _line(self.name, self.numbers, float))
        if np.isinf(self.numbers).any():
            row = int(np.isinf(self.numbers).argmax())
            raise ValueError(
                f"column {self.name!r}: expected finite numbers, got {self.numbers[row]} in row {row}; "
                "correct it, or give None where the number is not known"
            )

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def values(self) -> np.ndarray:
        """The numbers; whole ones as integers, if none is missing."""
        return frozen(self.numbers, int) if self.whole and not self.missing.any() else self.numbers

    @property
    def missing(self) -> np.ndarray:
        """True where the number is not known."""
        return np.isnan(self.numbers)

    def take(self, rows) -> Numeric:
        return Numeric(self.name, self.numbers[rows], self.whole)

    def cells(self, rows) -> list[str]:
        """The chosen rows as text for a reader."""
        return ["?" if np.isnan(v) else f"{v + 0.0:.6g}" for v in self.numbers[rows]]


@dataclass(frozen=True, slots=True, eq=False)
class Categorical:
    """One of a few texts; ``codes`` index into the sorted ``levels``, -1 where the category is missing."""

    kind: ClassVar[str] = "categorical"
    name: str
    codes: np.ndarray
    levels: tuple[str, ...]

    def __post_init__(self):
        object.__setattr__(self, "codes", _line(self.name, self.codes, int))
        object.__setattr__(self, "levels", tuple(self.levels))
        if len(self) and not (self.codes.min() >= -1 and self.codes.max() < len(self.levels)):
            raise ValueError(
                f"column {self.name!r}: expected codes from -1 (missing) to {len(self.levels) - 1}, "
                f"got {self.codes.min()} to {self.codes.max()}; a code is an index into the levels {self.levels}"
            )

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def values(self) -> np.ndarray:
        """The texts; an object array with None where one is missing."""
        words = np.array([*self.levels, None], dtype=object)[self.codes]  # the code -1 reads the None at the end
        return frozen(words, object if self.missing.any() else str)

    @property
    def missing(self) -> np.ndarray:
        """True where the category is not known."""
        return self.codes < 0

    def take(self, rows) -> Categorical:
        """The chosen rows. The levels stay, so that codes mean the same in every part of a table."""
        return Categorical(self.name, self.codes[rows], self.levels)

    def cells(self, rows) -> list[str]:
        """The chosen rows as text for a reader."""
        return ["?" if code < 0 else self.levels[code] for code in self.codes[rows]]


Column = Numeric | Categorical


def column(name: str, values: Sequence) -> Column:
    """A column from numbers or from texts (Booleans count as text). Nothing known at all makes it numeric."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "fiu":
        return Numeric(name, values, values.dtype.kind != "f" and _exact(values))
    values = list(values)
    kinds = [_kind(name, row, value) for row, value in enumerate(values)]
    if "a number" in kinds and "text" in kinds:
        number, text = kinds.index("a number"), kinds.index("text")
        raise ValueError(
            f"column {name!r}: expected all numbers or all text, got the number {values[number]!r} in row {number} "
            f"and the text {values[text]!r} in row {text}; correct one of them, "
            "give None where a value is missing, or make every value text"
        )
    if "text" in kinds:
        return categorical(name, [None if k is None else str(v) for k, v in zip(kinds, values, strict=True)])
    known = [value for kind, value in zip(kinds, values, strict=True) if kind]
    whole = all(isinstance(value, Integral) for value in known) and _exact(known)
    return Numeric(name, [np.nan if k is None else _float(v) for k, v in zip(kinds, values, strict=True)], whole)


def categorical(name: str, words: Sequence[str | None]) -> Categorical:
    """A column of categories whose levels are the words that occur, sorted."""
    known = [word if word not in MISSING else None for word in words]
    levels = tuple(sorted({word for word in known if word is not None}))
    code = {word: k for k, word in enumerate(levels)} | {None: -1}
    return Categorical(name, np.array([code[word] for word in known], dtype=int), levels)


def parsed(name: str, words: Sequence[str]) -> Column:
    """A column from the words of a CSV file: numeric where every known word spells a number."""
    known = [word for word in words if word not in MISSING]
    spelled = [word for word in known if spells_number(word)]
    if len(spelled) == len(known):
        whole = bool(known) and all(map(WHOLE.fullmatch, known))
        return Numeric(name, [np.nan if word in MISSING else float(word) for word in words], whole)
    if spelled:
        text = next(word for word in known if not spells_number(word))
        raise ValueError(
            f"column {name!r}: expected all numbers or all text, got the number {spelled[0]!r} and the text {text!r}; "
            "correct the file, leave the cell empty where a value is missing, "
            f"or read the column as text with text=({name!r},)"
        )
    return categorical(name, words)


def text(value) -> str:
    """A category as text: of whole numbers "2", though missing ones among them have made it 2.0."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _float(value: Real) -> float:
    try:
        return float(value)
    except OverflowError:
        return np.inf


def _exact(values: Sequence) -> bool:
    return len(values) > 0 and min(values) >= -EXACT and max(values) <= EXACT


def _line(name: str, values, dtype: type) -> np.ndarray:
    array = frozen(values, dtype)
    if array.ndim != 1:
        raise ValueError(f"column {name!r}: expected one value per row, got shape {array.shape}; pass a flat list")
    return array


def _kind(name: str, row: int, value) -> str | None:
    """None for a missing value, else what it is."""
    if value is None or (isinstance(value, str) and value in MISSING):
        return None
    if isinstance(value, str | bool | np.bool_):
        return "text"
    if isinstance(value, Real):
        return None if value != value else "a number"
    raise ValueError(
        f"column {name!r}: expected numbers or text, got {type(value).__name__} in row {row}; "
        "pass a flat list with None where a value is missing"
    )
